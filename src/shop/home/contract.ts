import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { product } from '../catalog/contract.ts'
import { plainSections } from '../settings/section-contract.ts'

const row = z.object({ status: z.literal(200), data: z.array(product) })

/** A row has its products, or names the call of SPEC section 7 that returns them. */
const filledRow = z.object({
  type: z.literal('products'),
  title: z.string(),
  call: z.enum(['latestArrivals', 'topCollection']).optional(),
  /** The listing that goes on where the row ends. */
  more: z.string(),
  products: z.array(product),
})
const shownSection = z.discriminatedUnion('type', [...plainSections, filledRow])

/** A section as the home page receives it. */
export type ShownSection = z.output<typeof shownSection>

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
  'GET /user/homeSections': {
    summary: 'The sections of the home page, in order; hidden sections and rows without products are left out',
    group: 'Catalogue',
    access: 'public',
    status: 200,
    response: z.object({ sections: z.array(shownSection) }),
    cacheTags: ['settings'],
  },
  'GET /user/banner': {
    summary: 'The URL of the banner, or null',
    group: 'Catalogue',
    access: 'public',
    status: 200,
    response: z.object({ url: z.string().nullable() }),
    cacheTags: ['banner'],
  },
})
