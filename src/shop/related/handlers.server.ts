import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { addCacheTags } from '../cache-tags.server.ts'
import { createCard } from '../catalog/card.ts'
import type { Product } from '../catalog/contract.ts'
import type { Shop } from '../shop.server.ts'
import type { relatedContract } from './contract.ts'
import { familiesOf, mostAlike, otherSubcategories, ROW_LENGTH } from './rules.ts'
import { readGoesWith } from './sql.server.ts'

/** The number of candidates that a row is chosen from. */
const CANDIDATES = 100

/**
 * Products that a shopper may view next. Public, and cached until the catalogue, the stock or the products bought
 * together change.
 */
export function createRelatedHandlers({ db, index }: Shop): Handlers<typeof relatedContract> {
  /** Products of the same subcategory and category, at half to double the price. */
  async function findSimilar(product: Product): Promise<Product[]> {
    const { categories, subcategory, price } = product
    const found = await index.search({
      categories: [categories],
      subcategory: [subcategory],
      minPrice: price / 2,
      maxPrice: price * 2,
      limit: CANDIDATES,
    })
    return mostAlike(product, found?.products.filter(({ _id }) => _id !== product._id) ?? [])
  }

  /**
   * Products set by the owner, then those bought together. Without any, products of other subcategories in the same
   * colours.
   */
  async function findGoesWith(products: readonly Product[]): Promise<Product[]> {
    const ids = products.map(({ _id }) => _id)
    const goesWith = await index.getMany(await readGoesWith(db, ids, ROW_LENGTH))
    if (goesWith.length > 0) return goesWith
    const categories = [...new Set([...products.map((product) => product.categories), 'Other'])]
    const colors = [...new Set(products.flatMap(familiesOf))]
    const found = await index.search({ categories, colors, limit: CANDIDATES })
    return otherSubcategories(products, found?.products ?? [])
  }

  return {
    async 'GET /user/related'({ query }) {
      const products = await index.getMany(query.products)
      const [first] = products
      if (!first) return ok({ goesWith: [], similar: [] })
      const [goesWith, similar] = await Promise.all([findGoesWith(products), findSimilar(first)])
      const tags = [...products, ...goesWith, ...similar].map(({ _id }) => `product:${_id}`)
      return ok(addCacheTags({ goesWith: goesWith.map(toCard), similar: similar.map(toCard) }, tags))
    },
  }
}

const toCard = (product: Product) => createCard(product)
