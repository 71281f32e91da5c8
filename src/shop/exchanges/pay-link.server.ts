import { ok, type Result, refuse } from '#platform/api/result.ts'
import { sha256 } from '#platform/ids.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import { PAY_LINK_HOURS, payLinkOf, payTokenOf } from '../orders/pay-link.server.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { audit, changeExchange, mailExchange } from './change.server.ts'
import { NOTHING_TO_PAY, PAID_ALREADY } from './difference.server.ts'
import { differenceLinkMail } from './mails.server.ts'
import { type LinkedExchange, writeExchangeLink } from './pay-link-sql.server.ts'

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
  const token = await payTokenOf(context.db, 'exchange', exchangeId)
  const link = payLinkOf(context.config.publicUrl, token)
  return changeExchange(context, exchangeId, async (tx, exchange) => {
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

/** `open`: it can be paid. `paid`: it is, in whatever way. `lapsed`: the link or the exchange has ended, or nothing is to pay any more. */
export function exchangeLinkState(exchange: LinkedExchange): 'open' | 'paid' | 'lapsed' {
  const { isCancelled, isPaid, isOver, difference, status } = exchange
  if (isCancelled) return 'lapsed'
  if (isPaid) return difference > 0 ? 'paid' : 'lapsed'
  return !isOver && difference >= SMALLEST && status === 'ordered' ? 'open' : 'lapsed'
}
