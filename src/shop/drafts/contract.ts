import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { addressFields } from '../addresses/contract.ts'
import { openedOrder, paymentProof, placedOrder, TOTAL } from '../checkout/contract.ts'
import { discount, orderAddress } from '../orders/contract.ts'
import { DRAFT_STATES } from './rules.ts'

const link = z.object({ token: z.string().max(100) })

/** What a link to pay shows (CONTRACT, An order entered for somebody). Money in rupees. */
const payPage = z
  .object({
    state: z.enum(DRAFT_STATES),
    /** True if it's for a dearer replacement: the sums are what it costs more. */
    isExchange: z.boolean(),
    lines: z.array(
      z.object({
        name: z.string(),
        color: z.string(),
        size: z.string(),
        quantity: z.int(),
        price: z.number(),
        discount: z.number(),
        total: z.number(),
        image: z.string().nullable(),
        /** What goes back for it; null but for an exchange. */
        replaces: z
          .object({
            /** If it's another product. */
            name: z.string().nullable(),
            color: z.string(),
            size: z.string(),
          })
          .nullable(),
      }),
    ),
    goods: z.number(),
    discounts: z.array(discount),
    delivery: z.number(),
    /** Of an order that was paid in cash after all; else 0. */
    cashFee: z.number(),
    /** Added to the goods; 0 if prices include it. */
    tax: z.number(),
    total: z.number(),
    /** What store credit pays of the total. */
    credit: z.number(),
    /** What is still to pay. */
    due: z.number(),
    /** Handed over where it's paid: no address is needed. */
    pickup: z.boolean(),
    /** False if it was ordered with its address, or needs none. */
    mayChangeAddress: z.boolean(),
    /** Null if it's still to be given, or not needed. */
    address: orderAddress.nullable(),
    holdUntil: z.iso.datetime(),
    /** As people use it; null until it's paid. */
    orderNumber: z.string().nullable(),
  })
  .meta({ id: 'PayPage' })

export type PayPage = z.output<typeof payPage>

export const draftsContract = defineContract({
  'GET /user/pay/{token}': {
    summary: 'The order at a link to pay; 410 once the link has lapsed or was revoked, with `state`',
    group: 'Checkout',
    access: 'public',
    params: link,
    status: 200,
    response: payPage,
    refusals: ['not_found', 'link_over', 'link_revoked'],
  },
  'POST /user/pay/{token}': {
    summary: 'Creates the provider’s order for the payment dialog, without an account',
    group: 'Checkout',
    access: 'public',
    params: link,
    body: z.object({
      /** Where it goes, if it's another place than staff entered. */
      address: addressFields.omit({ isDefault: true }).optional(),
      totalPrice: TOTAL,
    }),
    status: 201,
    response: openedOrder,
    refusals: [
      'not_found',
      'link_over',
      'link_revoked',
      'already_placed',
      'conflict',
      'total_changed',
      'address_incomplete',
      'wrong_gstin',
      'insufficient_stock',
      'order_too_large',
      'below_minimum_order',
      'hold_ended',
      'payment_provider_failed',
    ],
  },
  'POST /user/pay/{token}/verify': {
    summary: 'Checks the signature from the payment dialog and places the order; idempotent',
    group: 'Checkout',
    access: 'public',
    params: link,
    body: paymentProof.omit({ userId: true }),
    status: 200,
    response: placedOrder,
    refusals: ['payment_refused', 'payment_returned', 'payment_unconfirmed', 'not_found'],
  },
})
