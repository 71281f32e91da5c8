import type { Product } from '../contract.ts'

/** A product as the screens take it: SPEC section 3's `_id`, name and price are sure, whatever else may be missing. */
export type ShownProduct = Pick<Product, '_id' | 'name' | 'price'> & Partial<Product>

/** Up to this many are said aloud: "2 left" (research, rule 13). */
export const FEW_LEFT = 3

/** The first picture, which a card shows (SPEC section 1); empty where there is none. */
export function coverOf(product: ShownProduct): string {
  return product.images?.[0] ?? product.pictures?.[0]?.src ?? ''
}

/** The second view of the cover's colour, for a pointer that rests on the card. */
export function secondViewOf(product: ShownProduct): string | null {
  const cover = coverOf(product)
  const color = product.pictures?.find((picture) => picture.src === cover)?.color
  return product.pictures?.find((picture) => picture.color === color && picture.src !== cover)?.src ?? null
}

/** The word on a card's picture; null for most. */
export function tagOf(product: ShownProduct): string | null {
  if (product.sizes) {
    const left = product.sizes.reduce((sum, { quantity }) => sum + quantity, 0)
    if (left === 0) return 'Sold out'
    if (left <= FEW_LEFT * 3) return 'Few left'
  }
  return product.badge || null
}

/**
 * What a card needs of a product, for pages that carry many in their HTML: the cover and one more picture of its
 * colour, no stock by colour, no words.
 */
export function toCard(product: ShownProduct): ShownProduct {
  const { _id, name, price, colors = [], sizes = [], badge = null, categories = '', subcategory = '' } = product
  const cover = coverOf(product)
  const second = secondViewOf(product)
  const pictures = (product.pictures ?? []).filter(({ src }) => src === cover || src === second)
  const images = cover === '' ? [] : [cover]
  return { _id, name, price, images, colors, sizes, pictures, badge, categories, subcategory }
}
