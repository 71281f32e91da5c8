import { PREVIEW_PARAMETER } from '../settings/preview-rules.ts'
import type { Shop } from '../shop.server.ts'
import type { Product } from './contract.ts'
import { listScheduled } from './product/sql.server.ts'
import { savedProduct } from './sql.server.ts'
import type { ScheduledChange } from './tables.server.ts'
import { highestPrice, movePrices } from './variant-price.ts'

/**
 * A product in any state as its page will show it, in the call's language: as it's saved, with the prices that are planned until
 * `at`, by default until it goes on sale. It's marked as a preview, so it can't be bought. Null if there is no such product.
 */
export async function previewProduct(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  id: string,
  at: Date | null,
): Promise<Product | null> {
  const saved = await savedProduct(db, id, settings()['listing.colors'])
  if (!saved) return null
  const planned = await listScheduled(db, id)
  const published = planned.find(({ change }) => 'state' in change && change.state === 'published')
  const until = at ?? (saved.state === 'published' ? null : (published?.dueAt ?? null))
  const last = planned.findLast(({ change, dueAt }) => 'price' in change && until !== null && dueAt <= until)?.change
  if (!last || !('price' in last)) return { ...saved.product, preview: true }
  const { priceTo: _, ...product } = saved.product
  const variants = movePrices(product.variants, last.price - product.price)
  const prices = { price: last.price, mrp: last.mrp, ...highestPrice(last.price, variants) }
  return { ...product, ...prices, variants, preview: true }
}

/** True if there is something to see after a planned change: a hidden or archived product has no page. */
export function hasPreview(change: ScheduledChange): boolean {
  return !('state' in change) || change.state === 'published'
}

/** Where staff see a product as it will be, at a time or when it goes on sale. */
export function previewPath(page: string, at?: Date): string {
  const query = new URLSearchParams({ [PREVIEW_PARAMETER]: 'product', ...(at ? { at: at.toISOString() } : {}) })
  return `${page}?${query}`
}
