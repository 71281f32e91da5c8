import type { Transaction } from 'kysely'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { formatPrice, type Paise, paise, toRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { creditGivenMail } from '../credit/mails.server.ts'
import { findCreditBalance, insertGift, isCreditUsed, returnCredit } from '../credit/sql.server.ts'
import { type MailContext, mailCustomer } from '../orders/mail-customer.server.ts'
import { orderNumber } from '../orders/rules.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { refundedMail } from './mails.server.ts'
import type { SoldOrder } from './order-sql.server.ts'
import type { ExchangeRefund, PricedRefund } from './price.server.ts'
import { type Pieces, type RefundReason, type RefundTarget, type RefundWay, refuseAmount } from './rules.ts'
import { type Balance, findBalance, insertRefund } from './sql.server.ts'

/** What staff say of where a refund goes. */
export interface WrittenWay {
  to?: RefundTarget | undefined
  reference?: string | undefined
}

const SAY_WHERE =
  'This order was paid in cash, so choose where the refund goes: to store credit, or to a bank account by a transfer of yours.'
const NO_ACCOUNT = 'This order belongs to no account, so it can’t be refunded to store credit.'

/** Where a refund of an order goes. Refused: an order in cash, if nothing is said, and store credit without an account. */
export function wayOf(
  order: SoldOrder,
  { to, reference = '' }: WrittenWay,
): Result<RefundWay, 'invalid_input' | 'conflict'> {
  const target = to ?? 'source'
  if (target === 'source' && order.payment_method === 'cash')
    return refuse('invalid_input', SAY_WHERE, { errors: [{ path: 'to', message: SAY_WHERE }] })
  if (target === 'credit' && !order.has_account) return refuse('conflict', NO_ACCOUNT)
  return ok(target === 'bank' ? { to: target, reference } : { to: target })
}

/** Where money of an exchange goes, for which nobody is asked: what was paid in cash to store credit, since it has no source. */
export function withoutAsking(order: SoldOrder): 'source' | 'credit' {
  return order.payment_method === 'cash' && order.has_account ? 'credit' : 'source'
}

/** Where a refund of an order may go, as its screen offers it: store credit only in a shop that gives it. */
export async function waysOf(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  order: SoldOrder,
): Promise<RefundTarget[]> {
  const isInCash = order.payment_method === 'cash'
  if (!isInCash && settings()['credit.days'] === 0 && !(await isCreditUsed(db))) return ['source']
  return [...(isInCash ? [] : ['source' as const]), ...(order.has_account ? ['credit' as const] : []), 'bank']
}

/** Where a part of the money goes. `by hand`: staff took it themselves, and give it back themselves. */
export type MoneyTarget = RefundTarget | 'by hand'

/** A refund's parts, in paise: money by where it goes, and what goes back to the store credit that paid. */
export interface RefundParts {
  money: readonly { to: MoneyTarget; amount: Paise }[]
  credit: Paise
}

/** The money of all parts, in paise, or of those that go to one place. */
export function moneyOf({ money }: Pick<RefundParts, 'money'>, to?: MoneyTarget): Paise {
  return paise(money.reduce((sum, part) => sum + (to === undefined || part.to === to ? part.amount : 0), 0))
}

/** How a refund of an order is split: the order's money goes first, and then the store credit that paid. */
export function partsOf(
  order: Pick<SoldOrder, 'has_account'>,
  { amount, exchanges }: Pick<PricedRefund, 'amount' | 'exchanges'>,
  { left, creditLeft, isByHand }: Pick<Balance, 'left' | 'creditLeft' | 'isByHand'>,
  way: Pick<RefundWay, 'to'>,
): RefundParts {
  const money = Math.min(amount, left - creditLeft)
  const sums = new Map<MoneyTarget, number>()
  const add = (to: MoneyTarget, part: number) => part > 0 && sums.set(to, (sums.get(to) ?? 0) + part)
  add(isByHand && way.to === 'source' ? 'by hand' : way.to, money)
  for (const one of exchanges) {
    const to = targetOf(order, one, way.to)
    add(to === 'source' && one.payment.isByHand ? 'by hand' : to, one.amount)
  }
  return { money: [...sums].map(([to, part]) => ({ to, amount: paise(part) })), credit: paise(amount - money) }
}

/** Where the money of a replacement goes: what can't go back to its payment, since staff took it or it's too little, to store credit. */
function targetOf(
  { has_account }: Pick<SoldOrder, 'has_account'>,
  { payment, amount }: Pick<ExchangeRefund, 'payment' | 'amount'>,
  to: RefundTarget,
): RefundTarget {
  const isTooLittle = refuseAmount(amount, { left: payment.left, creditLeft: 0 }) !== null
  return to === 'source' && has_account && (payment.isByHand || isTooLittle) ? 'credit' : to
}

/**
 * Makes a refund of a paid order, whose row is locked: the jobs send the money to the provider after the commit; store credit is given
 * or given back, and a transfer recorded, at once. The caller then issues the credit notes.
 */
export async function makeRefund(
  context: MailContext,
  tx: Transaction<Tables>,
  order: SoldOrder,
  refund: Pick<PricedRefund, 'amount' | 'exchanges'> & {
    reason: RefundReason
    note: string
    lines: readonly Pieces[]
    way: RefundWay
    exchangeId?: string
  },
): Promise<RefundParts> {
  const { id: orderId, payment_id: paymentId, customer_id: customer } = order
  if (paymentId === null) throw new Error('a paid order has no payment')
  const { way, amount, exchanges, reason, note } = refund
  const balance = await findBalance(tx, paymentId)
  const parts = partsOf(order, refund, balance, way)
  const { credit } = parts
  if (amount > 0) await insertRefund(tx, { ...refund, amount: amount - credit, credit, orderId, paymentId })
  if (credit > 0) await returnCredit(tx, orderId, credit)
  for (const one of exchanges) {
    const to = targetOf(order, one, way.to)
    const back = { orderId, paymentId: one.payment.paymentId, amount: one.amount, lines: one.pieces }
    await insertRefund(tx, { ...back, reason, note, way: to === way.to ? way : { to: 'credit' } })
  }
  const gift = moneyOf(parts, 'credit')
  const days = context.settings()['credit.days']
  const given = gift > 0 ? await insertGift(tx, { customer, amount: gift, reason: '', orderId, days }) : null
  // Of pieces and whole orders the mail about their cancellation says it.
  if (refund.lines.length > 0 || refund.reason === 'cancelled') return parts
  const toCredit = toRupees(paise(credit + gift))
  if (toCredit > 0) {
    const balance = toRupees(paise(await findCreditBalance(tx, customer)))
    await mailCustomer(context, tx, order, (to) => {
      const reason = t('Refund of order {order}', { order: orderNumber(order.number, to.settings) })
      return creditGivenMail(
        { amount: toCredit, balance, reason, endsAt: credit > 0 ? null : (given?.endsAt ?? null) },
        to,
      )
    })
  }
  const sent = moneyOf(parts, 'bank')
  if (way.to === 'bank' && sent > 0)
    await mailCustomer(context, tx, order, (to) => refundedMail({ order, amount: sent, reference: way.reference }, to))
  return parts
}

/** What happens to the money and the credit, for a preview. */
export function goesTo({ money, credit }: RefundParts): string[] {
  return [
    ...money.map(({ amount, to }) => moneyGoesTo(amount, to)),
    ...(credit > 0 ? [`${formatPrice(toRupees(credit))} is returned to the customer’s store credit.`] : []),
  ]
}
function moneyGoesTo(amount: Paise, to: MoneyTarget): string {
  const sum = formatPrice(toRupees(amount))
  switch (to) {
    case 'source':
      return `${sum} is refunded to the original payment method.`
    case 'by hand':
      return `You took ${sum} in person. Please return it yourself: the shop sends no money.`
    case 'credit':
      return `The customer gets ${sum} of store credit now.`
    case 'bank':
      return `${sum} is recorded as transferred by you. The shop sends no money.`
  }
}
