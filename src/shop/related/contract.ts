import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { slug } from '#platform/api/fields.server.ts'
import { card } from '../catalog/contract.ts'
import { readList } from '../listing/rules.ts'

/** The most products in a call: those of a cart. */
const MAX_NAMED = 20

export const relatedContract = defineContract({
  'GET /user/related': {
    summary: 'Products that go with the given ones, and products similar to the first of them',
    group: 'Catalogue',
    access: 'public',
    query: z.object({
      products: z
        .string()
        // A malformed id is ignored like an unknown one.
        .transform((joined) => readList(joined).filter((one) => slug.safeParse(one).success))
        .refine((ids) => ids.length >= 1 && ids.length <= MAX_NAMED, `Name 1 to ${MAX_NAMED} products.`)
        .meta({ description: `Ids of 1 to ${MAX_NAMED} products, joined by commas; unknown ones are ignored.` }),
      color: z
        .string()
        .max(60)
        .optional()
        .meta({ description: 'The chosen colour of the first: what is found suits it, and shows it if it can.' }),
    }),
    status: 200,
    response: z.object({ goesWith: z.array(card), similar: z.array(card) }).meta({ id: 'Related' }),
    cacheTags: ['catalog', 'related'],
  },
})
