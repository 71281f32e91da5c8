import type { Transaction } from 'kysely'
import type { RefusalCode } from '#platform/api/endpoint.ts'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { inTransaction } from '#platform/db/database.server.ts'
import { indianDay } from '#platform/india-time.ts'
import { type Paise, paise, toPaise, toRupees } from '#platform/money.ts'
import { notEnough, notMade } from '../cart/messages.ts'
import { NOT_EXCHANGEABLE } from '../catalog/messages.ts'
import { moveStock } from '../catalog/stock/sql.server.ts'
import { recordEvent } from '../events/sql.server.ts'
import type { Exchange } from '../orders/contract.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { estimatedExchange, isExchangeOpen, orderNumber } from '../orders/rules.ts'
import { itemBands, rateOfPiece } from '../pricing/rules.ts'
import type { Settings } from '../settings/rules.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { mailExchange } from './change.server.ts'
import type { ExchangeChange, ExchangeRequest, exchangesContract } from './contract.ts'
import { returnDifference } from './difference.server.ts'
import { exchangeMail } from './mails.server.ts'
import * as messages from './messages.ts'
import { addExchangePhoto, readExchangePhotos } from './photos.server.ts'
import { attachPhotos, isOwnExchange } from './photos-sql.server.ts'
import { choiceFor, feeOf, photosFor } from './rules.ts'
import {
  type ExchangedPieces,
  endExchange,
  findDifference,
  findExchange,
  hasOrder,
  insertExchange,
  type LockedExchange,
  lockExchange,
  lockRequestFacts,
  type Replacement,
  type RequestFacts,
  replacementsOf,
  updateReplacements,
} from './sql.server.ts'
import { releaseHold } from './staff.server.ts'

/** Handles the calls about exchanges. The customer is the token's: these calls carry no user id (SPEC 7). */
export function createExchangesHandlers(shop: Shop): Handlers<typeof exchangesContract> {
  return {
    async 'POST /user/addExchange'({ body, caller }) {
      const result = await transact(shop.db, (tx) => requestExchange(shop, tx, caller.customer, body))
      if (!result.ok) return result
      shop.mail.wake()
      return ok({ success: true, message: messages.EXCHANGE_REQUESTED, exchange: result.data })
    },
    async 'POST /user/quoteExchange'({ body, caller }) {
      const result = await inTransaction(shop.db, (tx) =>
        acceptRequest(shop, tx, caller.customer, { ...body, color: null, size: null }),
      )
      if (!result.ok) return result
      const { difference, fee } = result.data
      return ok({ difference: toRupees(paise(difference + fee)), fee: toRupees(fee) })
    },
    async 'POST /user/exchangePhoto'({ body, caller }) {
      return addExchangePhoto(shop, caller.customer, body)
    },
    async 'GET /user/exchangePhotos/{exchangeId}'({ params: { exchangeId }, caller }) {
      if (!(await isOwnExchange(shop.db, caller.customer, exchangeId)))
        return refuse('not_found', messages.EXCHANGE_NOT_FOUND)
      return ok({ photos: await readExchangePhotos(shop, exchangeId) })
    },
    async 'POST /user/changeExchange'({ body, caller }) {
      const result = await inTransaction(shop.db, (tx) => changeExchange(shop, tx, caller.customer, body))
      if (!result.ok) return result
      return ok({ success: true, message: messages.EXCHANGE_CHANGED, exchange: result.data })
    },
    async 'POST /user/cancelProductExchange'({ body, caller }) {
      const result = await inTransaction(shop.db, (tx) => cancelExchange(shop, tx, caller.customer, body))
      if (!result.ok) return result
      shop.mail.wake()
      return ok({ success: true, message: messages.EXCHANGE_CANCELLED })
    },
  }
}

type RequestCode = RefusalCode<(typeof exchangesContract)['POST /user/quoteExchange']>

/** A request that can be met, with its order's row and the stock locked. Money in paise; the difference is without the fee. */
interface Accepted {
  facts: RequestFacts
  chosen: Replacement
  fee: Paise
  difference: Paise
}

