import type { Exchange, Order, OrderLine, StatusDates } from './contract.ts'
import { isOrderStatus, type OrderStatus } from './progress.ts'

/*
 * Orders as the screens take them. An answer is read with care: whatever a field holds, the page stands (SPEC 8: only a
 * failed call leads away).
 */

/** `orderStatus` may be a word the shop does not know: such an order counts as under way (SPEC 4). */
export type ShownOrder = Omit<Order, 'orderStatus' | 'exchanges' | 'totals' | 'address'> & {
  orderStatus: OrderStatus | null
  exchanges: ShownExchange[]
  totals: Order['totals'] | null
  address: Record<keyof Order['address'], string> | null
}
export type ShownExchange = Omit<Exchange, 'exchangeStatus'> & { exchangeStatus: OrderStatus | null }

/** The orders of an answer, newest first. Anything but a list is an empty one. */
export function readOrders(answer: unknown): ShownOrder[] {
  const orders = listOf(answer).filter(isRecord).map(readOrder)
  return orders.sort((one, other) => timeOf(other.orderedDate) - timeOf(one.orderedDate))
}

function readOrder(order: Fields): ShownOrder {
  const _id = textOf(order._id)
  const lines = listOf(order.productDetails).filter(isRecord).map(readLine)
  const totals = isRecord(order.totals) ? order.totals : null
  const total = numberOf(order.totalPrice)
  return {
    _id,
    orderedDate: textOf(order.orderedDate),
    estimatedDate: textOf(order.estimatedDate),
    deliveredDate: textOrNull(order.deliveredDate),
    orderStatus: isOrderStatus(order.orderStatus) ? order.orderStatus : null,
    statusDates: readDates(order.statusDates, textOf(order.orderedDate)),
    paymentMethod: textOf(order.paymentMethod),
    totalPrice: total,
    totals: totals && {
      goods: numberOf(totals.goods),
      delivery: numberOf(totals.delivery),
      tax: numberOf(totals.tax),
      total: numberOf(totals.total) || total,
    },
    productName: textOf(order.productName) || lines[0]?.productId.name || 'Order',
    productDetails: lines,
    exchanges: listOf(order.exchanges)
      .filter(isRecord)
      .map((exchange) => readExchange(exchange, _id, lines)),
    exchangeUntil: textOrNull(order.exchangeUntil),
    address: isRecord(order.address) ? readAddress(order.address) : null,
  }
}

function readLine(line: Fields): OrderLine {
  return {
    _id: textOf(line._id),
    productId: readProduct(line.productId),
    color: textOf(line.color),
    size: textOf(line.size),
    quantity: numberOf(line.quantity) || 1,
    picture: readPicture(line.picture),
  }
}

/** The product object of a line; another client's server may send its id alone. */
function readProduct(product: unknown): OrderLine['productId'] {
  if (!isRecord(product)) return { _id: textOf(product), name: 'Unnamed Product', price: 0, images: [] }
  return {
    _id: textOf(product._id),
    name: textOf(product.name) || 'Unnamed Product',
    price: numberOf(product.price),
    images: listOf(product.images).filter((image) => typeof image === 'string'),
  }
}

function readExchange(exchange: Fields, orderId: string, lines: readonly OrderLine[]): ShownExchange {
  const product = readProduct(exchange.productId)
  // An exchange that names its product by id alone takes the words of the order's line.
  const line = lines.find(({ productId }) => productId._id === product._id)
  return {
    _id: textOf(exchange._id),
    orderId: textOf(exchange.orderId) || orderId,
    productId: isRecord(exchange.productId) ? product : (line?.productId ?? product),
    exchangeStatus: isOrderStatus(exchange.exchangeStatus) ? exchange.exchangeStatus : null,
    isCancelled: exchange.isCancelled === true,
    arrivalDate: textOf(exchange.arrivalDate),
    requestedDate: textOf(exchange.requestedDate),
    statusDates: readDates(exchange.statusDates, textOf(exchange.requestedDate)),
    reasonForExchange: textOf(exchange.reasonForExchange),
    problem: textOf(exchange.problem),
    color: textOrNull(exchange.color),
    size: textOrNull(exchange.size),
    picture: readPicture(exchange.picture) ?? line?.picture ?? null,
  }
}

function readDates(dates: unknown, ordered: string): StatusDates {
  const fields = isRecord(dates) ? dates : {}
  return {
    ordered: textOf(fields.ordered) || ordered,
    packaging: textOrNull(fields.packaging),
    ontheway: textOrNull(fields.ontheway),
    delivered: textOrNull(fields.delivered),
  }
}

function readAddress(address: Fields): ShownOrder['address'] {
  return {
    _id: textOf(address._id),
    firstName: textOf(address.firstName),
    lastName: textOf(address.lastName),
    phoneNumber: textOf(address.phoneNumber),
    email: textOf(address.email),
    streetAddress: textOf(address.streetAddress),
    country: textOf(address.country),
    townCity: textOf(address.townCity),
    state: textOf(address.state),
    zipCode: textOf(address.zipCode),
  }
}

function readPicture(picture: unknown): OrderLine['picture'] {
  if (!isRecord(picture) || typeof picture.src !== 'string') return null
  return {
    src: picture.src,
    alt: textOf(picture.alt),
    color: textOf(picture.color),
    view: textOf(picture.view),
    width: numberOf(picture.width) || 1080,
    height: numberOf(picture.height) || 1350,
    tone: textOf(picture.tone),
  }
}

type Fields = Record<string, unknown>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
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
