import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { paise, toRupees } from '#platform/money.ts'
import { forgetWhenPossible } from '../accounts/forget-later.server.ts'
import { findCreditBalance } from '../credit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { countRemains, findCustomerEmail, type Remains } from './record-sql.server.ts'
import { lostBy, NO_CUSTOMER, OTHER_EMAIL, stays } from './staff-labels.ts'

type Context = Pick<Shop, 'db' | 'photos' | 'people' | 'invalidateCacheTags'>

/**
 * Erases a customer whose address was typed again, or lets the shop do it as soon as their orders allow. Refused: no
 * such customer; another address.
 */
export async function eraseCustomer(
  context: Context,
  actor: Actor,
  id: string,
  email: string,
): Promise<
  Result<
    { stays: string[]; lost: string[]; waits: string | null; undo: string | null },
    'not_found' | 'email_mismatch' | 'order_under_way'
  >
> {
  const stored = await findCustomerEmail(context.db, id)
  if (stored === null) return refuse('not_found', NO_CUSTOMER)
  if (canonicalEmail(email) !== stored) return refuse('email_mismatch', OTHER_EMAIL)
  const remains: Remains = await countRemains(context.db, id)
  const lost = await findLost(context.db, id)
  const done = await forgetWhenPossible(context, actor, stored)
  if (!done.ok) return done
  const { tags, waits, undo } = done.data
  if (tags.length > 0) await context.invalidateCacheTags(tags)
  return ok({ stays: stays(remains), lost, waits, undo })
}

/** What an erasure takes from a customer: a sentence each. */
export async function findLost(db: Shop['db'], customer: string): Promise<string[]> {
  return lostBy(toRupees(paise(await findCreditBalance(db, customer))))
}
