import type { Kysely } from 'kysely'
import { inTransaction } from '#platform/db/database.server.ts'
import { paise } from '#platform/money.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import { removePurchasedLines, restoreCartLines } from '../cart/store.server.ts'
import { orderPlacedMail } from '../orders/mails.server.ts'
import { findAnyPaidOrder } from '../orders/store.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { tillLane } from './lane.ts'
import { learnPayment } from './learn-payment.server.ts'
import { orderUndoneMail, paymentReturnedMail } from './mails.server.ts'
import { type JudgedPayment, type Judgement, judgePayment } from './rules.ts'
import {
  findReader,
  markConfirmed,
  markPaid,
  markReviews,
  notePayment,
  owe,
  unmarkPaid,
} from './settle-store.server.ts'
import { putStockBack, releaseStock, takeFreeStock, takeHeldStock } from './stock-store.server.ts'
import { type CheckoutOrder, closeOrder, findOrderLines, lockOrder } from './store.server.ts'
import type { PaymentRow } from './tables.server.ts'

type Tx = Kysely<Tables>

/**
 * What came of a payment. `paid`: its order is paid. `returned`: its order is not paid, and the money goes back.
 * `foreign`: it is not this order's. `unpaid`: no money came (yet). `failed`: none will come of it. `unreachable`: the
 * provider could not be asked.
 */
export type Settled = 'paid' | 'returned' | 'foreign' | 'unpaid' | 'failed' | 'unreachable'

interface News {
  source: PaymentRow['source']
  /** The browser brought the provider's signature: it vouches for the payment where the provider can't be asked. */
  signed?: boolean
}

/**
 * The one way by which money changes an order, for browser, webhook and reconciler alike, in any order and however often
 * (docs/reliability.md). The provider is asked first, outside of any transaction; then the order's row is locked
 * and all that follows happens in one transaction: state, stock, ledger, cart, reviews, mail.
 */
export async function settle(shop: Shop, order: CheckoutOrder, paymentId: string, news: News): Promise<Settled> {
  if (order.state === 'paid' && order.payment_id === paymentId && !order.capture_unconfirmed) return 'paid'
  const learned = await learnPayment(shop, order, paymentId)
  if (learned.kind === 'foreign') {
    shop.log.error({ order: order.id, payment: paymentId, ...news }, 'checkout: this payment is not the order’s')
    return 'foreign'
  }
  failpoint('K11')
  if (learned.kind === 'known') return apply(shop, order.id, learned.payment, { ...news, unconfirmed: false })
  if (!news.signed) return 'unreachable'
  const vouched: JudgedPayment = { id: paymentId, status: 'captured', amount: order.total_paise, currency: 'INR' }
  return apply(shop, order.id, vouched, { ...news, unconfirmed: true })
}

/** What the provider knows of an order's payments, each settled. */
export interface Asked {
  reached: boolean
  paid: boolean
  /** Money that is taken or about to be: the order may not be closed now. */
  moneyUnderWay: boolean
  attempted: boolean
}

/** Asks the provider for all payments of an order and settles each. */
export async function settleAll(shop: Shop, order: CheckoutOrder, source: PaymentRow['source']): Promise<Asked> {
  const asked: Asked = { reached: false, paid: order.state === 'paid', moneyUnderWay: false, attempted: false }
  if (!order.provider_order_id) return asked
  const found = await shop.payments.fetchPayments(order.provider_order_id)
  if (!found.ok) return asked
  for (const payment of found.data) {
    const doubted = order.capture_unconfirmed && payment.id === order.payment_id
    if (!doubted && payment.status !== 'captured' && payment.status !== 'authorized') continue
    const settled = await settle(shop, order, payment.id, { source })
    if (settled === 'paid') asked.paid = true
    if (settled === 'unreachable' || settled === 'unpaid') asked.moneyUnderWay = true
  }
  return { ...asked, reached: true, attempted: found.data.length > 0 }
}

interface Applied {
  settled: Settled
  /** Products whose stock changed. */
  products: string[]
  mailed: boolean
}

type Source = News & { unconfirmed: boolean }

async function apply(shop: Shop, orderId: string, payment: JudgedPayment, news: Source): Promise<Settled> {
  const work = async (tx: Tx) => {
    const applied = await applyLocked(shop, tx, orderId, payment, news)
    failpoint('K7')
    return applied
  }
  const { settled, products, mailed } = await tillLane(() => inTransaction(shop.db, work))
  failpoint('K8')
  if (products.length > 0) shop.productsChanged(products)
  if (products.length > 0) markBuyersReviews(shop, products)
  if (mailed) shop.mail.kick()
  return settled
}

/** A review by a new buyer is a verified one from now on: the kept summaries of what was bought are stale. */
function markBuyersReviews(shop: Shop, products: readonly string[]): void {
  shop
    .publicChanged(products.map((id) => `reviews:${id}`))
    .catch((error: unknown) => shop.log.warn({ err: error }, 'settle: other instances did not hear of new buyers'))
}

async function applyLocked(
  shop: Shop,
  tx: Tx,
  orderId: string,
  payment: JudgedPayment,
  news: Source,
): Promise<Applied> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error('an order that was just read is gone')
  const judgement = judgePayment(
    { state: order.state, totalPaise: order.total_paise, paymentId: order.payment_id },
    payment,
  )
  if (news.unconfirmed) {
    // A signature alone may place an order that waits for its payment; for anything else the provider has to be asked.
    if (judgement === 'same') return nothing('paid')
    if (judgement !== 'pay') return nothing('unreachable')
    await notePayment(tx, orderId, { ...payment, status: 'authorized' }, news.source)
  } else await notePayment(tx, orderId, payment, news.source)
  return act(shop, tx, order, payment, { judgement, unconfirmed: news.unconfirmed })
}

