import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'

/** Where a PIN is, and how an order that is paid now would be delivered there. */
const estimate = z
  .object({
    pin: z.string(),
    city: z.string(),
    state: z.string(),
    serviceable: z.boolean(),
    /** The expected date of an order that is paid now, as 2026-11-26. */
    by: z.iso.date(),
    /** Whether exchanges are fetched there. */
    exchangePickup: z.boolean(),
    /** What delivery there costs, in rupees; missing where it is the shop's usual fee. */
    fee: z.number().optional(),
  })
  .meta({ id: 'DeliveryEstimate' })

export type DeliveryEstimate = z.output<typeof estimate>

export const deliveryContract = defineContract({
  'GET /user/delivery/{pin}': {
    summary: 'Town and state of a PIN, whether we deliver there, and by when',
    group: 'Catalogue',
    access: 'public',
    params: z.object({ pin: z.string().meta({ description: 'Six digits.', example: '400050' }) }),
    status: 200,
    response: estimate,
    refusals: ['not_found'],
  },
})
