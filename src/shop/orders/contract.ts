import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id } from '#platform/api/fields.server.ts'
import { address } from '../addresses/contract.ts'
import { lineProduct } from '../cart/contract.ts'
import { picture } from '../catalog/contract.ts'
import { ORDER_STATUSES } from './rules.ts'

/** SPEC 4: the four stages of an order, and of an exchange. */
export const orderStatus = z.enum(ORDER_STATUSES)

/** When each stage was reached; null: not yet. ISO 8601. */
export const statusDates = z.object({
  ordered: z.string(),
  packaging: z.string().nullable(),
  ontheway: z.string().nullable(),
  delivered: z.string().nullable(),
})

/** One line of an order; `productId.price` is what was paid for one, in rupees. */
export const orderLine = z.object({
  _id: z.string(),
  productId: lineProduct,
  color: z.string(),
  size: z.string(),
  quantity: z.int(),
  /** How many of them were cancelled. */
  cancelled: z.int(),
  picture: picture.nullable(),
})

/** Where a parcel can be followed; `url` is the carrier's page, null where none is known. */
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
    /** How many of each line of the order are exchanged. */
    pieces: z.array(piece),
    /** The parcel that brings the replacement; null before it leaves, or where it cannot be tracked. */
    tracking: tracking.nullable(),
    /** The parcel that brings the exchanged piece back; null where none is known. */
    pickup: tracking.nullable(),
    /** When the exchanged piece came back. */
    receivedDate: z.string().nullable(),
    /** Why the shop refused the exchange; null where it did not. */
    refusal: z.string().nullable(),
    /** When the shop refunded the piece, because no replacement was in stock. */
    refundedDate: z.string().nullable(),
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

/** Where an order goes: the address as it stood when the order was paid. */
const orderAddress = z.object(address.omit({ isDefault: true }).shape)

export type OrderAddress = z.output<typeof orderAddress>

const refund = z.object({
  amount: z.number(),
  date: z.string(),
  state: z.enum(['pending', 'processed', 'failed']),
  /** The id by which its credit note is read; null while it has none. */
  creditNote: z.string().nullable(),
})

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
    /** Oldest first. `failed`: the provider could not refund it, and the shop takes care of it. */
    refunds: z.array(refund),
    paymentMethod: z.string(),
    totalPrice: z.number(),
    totals: z.object({
      goods: z.number(),
      delivery: z.number(),
      tax: z.number(),
      total: z.number(),
      /** The tax inside the total, where prices included it when it was bought; else 0. */
      taxIncluded: z.number(),
    }),
    productName: z.string(),
    productDetails: z.array(orderLine),
    exchanges: z.array(exchange),
    /** Days from delivery in which a product may be exchanged, as they were at the purchase. */
    exchangeDays: z.number(),
    /** Until when a product may be exchanged; null before delivery. */
    exchangeUntil: z.string().nullable(),
    address: orderAddress,
    /** Of the newest parcel; null while none has left. */
    tracking: tracking.nullable(),
    /** All parcels, oldest first. */
    shipments: z.array(shipment),
    /** Once a parcel has left: the pieces that leave in a later one. */
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
    summary: 'The customer’s paid orders, newest first; 404 with an empty list when there are none',
    group: 'Orders',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: z.object({ orders: z.array(order) }),
    refusals: ['not_found'],
  },
  'GET /user/order-status/{orderId}': {
    summary: 'The state of an order, so that the last page of checkout does not depend on one response',
    group: 'Orders',
    access: 'customer',
    params: z.object({ orderId: id }),
    status: 200,
    response: z.object({
      orderId: z.string(),
      paid: z.boolean(),
      /** `awaiting_payment`, `paid`, `expired` (the stock is free again) or `refunded` (the payment was late, a second one, or of a wrong amount). */
      state: z.enum(['awaiting_payment', 'paid', 'expired', 'refunded']),
      orderStatus: order.shape.orderStatus.nullable(),
      total: z.number(),
    }),
    refusals: ['not_found'],
  },
})
