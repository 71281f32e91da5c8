import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import type { listingContract } from './contract.ts'
import type { ListingQuery } from './index-types.server.ts'
import { BAD_CURSOR } from './messages.ts'

/** The listing's endpoints; all are public and cached. */
export function createListingHandlers({ index }: Shop): Handlers<typeof listingContract> {
  return {
    async 'GET /user/filterProduct'({ query }) {
      const listing = await index.search(query)
      if (!listing) return refuse('invalid', BAD_CURSOR, { errors: [{ path: 'cursor', message: BAD_CURSOR }] })
      return ok(listing.products, {
        'x-total-count': String(listing.total),
        ...(listing.nextCursor ? { link: nextLink(query, listing.nextCursor) } : {}),
      })
    },
    async 'GET /user/filterOptions'({ query }) {
      return ok(await index.facets(query))
    },
    async 'GET /user/suggest'({ query }) {
      const { products, searches } = await index.suggest(query.q ?? '')
      const shown = products.map(({ _id, name, price, images }) => ({ _id, name, price, image: images[0] ?? '' }))
      return ok({ products: shown, searches })
    },
  }
}

/** The Link header of the next page (RFC 8288): the same query with its cursor. */
function nextLink(query: ListingQuery, cursor: string): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    const written = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (written !== '') params.set(name, written)
  }
  return `</api/user/filterProduct?${params}>; rel="next"`
}
