import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { changedSince } from '#platform/api/record-version.server.ts'
import { ok, type Result, refuse, refuseChanged } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { deliveryProblems, EMPTY_ADDRESS } from '../addresses/rules.ts'
import { findLastActor, writeAudit } from '../audit/sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import { CHANGED_SINCE } from '../undo/messages.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import { type AddressedOrder, lockAddress, updateOrderAddress } from './address-sql.server.ts'
import { ADDRESS_FIELDS, addressFields, addressVersion } from './address-version.server.ts'
import type { OrderAddress } from './contract.ts'
import { ORDER_NOT_FOUND } from './messages.ts'
import { isStanding } from './rules.ts'
import type { StaffContext } from './staff.server.ts'
import { ADDRESS_CHANGED, ADDRESS_SENT, NOT_PAID_FOR, OTHER_STATE } from './staff-messages.ts'
import { findOrderId } from './staff-sql.server.ts'
import { supplyOf } from './supply.server.ts'

/** Some fields of an order's address. */
export type AddressChange = { [F in (typeof ADDRESS_FIELDS)[number]]?: string | undefined }

export interface ChangedAddress {
  address: OrderAddress
  /** The fields that are different now. */
  changed: string[]
  undo: string | null
}

type AddressRefusal = 'not_found' | 'not_paid' | 'already_shipped' | 'changed_meanwhile' | 'conflict' | 'invalid_input'

/**
 * Puts fields of an order's address right, before its first parcel has left. `from`: its version on the screen; refused if
 * one of the fields was changed since. Refused, too: what couldn't be delivered, and another state for GST, for which the
 * order's tax would be wrong.
 */
export function changeAddress(
  { db, actor, settings }: Pick<StaffContext, 'db' | 'actor' | 'settings'>,
  reference: string,
  { change, from = null }: { change: AddressChange; from?: string | null },
): Promise<Result<ChangedAddress, AddressRefusal>> {
  return transact<Tables, ChangedAddress, AddressRefusal>(db, async (tx) => {
    const id = await findOrderId(tx, reference)
    const order = id === null ? null : await lockAddress(tx, id)
    if (!order) return refuse('not_found', ORDER_NOT_FOUND)
    const refusal = refuseChange(order)
    if (refusal) return refusal
    const before = order.address
    const changed = fieldsOf(change).filter((field) => change[field] !== before[field])
    const fields = changedSince(from, addressFields(before), changed)
    if (fields.length > 0) {
      const current = { address: before, addressVersion: addressVersion(before) }
      const by = await findLastActor(tx, actor, { subject: `order:${order.id}`, action: 'order.address' })
      return refuseChanged(ADDRESS_CHANGED, { current, fields, by })
    }
    const written = await correctAddress({ actor, settings }, tx, order, change)
    if (!written.ok) return written
    const after = written.data
    if (changed.length === 0) return ok({ address: before, changed, undo: null })
    const pick = (address: OrderAddress) => Object.fromEntries(changed.map((field) => [field, address[field]]))
    const data = { orderId: order.id, before: pick(before), after: pick(after) }
    return ok({ address: after, changed, undo: await storeUndo(tx, actor, { kind: 'order.address', data }) })
  })
}

/**
 * Writes an order's address with a change, in the caller's transaction. Refused: what couldn't be delivered, and another state for
 * GST, for which the order's tax would be wrong.
 */
export async function correctAddress(
  { actor, settings }: Pick<StaffContext, 'actor' | 'settings'>,
  tx: Transaction<Tables>,
  { id, address: before }: Pick<AddressedOrder, 'id' | 'address'>,
  change: AddressChange,
): Promise<Result<OrderAddress, 'conflict' | 'invalid_input'>> {
  const changed = fieldsOf(change).filter((field) => change[field] !== before[field])
  const after = { ...before, ...valuesOf(change) }
  const problems = Object.entries(deliveryProblems({ ...EMPTY_ADDRESS, ...after }))
  const errors = problems.map(([path, message]) => ({ path, message }))
  const own = errors.filter(({ path }) => changed.some((field) => field === path))
  if (own[0]) return refuse('invalid_input', own[0].message, { errors: own })
  if (isOtherState(before, after, settings())) return refuse('conflict', OTHER_STATE)
  if (changed.length > 0) await writeAddress(tx, actor, id, after, changed)
  return ok(after)
}

/** A change without fields that aren't in it. */
const valuesOf = (change: AddressChange): Partial<OrderAddress> =>
  Object.fromEntries(fieldsOf(change).map((field) => [field, change[field]]))

const fieldsOf = (change: AddressChange) => ADDRESS_FIELDS.filter((field) => change[field] !== undefined)

function refuseChange({ state, has_left }: AddressedOrder) {
  if (state !== 'to_confirm' && !isStanding(state)) return refuse('not_paid', NOT_PAID_FOR)
  return has_left ? refuse('already_shipped', ADDRESS_SENT) : null
}

function isOtherState(before: OrderAddress, after: OrderAddress, settings: Settings): boolean {
  return supplyOf(before, settings).place !== supplyOf(after, settings).place
}

/** The audit line names the fields, not what they say: audit lines are never deleted. */
async function writeAddress(
  tx: Transaction<Tables>,
  actor: Actor,
  orderId: string,
  address: OrderAddress,
  fields: readonly string[],
): Promise<void> {
  await updateOrderAddress(tx, orderId, address)
  await writeAudit(tx, actor, {
    action: 'order.address',
    subject: `order:${orderId}`,
    before: null,
    after: { fields },
  })
}

const values = z.partialRecord(z.enum(ADDRESS_FIELDS), z.string())
const storedChange = z.object({ orderId: z.string(), before: values, after: values })

export const addressUndo: UndoKinds = {
  'order.address': {
    takesBack: 'PATCH /orders/{id}/address',
    work: async ({ tx, actor }, data) => {
      const { orderId, before, after } = storedChange.parse(data)
      const order = await lockAddress(tx, orderId)
      if (!order) return refuse('not_found', ORDER_NOT_FOUND)
      if (refuseChange(order)) return refuse('already_shipped', ADDRESS_SENT)
      const fields = fieldsOf(after)
      if (fields.some((field) => order.address[field] !== after[field])) return refuse('conflict', CHANGED_SINCE)
      await writeAddress(tx, actor, orderId, { ...order.address, ...before }, fields)
      return ok(null)
    },
  },
}
