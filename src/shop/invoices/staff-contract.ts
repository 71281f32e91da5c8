import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes } from '#platform/api/fields.server.ts'

const file = {
  group: 'Orders',
  access: 'staff',
  status: 200,
  response: fileBytes,
  fileType: 'application/pdf',
  headers: { 'Content-Disposition': 'The name of the file.' },
} as const

const reference = z.string().min(1).max(64)

/** Documents of orders, by an order's id or number (CONTRACT part three, Staff site). */
export const staffInvoicesContract = defineContract({
  'GET /orders/{id}/invoice.pdf': {
    summary: 'The invoice or receipt of a paid order; 404 until the payment is confirmed',
    params: z.object({ id: reference }),
    refusals: ['second_factor_needed', 'not_found'],
    ...file,
  },
  'GET /orders/{id}/credit-notes/{refund}': {
    summary: 'The credit note of a refund of the order as PDF',
    params: z.object({ id: reference, refund: z.string().max(64) }),
    refusals: ['second_factor_needed', 'not_found'],
    ...file,
  },
  'GET /orders/{id}/packing-slip.pdf': {
    summary: 'The packing slip of an order, on A4 or 4×6 inches',
    params: z.object({ id: reference }),
    query: z.object({ paper: z.enum(['a4', '4x6'], { error: 'The paper is a4 or 4x6.' }).default('a4') }),
    refusals: ['second_factor_needed', 'not_found', 'conflict'],
    ...file,
  },
})
