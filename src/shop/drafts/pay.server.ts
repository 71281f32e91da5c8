import { isDeepStrictEqual } from 'node:util'
import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { sha256 } from '#platform/ids.server.ts'
import { paise, toPaise, toRupees } from '#platform/money.ts'
import { refuseGstin } from '../addresses/handlers.server.ts'
import { pictureOf } from '../cart/sql.server.ts'
import type { OpenedOrder, PaymentProof, PlacedOrder } from '../checkout/contract.ts'
import { joinOpenOrder, openAtProvider, verifyPayment } from '../checkout/handlers.server.ts'
import { ADDRESS_INCOMPLETE, HOLD_ENDED, TOTAL_CHANGED } from '../checkout/messages.ts'
import { type CheckoutOrder, findOrder } from '../checkout/sql.server.ts'
import { findByExchangeLink, isRevokedLink } from '../exchanges/pay-link-sql.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { orderNumber } from '../orders/rules.ts'
import { shownDiscounts } from '../orders/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import type { PayPage } from './contract.ts'
import { openExchangeLink, readExchangeLink, verifyExchangeLink } from './exchange-link.server.ts'
import { freeOrder, holdForDraft, refuseIfPaying } from './hold.server.ts'
import { DRAFT_PAID, NO_LINK } from './messages.ts'
import {
  findOrderLink,
  openOrderLink,
  type PayRefusal,
  readOrderLink,
  type VerifyRefusal,
  verifyOrderLink,
} from './order-link.server.ts'
import { refuseOver, refuseRevoked } from './over.server.ts'
import { orderAddressOf, quoteDraft } from './quote.server.ts'
import { type DraftRow, findDraftByToken, lockDraft, setDraftOrder } from './sql.server.ts'

type AddressTyped = Parameters<typeof orderAddressOf>[0]

const rupeesOf = (amount: number) => toRupees(paise(amount))

type LinkRefusal = 'not_found' | 'link_over' | 'link_revoked'

/** The draft at a link. Refused: unknown (404), lapsed or deleted, or the revoked link of an exchange (410, which says whom to ask). */
async function findOpenDraft(shop: Shop, token: string): Promise<Result<DraftRow, LinkRefusal>> {
  const draft = await findDraftByToken(shop.db, sha256(token))
  if (!draft && (await isRevokedLink(shop.db, sha256(token)))) return refuseRevoked(shop)
  if (!draft) return refuse('not_found', NO_LINK)
  return draft.state === 'lapsed' ? refuseOver(shop) : ok(draft)
}

/** What a link to pay shows. */
export async function readPayPage(shop: Shop, token: string): Promise<Result<PayPage, LinkRefusal>> {
  const linked = await findOrderLink(shop, token)
  if (linked) return readOrderLink(shop, linked)
  const exchange = await findByExchangeLink(shop.db, sha256(token))
  if (exchange) return readExchangeLink(shop, exchange)
  const found = await findOpenDraft(shop, token)
  if (!found.ok) return found
  const draft = found.data
  const isPaid = draft.state === 'paid'
  return ok({
    state: draft.state,
    isExchange: false,
    lines: draft.order_lines.map((line) => ({
      name: line.name,
      color: line.color,
      size: line.size,
      quantity: line.quantity,
      price: rupeesOf(line.price_paise),
      discount: rupeesOf(line.discount_paise),
      total: rupeesOf(line.price_paise * line.quantity - line.discount_paise),
      image: pictureOf(line.pictures, line.color)?.src ?? null,
      replaces: null,
    })),
    goods: rupeesOf(draft.goods_paise),
    discounts: shownDiscounts(draft.discounts),
    delivery: rupeesOf(draft.delivery_paise),
    cashFee: 0,
    tax: rupeesOf(draft.tax_paise),
    total: rupeesOf(draft.total_paise),
    credit: 0,
    due: isPaid ? 0 : rupeesOf(draft.total_paise),
    pickup: draft.pickup,
    mayChangeAddress: !draft.pickup,
    address: draft.pickup ? null : isPaid ? draft.order_address : draft.address,
    holdUntil: draft.hold_until.toISOString(),
    orderNumber: isPaid ? orderNumber(draft.order_number, shop.settings()) : null,
  })
}

