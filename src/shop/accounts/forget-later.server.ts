import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result } from '#platform/api/result.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { insertForgetRequest, listForgetRequests } from './forget-sql.server.ts'
import { forgetCustomer, whyKept } from './staff.server.ts'

type Context = Pick<Shop, 'db' | 'photos'>

/** `waits`: why the person can't be forgotten yet; then it happens by itself as soon as it can. Null: it was done. */
export type ForgottenOrLater = { customer: string | null; orders: number; tags: string[]; waits: string | null }

/** Forgets an e-mail address now, or as soon as its orders allow. Refused: nothing is stored about it. */
export async function forgetWhenPossible(
  context: Context,
  actor: Actor,
  email: string,
): Promise<Result<ForgottenOrLater, 'not_found' | 'order_under_way'>> {
  const forgotten = await forgetCustomer(context, actor, email)
  if (forgotten.ok) return ok({ ...forgotten.data, waits: null })
  const address = canonicalEmail(email)
  if (forgotten.code !== 'order_under_way' || address === null) return forgotten
  await context.db.transaction().execute(async (tx) => {
    const isNew = await insertForgetRequest(tx, address)
    // Without the address: audit lines are never deleted.
    const line = { action: 'customer.forget-later', subject: 'mailbox', before: null, after: null }
    if (isNew) await writeAudit(tx, actor, line)
  })
  return ok({ customer: null, orders: 0, tags: [], waits: forgotten.message })
}

/** Whom to forget, since when, and why not yet. */
export async function listToForget(
  db: Context['db'],
): Promise<{ email: string; requestedAt: Date; waits: string | null }[]> {
  const requests = await listForgetRequests(db)
  const waits = await Promise.all(requests.map(({ customer }) => whyKept(db, customer)))
  return requests.map(({ email, requestedAt }, index) => ({ email, requestedAt, waits: waits[index] ?? null }))
}

/** Forgets the customers whose orders allow it by now. @returns their number */
export async function forgetDueCustomers(shop: Pick<Shop, 'db' | 'photos' | 'invalidateCacheTags'>): Promise<number> {
  let count = 0
  for (const { email } of await listForgetRequests(shop.db)) {
    const forgotten = await forgetCustomer(shop, { kind: 'system', job: 'forget' }, email)
    if (!forgotten.ok) continue
    count += 1
    if (forgotten.data.tags.length > 0) await shop.invalidateCacheTags(forgotten.data.tags)
  }
  return count
}
