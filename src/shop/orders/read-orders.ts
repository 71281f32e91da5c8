import { t } from '#platform/text/t.ts'
import { parsePicture, parseProduct } from '../cart/parse-line.ts'
import { isRecord } from '../is-record.ts'
import type {
  Exchange,
  Order,
  OrderLine,
  OrderRefund,
  Shipment,
  ShownDiscount,
  StatusDates,
  Tracking,
} from './contract.ts'
import { isOrderStatus } from './progress.ts'
import type { OrderStatus } from './rules.ts'

/**
 * An order as the screens show it. Any field may be missing or wrong without breaking the page (SPEC 8: only a failed
 * call redirects); with an unknown `orderStatus` the order counts as ongoing (SPEC 4).
 */
export type ShownOrder = Omit<Order, 'orderStatus' | 'exchanges' | 'totals' | 'address' | 'tracking'> & {
  orderStatus: OrderStatus | null
  isCancelled: boolean
  exchanges: ShownExchange[]
  totals: Order['totals'] | null
  address: Record<keyof Order['address'], string> | null
}
export type ShownExchange = Omit<Exchange, 'exchangeStatus'> & { exchangeStatus: OrderStatus | null }

/** Parses the orders of a response, newest first, or an empty list if it isn't one. */
export function parseOrders(list: unknown): ShownOrder[] {
  const orders = recordsOf(list).map(parseOrder)
  return orders.sort((one, other) => timeOf(other.orderedDate) - timeOf(one.orderedDate))
}

function parseOrder(order: Fields): ShownOrder {
  const lines = recordsOf(order.productDetails).map(parseLine)
  const totals = isRecord(order.totals)
    ? numbersOf(order.totals, ['goods', 'delivery', 'tax', 'total', 'taxIncluded'])
    : null
  const texts = textsOf(order, ORDER_TEXTS)
  const totalPrice = numberOf(order.totalPrice)
  return {
    ...texts,
    orderNumber: textOf(order.orderNumber) || texts._id,
    deliveredDate: textOrNull(order.deliveredDate),
    orderStatus: isOrderStatus(order.orderStatus) ? order.orderStatus : null,
    statusDates: parseDates(order.statusDates, texts.orderedDate),
    isCancelled: order.orderStatus === 'cancelled',
    cancelledDate: textOrNull(order.cancelledDate),
    refunds: recordsOf(order.refunds).map(parseRefund),
    closingNote: textOrNull(order.closingNote),
    totalPrice,
    totals: totals && { ...totals, total: totals.total || totalPrice },
    discounts: recordsOf(order.discounts).map(parseDiscount),
    cashFee: numberOf(order.cashFee),
    credit: numberOf(order.credit),
    toConfirm: order.toConfirm === true,
    payment: parsePayment(order.payment),
    productName: texts.productName || lines[0]?.productId.name || t('Order'),
    productDetails: lines,
    exchanges: recordsOf(order.exchanges).map((exchange) => parseExchange(exchange, texts._id, lines)),
    exchangeDays: numberOf(order.exchangeDays),
    exchangeUntil: textOrNull(order.exchangeUntil),
    shipments: parseShipments(order),
    stillToShip: recordsOf(order.stillToShip).map(parsePiece),
    address: isRecord(order.address) ? textsOf(order.address, ADDRESS_FIELDS) : null,
  }
}

const ORDER_TEXTS = ['_id', 'orderedDate', 'estimatedDate', 'paymentMethod', 'productName', 'note', 'gstin'] as const

/** Another server may say nothing of it: then the order is paid. */
function parsePayment(payment: unknown): Order['payment'] {
  const { method, due, state }: Fields = isRecord(payment) ? payment : {}
  return {
    method: method === 'cash' ? 'cash' : 'online',
    due: numberOf(due),
    state: state === 'due' || state === 'cancelled' ? state : 'received',
  }
}

function parseDiscount({ offer, name, code, amount }: Fields): ShownDiscount {
  return { offer: textOrNull(offer), name: textOf(name), code: textOrNull(code), amount: numberOf(amount) }
}

/** The parcels of an order; a server may send only CONTRACT's `tracking`, which is one parcel. */
function parseShipments({ shipments, tracking }: Fields): Shipment[] {
  const parcels = recordsOf(shipments)
  return (parcels.length > 0 ? parcels : recordsOf([tracking])).map((parcel) => ({
    ...textsOf(parcel, ['carrier', 'number', 'shippedDate']),
    url: carrierLink(parcel.url),
    outForDeliveryDate: textOrNull(parcel.outForDeliveryDate),
    pieces: recordsOf(parcel.pieces).map(parsePiece),
  }))
}

function parseTracking(tracking: unknown): Tracking | null {
  return isRecord(tracking) ? { ...textsOf(tracking, ['carrier', 'number']), url: carrierLink(tracking.url) } : null
}

