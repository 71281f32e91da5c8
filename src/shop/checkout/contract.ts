import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, text } from '#platform/api/fields.server.ts'
import { gstin, phone } from '../addresses/contract.ts'
import { selectedLine } from '../cart/contract.ts'
import { PIN_MALFORMED } from '../delivery/messages.ts'
import { CODE_REASONS } from '../offers/rules.ts'
import { discount } from '../orders/contract.ts'
import { readPin } from '../settings/pin-rules.ts'
import { CASH_REASONS } from './cash-rules.ts'
import { ADDRESS_MISSING, NO_LINES, PAYMENT_METHOD_UNKNOWN, TOO_MANY_LINES, TOTAL_NOT_VALID } from './messages.ts'

/** Codes of offers, as typed. */
const codes = z.array(z.string().max(100)).max(20).optional()

/** In rupees. Must equal the server's own total to the paisa. */
export const TOTAL = z.number({ error: TOTAL_NOT_VALID }).min(0, TOTAL_NOT_VALID)

const orderRequest = z.object({
  userId: id,
  totalPrice: TOTAL,
  /** Names and prices sent by a client aren't read (docs/security.md). */
  productDetails: z.array(selectedLine, { error: NO_LINES }).min(1, NO_LINES).max(100, TOO_MANY_LINES),
  addressId: z.string({ error: ADDRESS_MISSING }).min(1, ADDRESS_MISSING).pipe(id),
  paymentMethod: z.enum(['credit_card', 'cash'], { error: PAYMENT_METHOD_UNKNOWN }),
  codes,
  /** For the courier: "Leave with the guard". */
  note: text({ max: 200, multiline: true }).optional(),
  /** Another number for the courier. */
  phone2: phone.optional(),
  /** A business buyer's. Without it that of the address counts; empty is none. */
  gstin: gstin.optional(),
  /** Pays with store credit as far as it goes. */
  useCredit: z.boolean().optional(),
})

export type OrderRequest = z.output<typeof orderRequest>

/** How an order can be paid. */
export const METHODS = ['online', 'cash'] as const

const quoteRequest = z.object({
  /** A visitor sends none. */
  userId: id.optional(),
  productDetails: orderRequest.shape.productDetails,
  addressId: id.optional(),
  /** For the delivery fee without an address. */
  pin: z
    .string()
    .max(20, PIN_MALFORMED)
    .transform((typed, context) => {
      const pin = readPin(typed)
      if (pin === null) context.addIssue({ code: 'custom', message: PIN_MALFORMED })
      return pin ?? z.NEVER
    })
    .optional(),
  paymentMethod: z.enum(['credit_card', 'cash'], { error: PAYMENT_METHOD_UNKNOWN }).optional(),
  codes,
  useCredit: orderRequest.shape.useCredit,
})

export type QuoteRequest = z.output<typeof quoteRequest>

/** What a cart costs now (CONTRACT, One price). Money in rupees. */
const quote = z
  .object({
    lines: z.array(
      z.object({
        productId: z.string(),
        color: z.string(),
        size: z.string(),
        quantity: z.int(),
        price: z.number(),
        mrp: z.number().nullable(),
        /** Off the whole line. */
        discount: z.number(),
        taxPercent: z.number(),
        /** Added to the line, or contained in it. */
        tax: z.number(),
        total: z.number(),
      }),
    ),
    /** Before discounts. */
    goods: z.number(),
    discounts: z.array(discount),
    /** Before offers of free delivery, which are in `discounts`. */
    delivery: z.number(),
    /** Null if delivery is free anyway, or never for its sum. */
    freeDelivery: z.object({ from: z.number(), missing: z.number() }).nullable(),
    cashFee: z.number(),
    tax: z.number(),
    total: z.number(),
    credit: z.object({ available: z.number(), used: z.number() }),
    due: z.number(),
    methods: z.array(
      z.object({
        method: z.enum(METHODS),
        allowed: z.boolean(),
        reason: z.enum(CASH_REASONS).nullable(),
        message: z.string().nullable(),
      }),
    ),
    /** `code` as it was typed. */
    refusedCodes: z.array(z.object({ code: z.string(), reason: z.enum(CODE_REASONS), message: z.string() })),
  })
  .meta({ id: 'Quote' })

export type QuoteAnswer = z.output<typeof quote>

