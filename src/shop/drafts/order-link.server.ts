import type { RefusalCode } from '#platform/api/endpoint.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { sha256 } from '#platform/ids.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import type { OpenedOrder, PaymentProof, PlacedOrder } from '../checkout/contract.ts'
import { verifyPayment } from '../checkout/handlers.server.ts'
import { ALREADY_PLACED } from '../checkout/messages.ts'
import { openPayLink, payLinkState } from '../checkout/pay-link.server.ts'
import { findByPayLink, type LinkedOrder } from '../checkout/pay-link-sql.server.ts'
import { findOrder } from '../checkout/sql.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { findAnyPaidOrder, shownDiscounts } from '../orders/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { draftsContract, PayPage } from './contract.ts'
import { refuseOver } from './over.server.ts'

/** Why a link can't be paid, and why a payment doesn't count. */
export type PayRefusal = RefusalCode<(typeof draftsContract)['POST /user/pay/{token}']>
export type VerifyRefusal = RefusalCode<(typeof draftsContract)['POST /user/pay/{token}/verify']>

const rupeesOf = (amount: number) => toRupees(paise(amount))

/** The order in cash at a link to pay, or null if the token is of none. */
export const findOrderLink = (shop: Shop, token: string): Promise<LinkedOrder | null> =>
  findByPayLink(shop.db, sha256(token))

/** What the link of an order in cash shows: until it's paid, what it costs by the link. */
export async function readOrderLink(
  shop: Shop,
  linked: LinkedOrder,
): Promise<Result<PayPage, 'not_found' | 'link_over'>> {
  const state = payLinkState(linked)
  if (state === 'lapsed') return refuseOver(shop)
  const order = await findAnyPaidOrder(shop.db, linked.id, shop.settings())
  if (!order || !linked.link) return refuse('not_found', ORDER_NOT_FOUND)
  const { price, due, until } = linked.link
  // In whatever way it was paid: it costs then what its order says.
  const isPaid = state === 'paid'
  const goods = order.totals.goods
  return ok({
    state,
    isExchange: false,
    lines: order.productDetails.map((line) => {
      const sum = Math.round(line.productId.price * line.quantity * 100)
      const linkPrice = isPaid ? null : price.lines.find(({ id }) => id === line._id)
      const discount = linkPrice ? linkPrice.discount : Math.round(line.discount * 100)
      return {
        name: line.productId.name,
        color: line.color,
        size: line.size,
        quantity: line.quantity,
        price: line.productId.price,
        discount: rupeesOf(discount),
        total: rupeesOf(sum - discount),
        image: line.picture?.src ?? null,
        replaces: null,
      }
    }),
    goods,
    discounts: isPaid ? order.discounts : shownDiscounts(price.discounts),
    delivery: order.totals.delivery,
    cashFee: isPaid ? order.cashFee : 0,
    tax: isPaid ? order.totals.tax : rupeesOf(price.tax),
    total: isPaid ? order.totals.total : rupeesOf(price.total),
    credit: isPaid ? order.credit : rupeesOf(price.credit),
    due: isPaid ? 0 : rupeesOf(due),
    pickup: false,
    mayChangeAddress: false,
    address: order.address,
    holdUntil: until.toISOString(),
    orderNumber: isPaid ? order.orderNumber : null,
  })
}

/** Opens the payment of an order in cash. */
export async function openOrderLink(
  shop: Shop,
  linked: LinkedOrder,
  totalPrice: number,
): Promise<Result<OpenedOrder, PayRefusal>> {
  const state = payLinkState(linked)
  if (state === 'paid') return refuse('already_placed', ALREADY_PLACED, { extra: { orderId: linked.id } })
  const { link } = linked
  return state === 'lapsed' || !link ? refuseOver(shop) : openPayLink(shop, { ...linked, link }, totalPrice)
}

/** Checks its payment. */
export async function verifyOrderLink(
  shop: Shop,
  linked: LinkedOrder,
  proof: PaymentProof,
): Promise<Result<PlacedOrder, VerifyRefusal>> {
  const order = proof.orderId === linked.id ? await findOrder(shop.db, linked.id) : null
  return order
    ? verifyPayment(shop, order.customer_id, proof)
    : refuse('not_found', ORDER_NOT_FOUND, { extra: { success: false } })
}
