import type { Product } from '../catalog/contract.ts'
import { ofColor } from '../catalog/rules.ts'

/** Products in a row. */
export const ROW_LENGTH = 8

const isInStock = ({ sizes }: Product) => sizes.some(({ quantity }) => quantity > 0)

/** A product's colours as the filter counts them: Indigo and Navy are both Blue. */
export function familiesOf({ colors, colorFamilies }: Product): string[] {
  return [...new Set(colors.map((color) => ofColor(colorFamilies, color) ?? color))]
}

/**
 * The candidates most like a product: those that share its fit, fabric, pattern and colours, near its price. Products
 * in stock come first. Equally similar ones stay in the order of the candidates.
 */
export function mostAlike(product: Product, candidates: readonly Product[]): Product[] {
  const families = familiesOf(product)
  const likeness = (other: Product) => {
    const same = (['fit', 'fabric', 'pattern'] as const).filter((name) => other[name] === product[name]).length
    const colors = familiesOf(other).some((color) => families.includes(color)) ? 1 : 0
    const distance = Math.abs(Math.log((other.price + 1) / (product.price + 1)))
    return (isInStock(other) ? 10 : 0) + same + colors - distance
  }
  return [...candidates].sort((a, b) => likeness(b) - likeness(a)).slice(0, ROW_LENGTH)
}

/**
 * Products in stock of other subcategories, first one of each, so that a row shows an outfit rather than five of the
 * same.
 */
export function otherSubcategories(products: readonly Product[], candidates: readonly Product[]): Product[] {
  const subcategories = new Set(products.map(({ subcategory }) => subcategory))
  const others = candidates.filter((other) => isInStock(other) && !subcategories.has(other.subcategory))
  const firsts = [...new Map(others.toReversed().map((other) => [other.subcategory, other])).values()].toReversed()
  return [...firsts, ...others.filter((other) => !firsts.includes(other))].slice(0, ROW_LENGTH)
}
