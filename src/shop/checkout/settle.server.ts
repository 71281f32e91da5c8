import type { Transaction } from 'kysely'
import { inTransaction } from '#platform/db/database.server.ts'
import { newId, sha256 } from '#platform/ids.server.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { paise, toRupees } from '#platform/money.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import type { ProviderPayment } from '#platform/payments/provider.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { removePurchasedPieces, restoreCartPieces } from '../cart/sql.server.ts'
import { moveStock } from '../catalog/stock/sql.server.ts'
import { returnCredit, takeCredit } from '../credit/sql.server.ts'
import { daysTo } from '../delivery/directory.server.ts'
import { issueInvoice } from '../invoices/issue.server.ts'
import { invoiceMail, withInvoice } from '../invoices/mails.server.ts'
import { giveBackUses, retakeUses } from '../offers/uses-sql.server.ts'
import { mailAboutOrder, mailCustomer } from '../orders/mail-customer.server.ts'
import { orderPlacedMail, type Recipient } from '../orders/mails.server.ts'
import { orderNumber } from '../orders/rules.ts'
import { findAnyPaidOrder } from '../orders/sql.server.ts'
import { moveOrder } from '../orders/staff.server.ts'
import { lockOrderForStaff } from '../orders/staff-sql.server.ts'
import { issueCreditNotes } from '../refunds/credit.server.ts'
import type { RefundReason } from '../refunds/rules.ts'
import { insertUnusablePaymentRefund, sumSentRefunds } from '../refunds/sql.server.ts'
import { syncRefunds } from '../refunds/sync.server.ts'
import { shipInTransaction } from '../shipping/staff.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { orderCancelledMail, paymentReturnedMail } from './mails.server.ts'
import { lockLinked, markPrepaid } from './pay-link-sql.server.ts'
import { switchedOn } from './provider-switches.ts'
import { classifyPayment, isExactAmount, isPlaced, isUnpaidInCash, type JudgedPayment } from './rules.ts'
import { recordOrderEvent, recordSale } from './sale-events.server.ts'
import {
  type CheckoutOrder,
  closeOrder,
  findCustomer,
  findOrder,
  findOrderAddress,
  findOrderLines,
  LARGEST_STORED_AMOUNT,
  lockOrder,
  markCashIn,
  markConfirmed,
  markPaid,
  markPlaced,
  markReviews,
  recordPayment,
  unmarkPaid,
} from './sql.server.ts'
import { sellFreeStock } from './stock-sql.server.ts'
import type { PaymentRow } from './tables.server.ts'

/**
 * What a payment did. `paid`: its order is paid. `returned`: its order isn't paid, and the money is refunded.
 * `foreign`: the payment belongs to another order. `unpaid`: no money was captured (yet). `pending`: the provider counts the
 * order as placed, without money. `failed`: no money will be captured. `unreachable`: the provider didn't respond.
 */
export type Settled = 'paid' | 'returned' | 'foreign' | 'unpaid' | 'pending' | 'failed' | 'unreachable'

const BY_THE_SHOP = { kind: 'system', job: 'orders' } as const

/** In the place of a carrier's name. */
const HAND_OVER = 'Handed over'

export interface Report {
  source: PaymentRow['source']
  /** The browser sent the provider's valid signature, which is trusted while the provider is unavailable. */
  signed?: boolean
}

/**
 * The only way in which money changes an order: browser, webhook and reconciler all call it, in any order and any
 * number of times (docs/reliability.md). The provider is called first, outside of any transaction. Then state, stock,
 * ledger, cart, reviews and email change in one transaction under the order's row lock.
 */
export async function settle(shop: Shop, order: CheckoutOrder, paymentId: string, report: Report): Promise<Settled> {
  if (isPlaced(order.state) && order.payment_id === paymentId && !order.capture_unconfirmed) return 'paid'
  const fetched = await fetchAndCapture(shop, order, paymentId)
  if (fetched === 'foreign') {
    shop.log.error({ order: order.id, payment: paymentId, ...report }, 'checkout: the payment belongs to another order')
    return 'foreign'
  }
  failpoint('payment:captured')
  const unconfirmed = fetched === 'unreachable'
  if (unconfirmed && !report.signed) return 'unreachable'
  const payment: JudgedPayment = unconfirmed
    ? { id: paymentId, status: 'captured', amount: order.due_paise, currency: 'INR', method: '' }
    : { ...fetched, terms: fetched }
  const settled = await shop.limitCheckout(() =>
    inTransaction(shop.db, async (tx) => {
      const applied = await applyPayment(shop, tx, order.id, payment, { source: report.source, unconfirmed })
      failpoint('settle:before-commit')
      return applied
    }),
  )
  failpoint('settle:after-commit')
  shop.mail.wake()
  return settled
}

