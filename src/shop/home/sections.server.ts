import type { Product } from '../catalog/contract.ts'
import type { Settings } from '../settings/rules.ts'
import type { RowSource } from '../settings/section-contract.ts'
import type { Shop } from '../shop.server.ts'
import type { ShownSection } from './contract.ts'
import type { NeedsShade } from './shade.server.ts'
import { ROW_LENGTH, readBestSold, readNewest } from './sql.server.ts'

/** The home page's sections with the products of their rows, and the tags under which the response is invalidated. */
export async function fillSections(
  shop: Shop,
  needsShade: NeedsShade,
  settings: Pick<Settings, 'home.sections' | 'instagram.url'>,
): Promise<{ sections: ShownSection[]; tags: readonly string[] }> {
  const tags = new Set<string>()
  const filled = await Promise.all(
    settings['home.sections'].map(async (section): Promise<ShownSection | null> => {
      if (section.hidden || (section.type === 'instagram' && settings['instagram.url'] === '')) return null
      if (section.type === 'hero' && !section.darken && (await needsShade(section.picture)))
        return { ...section, darken: true }
      if (section.type !== 'products') return section
      const { title, type, products: source } = section
      if (source.by === 'latestArrivals' || source.by === 'topCollection')
        return { type, title, call: source.by, more: listingOf(source), products: [] }
      const products = await findProducts(shop, source)
      for (const tag of [...tagsOf(source), ...products.map(({ _id }) => `product:${_id}`)]) tags.add(tag)
      return products.length === 0 ? null : { type, title, more: listingOf(source), products }
    }),
  )
  return { sections: filled.filter((section) => section !== null), tags: [...tags] }
}

/** The listing with the products of a row and more of their kind. */
function listingOf(source: RowSource): string {
  if (source.by === 'newest' || source.by === 'latestArrivals') return '/categories?sortBy=newest'
  if (source.by !== 'filter') return '/categories'
  const chosen = Object.entries(source.filter).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? '/categories' : `/categories?${query}`.replaceAll('%2C', ',')
}

type Rule = Exclude<RowSource, { by: 'latestArrivals' | 'topCollection' }>

async function findProducts({ db, index }: Shop, rule: Rule): Promise<Product[]> {
  switch (rule.by) {
    case 'hand':
      return index.getMany([...new Set(rule.ids)])
    case 'newest':
      return index.getMany(await readNewest(db, rule.count))
    case 'bestSold':
      return index.getMany(await readBestSold(db, rule))
    case 'filter':
      return (await index.search({ ...rule.filter, limit: rule.count ?? ROW_LENGTH }))?.products ?? []
  }
}

/**
 * The tags of changes that can bring another product into a row: `assortment` when products come or go, `sales` when
 * orders are paid.
 */
function tagsOf(rule: Rule): readonly string[] {
  switch (rule.by) {
    case 'hand':
      return rule.ids.map((id) => `product:${id}`)
    case 'newest':
      return ['assortment']
    case 'bestSold':
      return ['assortment', 'sales']
    case 'filter':
      return ['catalog', 'assortment']
  }
}
