import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, slug, text } from '#platform/api/fields.server.ts'
import { email } from '#platform/mail/address-field.server.ts'
import { EMAIL_WANTED } from './messages.ts'

const wanted = z.object({ priceDrops: z.boolean() })

export const alertsContract = defineContract({
  'POST /user/notifyMe': {
    summary:
      'Asks for one mail when a colour and size is back in stock. The address is confirmed by mail, unless it is the signed-in customer’s own',
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
    refusals: ['not_found', 'too_many_requests'],
  },
  'GET /user/priceAlerts/{userId}': {
    summary: 'Whether the customer is notified of lower prices on the wishlist',
    group: 'Alerts',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: wanted,
  },
  'PUT /user/priceAlerts/{userId}': {
    summary: 'Turns notifications of lower prices on the wishlist on or off; they are off at first',
    group: 'Alerts',
    access: 'customer',
    params: z.object({ userId: id }),
    body: wanted,
    status: 200,
    response: wanted.extend({ success: z.literal(true), message: z.string() }),
  },
})