/** The result of settling all payments of an order. */
interface SettledPayments {
  providerResponded: boolean
  paid: boolean
  /** The provider responded, and no money is captured or about to be. */
  canClose: boolean
  /** Somebody tried to pay. */
  attempted: boolean
  /** The provider counts the order as placed, and its money comes later or never: only the provider's word ends it. */
  isPending: boolean
}

/** Fetches all payments of an order from the provider and settles each. */
export async function settleAll(
  shop: Shop,
  order: CheckoutOrder,
  source: PaymentRow['source'],
): Promise<SettledPayments> {
  const found = order.provider_order_id ? await shop.payments.fetchPayments(order.provider_order_id) : null
  let paid = isPlaced(order.state)
  if (!found?.ok) return { providerResponded: false, paid, canClose: false, attempted: false, isPending: false }
  let canClose = true
  let isPending = false
  for (const payment of found.data) {
    const unconfirmed = order.capture_unconfirmed && payment.id === order.payment_id
    if (unconfirmed || ['captured', 'authorized', 'pending'].includes(payment.status)) {
      const settled = await settle(shop, order, payment.id, { source })
      if (settled === 'paid') paid = true
      if (settled === 'unreachable' || settled === 'unpaid' || settled === 'pending') canClose = false
      if (settled === 'pending') isPending = true
    }
    // The event of a refund made in the provider's dashboard may have been missed.
    if (payment.amountRefunded === (await sumSentRefunds(shop.db, payment.id))) continue
    // A payment refunded before the shop knew it is recorded, so that its refund belongs to an order.
    if (payment.status === 'refunded') await settle(shop, order, payment.id, { source })
    await syncRefunds(shop, payment.id)
  }
  return { providerResponded: true, paid, canClose, attempted: found.data.length > 0, isPending }
}

/**
 * Fetches a payment from the provider, because what a browser or an event says about it isn't trusted. Captures it if
 * it's authorised and of the right amount.
 */
export async function fetchAndCapture(
  { payments }: Shop,
  order: Pick<CheckoutOrder, 'provider_order_id' | 'due_paise'>,
  paymentId: string,
): Promise<ProviderPayment | 'foreign' | 'unreachable'> {
  const fetched = await payments.fetchPayment(paymentId)
  if (!fetched.ok) return fetched.failure.kind === 'unreachable' ? 'unreachable' : 'foreign'
  const payment = fetched.data
  if (order.provider_order_id === null || payment.orderId !== order.provider_order_id) return 'foreign'
  if (payment.status !== 'authorized' || !isExactAmount(order, payment)) return payment
  const captured = await payments.capture(payment.id, paise(order.due_paise))
  if (captured.ok) return captured.data
  return captured.failure.kind === 'unreachable' ? 'unreachable' : payment
}

/** Why a payment can't pay for its order. */
type ReturnReason = Extract<RefundReason, 'late' | 'second' | 'mismatch'> | 'over'

interface Context {
  shop: Shop
  tx: Transaction<Tables>
  /** The locked row. */
  order: CheckoutOrder
  payment: JudgedPayment
  lines: Awaited<ReturnType<typeof findOrderLines>>
}

/** What the payment does to the order under its row lock. Statements that are begun together run in their order (`inTransaction`). */
async function applyPayment(
  shop: Shop,
  tx: Transaction<Tables>,
  orderId: string,
  payment: JudgedPayment,
  { source, unconfirmed }: { source: PaymentRow['source']; unconfirmed: boolean },
): Promise<Settled> {
  const [order, lines] = await Promise.all([lockOrder(tx, orderId), findOrderLines(tx, orderId)])
  if (!order) throw new Error('an order that was just read is gone')
  const judgement = classifyPayment(order, payment)
  // A signature alone may only place an order waiting for payment. Anything else waits for the provider.
  if (unconfirmed && judgement !== 'pay') return judgement === 'same' ? 'paid' : 'unreachable'
  const [, settled] = await Promise.all([
    recordPayment(
      tx,
      orderId,
      unconfirmed ? { ...payment, status: 'authorized' } : payment,
      source,
      switchedOn(order, payment),
    ),
    applyJudged({ shop, tx, order, payment, lines }, judgement, { unconfirmed }),
  ])
  return settled
}

