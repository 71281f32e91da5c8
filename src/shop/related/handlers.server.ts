import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { addCacheTags } from '../cache-tags.server.ts'
import { createCard } from '../catalog/card.ts'
import type { Product } from '../catalog/contract.ts'
import { ofColor } from '../catalog/rules.ts'
import type { ListingQuery } from '../listing/index-types.server.ts'
import type { Shop } from '../shop.server.ts'
import type { relatedContract } from './contract.ts'
import { colorsIn, familiesOf, mostAlike, outfitWith, ROW_LENGTH } from './rules.ts'
import { readGoesWith } from './sql.server.ts'

/** The number of candidates that a row is chosen from. */
const CANDIDATES = 100

/**
 * Products that a shopper may view next. Public, and cached until the catalogue, the stock or the products bought
 * together change.
 */
export function createRelatedHandlers({ db, index }: Shop): Handlers<typeof relatedContract> {
  /** The products of several searches, each once, without the ones they were searched for. */
  async function searchAll(queries: readonly ListingQuery[], without: readonly Product[]): Promise<Product[]> {
    const found = await Promise.all(queries.map((query) => index.search({ ...query, limit: CANDIDATES })))
    const byId = new Map(found.flatMap((listing) => listing?.products ?? []).map((product) => [product._id, product]))
    for (const { _id } of without) byId.delete(_id)
    return [...byId.values()]
  }

  /** Products worn where this one is, at half to double the price, or at any if there are too few. */
  async function findSimilar(product: Product): Promise<Product[]> {
    const { categories, subcategory, price } = product
    const kinds = [{ categories: [categories], subcategory: [subcategory] }, { categories: suiting([product]) }]
    const near = { minPrice: price / 2, maxPrice: price * 2 }
    const alike = mostAlike(
      product,
      await searchAll(
        kinds.map((kind) => ({ ...near, ...kind })),
        [product],
      ),
    )
    return alike.length > 0 ? alike : mostAlike(product, await searchAll(kinds, [product]))
  }

  /** Products set by the owner, then those bought together, then those that make an outfit with these. */
  async function findGoesWith(products: readonly Product[], families: readonly string[]): Promise<Product[]> {
    const ids = products.map(({ _id }) => _id)
    const goesWith = await index.getMany(await readGoesWith(db, ids, ROW_LENGTH))
    const categories = suiting(products)
    const collection = [...new Set(products.flatMap((product) => product.collection ?? []))]
    const prices = products.map(({ price }) => price)
    const near = { minPrice: Math.min(...prices) / 3, maxPrice: Math.max(...prices) * 3 }
    const queries = [
      ...(collection.length > 0 ? [{ categories, collection }] : []),
      { ...near, categories, colors: families },
      { ...near, categories },
    ]
    const known = [...products, ...goesWith]
    const outfit = outfitWith(products, families, await searchAll(queries, known))
    const orAny = outfit.length > 0 ? outfit : outfitWith(products, families, await searchAll([{ categories }], known))
    return [...goesWith, ...orAny].slice(0, ROW_LENGTH)
  }

  return {
    async 'GET /user/related'({ query }) {
      const products = await index.getMany(query.products)
      const [first] = products
      if (!first) return ok({ goesWith: [], similar: [] })
      // The chosen colour if it's one of the product's; cards show it too.
      const chosen = first.colors.find((color) => color.toLowerCase() === query.color?.toLowerCase())
      const families =
        chosen === undefined
          ? [...new Set(products.flatMap(familiesOf))]
          : [ofColor(first.colorFamilies, chosen) ?? chosen]
      const toCard = (product: Product) => createCard(product, colorsIn(families, product))
      const [goesWith, similar] = await Promise.all([findGoesWith(products, families), findSimilar(first)])
      const tags = [...products, ...goesWith, ...similar].map(({ _id }) => `card:${_id}`)
      return ok(addCacheTags({ goesWith: goesWith.map(toCard), similar: similar.map(toCard) }, tags))
    },
  }
}

/** The categories that suit those who wear these products; none means all, because "Other" is for everybody. */
function suiting(products: readonly Product[]): string[] {
  const categories = [...new Set(products.map((product) => product.categories))]
  return categories.includes('Other') ? [] : [...categories, 'Other']
}
