import type { Product } from '../catalog/contract.ts'
import { ofColor } from '../catalog/rules.ts'

/** Products in a row. */
export const ROW_LENGTH = 8
/** A shorter row of found products isn't shown: it looks like a mistake. */
const LEAST_IN_ROW = 4

/** Where a subcategory is worn; the first that fits its name. */
const PARTS = [
  ['extra', /\bcaps?\b|\bhats?\b|bag|tote|sock|belt|scar[fv]/i],
  ['whole', /dress|co-?ord|jumpsuit|sar(?:i|ee)s?\b|gown/i],
  ['outer', /jacket|coat|overshirt|shacket|rainwear|windcheater|blazer/i],
  ['bottom', /cargo|pant|trouser|jogger|short|skirt|jean|legging|culotte|palazzo|salwar/i],
  ['top', /tee|shirt|polo|hood|sweat|kurt|top|tank|knit|blouse/i],
] as const

/** Where a product is worn. A subcategory of the owner's own is a part of its own. */
export function partOf({ subcategory }: Pick<Product, 'subcategory'>): string {
  return PARTS.find(([, names]) => names.test(subcategory))?.[0] ?? subcategory
}

const isInStock = ({ sizes }: Product) => sizes.some(({ quantity }) => quantity > 0)

/** A product's colours as the filter counts them: Indigo and Navy are both Blue. */
export function familiesOf({ colors, colorFamilies }: Product): string[] {
  return [...new Set(colors.map((color) => ofColor(colorFamilies, color) ?? color))]
}

/** The colours of a product that belong to one of these families. */
export function colorsIn(families: readonly string[], { colors, colorFamilies }: Product): string[] {
  return colors.filter((color) => families.includes(ofColor(colorFamilies, color) ?? color))
}

/** How far two prices are apart: 0 for equal ones, 0.7 for double or half. */
const distance = (one: Product, other: Product) => Math.abs(Math.log((other.price + 1) / (one.price + 1)))

/**
 * The candidates most like a product, worn where it is: those of its subcategory, then those that share its collection,
 * fit, fabric, pattern and colours, near its price. Products in stock come first. Equally similar ones stay in the order
 * of the candidates. Fewer than four are none.
 */
export function mostAlike(product: Product, candidates: readonly Product[]): Product[] {
  const families = familiesOf(product)
  const likeness = (other: Product) => {
    const same = (['fit', 'fabric', 'pattern'] as const).filter((name) => other[name] === product[name]).length
    const colors = colorsIn(families, other).length > 0 ? 1 : 0
    const kind = other.subcategory === product.subcategory ? 5 : 0
    return (
      (isInStock(other) ? 20 : 0) + kind + same + colors + sharesCollection(product, other) - distance(product, other)
    )
  }
  const alike = candidates.filter((other) => partOf(other) === partOf(product))
  return asRow(alike.sort((a, b) => likeness(b) - likeness(a)))
}

function sharesCollection({ collection }: Product, other: Product): number {
  return collection !== undefined && other.collection === collection ? 2 : 0
}

/**
 * Products in stock that are worn with the given ones, because they cover another part: those of the same collection
 * and colours, near their prices. First comes the best for each part, clothes before caps, bags and socks, so that a
 * row shows an outfit. Fewer than four are none.
 */
export function outfitWith(
  products: readonly Product[],
  families: readonly string[],
  candidates: readonly Product[],
): Product[] {
  const covered = new Set(products.flatMap((product) => coveredBy(partOf(product))))
  const fitness = (other: Product) =>
    (colorsIn(families, other).length > 0 ? 1 : 0) +
    Math.max(...products.map((product) => sharesCollection(product, other) - distance(product, other)))
  const others = candidates
    .filter((other) => isInStock(other) && !coveredBy(partOf(other)).some((part) => covered.has(part)))
    .sort((a, b) => fitness(b) - fitness(a))
  const firsts = others.filter((other, at) => others.findIndex((one) => partOf(one) === partOf(other)) === at)
  const inOrder = [...firsts, ...others.filter((other) => !firsts.includes(other))]
  const isExtra = (other: Product) => partOf(other) === 'extra'
  return asRow([...inOrder.filter((other) => !isExtra(other)), ...inOrder.filter(isExtra)])
}

/** A dress takes the place of a top and of trousers. */
function coveredBy(part: string): string[] {
  return part === 'whole' ? ['top', 'bottom'] : [part]
}

function asRow(products: readonly Product[]): Product[] {
  return products.length < LEAST_IN_ROW ? [] : products.slice(0, ROW_LENGTH)
}
