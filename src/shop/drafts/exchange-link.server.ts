import { ok, type Result, refuse } from '#platform/api/result.ts'
import { type Paise, paise, toRupees } from '#platform/money.ts'
import { pictureOf } from '../cart/sql.server.ts'
import type { OpenedOrder, PaymentProof, PlacedOrder } from '../checkout/contract.ts'
import { openExchangePayment, verifyExchangePayment } from '../checkout/pay-exchange.server.ts'
import { exchangeLinkState } from '../exchanges/pay-link.server.ts'
import type { LinkedExchange } from '../exchanges/pay-link-sql.server.ts'
import { draftDebitNote } from '../invoices/issue.server.ts'
import { sumLines } from '../invoices/rules.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { orderNumber } from '../orders/rules.ts'
import type { Shop } from '../shop.server.ts'
import type { PayPage } from './contract.ts'
import { EXCHANGE_PAID } from './messages.ts'
import type { PayRefusal, VerifyRefusal } from './order-link.server.ts'
import { refuseOver } from './over.server.ts'

const rupeesOf = (amount: number) => toRupees(paise(amount))

/** What the link of an exchange shows: what is exchanged, and what that costs more, with the tax that its debit note will say. */
export async function readExchangeLink(shop: Shop, exchange: LinkedExchange): Promise<Result<PayPage, 'link_over'>> {
  const state = exchangeLinkState(exchange)
  if (state === 'lapsed') return refuseOver(shop)
  const { id: exchangeId, orderId, lines } = exchange
  const total: Paise = paise(exchange.difference)
  const document = await draftDebitNote(shop.db, { orderId, exchangeId, amount: total, lines })
  const sums = sumLines(document?.lines ?? [])
  const tax = paise(sums.cgst + sums.sgst + sums.igst)
  return ok({
    state,
    isExchange: true,
    lines: lines.map((line, index) => {
      const color = line.newColor ?? line.color
      const more = rupeesOf(document?.lines[index]?.total ?? (index === 0 ? total : 0))
      return {
        name: line.newName ?? line.name,
        color,
        size: line.newSize ?? line.size,
        quantity: line.quantity,
        price: more,
        discount: 0,
        total: more,
        image: pictureOf(line.pictures, color)?.src ?? null,
        replaces: { name: line.newName === null ? null : line.name, color: line.color, size: line.size },
      }
    }),
    goods: rupeesOf(total - tax),
    discounts: [],
    delivery: 0,
    cashFee: 0,
    tax: rupeesOf(tax),
    total: rupeesOf(total),
    credit: 0,
    due: state === 'paid' ? 0 : rupeesOf(total),
    pickup: false,
    mayChangeAddress: false,
    address: null,
    holdUntil: exchange.until.toISOString(),
    orderNumber: state === 'paid' ? orderNumber(exchange.orderNumber, shop.settings()) : null,
  })
}

/** Opens the payment of what a replacement costs more. */
export async function openExchangeLink(
  shop: Shop,
  exchange: LinkedExchange,
  totalPrice: number,
): Promise<Result<OpenedOrder, PayRefusal>> {
  const state = exchangeLinkState(exchange)
  if (state === 'paid') return refuse('already_placed', EXCHANGE_PAID, { extra: { orderId: exchange.orderId } })
  return state === 'lapsed' ? refuseOver(shop) : openExchangePayment(shop, exchange, totalPrice)
}

/** Checks its payment. */
export async function verifyExchangeLink(
  shop: Shop,
  exchange: LinkedExchange,
  proof: PaymentProof,
): Promise<Result<PlacedOrder, VerifyRefusal>> {
  return proof.orderId === exchange.orderId
    ? verifyExchangePayment(shop, exchange, proof)
    : refuse('not_found', ORDER_NOT_FOUND, { extra: { success: false } })
}
