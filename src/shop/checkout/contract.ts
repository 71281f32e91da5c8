import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, slug, text, whole } from '#platform/api/fields.server.ts'
import { t } from '#platform/text/t.ts'
import { QUANTITY_TOO_SMALL } from '../cart/messages.ts'
import { ADDRESS_MISSING, NO_LINES, PAYMENT_METHOD_UNKNOWN, TOO_MANY_LINES, TOTAL_NOT_VALID } from './messages.ts'

/** A line to buy. Names and prices that a client sends along are not read (docs/security.md). */
const lineToBuy = z.object({
  productId: slug,
  color: text({ max: 60, required: t('Please select a color.') }),
  size: text({ max: 30, required: t('Please select a size.') }),
  quantity: whole(1, 2_147_483_647, QUANTITY_TOO_SMALL),
})

export type LineToBuy = z.output<typeof lineToBuy>

const orderRequest = z.object({
  userId: id,
  /** Rupees; must be the server's own total to the paisa. */
  totalPrice: z.number({ error: TOTAL_NOT_VALID }).min(0, TOTAL_NOT_VALID),
  productDetails: z.array(lineToBuy, { error: NO_LINES }).min(1, NO_LINES).max(100, TOO_MANY_LINES),
  addressId: z.string({ error: ADDRESS_MISSING }).min(1, ADDRESS_MISSING).pipe(id),
  paymentMethod: z.literal('credit_card', { error: PAYMENT_METHOD_UNKNOWN }),
})

export type OrderRequest = z.output<typeof orderRequest>

const openedOrder = z.object({
  success: z.literal(true),
  orderId: z.string(),
  razorpayOrderId: z.string(),
  /** Whole paise. */
  amount: z.int(),
  currency: z.literal('INR'),
  keyId: z.string(),
  /** The URL of the provider's checkout script. */
  checkoutUrl: z.string(),
  /** `amount` in rupees. */
  total: z.number(),
  /** Until when the stock is held. ISO 8601. */
  heldUntil: z.string(),
  /** How the customer paid last, as the provider names it, where that is known. */
  lastMethod: z.string().optional(),
})

/** The options of the payment dialog. */
export type OpenedOrder = z.output<typeof openedOrder>

const paymentProof = z.object({
  userId: id,
  orderId: id,
  // Their formats are not validated here: every forged proof fails at its signature, with the same response.
  razorpayPaymentId: z.string().max(200),
  razorpayOrderId: z.string().max(200),
  razorpaySignature: z.string().max(500),
})

/** What the payment dialog returned to the page, with the order it was for. */
export type PaymentProof = Omit<z.output<typeof paymentProof>, 'userId'>

const placedOrder = z.object({ success: z.literal(true), message: z.string(), orderId: z.string() })

export type PlacedOrder = z.output<typeof placedOrder>

const pendingOrder = z.object({
  _id: z.string(),
  /** ISO 8601. */
  orderedDate: z.string(),
  heldUntil: z.string(),
  /** Rupees. */
  totalPrice: z.number(),
  productDetails: z.array(
    z.object({
      name: z.string(),
      color: z.string(),
      size: z.string(),
      quantity: z.int(),
      image: z.string().nullable(),
      /** Rupees for one, as the order was placed. */
      price: z.number(),
      /** Rupees for one in the shop now; null where it is no longer sold. The order keeps its own. */
      currentPrice: z.number().nullable(),
    }),
  ),
})

/** An order that holds its goods until it is paid. */
export type PendingOrder = z.output<typeof pendingOrder>

export const checkoutContract = defineContract({
  'POST /user/create-order': {
    summary: 'Holds the stock of an order and makes the provider’s order that the payment dialog opens with',
    group: 'Checkout',
    access: 'customer',
    body: orderRequest,
    status: 201,
    response: openedOrder,
    refusals: [404, 409, 422, 502],
    idempotent: true,
  },
  'GET /user/pending-orders/{userId}': {
    summary: 'The customer’s unpaid orders while they are held, newest first',
    group: 'Checkout',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: z.object({ success: z.literal(true), orders: z.array(pendingOrder) }),
    refusals: [],
  },
  'POST /user/pay-order': {
    summary: 'Opens the provider’s order of an unpaid order again, at the price at which it was placed',
    group: 'Checkout',
    access: 'customer',
    body: z.object({ userId: id, orderId: id }),
    status: 200,
    response: openedOrder,
    refusals: [404, 409, 502],
  },
  'POST /user/verify-payment': {
    summary: 'Checks the signature that the payment dialog returned, and places the order; may be repeated',
    group: 'Checkout',
    access: 'customer',
    body: paymentProof,
    status: 200,
    response: placedOrder,
    refusals: [404, 409],
  },
})
