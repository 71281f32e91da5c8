import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'

/** What the shop promises for a PIN. */
const promise = z
  .object({
    pin: z.string(),
    city: z.string(),
    state: z.string(),
    serviceable: z.boolean(),
    /** The day by which an order that is paid now is delivered, as 2026-11-26. */
    by: z.iso.date(),
    /** Whether exchanges are fetched there. */
    exchangePickup: z.boolean(),
    /** What delivery there costs, in rupees; missing where it is the shop's usual fee. */
    fee: z.number().optional(),
  })
  .meta({ id: 'DeliveryPromise' })

export type DeliveryPromise = z.output<typeof promise>

export const deliveryContract = defineContract({
  'GET /user/delivery/{pin}': {
    summary: 'Town and state of a PIN, whether we deliver there, and by when',
    group: 'Catalogue',
    access: 'public',
    params: z.object({ pin: z.string().meta({ description: 'Six digits.', example: '400050' }) }),
    status: 200,
    response: promise,
    refusals: [404],
  },
})