/** The state machine. */
async function applyJudged(
  context: Context,
  judgement: ReturnType<typeof classifyPayment>,
  { unconfirmed }: { unconfirmed: boolean },
): Promise<Settled> {
  const { tx, order, payment, lines } = context
  switch (judgement) {
    case 'nothing':
      return payment.status === 'failed' || payment.status === 'pending' ? payment.status : 'unpaid'
    case 'same':
      return order.capture_unconfirmed ? confirmOrder(context) : 'paid'
    case 'pay':
      return placeOrder(context, { unconfirmed, isHeld: true })
    case 'late':
      if (await sellFreeStock(tx, order.id, lines)) {
        const hasUses = await retakeUses(tx, order.id)
        if (hasUses && (await retakeCredit(context))) return placeOrder(context, { unconfirmed, isHeld: false })
        if (hasUses) await giveBackUses(tx, order.id)
        const reason = hasUses ? 'its store credit was used' : 'its offer was used up'
        await moveStock(tx, { orderId: order.id }, lines, { onHand: 1, reserved: 0, reason })
      }
      return returnPayment(context, 'late')
    case 'prepay':
      return turnPrepaid(context)
    case 'mismatch':
    case 'second':
    case 'over':
      return returnPayment(context, judgement)
  }
}

/**
 * Paid by its link: an order in cash becomes a prepaid one, at the link's price. Its pieces are sold already, and it stays the same
 * order with the same number.
 */
async function turnPrepaid({ shop, tx, order, payment, lines }: Context): Promise<Settled> {
  const settings = shop.settings()
  const link = (await lockLinked(tx, order.id))?.link
  if (!link) throw new Error('an order was paid by a link that it doesn’t have')
  const { price } = link
  if (price.credit < order.credit_paise) await returnCredit(tx, order.id, order.credit_paise - price.credit)
  const days = order.state === 'to_confirm' ? await daysToDoor(shop, tx, order.id) : 0
  await markPrepaid(tx, order.id, { price, payment, deliveryDays: days })
  await markReviews(
    tx,
    order.customer_id,
    lines.map((line) => line.product_id),
  )
  const paid = await findAnyPaidOrder(tx, order.id, settings)
  if (!paid) throw new Error('an order that was just paid can’t be read')
  if (order.state === 'to_confirm') await recordOrderEvent(tx, paid, lines, 'order.placed')
  await recordOrderEvent(tx, paid, lines, 'order.paid')
  await writeAudit(tx, BY_THE_SHOP, {
    action: 'order.prepaid',
    subject: `order:${order.id}`,
    before: { total: toRupees(paise(order.total_paise)) },
    after: { total: toRupees(paise(price.total)) },
  })
  await mailAboutOrder(shop, tx, { id: order.id, ...(await findCustomer(tx, order)) }, invoiceMail)
  await issueInvoice(tx, order.id, settings)
  shop.log.info({ order: order.id, payment: payment.id }, 'checkout: an order in cash was paid online')
  return 'paid'
}

/** Uses the store credit of a lapsed order again, whose payment came late. False if there isn't enough of it any more. */
async function retakeCredit({ tx, order: { id: orderId, customer_id: customer, credit_paise: amount } }: Context) {
  return amount === 0 || takeCredit(tx, { customer, orderId, amount })
}

/** Paid: the customer sees the order, loses the bought pieces from the cart, and gets an email. */
async function placeOrder(
  context: Context,
  { unconfirmed, isHeld }: { unconfirmed: boolean; isHeld: boolean },
): Promise<Settled> {
  const { shop, tx, order, payment, lines } = context
  const settings = shop.settings()
  const days = await daysToDoor(shop, tx, order.id)
  const products = lines.map((line) => line.product_id)
  const [, placed] = await Promise.all([
    markPaid(tx, order.id, { ...payment, unconfirmed, deliveryDays: days }),
    findAnyPaidOrder(tx, order.id, settings),
    removePurchasedPieces(tx, order.customer_id, order.id),
    markReviews(tx, order.customer_id, products),
  ])
  if (!placed) throw new Error('an order that was just paid can’t be read')
  await Promise.all([
    mailBuyer(context, (recipient) => {
      const mail = orderPlacedMail(placed, recipient)
      return unconfirmed ? mail : withInvoice(mail, order.id)
    }),
    // Late, because in a rush all other buyers of a piece wait for its row.
    isHeld && moveStock(tx, { orderId: order.id }, lines, { onHand: -1, reserved: -1, reason: 'sold' }),
    recordSale(tx, placed, lines, settings, ['order.placed', 'order.paid']),
    // Last, because it locks the counter. An unconfirmed order may turn out to be unpaid, and a number is never reused.
    !unconfirmed && handOver(context).then(() => issueInvoice(tx, order.id, settings)),
  ])
  shop.log.info({ order: order.id, payment: payment.id, unconfirmed }, 'checkout: order paid')
  return 'paid'
}

