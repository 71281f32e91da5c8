import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id } from '#platform/api/fields.server.ts'
import { address } from '../addresses/contract.ts'
import { lineProduct } from '../cart/contract.ts'
import { picture } from '../catalog/contract.ts'
import { ORDER_STATUSES } from './rules.ts'

/** SPEC 4: the four stages of an order, and of an exchange. */
export const orderStatus = z.enum(ORDER_STATUSES)

/** When each stage was reached, in ISO 8601. Null if not yet. */
export const statusDates = z.object({
  ordered: z.string(),
  packaging: z.string().nullable(),
  ontheway: z.string().nullable(),
  delivered: z.string().nullable(),
})

/** One line of an order; `productId.price` is the price paid per piece, in rupees. */
export const orderLine = z.object({
  _id: z.string(),
  productId: lineProduct,
  color: z.string(),
  size: z.string(),
  quantity: z.int(),
  /** What offers took off the whole line, in rupees. */
  discount: z.number(),
  /** How many of them were cancelled. */
  cancelled: z.int(),
  picture: picture.nullable(),
  /** Its own days in which it may be exchanged, 0 for never. Missing if they're the order's. */
  exchangeDays: z.int().optional(),
})

/** Where a parcel can be tracked. `url` is the carrier's page, or null if none is known. */
const tracking = z.object({ carrier: z.string(), number: z.string(), url: z.string().nullable() })

const piece = z.object({ lineId: z.string(), quantity: z.int() })

/** A product on its way back and its replacement on its way out (SPEC 3). */
export const exchange = z
  .object({
    _id: z.string(),
    orderId: z.string(),
    productId: lineProduct,
    exchangeStatus: orderStatus,
    isCancelled: z.boolean(),
    /** When the replacement is expected, or was delivered. */
    arrivalDate: z.string(),
    requestedDate: z.string(),
    statusDates,
    reasonForExchange: z.string(),
    problem: z.string(),
    color: z.string().nullable(),
    size: z.string().nullable(),
    picture: picture.nullable(),
    /** How many of each line of the order are exchanged, and for what; null if that's no longer in the catalogue. */
    pieces: z.array(piece.extend({ replacement: z.object({ color: z.string(), size: z.string() }).nullable() })),
    /** The product that comes instead; null if it's the same one in whatever colour and size. */
    other: z.object({ _id: z.string(), name: z.string() }).nullable(),
    /** The parcel with the replacement. Null before it leaves, or if it can't be tracked. */
    tracking: tracking.nullable(),
    /** The parcel with the exchanged piece on its way back, or null if none is known. */
    pickup: tracking.nullable(),
    /** When the exchanged piece came back. */
    receivedDate: z.string().nullable(),
    /** Why the shop refused the exchange, or null if it didn't. */
    refusal: z.string().nullable(),
    /** When the shop refunded the piece, because no replacement was in stock. */
    refundedDate: z.string().nullable(),
    /** In rupees with tax, because the replacement has another price: above 0 to pay, below 0 to get back; 0 for most. */
    priceDifference: z.number(),
    /** True if there was something to pay, and it has come. */
    isDifferencePaid: z.boolean(),
    /** What of it the request itself costs, in rupees: it isn't the order's first. */
    fee: z.number(),
    /** How many photos were sent with it; `GET /user/exchangePhotos/{exchangeId}` has them. */
    photos: z.int(),
  })
  .meta({ id: 'Exchange' })

/** A parcel that has left; `pieces` says how many of each line of the order are in it. */
const shipment = tracking.extend({
  shippedDate: z.string(),
  outForDeliveryDate: z.string().nullable(),
  pieces: z.array(piece),
})

export type Tracking = z.output<typeof tracking>
export type Shipment = z.output<typeof shipment>

/** The shipping address, as it was when the order was paid. */
export const orderAddress = z.object({
  ...address.omit({ isDefault: true, gstin: true }).shape,
  /** Another number for the courier. Orders of earlier versions have none. */
  phone2: z.string().optional(),
})

export type OrderAddress = z.output<typeof orderAddress>

