import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'

/** Where a PIN is, and how an order paid now would be delivered there. */
const estimate = z
  .object({
    pin: z.string(),
    city: z.string(),
    state: z.string(),
    serviceable: z.boolean(),
    /** The expected date of an order paid now, as 2026-11-26. */
    by: z.iso.date(),
    /** True if exchanges are picked up there. */
    exchangePickup: z.boolean(),
    /** The delivery fee there, in rupees. Missing if it's the shop's usual fee. */
    fee: z.number().optional(),
    /** Goods in rupees from which delivery there is free, 0 for never. Missing if it never is anywhere. */
    freeFrom: z.number().optional(),
    /** True if orders can be paid in cash at the door there. Missing if nowhere. */
    cash: z.boolean().optional(),
    /** What that costs in rupees. Missing if nothing. */
    cashFee: z.number().optional(),
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