function nothing(settled: Settled): Applied {
  return { settled, products: [], mailed: false }
}

async function act(
  shop: Shop,
  tx: Tx,
  order: CheckoutOrder,
  payment: JudgedPayment,
  { judgement, unconfirmed }: { judgement: Judgement; unconfirmed: boolean },
): Promise<Applied> {
  if (judgement === 'same') return confirm(shop, tx, order, payment)
  if (judgement === 'nothing') return nothing(payment.status === 'failed' ? 'failed' : 'unpaid')
  const lines = await findOrderLines(tx, order.id)
  const products = lines.map((line) => line.product_id)
  if (judgement === 'pay') {
    await takeHeldStock(tx, order.id, lines)
    return place(shop, tx, order, { paymentId: payment.id, unconfirmed, products })
  }
  if (judgement === 'late' && (await takeFreeStock(tx, order.id, lines)))
    return place(shop, tx, order, { paymentId: payment.id, unconfirmed, products })
  const held = order.state === 'awaiting_payment'
  if (held) await releaseStock(tx, order.id, lines, 'a payment of another amount came')
  if (order.state !== 'paid' && order.state !== 'refunded') await closeOrder(tx, order.id, 'refund_due')
  const mailed = await giveMoneyBack(shop, tx, order, payment, judgement)
  return { settled: order.state === 'paid' ? 'paid' : 'returned', products: held ? products : [], mailed }
}

/** The payment that placed the order, seen again: clears a doubt, or shows that it was right. */
async function confirm(shop: Shop, tx: Tx, order: CheckoutOrder, payment: JudgedPayment): Promise<Applied> {
  if (!order.capture_unconfirmed) return nothing('paid')
  const right = payment.amount === order.total_paise && payment.currency === 'INR'
  if (right && payment.status === 'captured') {
    await markConfirmed(tx, order.id)
    return nothing('paid')
  }
  if (right && (payment.status === 'authorized' || payment.status === 'created')) return nothing('unpaid')
  const { products, mailed } = await undo(shop, tx, order, payment)
  if (payment.status !== 'captured') return { settled: 'unpaid', products, mailed }
  await closeOrder(tx, order.id, 'refund_due')
  await giveMoneyBack(shop, tx, order, payment, 'mismatch')
  return { settled: 'returned', products, mailed }
}

/** Takes back what `place` did to stock and cart; its mail can only be answered by another one. */
async function undo(
  shop: Shop,
  tx: Tx,
  order: CheckoutOrder,
  payment: JudgedPayment,
): Promise<Pick<Applied, 'products' | 'mailed'>> {
  shop.log.error(
    { order: order.id, payment },
    'checkout: a signed payment did not bring the money, the order is undone',
  )
  const placed = await findAnyPaidOrder(tx, order.id)
  const lines = await findOrderLines(tx, order.id)
  await unmarkPaid(tx, order.id)
  await putStockBack(tx, order.id, lines)
  await restoreCartLines(tx, order.customer_id, order.id)
  const reader = await findReader(tx, order.customer_id)
  const money = payment.status === 'refunded' || payment.status === 'captured' ? payment.status : 'missing'
  const { publicUrl } = shop.settings
  if (placed && reader) await shop.mail.enqueue(tx, orderUndoneMail(placed, money, { ...reader, publicUrl }))
  return { products: lines.map((line) => line.product_id), mailed: reader !== null }
}

async function place(
  shop: Shop,
  tx: Tx,
  order: CheckoutOrder,
  paid: { paymentId: string; unconfirmed: boolean; products: string[] },
): Promise<Applied> {
  await markPaid(tx, order.id, paid)
  await removePurchasedLines(tx, order.customer_id, order.id)
  await markReviews(tx, order.customer_id, paid.products)
  const reader = await findReader(tx, order.customer_id)
  const placed = await findAnyPaidOrder(tx, order.id)
  if (!placed) throw new Error('an order that was just paid can’t be read')
  if (reader) await shop.mail.enqueue(tx, orderPlacedMail(placed, { ...reader, publicUrl: shop.settings.publicUrl }))
  shop.log.info({ order: order.id, payment: paid.paymentId, unconfirmed: paid.unconfirmed }, 'checkout: order paid')
  return { settled: 'paid', products: paid.products, mailed: reader !== null }
}

async function giveMoneyBack(
  shop: Shop,
  tx: Tx,
  order: CheckoutOrder,
  payment: JudgedPayment,
  judgement: Judgement,
): Promise<boolean> {
  const reason = judgement === 'late' || judgement === 'mismatch' ? judgement : 'second'
  if (!(await owe(tx, order.id, payment, reason))) return false
  shop.log.error({ order: order.id, payment, reason }, 'checkout: a payment goes back')
  const reader = await findReader(tx, order.customer_id)
  if (!reader) return false
  // A currency that is not ours can't be said in rupees; the bank says what comes back.
  const amount = paise(payment.currency === 'INR' ? payment.amount : order.total_paise)
  await shop.mail.enqueue(tx, paymentReturnedMail({ orderId: order.id, amount, reason }, reader))
  return true
}