/** The carrier's page, or null for a link other than https. */
function carrierLink(url: unknown): string | null {
  return textOf(url).startsWith('https://') ? textOf(url) : null
}

function parsePiece({ lineId, quantity }: Fields): Shipment['pieces'][number] {
  return { lineId: textOf(lineId), quantity: numberOf(quantity) }
}

function parseReplacement({ replacement }: Fields): ShownExchange['pieces'][number]['replacement'] {
  return isRecord(replacement) ? textsOf(replacement, ['color', 'size']) : null
}

function parseOther(other: unknown): ShownExchange['other'] {
  return isRecord(other) ? textsOf(other, ['_id', 'name']) : null
}

const ADDRESS_FIELDS = [
  '_id',
  'firstName',
  'lastName',
  'phoneNumber',
  'email',
  'streetAddress',
  'country',
  'townCity',
  'state',
  'zipCode',
  'phone2',
] as const

function parseLine(line: Fields): OrderLine {
  return {
    ...textsOf(line, ['_id', 'color', 'size']),
    productId: productOf(line.productId),
    quantity: numberOf(line.quantity) || 1,
    discount: numberOf(line.discount),
    cancelled: numberOf(line.cancelled),
    picture: parsePicture(line.picture),
    ...(typeof line.exchangeDays === 'number' ? { exchangeDays: line.exchangeDays } : {}),
  }
}

function parseRefund({ amount, date, state, to, creditNote }: Fields): OrderRefund {
  return {
    amount: numberOf(amount),
    date: textOf(date),
    state: state === 'processed' || state === 'failed' ? state : 'pending',
    to: to === 'credit' || to === 'bank' ? to : 'source',
    creditNote: textOrNull(creditNote),
  }
}

/** The product of a line; a server that follows only SPEC 3 may send just its id. */
function productOf(product: unknown): OrderLine['productId'] {
  return parseProduct(isRecord(product) ? product : { _id: product })
}

function parseExchange(exchange: Fields, orderId: string, lines: readonly OrderLine[]): ShownExchange {
  const product = productOf(exchange.productId)
  // An exchange with only its product's id shows the product of the order's line.
  const line = lines.find(({ productId }) => productId._id === product._id)
  const texts = textsOf(exchange, ['_id', 'arrivalDate', 'requestedDate', 'reasonForExchange', 'problem'])
  return {
    ...texts,
    orderId: textOf(exchange.orderId) || orderId,
    productId: isRecord(exchange.productId) ? product : (line?.productId ?? product),
    exchangeStatus: isOrderStatus(exchange.exchangeStatus) ? exchange.exchangeStatus : null,
    isCancelled: exchange.isCancelled === true,
    statusDates: parseDates(exchange.statusDates, texts.requestedDate),
    color: textOrNull(exchange.color),
    size: textOrNull(exchange.size),
    picture: parsePicture(exchange.picture) ?? line?.picture ?? null,
    pieces: recordsOf(exchange.pieces).map((piece) => ({ ...parsePiece(piece), replacement: parseReplacement(piece) })),
    other: parseOther(exchange.other),
    tracking: parseTracking(exchange.tracking),
    pickup: parseTracking(exchange.pickup),
    receivedDate: textOrNull(exchange.receivedDate),
    refusal: textOrNull(exchange.refusal),
    refundedDate: textOrNull(exchange.refundedDate),
    priceDifference: typeof exchange.priceDifference === 'number' ? exchange.priceDifference : 0,
    fee: numberOf(exchange.fee),
    photos: numberOf(exchange.photos),
    isDifferencePaid: exchange.isDifferencePaid === true,
  }
}

function parseDates(dates: unknown, ordered: string): StatusDates {
  const fields = isRecord(dates) ? dates : {}
  return {
    ordered: textOf(fields.ordered) || ordered,
    packaging: textOrNull(fields.packaging),
    ontheway: textOrNull(fields.ontheway),
    delivered: textOrNull(fields.delivered),
  }
}

type Fields = Record<string, unknown>

function recordsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The named fields as text, '' if one is missing or something else. */
function textsOf<Name extends string>(fields: Fields, names: readonly Name[]): Record<Name, string> {
  // Safe cast: one entry for each name.
  return Object.fromEntries(names.map((name) => [name, textOf(fields[name])])) as Record<Name, string>
}

function numbersOf<Name extends string>(fields: Fields, names: readonly Name[]): Record<Name, number> {
  // Safe cast: one entry for each name.
  return Object.fromEntries(names.map((name) => [name, numberOf(fields[name])])) as Record<Name, number>
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function textOrNull(value: unknown): string | null {
  return textOf(value) || null
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function timeOf(date: string): number {
  return Date.parse(date) || 0
}
