import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import type { catalogContract } from './contract.ts'
import { NO_LONGER_SOLD, NO_SUCH_PRODUCT, PRODUCT_FOUND } from './messages.ts'
import { findProductState } from './sql.server.ts'

/** One product. The response is public and cached, so the handler runs once until the next write. */
export function createCatalogHandlers({ db, index }: Shop): Handlers<typeof catalogContract> {
  return {
    async 'GET /product/getProductDetail/{productId}'({ params }) {
      const product = await index.get(params.productId)
      if (product) return ok({ status: 200, data: product, message: PRODUCT_FOUND })
      const isArchived = (await findProductState(db, params.productId)) === 'archived'
      const tags = [`product:${params.productId}`]
      return isArchived
        ? refuse('no_longer_sold', NO_LONGER_SOLD, { tags })
        : refuse('not_found', NO_SUCH_PRODUCT, { tags })
    },
  }
}