export const openedOrder = z.object({
  success: z.literal(true),
  orderId: z.string(),
  razorpayOrderId: z.string(),
  /** Whole paise. */
  amount: z.int(),
  currency: z.literal('INR'),
  keyId: z.string(),
  /** The URL of the provider's checkout script. */
  checkoutUrl: z.string(),
  /** In rupees, before store credit. */
  total: z.number(),
  /** `amount` in rupees. */
  due: z.number(),
  /** The end of the hold, in ISO 8601. */
  heldUntil: z.string(),
  /** How the customer paid last time, in the provider's term. Missing if not known. */
  lastMethod: z.string().optional(),
})

/** An order that is placed without a payment: it's paid in cash at the door, or store credit pays it whole (`paid`). */
export const cashOrder = z.object({
  success: z.literal(true),
  orderId: z.string(),
  state: z.enum(['to_confirm', 'placed', 'paid']),
  /** In rupees, like `due`: what is collected, 0 if it's paid. */
  total: z.number(),
  due: z.number(),
})

export type CashOrder = z.output<typeof cashOrder>

/** The options of the payment dialog. */
export type OpenedOrder = z.output<typeof openedOrder>

export const paymentProof = z.object({
  userId: id,
  orderId: id,
  // The formats aren't validated here: every forged proof fails at its signature, with the same response.
  razorpayPaymentId: z.string().max(200),
  razorpayOrderId: z.string().max(200),
  razorpaySignature: z.string().max(500),
})

/** What the payment dialog returned to the page, with its order. */
export type PaymentProof = Omit<z.output<typeof paymentProof>, 'userId'>

export const placedOrder = z.object({ success: z.literal(true), message: z.string(), orderId: z.string() })

export type PlacedOrder = z.output<typeof placedOrder>

const pendingOrder = z.object({
  _id: z.string(),
  /** ISO 8601. */
  orderedDate: z.string(),
  heldUntil: z.string(),
  /** Rupees. */
  totalPrice: z.number(),
  /** Of it, what store credit doesn't pay. */
  due: z.number(),
  productDetails: z.array(
    z.object({
      name: z.string(),
      color: z.string(),
      size: z.string(),
      quantity: z.int(),
      image: z.string().nullable(),
      /** Rupees per piece when the order was created. */
      price: z.number(),
      /** Rupees per piece in the shop now, which the order doesn't pay. Null if it's no longer sold. */
      currentPrice: z.number().nullable(),
    }),
  ),
})

/** An unpaid order that holds its stock. */
export type PendingOrder = z.output<typeof pendingOrder>

export const checkoutContract = defineContract({
  'POST /user/quote': {
    summary: 'What a cart costs now, by line, with discounts, delivery and tax; a visitor sends no `userId`',
    group: 'Checkout',
    access: 'visitor',
    body: quoteRequest,
    status: 200,
    response: quote,
    refusals: ['order_too_large', 'not_found', 'too_many_requests'],
  },
  'POST /user/create-order': {
    summary:
      'Holds the stock of an order and creates the provider’s order for the payment dialog; an order in cash is placed at once',
    group: 'Checkout',
    access: 'customer',
    body: orderRequest,
    status: 201,
    response: z.union([openedOrder, cashOrder]),
    refusals: [
      'not_logged_in',
      'order_too_large',
      'not_found',
      'already_placed',
      'below_minimum_order',
      'insufficient_stock',
      'shop_closed',
      'total_changed',
      'address_incomplete',
      'wrong_gstin',
      'method_not_allowed',
      'payment_provider_failed',
    ],
    idempotent: true,
  },
  'GET /user/pending-orders/{userId}': {
    summary: 'The customer’s unpaid orders that are still held, newest first',
    group: 'Checkout',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: z.object({ success: z.literal(true), orders: z.array(pendingOrder) }),
  },
  'POST /user/pay-order': {
    summary: 'Reopens an unpaid order for payment, at its original price',
    group: 'Checkout',
    access: 'customer',
    body: z.object({ userId: id, orderId: id }),
    status: 200,
    response: openedOrder,
    refusals: ['not_found', 'already_placed', 'hold_ended', 'payment_provider_failed'],
  },
  'POST /user/confirm/{token}': {
    summary: 'Confirms an order in cash by the link that was mailed; needs no login',
    group: 'Checkout',
    access: 'public',
    params: z.object({ token: z.string().max(64) }),
    status: 200,
    response: z.object({ success: z.literal(true), orderNumber: z.string() }),
    refusals: ['not_found', 'link_over'],
  },
  'POST /user/verify-payment': {
    summary: 'Checks the signature from the payment dialog and places the order; idempotent',
    group: 'Checkout',
    access: 'customer',
    body: paymentProof,
    status: 200,
    response: placedOrder,
    refusals: ['payment_refused', 'payment_returned', 'payment_unconfirmed', 'not_found'],
  },
})
