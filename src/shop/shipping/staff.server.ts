import type { Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import type { WrittenTime } from '#platform/india-time.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { recordEvent } from '../events/sql.server.ts'
import { issueInvoice } from '../invoices/issue.server.ts'
import { withInvoice } from '../invoices/mails.server.ts'
import { findInvoice } from '../invoices/sql.server.ts'
import { mailAboutOrder } from '../orders/mail-customer.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { isStanding, orderNumber } from '../orders/rules.ts'
import { dateStage, type StaffContext } from '../orders/staff.server.ts'
import { NOT_CONFIRMED_YET } from '../orders/staff-messages.ts'
import {
  findOrderId,
  type LockedOrder,
  listStaffLines,
  lockOrderForStaff,
  type StaffLine,
} from '../orders/staff-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { CARRIER_SITES, carrierName, trackingLink } from './carriers.ts'
import { collectOfParcel } from './collect-sql.server.ts'
import { shippedMail } from './mails.server.ts'
import { choosePieces, leadsTo, looksLikeLink, parseLink, parseTrackingNumber } from './rules.ts'
import { findForeignParcel, findParcels, insertShipment, markOnTheWay } from './sql.server.ts'

/** A parcel as staff enter it. */
export interface ParcelRequest {
  carrier: string
  tracking: string
  /** The https URL of the carrier's page about the parcel, by default the carrier's known one. */
  url?: string | undefined
  /** Pieces by SKU, by default all that haven't left yet. */
  pieces?: Readonly<Record<string, number>> | undefined
  /** When it left, by default now. See `dateStage`. */
  at?: WrittenTime | undefined
  /** False if the customer isn't told: the parcel doesn't come. */
  isMailed?: boolean | undefined
}

/** Why a parcel isn't recorded. */
export type ParcelRefusal = 'conflict' | 'invalid_input' | 'not_found'

export interface ShippedOrder {
  orderId: string
  orderNumber: string
  carrier: string
  tracking: string
  url: string | null
  /** Pieces in the parcel, and pieces of the order that have not left yet. */
  pieces: number
  left: number
  /** True if the parcel was already recorded. Then nothing was changed and no mail sent. */
  already: boolean
}

/**
 * Records a parcel of a paid order, by its id or number. The order is on its way with its first parcel, and its
 * customer gets a mail with the carrier's link. The same parcel again changes nothing. Refused: no such order; unpaid,
 * unconfirmed, cancelled or delivered; pieces that aren't left; a number of another customer's parcel.
 */
export async function shipOrder(
  context: StaffContext,
  reference: string,
  request: ParcelRequest,
): Promise<Result<ShippedOrder, ParcelRefusal>> {
  const result = await context.db.transaction().execute((tx) => shipInTransaction(context, tx, reference, request))
  if (result.ok) context.mail.wake()
  return result
}

/** A parcel of the order with this id or number. */
export interface OrderedParcel {
  reference: string
  request: ParcelRequest
}

/**
 * Records parcels of several orders, all or none. Refused, with a line for each order that can't be shipped: see
 * `shipOrder`.
 */
export async function shipOrders(
  context: StaffContext,
  parcels: readonly OrderedParcel[],
): Promise<Result<ShippedOrder[]>> {
  const shipped: ShippedOrder[] = []
  const refused: string[] = []
  try {
    await context.db.transaction().execute(async (tx) => {
      await lockOrders(
        tx,
        parcels.map(({ reference }) => reference),
      )
      for (const { reference, request } of parcels) {
        const result = await shipInTransaction(context, tx, reference, request)
        if (result.ok) shipped.push(result.data)
        else refused.push(`${reference}: ${result.message}`)
      }
      if (refused.length > 0) throw new RefusedError()
    })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    return refuse('conflict', [...refused, 'Nothing was shipped.'].join('\n'))
  }
  context.mail.wake()
  return ok(shipped)
}

/** Rolls back parcels of which some are refused. */
class RefusedError extends Error {}

/**
 * Locks orders, given by ids or numbers, by id until the transaction ends, so that two callers lock them in the same
 * order.
 */
export async function lockOrders(tx: Transaction<Tables>, references: readonly string[]): Promise<void> {
  const ids = new Set<string>()
  for (const reference of new Set(references)) {
    const id = await findOrderId(tx, reference)
    if (id !== null) ids.add(id)
  }
  for (const id of [...ids].sort()) await lockOrderForStaff(tx, id)
}

/** The same in the caller's transaction. The caller wakes the outbox afterwards. */
export async function shipInTransaction(
  context: Omit<StaffContext, 'db'>,
  tx: Transaction<Tables>,
  reference: string,
  request: ParcelRequest,
): Promise<Result<ShippedOrder, ParcelRefusal>> {
  const parsed = parseParcel(context, request)
  if (!parsed.ok) return parsed
  const parcel = parsed.data
  const { carrier, trackingNumber: tracking, url } = parcel
  const order = await lockOrderForStaff(tx, reference)
  if (!order) return refuse('not_found', ORDER_NOT_FOUND)
  const refusal = whyNotShipped(order)
  const parcels = await findParcels(tx, carrier, tracking)
  const same = parcels.find((one) => one.order_id === order.id)
  // A parcel already recorded isn't an error, even if its order has been delivered meanwhile.
  if (refusal !== null && !same) return refuse('conflict', refusal)
  const settings = context.settings()
  const foreign = await refuseForeignParcel(context, tx, order.customer_id, parcel)
  if (foreign) return foreign
  const lines = await listStaffLines(tx, order.id)
  const shown = { orderId: order.id, orderNumber: orderNumber(order.number, settings), carrier, tracking, url }
  if (same) {
    if (request.pieces && !hasPieces(same.pieces, lines, request.pieces))
      return refuse('conflict', `${carrier} ${tracking} is already recorded, with other pieces.`)
    return ok({ ...shown, pieces: sum(Object.values(same.pieces)), left: countUnshipped(lines), already: true })
  }
  const chosen = choosePieces(lines, request.pieces ?? null)
  if (!chosen.ok) return chosen
  const stage = { kind: 'orders', id: order.id, status: 'ontheway', exchangeDays: null } as const
  const at = await dateStage(context, tx, stage, request.at)
  if (!at.ok) return at
  const isFirst = lines.every(({ shipped }) => shipped === 0)
  const collect = await collectOfParcel(tx, order.id, chosen.data)
  const shipment = await insertShipment(tx, { orderId: order.id, ...parcel, at: at.data, collect }, chosen.data)
  await markOnTheWay(tx, order.id, at.data)
  // Without the tracking number, by which the carrier's page shows personal data: audit lines are never deleted.
  await writeAudit(tx, context.actor, {
    action: 'order.ship',
    subject: `order:${order.id}`,
    before: { status: order.status },
    after: {
      status: 'ontheway',
      shipment,
      carrier,
      pieces: Object.fromEntries(chosen.data.map(({ sku, count }) => [sku, count])),
    },
  })
  const sent = new Map(chosen.data.map(({ id, count }) => [id, count]))
  const left = lines.map((line) => ({ ...line, unshipped: line.unshipped - (sent.get(line.id) ?? 0) }))
  const shipped = { ...shown, pieces: sum(sent.values()), left: countUnshipped(left) }
  await recordEvent(tx, { type: 'order.shipped', subject: `order:${order.id}`, data: shipped }, context.actor)
  const stillHere = new Map(left.flatMap(({ id, unshipped }) => (unshipped > 0 ? [[id, unshipped]] : [])))
  const hasInvoice = order.state === 'placed' && isFirst && (await findInvoice(tx, order.id)) === null
  const parcelMail = { carrier, trackingNumber: tracking, url, sent, left: stillHere, isFirst, collect }
  if (request.isMailed !== false)
    await mailAboutOrder(context, tx, order, (of, to) => {
      const mail = shippedMail({ ...parcelMail, order: of }, to)
      return hasInvoice ? withInvoice(mail, order.id) : mail
    })
  // Last, because it locks the counter. An order that's paid at the door has its invoice when the goods leave.
  if (hasInvoice) await issueInvoice(tx, order.id, settings)
  return ok({ ...shipped, already: false })
}

/**
 * Refuses a tracking number that a parcel of another customer has: its page shows personal data. Exchanges count, too.
 */
export async function refuseForeignParcel(
  { settings }: Pick<StaffContext, 'settings'>,
  tx: Transaction<Tables>,
  customer: string,
  parcel: { carrier: string; trackingNumber: string },
): Promise<Refusal<'conflict'> | null> {
  const foreign = await findForeignParcel(tx, customer, parcel)
  if (foreign === null) return null
  const order = orderNumber(foreign, settings())
  const used = `${parcel.carrier} ${parcel.trackingNumber} is already used for order ${order} of another customer.`
  return refuse('conflict', used)
}

/** Whether what somebody writes about parcels stands in the shop's mails as it is. A packer's and a program's text is bounded. */
export function writesFreely(actor: Actor): boolean {
  return actor.kind === 'staff' && actor.role !== 'packer' && !actor.isProgram
}

/** What's wrong with a carrier's name, as the end of a sentence, or null. A packer's and a program's can't be a link. */
export function carrierProblem({ actor }: Pick<StaffContext, 'actor'>, carrier: string): string | null {
  const length = carrier.trim().length
  if (length < 2 || length > 60) return 'must have 2 to 60 characters'
  return looksLikeLink(carrier) && !writesFreely(actor) ? 'can’t be a link' : null
}

/**
 * What's wrong with a link to a tracking page, as the end of a sentence, or null. A packer's and a program's may lead only to
 * known carriers and to the sites that the settings list, since the shop mails it in its own name.
 */
export function linkProblem(
  { actor, settings }: Pick<StaffContext, 'actor' | 'settings'>,
  text: string,
): string | null {
  const link = parseLink(text)
  if (link === null) return 'must be an https URL of at most 500 characters'
  return writesFreely(actor) || leadsTo(link, [...CARRIER_SITES, ...settings()['shipping.trackingSites']])
    ? null
    : 'must be on the site of a known carrier; others are listed in Settings, Delivery'
}

/** Parses a parcel for the store. Refused: an invalid carrier, tracking number or URL. */
export function parseParcel(
  context: Pick<StaffContext, 'actor' | 'settings'>,
  request: ParcelRequest,
): Result<{ carrier: string; trackingNumber: string; url: string | null }, 'invalid_input'> {
  const problem = carrierProblem(context, request.carrier)
  if (problem !== null) return refuse('invalid_input', `The carrier ${problem}.`)
  const trackingNumber = parseTrackingNumber(request.tracking)
  if (trackingNumber === null)
    return refuse('invalid_input', 'The tracking number must have 3 to 40 letters, digits, dashes or slashes.')
  const wrong = request.url === undefined ? null : linkProblem(context, request.url)
  if (wrong !== null) return refuse('invalid_input', `The tracking page ${wrong}.`)
  const url = request.url === undefined ? trackingLink(request.carrier, trackingNumber) : parseLink(request.url)
  return ok({ carrier: carrierName(request.carrier), trackingNumber, url })
}

/** Why an order can't be shipped, or null if it can. Its row is locked, so it can't be cancelled meanwhile. */
export function whyNotShipped(order: LockedOrder): string | null {
  if (order.state === 'cancelled') return 'This order is cancelled.'
  if (order.state === 'to_confirm') return NOT_CONFIRMED_YET
  if (!isStanding(order.state) || order.status === null) return 'This order hasn’t been paid for.'
  if (order.capture_unconfirmed)
    return 'The payment provider hasn’t confirmed the payment for this order yet, so don’t ship it.'
  const canLeave = ['ordered', 'packaging', 'ontheway'].includes(order.status)
  return canLeave ? null : `This order is already ${order.status}.`
}

function hasPieces(
  pieces: Readonly<Record<string, number>>,
  lines: readonly StaffLine[],
  wanted: Readonly<Record<string, number>>,
): boolean {
  const skus = Object.entries(pieces).map(([id, count]) => [lines.find((line) => line.id === id)?.sku, count] as const)
  return skus.length === Object.keys(wanted).length && skus.every(([sku = '', count]) => wanted[sku] === count)
}

function countUnshipped(lines: readonly StaffLine[]): number {
  return sum(lines.map(({ unshipped }) => unshipped))
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0)
}