async function acceptRequest(
  shop: Shop,
  tx: Transaction<Tables>,
  customer: CustomerId,
  request: Pick<ExchangeRequest, 'orderId' | 'productId' | 'reasonForExchange' | 'pieces'> & Wish,
): Promise<Result<Accepted, RequestCode>> {
  const { orderId, productId, reasonForExchange: reason } = request
  const wish = wishOf(request, productId)
  const facts = await lockRequestFacts(tx, customer, { orderId, productId, otherId: wish.otherId })
  if (!facts) {
    const known = await hasOrder(tx, customer, orderId)
    return refuse('not_found', known ? messages.PRODUCT_NOT_IN_ORDER : ORDER_NOT_FOUND)
  }
  const refusal = refuseRequest(facts)
  if (refusal) return refusal
  const chosen = chooseReplacements(facts, { ...wish, pieces: request.pieces }, shop.settings())
  if (!chosen.ok) return chosen
  const fee = toPaise(feeOf(shop.settings()['exchange.fee'], { earlier: facts.earlier, reason })) ?? paise(0)
  const difference = await differenceOf(shop, tx, chosen.data)
  return ok({ facts, chosen: chosen.data, fee, difference })
}

function differenceOf(shop: Shop, tx: Transaction<Tables>, { pieces }: Replacement): Promise<Paise> {
  return findDifference(tx, pieces, { pricesInclude: shop.settings()['tax.pricesInclude'] })
}

async function requestExchange(
  shop: Shop,
  tx: Transaction<Tables>,
  customer: CustomerId,
  request: ExchangeRequest,
): Promise<Result<Exchange, RefusalCode<(typeof exchangesContract)['POST /user/addExchange']>>> {
  const accepted = await acceptRequest(shop, tx, customer, request)
  if (!accepted.ok) return accepted
  const { facts, chosen, fee, difference } = accepted.data
  const { photos = [], reasonForExchange: reason } = request
  if (photos.length === 0 && photosFor(shop.settings()['exchange.photos'], reason) === 'required')
    return refuseChoice('photos', messages.PHOTO_NEEDED)
  if (request.difference !== undefined && toPaise(request.difference) !== difference + fee)
    return refuse('total_changed', messages.DIFFERENCE_CHANGED)
  const arrivalAt = estimatedExchange(facts.now)
  const exchangeId = await insertExchange(tx, request, { chosen, arrivalAt, fee, difference })
  if (photos.length > 0 && (await attachPhotos(tx, customer, exchangeId, photos)) < photos.length)
    return refuseChoice('photos', messages.PHOTO_GONE)
  await holdReplacements(tx, exchangeId, chosen.pieces)
  const { exchange, locked } = await recordRequest(shop, tx, exchangeId, { isChange: false })
  await mailExchange(shop, tx, locked, (about, to) => exchangeMail(about, 'ordered', to))
  return ok(exchange)
}

async function holdReplacements(tx: Transaction<Tables>, exchangeId: string, pieces: readonly ExchangedPieces[]) {
  const held = pieces.map(({ replacement: sku, quantity }) => ({ sku, quantity }))
  const short = await moveStock(tx, { exchangeId }, held, { onHand: 0, reserved: 1, reason: 'held for an exchange' })
  if (short) throw new Error('stock that is locked and free couldn’t be held')
}

/** Records the event of a request, or of its change, and returns the exchange as the customer and the server see it. */
async function recordRequest(
  shop: Shop,
  tx: Transaction<Tables>,
  exchangeId: string,
  { isChange }: { isChange: boolean },
): Promise<{ exchange: Exchange; locked: LockedExchange }> {
  const exchange = await findExchange(tx, exchangeId)
  const locked = await lockExchange(tx, exchangeId)
  if (!exchange || !locked) throw new Error('an exchange just written is missing')
  await recordEvent(tx, {
    type: 'exchange.requested',
    subject: `exchange:${exchangeId}`,
    data: {
      exchangeId,
      orderId: exchange.orderId,
      orderNumber: orderNumber(locked.order_number, shop.settings()),
      product: locked.product_name,
      reason: locked.reason,
      isChange,
      pieces: locked.lines.map(({ sku, quantity, replacement_sku: replacement }) => ({ sku, quantity, replacement })),
    },
  })
  return { exchange, locked }
}

