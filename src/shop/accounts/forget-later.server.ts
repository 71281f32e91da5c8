import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import { deleteForgetRequest, insertForgetRequest, listForgetRequests } from './forget-sql.server.ts'
import { forgetCustomer, whyKept } from './staff.server.ts'

type Context = Pick<Shop, 'db' | 'photos' | 'people'>

/**
 * `waits`: why the person can't be forgotten yet; then it happens by itself as soon as it can, and `undo` takes that back.
 * Null: it was done.
 */
export type ForgottenOrLater = {
  customer: string | null
  orders: number
  tags: string[]
  waits: string | null
  undo: string | null
}

/** Forgets an e-mail address now, or as soon as its orders allow. Refused: nothing is stored about it. */
export async function forgetWhenPossible(
  context: Context,
  actor: Actor,
  email: string,
): Promise<Result<ForgottenOrLater, 'not_found' | 'order_under_way'>> {
  const forgotten = await forgetCustomer(context, actor, email)
  if (forgotten.ok) return ok({ ...forgotten.data, waits: null, undo: null })
  const address = canonicalEmail(email)
  if (forgotten.code !== 'order_under_way' || address === null) return forgotten
  const undo = await context.db.transaction().execute(async (tx) => {
    const customer = await insertForgetRequest(tx, address)
    if (customer === null) return null
    // Without the address: audit lines are never deleted.
    const line = { action: 'customer.forget-later', subject: `customer:${customer}`, before: null, after: null }
    await writeAudit(tx, actor, line)
    return storeUndo(tx, actor, { kind: 'customer.forget-later', data: { customer } })
  })
  return ok({ customer: null, orders: 0, tags: [], waits: forgotten.message, undo })
}

/** Whom to forget, since when, and why not yet. */
export async function listToForget(
  shop: Pick<Context, 'db' | 'people'>,
): Promise<{ email: string; requestedAt: Date; waits: string | null }[]> {
  const requests = await listForgetRequests(shop.db)
  const waits = await Promise.all(requests.map(({ customer }) => whyKept(shop, customer)))
  return requests.map(({ email, requestedAt }, index) => ({ email, requestedAt, waits: waits[index] ?? null }))
}

/** Forgets the customers whose orders allow it by now. @returns their number */
export async function forgetDueCustomers(shop: Context & Pick<Shop, 'invalidateCacheTags'>): Promise<number> {
  let count = 0
  for (const { email } of await listForgetRequests(shop.db)) {
    const forgotten = await forgetCustomer(shop, { kind: 'system', job: 'forget' }, email)
    if (!forgotten.ok) continue
    count += 1
    if (forgotten.data.tags.length > 0) await shop.invalidateCacheTags(forgotten.data.tags)
  }
  return count
}

/** A later erasure is taken back by deleting its request. */
export const forgetUndo: UndoKinds = {
  'customer.forget-later': {
    takesBack: 'POST /customers/{id}/erase',
    async work({ tx, actor }, data) {
      const { customer } = z.object({ customer: z.string() }).parse(data)
      if (!(await deleteForgetRequest(tx, customer)))
        return refuse('not_found', 'This customer has been erased in the meantime.')
      const line = { action: 'customer.keep', subject: `customer:${customer}`, before: null, after: null }
      await writeAudit(tx, actor, line)
      return ok(null)
    },
  },
}