const refund = z.object({
  amount: z.number(),
  date: z.string(),
  state: z.enum(['pending', 'processed', 'failed']),
  /** Where it goes: to where it was paid from, to the store credit, to a bank account. */
  to: z.enum(['source', 'credit', 'bank']),
  /** The id of its credit note, or null while it has none. */
  creditNote: z.string().nullable(),
})

/** What an offer took off, in rupees. `code`: the one that asked for it, or null. */
export const discount = z.object({
  offer: z.string().nullable(),
  name: z.string(),
  code: z.string().nullable(),
  amount: z.number(),
})

export type ShownDiscount = z.output<typeof discount>

/** A paid order (SPEC 3). Money in rupees, dates in ISO 8601. */
export const order = z
  .object({
    _id: z.string(),
    /** The number that people use, such as FS-10482. */
    orderNumber: z.string(),
    orderedDate: z.string(),
    estimatedDate: z.string(),
    deliveredDate: z.string().nullable(),
    orderStatus: z.enum([...ORDER_STATUSES, 'cancelled']),
    statusDates,
    /** When it was cancelled. */
    cancelledDate: z.string().nullable(),
    /** Oldest first. `failed`: the provider couldn't refund it, and the shop takes care of it. */
    refunds: z.array(refund),
    /** The id of the credit note of an order in cash that was closed unpaid, or null. */
    closingNote: z.string().nullable(),
    paymentMethod: z.string(),
    totalPrice: z.number(),
    totals: z.object({
      goods: z.number(),
      delivery: z.number(),
      tax: z.number(),
      total: z.number(),
      /** The tax inside the total, if prices included it at the purchase, else 0. */
      taxIncluded: z.number(),
    }),
    discounts: z.array(discount),
    /** For paying in cash, in rupees. */
    cashFee: z.number(),
    /** What store credit paid of the total, in rupees. */
    credit: z.number(),
    /** True while a cash order waits to be confirmed. */
    toConfirm: z.boolean(),
    /** `due`: what is still to come, in rupees. `cancelled`: nothing was paid, and nothing will be. */
    payment: z.object({
      method: z.enum(['online', 'cash']),
      due: z.number(),
      state: z.enum(['due', 'received', 'cancelled']),
    }),
    /** The shopper's words for the courier, or empty. */
    note: z.string(),
    /** A business buyer's number, or empty. */
    gstin: z.string(),
    productName: z.string(),
    productDetails: z.array(orderLine),
    exchanges: z.array(exchange),
    /** Days from delivery in which a product may be exchanged, as set at the purchase. */
    exchangeDays: z.number(),
    /** Until when a product may be exchanged; null before delivery. */
    exchangeUntil: z.string().nullable(),
    address: orderAddress,
    /** Of the newest parcel, or null while none has left. */
    tracking: tracking.nullable(),
    /** All parcels, oldest first. */
    shipments: z.array(shipment),
    /** Once a parcel has left: the pieces for later parcels. */
    stillToShip: z.array(piece),
  })
  .meta({ id: 'Order' })

export type Order = z.output<typeof order>
export type OrderRefund = z.output<typeof refund>
export type OrderLine = z.output<typeof orderLine>
export type Exchange = z.output<typeof exchange>
export type StatusDates = z.output<typeof statusDates>

export const ordersContract = defineContract({
  'GET /user/user-orders/{userId}': {
    summary:
      'The customer’s orders, newest first, unpaid ones only if they’re paid in cash; 404 with an empty list when there are none',
    group: 'Orders',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: z.object({ orders: z.array(order) }),
    refusals: ['not_found'],
  },
  'GET /user/order-status/{orderId}': {
    summary: 'The state of an order, so that checkout’s last page doesn’t depend on a single response',
    group: 'Orders',
    access: 'customer',
    params: z.object({ orderId: id }),
    status: 200,
    response: z.object({
      orderId: z.string(),
      paid: z.boolean(),
      /**
       * `awaiting_payment`, `paid`, `to_confirm` or `placed` (paid in cash at the door), `expired` (the stock is free again) or
       * `refunded` (the payment was late, a second one, or of a wrong amount).
       */
      state: z.enum(['awaiting_payment', 'to_confirm', 'placed', 'paid', 'expired', 'refunded']),
      orderStatus: order.shape.orderStatus.nullable(),
      total: z.number(),
    }),
    refusals: ['not_found'],
  },
})
