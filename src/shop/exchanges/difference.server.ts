import type { Transaction } from 'kysely'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { paise, toRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { creditGivenMail } from '../credit/mails.server.ts'
import { findCreditBalance, insertGift } from '../credit/sql.server.ts'
import { issueDebitNote } from '../invoices/issue.server.ts'
import { withDebitNote } from '../invoices/mails.server.ts'
import { type MailContext, mailCustomer } from '../orders/mail-customer.server.ts'
import type { HandMethod } from '../orders/paid-by-hand-contract.ts'
import { orderNumber } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { issueCreditNotes } from '../refunds/credit.server.ts'
import { lockSoldOrder } from '../refunds/order-sql.server.ts'
import { findBalance, insertRefund } from '../refunds/sql.server.ts'
import { refundDifference } from '../refunds/staff.server.ts'
import { wayOf } from '../refunds/ways.server.ts'
import type { Tables } from '../tables.server.ts'
import { audit, type ChangedExchange, changeExchange, mailExchange } from './change.server.ts'
import { differencePaidMail } from './mails.server.ts'
import { differenceUnpaid } from './messages.ts'
import {
  type DifferencePaid,
  findChargedLines,
  insertHandPayment,
  type LockedExchange,
  listToGiveBack,
  lockExchange,
  markDifferenceReturned,
  setDifferenceTarget,
  settleDifference,
} from './sql.server.ts'

/** How a difference was paid, or where one goes back to. */
export interface DifferenceRequest {
  method?: HandMethod | undefined
  reference?: string | undefined
  to?: 'source' | 'credit' | undefined
}

/**
 * Records that the customer paid what the replacement costs more, in cash or by transfer; or where what it costs less goes when the
 * exchange is done. Refused: there is nothing to pay, or to give back; it was paid, or went back, before; money can't go there.
 */
export function recordDifference(
  context: StaffContext,
  exchangeId: string,
  { method, reference = '', to }: DifferenceRequest,
): Promise<Result<ChangedExchange>> {
  return changeExchange(context, exchangeId, async (tx, exchange) => {
    const { difference_paise: difference, difference_settled_at: settled, status } = exchange
    const amount = toRupees(paise(Math.abs(difference)))
    if (method === undefined) {
      if (difference >= 0) return refuse('conflict', 'Nothing goes back for this exchange.')
      if (settled) return refuse('conflict', 'This difference went back already.')
      const refusal = await refuseTarget(tx, exchange, to)
      if (refusal) return refusal
      await setDifferenceTarget(tx, exchangeId, to ?? null)
      await audit(context, tx, exchange, 'exchange.difference', { amount, to: to ?? 'source' })
      return ok({ exchangeId, status })
    }
    if (difference <= 0) return refuse('conflict', NOTHING_TO_PAY)
    if (settled) return refuse('conflict', PAID_ALREADY)
    const paymentId = await insertHandPayment(tx, exchange, method)
    await takeDifference(context, tx, exchange, { method, reference, paymentId })
    return ok({ exchangeId, status })
  })
}

const NO_SOURCE =
  'This order was paid in cash, so there’s no card or account to send money back to. What the replacement costs less becomes store credit.'

/** Refused: where it was paid from, if that was cash; store credit, if there's no account to have it. */
async function refuseTarget(
  tx: Transaction<Tables>,
  { order_id: orderId }: LockedExchange,
  to: DifferenceRequest['to'],
): Promise<Refusal<'conflict'> | null> {
  const order = await lockSoldOrder(tx, orderId)
  const way = order && wayOf(order, { to })
  if (!way || way.ok) return null
  return refuse('conflict', to === 'credit' ? way.message : NO_SOURCE)
}

export const NOTHING_TO_PAY = 'Nothing is to pay for this exchange.'
export const PAID_ALREADY = 'This difference was paid already.'

/**
 * What a replacement costs more is paid, by hand or by a payment of the provider: the exchange can be approved, and its customer has a
 * mail with the debit note. The last step of its transaction, since it takes a number; the exchange's row is locked.
 */
export async function takeDifference(
  context: StaffContext,
  tx: Transaction<Tables>,
  exchange: LockedExchange,
  paid: DifferencePaid,
): Promise<void> {
  const { id: exchangeId, order_id: orderId, difference_paise } = exchange
  const amount = paise(difference_paise)
  await settleDifference(tx, exchangeId, paid)
  const { method, reference } = paid
  await audit(context, tx, exchange, 'exchange.difference', { amount: toRupees(amount), method, reference })
  await mailExchange(context, tx, exchange, (about, to) => withDebitNote(differencePaidMail(about, to), exchangeId))
  await issueDebitNote(tx, { orderId, exchangeId, amount, lines: await findChargedLines(tx, exchangeId) })
}

export function refuseUnpaid({ difference_paise, difference_settled_at, fee_paise }: LockedExchange): Refusal | null {
  return difference_paise <= 0 || difference_settled_at
    ? null
    : refuse('difference_unpaid', differenceUnpaid(toRupees(paise(difference_paise)), toRupees(paise(fee_paise))))
}

/** Gives back what the replacement of a done exchange costs less, once. Of an order in cash it goes back when its cash is in. */
export async function giveBack(
  context: StaffContext,
  tx: Transaction<Tables>,
  { id, order_id, difference_paise, difference_settled_at, difference_to }: LockedExchange,
): Promise<void> {
  if (difference_paise >= 0 || difference_settled_at) return
  const isGiven = await refundDifference(context, tx, order_id, {
    exchangeId: id,
    amount: paise(-difference_paise),
    reason: 'The replacement costs less',
    to: difference_to,
  })
  if (isGiven) await settleDifference(tx, id, null)
}

/** Gives back what waited for the cash of its order, which is in now. The order's row is locked. */
export async function giveBackWaiting(context: StaffContext, tx: Transaction<Tables>, orderId: string): Promise<void> {
  for (const id of await listToGiveBack(tx, orderId)) {
    const exchange = await lockExchange(tx, id)
    if (exchange) await giveBack(context, tx, exchange)
  }
}

/**
 * Gives back what was paid for a replacement that the customer doesn't get, once: the exchange was refused, refunded or cancelled. It
 * goes to the payment that it came by; what staff took by hand becomes store credit, since the shop can't send it back. Call it last
 * in a transaction, since it takes a document's number; the exchange's row is locked.
 */
export async function returnDifference(
  context: MailContext,
  tx: Transaction<Tables>,
  exchange: LockedExchange,
): Promise<void> {
  const { id, order_id: orderId, customer_id: customer, difference_paise: difference } = exchange
  if (difference <= 0 || !exchange.difference_settled_at || exchange.difference_returned_at) return
  const paymentId = exchange.difference_payment_id ?? ''
  const { left, isByHand } = await findBalance(tx, paymentId)
  // Nobody is left who could have it.
  if (isByHand && exchange.email === null) return
  await markDifferenceReturned(tx, id)
  // Less what was refunded at the provider, or lost to the customer's bank.
  const amount = paise(Math.min(difference, left))
  if (amount === 0) return
  const way = { to: isByHand ? ('credit' as const) : ('source' as const) }
  const note = 'The replacement isn’t sent'
  await insertRefund(tx, { orderId, paymentId, amount, reason: 'amount', note, lines: [], way })
  if (!isByHand) return
  const days = context.settings()['credit.days']
  const { endsAt } = await insertGift(tx, { customer, amount, reason: '', orderId, days })
  const balance = toRupees(paise(await findCreditBalance(tx, customer)))
  await mailCustomer(context, tx, exchange, (to) => {
    const number = orderNumber(exchange.order_number, to.settings)
    const reason = t('You paid this for a replacement that isn’t coming (order {order}).', { order: number })
    return creditGivenMail({ amount: toRupees(amount), balance, reason, endsAt }, to)
  })
  await issueCreditNotes(tx, orderId)
}
