import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { payment } from '../orders/staff-order-contract.ts'

/** Payments in doubt (CONTRACT part three, Staff site). */
export const staffCheckoutContract = defineContract({
  'POST /orders/{id}/confirm': {
    summary: 'Confirms an order in cash for its customer, so that it’s packed',
    group: 'Orders',
    access: 'staff',
    params: z.object({ id: z.string().min(1).max(64) }),
    status: 200,
    response: z.object({
      orderId: z.string(),
      orderNumber: z.string(),
      /** True if it was confirmed before. Then nothing was changed. */
      already: z.boolean(),
    }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
    idempotent: true,
  },
  'POST /orders/{id}/pay-link': {
    summary: 'Makes the link by which an order in cash can be paid online, until it’s packed or 48 hours are over',
    group: 'Orders',
    access: 'staff',
    params: z.object({ id: z.string().min(1).max(64) }),
    status: 200,
    response: z.object({
      link: z.url(),
      /** What it costs online, in rupees: without the fee for cash, and less `cash.discountOnline`. */
      total: z.number(),
      /** What is to pay: the total without what store credit pays. */
      due: z.number(),
      until: z.iso.datetime(),
    }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'already_placed', 'conflict'],
    idempotent: true,
  },
  'POST /orders/{id}/payment/check': {
    summary: 'Asks the payment provider about an order now, instead of in a few minutes',
    group: 'Orders',
    access: 'staff',
    params: z.object({ id: z.string().min(1).max(64) }),
    status: 200,
    response: z.object({ payment }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
    idempotent: true,
  },
})
