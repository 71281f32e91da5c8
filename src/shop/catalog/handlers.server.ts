import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import type { catalogContract } from './contract.ts'
import { NO_SUCH_PRODUCT, PRODUCT_FOUND } from './messages.ts'

/** One product; public and cached, so it runs once until the next write. */
export function createCatalogHandlers({ index }: Shop): Handlers<typeof catalogContract> {
  return {
    async 'GET /product/getProductDetail/{productId}'({ params }) {
      const product = await index.get(params.productId)
      return product ? ok({ status: 200, data: product, message: PRODUCT_FOUND }) : refuse('not_found', NO_SUCH_PRODUCT)
    },
  }
}
