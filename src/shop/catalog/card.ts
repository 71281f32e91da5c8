import { productCardPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { Card, Product } from './contract.ts'
import { discountPercent } from './rules.ts'
import { valueName } from './value-names.ts'

export type { Card } from './contract.ts'

/** A product as the screens accept it: `_id`, name and price are required, all else may be missing (SPEC section 3). */
export type ShownProduct = Pick<Product, '_id' | 'name' | 'price'> & Partial<Product>

/** The product page shows the stock of a size up to this number: "2 left". */
export const FEW_LEFT = 3

/** The first picture, which a card shows (SPEC section 1), or an empty string. */
export function coverPicture(product: ShownProduct): string {
  return product.images?.[0] ?? product.pictures?.[0]?.src ?? ''
}

/** Another picture of the cover's colour, for a pointer over the card. */
export function secondPicture(product: ShownProduct, cover = coverPicture(product)): string | null {
  const color = product.pictures?.find((picture) => picture.src === cover)?.color
  return product.pictures?.find((picture) => picture.color === color && picture.src !== cover)?.src ?? null
}

/** How a card tells the number of pieces that can be bought. */
export type Supply = 'none' | 'few' | 'enough'

export function supplyOf(left: number): Supply {
  if (left === 0) return 'none'
  return left <= FEW_LEFT * 3 ? 'few' : 'enough'
}

/** The tag on a card's picture, or null for most. */
export function productTag(product: ShownProduct): string | null {
  const supply = supplyOf(leftOf(product))
  if (supply === 'none') return t('Sold out')
  return supply === 'few' ? t('Few left') : valueName(product.badge ?? '') || null
}

/** True if every colour and size is sold out. */
export function isSoldOut(product: ShownProduct): boolean {
  return leftOf(product) === 0
}

/** The number of pieces that can be bought. Infinite if the sizes aren't known. */
function leftOf({ sizes }: ShownProduct): number {
  return sizes ? sizes.reduce((sum, { quantity }) => sum + quantity, 0) : Number.POSITIVE_INFINITY
}

/** What a product costs, or from what price on. */
export function priceText({ price, priceTo }: Pick<ShownProduct, 'price' | 'priceTo'>): string {
  return priceTo ? t('From {price}', { price: productCardPrice(price) }) : productCardPrice(price)
}

/** The discount from the MRP, or null (SPEC has no MRP: the owner sets one). */
export function savingOf({ price, mrp }: Pick<ShownProduct, 'price' | 'mrp'>): Card['saving'] {
  const percent = discountPercent(price, mrp)
  return percent === null || !mrp ? null : { mrp, percent }
}

/** A product's card. Its picture shows the first of the `requested` colours that has one. */
export function createCard(product: ShownProduct, requested: readonly string[] = []): Card {
  const { _id, name, price, colors = [], categories = '', subcategory = '' } = product
  const inColor = product.pictures?.find(({ color }) => requested.includes(color))
  const cover = inColor?.src ?? coverPicture(product)
  const tone = product.pictures?.find((picture) => picture.src === cover)?.tone ?? null
  return {
    _id,
    name,
    price,
    ...(product.priceTo ? { priceTo: product.priceTo } : {}),
    saving: savingOf(product),
    color: inColor?.color ?? null,
    cover,
    tone,
    second: secondPicture(product, cover),
    tag: productTag(product),
    soldOut: isSoldOut(product),
    colors,
    ...(product.rating ? { rating: product.rating } : {}),
    ...(product.swatches ? { swatches: product.swatches } : {}),
    categories,
    subcategory,
  }
}