/** Most shops have one delivery time for all places, and needn't read the address. */
async function daysToDoor(shop: Shop, tx: Transaction<Tables>, orderId: string): Promise<number> {
  const settings = shop.settings()
  const address = settings['shipping.zones'].length > 0 ? await findOrderAddress(tx, orderId) : null
  return daysTo(address, shop.clock.now(), settings)
}

/**
 * Places an order that holds its stock and will be paid in cash, in the caller's transaction: no money moves yet, and its
 * invoice comes with the first parcel. If the owner wants it, it first waits to be confirmed. The caller wakes the outbox.
 */
export async function settleInCash(
  shop: Shop,
  tx: Transaction<Tables>,
  order: CheckoutOrder,
): Promise<CheckoutOrder | null> {
  const settings = shop.settings()
  const lines = await findOrderLines(tx, order.id)
  const how = settings['cash.confirm']
  const token = how === 'message' ? newId() : null
  await markPlaced(tx, order.id, {
    state: how === 'none' ? 'placed' : 'to_confirm',
    confirmHash: token === null ? null : sha256(token),
    deliveryDays: await daysToDoor(shop, tx, order.id),
  })
  await removePurchasedPieces(tx, order.customer_id, order.id)
  const placed = await findAnyPaidOrder(tx, order.id, settings)
  if (!placed) throw new Error('an order that was just placed can’t be read')
  await mailCustomer(shop, tx, await findCustomer(tx, order), (recipient) => orderPlacedMail(placed, recipient, token))
  await moveStock(tx, { orderId: order.id }, lines, { onHand: -1, reserved: -1, reason: 'sold' })
  await recordSale(tx, placed, lines, settings, how === 'none' ? ['order.placed'] : [])
  shop.log.info({ order: order.id }, 'checkout: order placed, to be paid in cash')
  return findOrder(tx, order.id)
}

/** An order that is handed over where it's paid is delivered at once, in a parcel of its own number. */
async function handOver({ shop, tx, order }: Context): Promise<void> {
  if (!order.pickup) return
  const context = { ...shop, actor: BY_THE_SHOP }
  const parcel = { carrier: HAND_OVER, tracking: orderNumber(order.number, shop.settings()), isMailed: false }
  const shipped = await shipInTransaction(context, tx, order.id, parcel)
  if (!shipped.ok) throw new Error(`an order that is handed over can’t leave: ${shipped.message}`)
  const left = await lockOrderForStaff(tx, order.id)
  if (left) await moveOrder(context, tx, left, 'delivered', null)
}

/**
 * Places an order that was paid by hand, if it still waits for payment: the same transaction as for the provider's payment.
 * False if it doesn't wait any more. The caller wakes the outbox.
 */
export async function settleByHand(
  shop: Shop,
  tx: Transaction<Tables>,
  orderId: string,
  method: string,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (order?.state !== 'creating' && order?.state !== 'awaiting_payment') return false
  const id = `${method}_${newId()}`
  const payment: JudgedPayment = { id, status: 'captured', amount: order.due_paise, currency: 'INR', method }
  await recordPayment(tx, orderId, payment, 'staff')
  const lines = await findOrderLines(tx, orderId)
  return (await placeOrder({ shop, tx, order, payment, lines }, { unconfirmed: false, isHeld: true })) === 'paid'
}

/**
 * Takes the cash of an order that was paid at the door, once all of it is in: from now on it's paid, by a payment that staff
 * recorded. False if it isn't due any more.
 */
export async function settleCashIn(
  { settings }: Pick<Shop, 'settings'>,
  tx: Transaction<Tables>,
  orderId: string,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (order?.state !== 'placed') return false
  const payment: JudgedPayment = {
    id: `cash_${newId()}`,
    status: 'captured',
    // Not what a link to pay would have taken.
    amount: order.total_paise - order.credit_paise,
    currency: 'INR',
    method: 'cash',
  }
  await recordPayment(tx, orderId, payment, 'staff')
  await markCashIn(tx, orderId, payment.id)
  const lines = await findOrderLines(tx, orderId)
  await markReviews(
    tx,
    order.customer_id,
    lines.map((line) => line.product_id),
  )
  const paid = await findAnyPaidOrder(tx, orderId, settings())
  if (!paid) throw new Error('an order that was just paid can’t be read')
  await recordOrderEvent(tx, paid, lines, 'order.paid')
  return true
}