/** Makes what a link is for ready for payment: a draft with the address that its buyer gave. */
export async function openLink(
  shop: Shop,
  token: string,
  { address: typed, totalPrice }: { address?: AddressTyped | undefined; totalPrice: number },
): Promise<Result<OpenedOrder, PayRefusal>> {
  const linked = await findOrderLink(shop, token)
  if (linked) return openOrderLink(shop, linked, totalPrice)
  const exchange = await findByExchangeLink(shop.db, sha256(token))
  if (exchange) return openExchangeLink(shop, exchange, totalPrice)
  const wrong = refuseGstin(typed?.gstin, 'address.gstin')
  if (wrong) return wrong
  const found = await findOpenDraft(shop, token)
  if (!found.ok) return found
  const draft = found.data
  if (draft.state === 'paid') return refuse('already_placed', DRAFT_PAID, { extra: { orderId: draft.order_id } })
  const address = typed && !draft.pickup ? orderAddressOf(typed, draft.customer) : draft.address
  if (!address && !draft.pickup) return refuse('address_incomplete', ADDRESS_INCOMPLETE)
  const quoted = await quoteDraft(shop, draft.id, { ...draft, address }, { before: draft, gstin: typed?.gstin ?? '' })
  if (!quoted.ok) return quoted
  const { totals } = quoted.data
  if (toPaise(totalPrice) !== totals.total)
    return refuse('total_changed', TOTAL_CHANGED, {
      extra: { total: toRupees(totals.total), quote: describe(quoted.data) },
    })
  const isSame =
    totals.total === draft.total_paise && isDeepStrictEqual(address, draft.address) && (typed?.gstin ?? '') === ''
  const current = await findOrder(shop.db, draft.order_id)
  const isHeld = current?.state === 'creating' || current?.state === 'awaiting_payment'
  const orderId = isSame && isHeld ? draft.order_id : await replaceOrder(shop, draft, { ...quoted.data, to: address })
  if (typeof orderId !== 'string') return orderId
  return payAt(shop, orderId)
}

async function replaceOrder(
  shop: Shop,
  { id, order_id }: DraftRow,
  { to, ...quote }: Parameters<typeof holdForDraft>[1] & { to: DraftRow['address'] },
): Promise<string | Refusal<'already_placed' | 'conflict' | 'insufficient_stock' | 'link_over'>> {
  const paying = await refuseIfPaying(shop, order_id)
  if (!paying.ok) return paying
  const replaced = await transact<Tables, string, 'already_placed' | 'conflict' | 'insufficient_stock' | 'link_over'>(
    shop.db,
    async (tx) => {
      const draft = await lockDraft(tx, id)
      if (draft?.state !== 'open')
        return draft?.state === 'paid' ? refuse('already_placed', DRAFT_PAID) : refuseOver(shop)
      if (!(await freeOrder(tx, draft.order_id, 'its order has changed'))) return refuse('already_placed', DRAFT_PAID)
      const held = await holdForDraft(tx, quote, { ...draft, until: draft.hold_until, now: shop.clock.now() })
      if (!held.ok) return held
      await setDraftOrder(tx, id, held.data, to)
      return held
    },
  )
  return replaced.ok ? replaced.data : replaced
}

/** The payment window of a draft's order. */
async function payAt(shop: Shop, orderId: string): Promise<Result<OpenedOrder, PayRefusal>> {
  const order = await findOrder(shop.db, orderId)
  if (!order) return refuse('not_found', ORDER_NOT_FOUND)
  if (order.state === 'creating') {
    const opened = await openAtProvider(shop, order)
    const now = await findOrder(shop.db, orderId)
    // Somebody else with the link opened it at the same moment.
    if (opened.ok || now?.state !== 'awaiting_payment') return opened
  }
  return (await joinOpenOrder(shop, (await findOrder(shop.db, orderId)) ?? order)) ?? refuse('hold_ended', HOLD_ENDED)
}

/** Checks a payment at a link, as verify-payment does for an account. */
export async function verifyLink(
  shop: Shop,
  token: string,
  proof: PaymentProof,
): Promise<Result<PlacedOrder, VerifyRefusal>> {
  const linked = await findOrderLink(shop, token)
  if (linked) return verifyOrderLink(shop, linked, proof)
  const exchange = await findByExchangeLink(shop.db, sha256(token))
  if (exchange) return verifyExchangeLink(shop, exchange, proof)
  const draft = await findDraftByToken(shop.db, sha256(token))
  const order: CheckoutOrder | null = draft && (await findOrder(shop.db, proof.orderId))
  if (!draft || order?.draft_id !== draft.id) return refuse('not_found', ORDER_NOT_FOUND, { extra: { success: false } })
  return verifyPayment(shop, order.customer_id satisfies CustomerId, proof)
}

/** The figures of a quote, for a screen whose total has changed. */
function describe({ totals }: Parameters<typeof holdForDraft>[1]) {
  return {
    goods: toRupees(totals.goods),
    discounts: shownDiscounts(totals.discounts),
    delivery: toRupees(totals.delivery),
    tax: toRupees(totals.tax),
    total: toRupees(totals.total),
  }
}
