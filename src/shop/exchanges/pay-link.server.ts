import type { Transaction } from 'kysely'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { sha256 } from '#platform/ids.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import { PAY_LINK_HOURS, payLinkOf, payTokenOf } from '../orders/pay-link.server.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import type { Tables } from '../tables.server.ts'
import { audit, type ChangedExchange, changeExchange, mailExchange } from './change.server.ts'
import { NOTHING_TO_PAY, PAID_ALREADY } from './difference.server.ts'
import { differenceLinkMail } from './mails.server.ts'
import { countRevokedLinks, type LinkedExchange, revokeLink, writeExchangeLink } from './pay-link-sql.server.ts'

/** A link by which what a replacement costs more is paid. Money in rupees; `sentTo`: whom it was mailed to. */
export interface ExchangePayLink {
  link: string
  total: number
  until: string
  sentTo: string | null
}

/** The payment provider takes no less. */
const SMALLEST = 100

/**
 * Makes the link by which the customer pays what the replacement costs more, and mails it with `by`; while one lives, it's the same one. Refused: nothing
 * is to pay, or it's paid; less than Re. 1; nobody to mail it to.
 */
export async function makeExchangeLink(
  context: StaffContext,
  exchangeId: string,
  { by }: { by?: 'mail' | undefined },
): Promise<Result<ExchangePayLink>> {
  return changeExchange(context, exchangeId, async (tx, exchange) => {
    const token = await tokenOf(tx, exchangeId, await countRevokedLinks(tx, exchangeId))
    const link = payLinkOf(context.config.publicUrl, token)
    const { difference_paise: difference, difference_settled_at: settled, status, email } = exchange
    if (difference <= 0) return refuse('conflict', NOTHING_TO_PAY)
    if (settled) return refuse('conflict', PAID_ALREADY)
    if (status !== 'ordered') return refuse('conflict', 'This exchange is already approved.')
    if (difference < SMALLEST)
      return refuse('conflict', 'The payment provider takes no less than Re. 1. Record the payment by hand.')
    if (by === 'mail' && email === null) return refuse('conflict', 'This customer has no e-mail address.')
    const until = await writeExchangeLink(tx, { exchangeId, tokenHash: sha256(token), hours: PAY_LINK_HOURS })
    const total = toRupees(paise(difference))
    const sentTo = by === 'mail' ? email : null
    await audit(context, tx, exchange, 'exchange.pay-link', { total, mailed: sentTo !== null })
    if (sentTo !== null)
      await mailExchange(context, tx, exchange, (about, to) => differenceLinkMail(about, { link, until }, to))
    return ok({ link, total, until: until.toISOString(), sentTo })
  })
}

/** The token of an exchange's link after so many that were revoked. */
function tokenOf(tx: Transaction<Tables>, exchangeId: string, revoked: number): Promise<string> {
  return payTokenOf(tx, 'exchange', revoked === 0 ? exchangeId : `${exchangeId} ${revoked}`)
}

/**
 * Revokes the link of an exchange that lives: it can't be opened any more, and says so; the next one that's made is another. A payment
 * that was opened by it still counts. Refused: no link lives.
 */
export function revokeExchangeLink(context: StaffContext, exchangeId: string): Promise<Result<ChangedExchange>> {
  return changeExchange(context, exchangeId, async (tx, exchange) => {
    const next = await tokenOf(tx, exchangeId, 1 + (await countRevokedLinks(tx, exchangeId)))
    if (!(await revokeLink(tx, exchangeId, sha256(next))))
      return refuse('conflict', 'This exchange has no link to pay that can still be opened.')
    await audit(context, tx, exchange, 'exchange.revoke-link', {})
    return ok({ exchangeId, status: exchange.status })
  })
}

/** `open`: it can be paid. `paid`: it is, in whatever way. `lapsed`: the link or the exchange has ended, or nothing is to pay any more. */
export function exchangeLinkState(exchange: LinkedExchange): 'open' | 'paid' | 'lapsed' {
  const { isCancelled, isPaid, isOver, difference, status } = exchange
  if (isCancelled) return 'lapsed'
  if (isPaid) return difference > 0 ? 'paid' : 'lapsed'
  return !isOver && difference >= SMALLEST && status === 'ordered' ? 'open' : 'lapsed'
}
