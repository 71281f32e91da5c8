import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'

/** A shop on the map (SPEC 3); telephone and hours are ours and may be empty. */
export const store = z
  .object({
    id: z.string(),
    name: z.string(),
    address: z.string(),
    lat: z.number(),
    lng: z.number(),
    status: z.enum(['Open', 'Closed']),
    phone: z.string(),
    hours: z.string(),
  })
  .meta({ id: 'Store' })

export type Store = z.output<typeof store>

export const storesContract = defineContract({
  'GET /stores': {
    summary: 'Every store, in the order of the list',
    group: 'Stores',
    access: 'public',
    status: 200,
    answer: z.object({ stores: z.array(store) }),
    cachedUnder: ['stores'],
  },
})
