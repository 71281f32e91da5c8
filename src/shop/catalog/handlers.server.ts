import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { readBanner } from './banner.server.ts'
import type { catalogContract } from './contract.ts'
import type { ListingQuery } from './index.server.ts'
import { BAD_CURSOR, NO_SUCH_PRODUCT, PRODUCT_FOUND } from './messages.ts'
import { readLatestArrivals, readTopCollection } from './store.server.ts'

/** Answers the catalogue's calls; all are public and kept, so each runs once for everybody until a write. */
export function createCatalogHandlers(shop: Shop): Handlers<typeof catalogContract> {
  const { db, index } = shop
  return {
    async 'GET /home/latestArrivals'() {
      return ok({ status: 200, data: await index.getMany(await readLatestArrivals(db)) })
    },
    async 'GET /home/topCollection'() {
      return ok({ status: 200, data: await index.getMany(await readTopCollection(db)) })
    },
    async 'GET /user/banner'() {
      return ok({ url: await readBanner(db) })
    },
    async 'GET /product/getProductDetail/{productId}'({ params }) {
      const product = await index.get(params.productId)
      return product ? ok({ status: 200, data: product, message: PRODUCT_FOUND }) : refuse('not_found', NO_SUCH_PRODUCT)
    },
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
  }
}

/** The next page as RFC 8288 writes it: the same question, from the cursor on. */
function nextLink(query: ListingQuery, cursor: string): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    const written = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (written !== '') params.set(name, written)
  }
  return `</api/user/filterProduct?${params}>; rel="next"`
}
