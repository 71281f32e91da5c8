import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, text } from '#platform/api/fields.server.ts'
import { REASON_MISSING } from './messages.ts'

export const refundsContract = defineContract({
  'POST /user/cancelOrder': {
    summary: 'Cancels an order that hasn’t been shipped, and refunds it in full; idempotent',
    group: 'Orders',
    access: 'customer',
    body: z.object({ userId: id, orderId: id, reason: text({ max: 500, required: REASON_MISSING, multiline: true }) }),
    status: 200,
    response: z.object({ success: z.literal(true), message: z.string() }),
    refusals: ['not_found', 'already_shipped', 'not_paid', 'payment_unconfirmed'],
  },
})
