import type { Exchange, Order, OrderLine, StatusDates } from '#shop/orders/contract.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/orders/rules.ts'

const picture = (src: string, color: string) => ({
  src,
  color,
  alt: '',
  view: 'front',
  width: 1080,
  height: 1350,
  tone: '#dcd5c8',
})

export const HOODIE = {
  productId: 'last-local-heavyweight-hoodie',
  name: 'Last Local Heavyweight Hoodie',
  color: 'Black',
  size: 'L',
  price: 2499,
  pictures: [picture('/media/catalogue/last-local-heavyweight-hoodie/black-front.webp?v=1', 'Black')],
}
export const TEE = {
  productId: 'four-bars-boxy-tee',
  name: 'Four Bars Boxy Tee & “Bars”',
  color: 'White',
  size: 'XXL',
  price: 999,
  pictures: [picture('/media/catalogue/four-bars-boxy-tee/white-front.webp?v=1', 'White')],
}
/** A product whose picture is on another host, which no mail loads. */
const TOTE = {
  productId: 'dabba-tote',
  name: 'Dabba Tote',
  color: 'Kohl',
  size: 'Free Size',
  price: 599,
  pictures: [picture('https://elsewhere.example/tote.webp', 'Kohl')],
}

const line = (id: string, goods: typeof HOODIE, quantity: number): OrderLine => ({
  _id: id,
  productId: { _id: goods.productId, name: goods.name, price: goods.price, images: [] },
  color: goods.color,
  size: goods.size,
  quantity,
  discount: 0,
  cancelled: 0,
  picture: goods.pictures[0] ?? null,
})

const DAYS: StatusDates = {
  ordered: '2026-11-24T06:00:00.000Z',
  packaging: '2026-11-25T06:00:00.000Z',
  ontheway: '2026-11-26T06:00:00.000Z',
  delivered: '2026-11-28T06:00:00.000Z',
}

/** An order's stage, and the days of this stage and those before it. */
export function at(orderStatus: OrderStatus): Pick<Order, 'orderStatus' | 'statusDates'> {
  const last = ORDER_STATUSES.indexOf(orderStatus)
  const dayOf = (status: OrderStatus) => (ORDER_STATUSES.indexOf(status) <= last ? DAYS[status] : null)
  const statusDates = {
    ordered: DAYS.ordered,
    packaging: dayOf('packaging'),
    ontheway: dayOf('ontheway'),
    delivered: dayOf('delivered'),
  }
  return { orderStatus, statusDates }
}

/** An order on its way: a hoodie, two tees and a bag. */
export function sampleOrder(change: Partial<Order> = {}): Order {
  return {
    _id: 'ord1',
    orderNumber: 'FS-10482',
    orderedDate: '2026-11-24T06:00:00.000Z',
    estimatedDate: '2026-12-02T06:00:00.000Z',
    deliveredDate: null,
    ...at('ontheway'),
    cancelledDate: null,
    refunds: [],
    closingNote: null,
    paymentMethod: 'upi',
    totalPrice: 5390.8,
    totals: { goods: 5096, delivery: 40, tax: 254.8, total: 5390.8, taxIncluded: 0 },
    discounts: [],
    cashFee: 0,
    credit: 0,
    toConfirm: false,
    payment: { method: 'online', due: 0, state: 'received' },
    note: '',
    gstin: '',
    productName: HOODIE.name,
    productDetails: [line('l1', HOODIE, 1), line('l2', TEE, 2), line('l3', TOTE, 1)],
    exchanges: [],
    exchangeDays: 7,
    exchangeUntil: null,
    address: {
      _id: 'a1',
      firstName: 'Asha',
      lastName: 'D’Souza <asha>',
      phoneNumber: '98450 00000',
      email: 'asha@example.test',
      streetAddress: '12, Church Street',
      country: 'India',
      townCity: 'Bengaluru',
      state: 'Karnataka',
      zipCode: '560001',
    },
    tracking: null,
    shipments: [],
    stillToShip: [],
    ...change,
  }
}

export const EXCHANGE: Exchange = {
  _id: 'exc1',
  orderId: 'ord1',
  productId: { _id: HOODIE.productId, name: HOODIE.name, price: HOODIE.price, images: [] },
  exchangeStatus: 'packaging',
  isCancelled: false,
  arrivalDate: '2026-12-09T06:00:00.000Z',
  requestedDate: '2026-12-03T06:00:00.000Z',
  statusDates: {
    ordered: '2026-12-03T06:00:00.000Z',
    packaging: '2026-12-04T06:00:00.000Z',
    ontheway: null,
    delivered: null,
  },
  reasonForExchange: 'Size Issue',
  problem: 'Too tight at the shoulders',
  color: null,
  size: 'XL',
  picture: HOODIE.pictures[0] ?? null,
  pieces: [{ lineId: 'l1', quantity: 1, replacement: { color: 'Black', size: 'XL' } }],
  other: null,
  tracking: null,
  pickup: null,
  receivedDate: null,
  refusal: null,
  refundedDate: null,
  fee: 0,
  photos: 0,
  priceDifference: 0,
  isDifferencePaid: false,
}