/**
 * Places an order that holds its stock and that store credit pays whole, in the caller's transaction. Its payment is one of
 * nothing, so that refunds and invoices find one. The caller wakes the outbox.
 */
export async function settleByCredit(
  shop: Shop,
  tx: Transaction<Tables>,
  order: CheckoutOrder,
): Promise<CheckoutOrder | null> {
  const id = `credit_${order.id}`
  const payment: JudgedPayment = { id, status: 'captured', amount: 0, currency: 'INR', method: 'store_credit' }
  await recordPayment(tx, order.id, payment, 'credit')
  const lines = await findOrderLines(tx, order.id)
  await placeOrder({ shop, tx, order, payment, lines }, { unconfirmed: false, isHeld: true })
  return findOrder(tx, order.id)
}

/** The provider reports a payment so far verified only by its signature: confirms or cancels the order. */
async function confirmOrder(context: Context): Promise<Settled> {
  const { shop, tx, order, payment } = context
  const exact = isExactAmount(order, payment)
  if (exact && payment.status === 'captured') {
    await markConfirmed(tx, order.id, payment.method)
    await mailAboutOrder(shop, tx, { id: order.id, ...(await findCustomer(tx, order)) }, invoiceMail)
    await handOver(context)
    await issueInvoice(tx, order.id, shop.settings())
    await issueCreditNotes(tx, order.id)
    return 'paid'
  }
  if (exact && (payment.status === 'authorized' || payment.status === 'created')) return 'unpaid'
  await cancelOrder(context)
  if (payment.status !== 'captured') return 'unpaid'
  await closeOrder(tx, order.id, 'refund_due')
  await scheduleRefund(context, 'mismatch')
  return 'returned'
}

/** Reverses `placeOrder`, and sends an email about it. */
async function cancelOrder(context: Context): Promise<void> {
  const { shop, tx, order, payment, lines } = context
  shop.log.error({ order: order.id, payment }, 'checkout: a signed payment wasn’t received, its order is cancelled')
  const placed = await findAnyPaidOrder(tx, order.id, shop.settings())
  await unmarkPaid(tx, order.id)
  await moveStock(tx, { orderId: order.id }, lines, { onHand: 1, reserved: 0, reason: 'payment not confirmed' })
  await giveBackUses(tx, order.id)
  if (order.credit_paise > 0) await returnCredit(tx, order.id)
  await restoreCartPieces(tx, order.customer_id, order.id)
  if (!placed) return
  const money = payment.status === 'refunded' || payment.status === 'captured' ? payment.status : 'missing'
  await mailBuyer(context, (recipient) => orderCancelledMail(placed, money, recipient))
}

/** Refunds money that can't pay for the order. An unpaid order ends with it. */
async function returnPayment(context: Context, reason: ReturnReason): Promise<Settled> {
  const { tx, order, lines } = context
  const held = order.state === 'awaiting_payment'
  const release = { onHand: 0, reserved: -1, reason: 'a payment of another amount came' } as const
  if (held) await moveStock(tx, { orderId: order.id }, lines, release)
  if (held) await giveBackUses(tx, order.id)
  if (held && order.credit_paise > 0) await returnCredit(tx, order.id)
  const stands = isPlaced(order.state) || isUnpaidInCash(order.state)
  if (!stands && order.state !== 'refunded') await closeOrder(tx, order.id, 'refund_due')
  await scheduleRefund(context, reason)
  return isPlaced(order.state) && order.payment_id !== null ? 'paid' : 'returned'
}

/** Schedules the refund and notifies the customer, once per payment. */
async function scheduleRefund(context: Context, reason: ReturnReason): Promise<void> {
  const { shop, tx, order, payment } = context
  const { id: paymentId, amount: paid } = payment
  const stored = reason === 'over' ? 'late' : reason
  const refund = {
    orderId: order.id,
    paymentId,
    amount: Math.min(paid, LARGEST_STORED_AMOUNT),
    reason: stored,
  } as const
  if (!(await insertUnusablePaymentRefund(tx, refund))) return
  shop.log.error({ order: order.id, payment, reason }, 'checkout: a payment is refunded')
  // An amount in another currency can't be stated in rupees. The customer's bank shows what comes back.
  const amount = paise(payment.currency === 'INR' ? payment.amount : order.due_paise)
  await mailBuyer(context, (to) => paymentReturnedMail({ order, amount, reason }, to))
}

async function mailBuyer({ shop, tx, order }: Context, write: (recipient: Recipient) => Mail): Promise<void> {
  await mailCustomer(shop, tx, await findCustomer(tx, order), write)
}
