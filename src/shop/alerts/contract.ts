import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, slug, text } from '#platform/api/fields.server.ts'
import { email } from '#platform/mail/address-field.server.ts'
import { EMAIL_WANTED } from './messages.ts'

const wanted = z.object({ priceDrops: z.boolean() })

export const alertsContract = defineContract({
  'POST /user/notifyMe': {
    summary:
      'One mail when a colour and size is back; confirmed by mail unless a signed-in customer asks for the own address',
    group: 'Alerts',
    access: 'public',
    body: z.object({
      email: email(EMAIL_WANTED),
      productId: slug,
      color: text({ max: 60, required: 'Please select a color.' }),
      size: text({ max: 30, required: 'Please select a size.' }),
    }),
    status: 202,
    response: z.object({ success: z.literal(true), message: z.string() }),
    refusals: [404, 429],
  },
  'GET /user/priceAlerts/{userId}': {
    summary: 'Whether the customer is told of lower prices of what is on the wishlist',
    group: 'Alerts',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: wanted,
  },
  'PUT /user/priceAlerts/{userId}': {
    summary: 'Starts or ends that the customer is told of lower prices; it is off until asked for',
    group: 'Alerts',
    access: 'customer',
    params: z.object({ userId: id }),
    body: wanted,
    status: 200,
    response: wanted.extend({ success: z.literal(true), message: z.string() }),
  },
})
