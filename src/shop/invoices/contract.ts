import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes, id } from '#platform/api/fields.server.ts'

const file = {
  group: 'Orders',
  access: 'customer',
  status: 200,
  response: fileBytes,
  fileType: 'application/pdf',
  headers: { 'Content-Disposition': 'The name of the file.' },
  refusals: ['not_found'],
} as const

export const invoicesContract = defineContract({
  'GET /user/invoice/{userId}/{orderId}': {
    summary: 'The invoice of a paid order as PDF; 404 until the payment is confirmed',
    params: z.object({ userId: id, orderId: id }),
    ...file,
  },
  'GET /user/credit-note/{userId}/{refundId}': {
    summary: 'The credit note of a refund as PDF',
    params: z.object({ userId: id, refundId: id }),
    ...file,
  },
})
