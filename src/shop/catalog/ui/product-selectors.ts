import { t } from '#platform/text/t.ts'
import type { ShownProduct } from '../card.ts'
import type { Picture } from '../contract.ts'
import { compareSizes } from '../rules.ts'
import { valueName } from '../value-names.ts'
import { pricesOf } from '../variant-price.ts'

/** A picture as the screens show it. */
export type ShownPicture = Pick<Picture, 'src' | 'alt'> & { color: string | null }

/** A size that can be bought, and how many are left. */
export type BuyableSize = { size: string; quantity: number }

/** The pictures of the chosen colour, or all of the product's if it has none. */
export function picturesForColor(product: ShownProduct, color: string | null): ShownPicture[] {
  const all = allPictures(product)
  const own = all.filter((picture) => picture.color === color)
  return own.length > 0 ? own : all
}

function allPictures(product: ShownProduct): ShownPicture[] {
  if (product.pictures && product.pictures.length > 0) return product.pictures
  return (product.images ?? []).map((src, index, { length }) => ({
    src,
    alt: length > 1 ? t('{name}, picture {number}', { name: product.name, number: index + 1 }) : product.name,
    color: null,
  }))
}

/**
 * The sizes to offer: those in stock (SPEC section 5), of the chosen colour (CONTRACT, Stock). Before a colour is
 * chosen, or if stock isn't known by colour, the sizes of the whole product. From small to large.
 */
export function availableSizes(product: ShownProduct, color: string | null): BuyableSize[] {
  const all = (product.sizes ?? [])
    .filter(({ quantity }) => quantity > 0)
    .toSorted((a, b) => compareSizes(a.size, b.size))
  if (color === null || !product.variants || product.variants.length === 0) return all
  const stock = new Map(
    product.variants.filter((variant) => variant.color === color).map(({ size, quantity }) => [size, quantity]),
  )
  return all.map(({ size }) => ({ size, quantity: stock.get(size) ?? 0 })).filter(({ quantity }) => quantity > 0)
}

/** All sizes of this colour, the sold-out ones too. */
export function allSizes(product: ShownProduct, color: string | null): BuyableSize[] {
  const soldOut = soldOutSizes(product, color).map((size) => ({ size, quantity: 0 }))
  return [...availableSizes(product, color), ...soldOut].toSorted((one, other) => compareSizes(one.size, other.size))
}

/** Sizes of the product that are in stock but not made in this colour: "Not in Black". */
export function sizesNotMade(product: ShownProduct, color: string | null): string[] {
  const here = new Set([...availableSizes(product, color).map(({ size }) => size), ...soldOutSizes(product, color)])
  return availableSizes(product, null)
    .map(({ size }) => size)
    .filter((size) => !here.has(size))
}

/** Sizes of this colour that are sold out, from small to large. */
export function soldOutSizes({ variants = [] }: ShownProduct, color: string | null): string[] {
  const soldOut = variants.filter((one) => one.color === color && one.quantity <= 0)
  return soldOut.map(({ size }) => size).toSorted(compareSizes)
}

/** The colour in the URL if the product has it, else the first in stock, else the first. */
export function initialColor(product: ShownProduct, requested: string | null): string | null {
  const colors = product.colors ?? []
  const same = colors.find((color) => color.toLowerCase() === requested?.toLowerCase())
  return same ?? colorsInStock(product)[0] ?? colors[0] ?? null
}

/** The colours that can be bought in at least one size. */
export function colorsInStock(product: ShownProduct): string[] {
  return (product.colors ?? []).filter((color) => availableSizes(product, color).length > 0)
}

/** The prices of what is chosen so far. With `priceTo` they are the lowest of several. */
export function chosenPrices(product: ShownProduct, color: string | null, size: string | null) {
  const own = (product.variants ?? []).filter(
    (one) => (color === null || one.color === color) && (size === null || one.size === size),
  )
  const prices = own.map((one) => pricesOf(product, one)).toSorted((a, b) => a.price - b.price)
  const lowest = prices[0] ?? pricesOf(product, null)
  const priceTo = prices.at(-1)?.price ?? 0
  return priceTo > lowest.price ? { ...lowest, priceTo } : lowest
}

/** The line above the name: "Man · T-Shirts". */
export function categoryLabel({ categories, subcategory }: ShownProduct): string {
  return [categories ?? '', subcategory ?? ''].filter(Boolean).map(valueName).join(' · ')
}

/** The listing of similar products. */
export function categoryLink({ categories, subcategory }: ShownProduct): string {
  const query = { ...(categories ? { categories } : {}), ...(subcategory ? { subcategory } : {}) }
  return `/categories?${new URLSearchParams(query)}`
}
