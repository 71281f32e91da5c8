import type { Refusal } from '#platform/api/result.ts'
import type { LimitRule } from '#platform/limits/limits.server.ts'
import { recordEvent } from '../events/sql.server.ts'
import { refuseTooMany } from '../rate-limits.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Shop } from '../shop.server.ts'

/** The bucket of the day's alarm, which `today` reads. */
export const ALARM = 'stranger-mails-alarm'

/** The whole shop's mails to mailboxes without an account: the setting is a day's, of which an hour gets a quarter. */
const budgetOf = ({ 'mail.strangersPerDay': perDay }: Settings): LimitRule[] => [
  { max: Math.ceil(perDay / 4), seconds: 3600 },
  { max: perDay, seconds: 86_400 },
]

/**
 * Counts a mail to a mailbox that nobody has proved to read, such as an invitation; rejects it (429) beyond `mail.strangersPerDay`, so
 * that strangers can't have a mail server block the shop. The first rejection of a day is logged, and the owner gets an event.
 */
export async function takeStrangerMail(shop: Shop): Promise<Refusal<'too_many_requests'> | null> {
  const refusal = refuseTooMany(await shop.limits.take('stranger-mails', budgetOf(shop.settings())))
  if (refusal && (await shop.limits.take(ALARM, [{ max: 1, seconds: 86_400 }])).ok) {
    const data = { perDay: shop.settings()['mail.strangersPerDay'] }
    shop.log.warn(data, 'mail: strangers used up the budget of mail.strangersPerDay')
    await recordEvent(shop.db, { type: 'mail.budget_used', subject: 'mail', data })
  }
  return refusal
}

/**
 * The same for a sign-in mail, of which the response tells nothing: with an account it has a count of its own, so that both take the
 * same time, and is never rejected.
 */
export async function takeSignInMail(shop: Shop, hasAccount: boolean): Promise<boolean> {
  if (!hasAccount) return (await takeStrangerMail(shop)) === null
  await shop.limits.take('customer-mails', budgetOf(shop.settings()))
  return true
}
