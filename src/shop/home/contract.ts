import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { product } from '../catalog/contract.ts'

const row = z.object({ status: z.literal(200), data: z.array(product) })

export const homeContract = defineContract({
  'GET /home/latestArrivals': {
    summary: 'The row Popular This Week',
    group: 'Catalogue',
    access: 'public',
    status: 200,
    response: row,
    cacheTags: ['home'],
  },
  'GET /home/topCollection': {
    summary: 'The row Best Seller',
    group: 'Catalogue',
    access: 'public',
    status: 200,
    response: row,
    cacheTags: ['home'],
  },
  'GET /user/banner': {
    summary: 'The address of the banner, null where there is none',
    group: 'Catalogue',
    access: 'public',
    status: 200,
    response: z.object({ url: z.string().nullable() }),
    cacheTags: ['banner'],
  },
})