/** Changes what an exchange that is only asked for brings, and holds that instead. */
async function changeExchange(
  shop: Shop,
  tx: Transaction<Tables>,
  customer: CustomerId,
  { orderId, exchangeId, ...wanted }: ExchangeChange,
): Promise<Result<Exchange, RefusalCode<(typeof exchangesContract)['POST /user/changeExchange']>>> {
  const found = await findOwnExchange(tx, customer, { orderId, exchangeId })
  if (!found.ok) return found
  const exchange = found.data
  if (exchange.cancelled_at) return refuse('already_cancelled', messages.CANCELLED_ALREADY)
  if (exchange.status !== 'ordered' || exchange.received_at || exchange.hold !== 'held')
    return refuse('already_approved', messages.APPROVED_ALREADY)
  if (exchange.difference_settled_at) return refuse('already_approved', messages.DIFFERENCE_PAID)
  if (!wanted.instead && choiceFor(exchange.reason) !== (wanted.color === null ? 'size' : 'color'))
    return wanted.color === null
      ? refuseChoice('size', messages.SIZE_NOT_ALLOWED)
      : refuseChoice('color', messages.COLOR_NOT_ALLOWED)
  const { product_id: productId } = exchange
  const wish = wishOf(wanted, productId)
  const facts = await lockRequestFacts(tx, customer, { orderId, productId, otherId: wish.otherId })
  if (!facts) throw new Error('the order of an exchange that was just locked is missing')
  // What it holds is its own to exchange.
  for (const { sku, quantity } of replacementsOf(exchange))
    for (const variant of facts.variants) if (variant.sku === sku) variant.free += quantity
  const pieces = exchange.lines.map(({ order_line_id: lineId, quantity }) => ({ lineId, quantity }))
  const chosen = chooseReplacements(facts, { ...wish, pieces }, shop.settings())
  if (!chosen.ok) return chosen
  await releaseHold(tx, exchange)
  await updateReplacements(tx, exchangeId, chosen.data, await differenceOf(shop, tx, chosen.data))
  await holdReplacements(tx, exchangeId, chosen.data.pieces)
  return ok((await recordRequest(shop, tx, exchangeId, { isChange: true })).exchange)
}

/** Locks an exchange of this customer's order. */
async function findOwnExchange(
  tx: Transaction<Tables>,
  customer: CustomerId,
  { orderId, exchangeId }: { orderId: string; exchangeId: string },
): Promise<Result<LockedExchange, 'not_found'>> {
  const exchange = await lockExchange(tx, exchangeId, { customer, orderId })
  if (exchange) return ok(exchange)
  const known = await hasOrder(tx, customer, orderId)
  return refuse('not_found', known ? messages.EXCHANGE_NOT_FOUND : ORDER_NOT_FOUND)
}

/** SPEC 4 and 5: delivered, not exchanged before, within the exchange days. */
function refuseRequest(facts: RequestFacts) {
  const days = facts.exchange_days
  if (facts.status !== 'delivered' || !facts.delivered_at) return refuse('not_delivered', messages.NOT_DELIVERED)
  if (days === 0) return refuse('not_exchangeable', NOT_EXCHANGEABLE)
  if (facts.exchanged) return refuse('already_requested', messages.ALREADY_REQUESTED)
  if (!isExchangeOpen(facts.delivered_at, facts.now, days))
    return refuse('exchange_window_over', messages.windowClosed(days))
  return null
}

type Wish = Pick<ExchangeRequest, 'color' | 'size' | 'instead'>

/** What is wanted. `otherId`: of another product; one in another colour and size of the same product is of that one. */
function wishOf({ color, size, instead }: Wish, productId: string) {
  if (!instead) return { color, size, otherId: null, isAny: false }
  const otherId = instead.productId === productId ? null : instead.productId
  return { color: instead.color, size: instead.size, otherId, isAny: true }
}

/** Why a product can't come instead of another one, or of any colour and size of it; null if it can. */
function refuseOther(
  { other, lines, variants, now }: RequestFacts,
  { color, size, otherId, isAny }: ReturnType<typeof wishOf>,
  settings: Settings,
) {
  if (isAny && !settings['exchange.otherProducts']) return refuseChoice('instead', messages.OTHER_OFF)
  if (otherId === null) return null
  const wanted = variants.find((variant) => variant.color === color && variant.size === size)
  if (!other?.isPublished) return refuse('not_found', messages.OTHER_GONE)
  if (!wanted) return refuseChoice('instead', notEnough({ name: other.name, color: color ?? '', size: size ?? '' }, 0))
  // A note on the invoice of what was bought can't have a rate that its lines haven't (docs/decisions/032).
  const bands = itemBands(settings, { hsn: other.hsn ?? settings['tax.hsn'], day: indianDay(now) })
  const percent = rateOfPiece(bands, paise(wanted.price), settings['tax.pricesInclude'])
  return lines.every((line) => line.tax_percent === percent) ? null : refuseChoice('instead', messages.OTHER_TAX)
}

/**
 * Chooses the replacements: the requested product, colour and size, or else the bought ones. The lines of the request share the
 * free stock, which is locked.
 */
function chooseReplacements(
  facts: RequestFacts,
  request: ReturnType<typeof wishOf> & Pick<ExchangeRequest, 'pieces'>,
  settings: Settings,
) {
  const { lines, variants, other } = facts
  const { color, size } = request
  const first = lines.find(({ pieces }) => pieces > 0) ?? lines[0]
  if (!first) return refuse('not_found', messages.PRODUCT_NOT_IN_ORDER)
  const refusal = refuseOther(facts, request, settings)
  if (refusal) return refusal
  const wanted = request.pieces ?? [{ lineId: first.id, quantity: first.pieces }]
  if (color !== null && !variants.some((variant) => variant.color === color))
    return refuseChoice('color', notMade(first.name, 'color', color))
  if (size !== null && !variants.some((variant) => variant.size === size))
    return refuseChoice('size', notMade(first.name, 'size', size))
  const free = new Map(variants.map((variant) => [variant.sku, variant.free]))
  const pieces: ExchangedPieces[] = []
  for (const { lineId, quantity } of wanted) {
    const line = lines.find(({ id }) => id === lineId)
    if (!line || pieces.some((chosen) => chosen.lineId === lineId))
      return refuse('invalid_input', messages.PIECES_UNKNOWN)
    if (line.pieces === 0) return refuse('pieces_cancelled', messages.PIECES_CANCELLED)
    if (quantity > line.pieces) return refuse('invalid_input', messages.PIECES_UNKNOWN)
    const wish = { name: other?.name ?? line.name, color: color ?? line.color, size: size ?? line.size }
    const variant = variants.find((one) => one.color === wish.color && one.size === wish.size)
    const left = free.get(variant?.sku ?? '') ?? 0
    if (!variant || left < quantity) return refuse('insufficient_stock', notEnough(wish, left))
    free.set(variant.sku, left - quantity)
    pieces.push({ lineId, quantity, replacement: variant.sku })
  }
  return ok({ color, size, other, pieces })
}

function refuseChoice(path: string, message: string) {
  return refuse('invalid_input', message, { errors: [{ path, message }] })
}

/** Cancels an exchange and releases what it holds. Returns the id of its product. */
async function cancelExchange(
  shop: Shop,
  tx: Transaction<Tables>,
  customer: CustomerId,
  { orderId, exchangeId }: { orderId: string; exchangeId: string },
): Promise<Result<null, RefusalCode<(typeof exchangesContract)['POST /user/cancelProductExchange']>>> {
  const found = await findOwnExchange(tx, customer, { orderId, exchangeId })
  if (!found.ok) return found
  const exchange = found.data
  if (exchange.cancelled_at) return refuse('already_cancelled', messages.CANCELLED_ALREADY)
  if (exchange.status === 'delivered') return refuse('already_delivered', messages.DELIVERED_ALREADY)
  if (exchange.received_at) return refuse('already_received', messages.RECEIVED_ALREADY)
  await releaseHold(tx, exchange)
  await endExchange(tx, exchangeId)
  await mailExchange(shop, tx, exchange, (about, to) => exchangeMail(about, 'cancelled', to))
  // What is on its way to them is paid until it's back.
  if (exchange.hold !== 'taken') await returnDifference(shop, tx, exchange)
  return ok(null)
}
