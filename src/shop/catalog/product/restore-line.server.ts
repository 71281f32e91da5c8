import { isDeepStrictEqual } from 'node:util'
import type { ProductLine } from './line.server.ts'

/** What an import changed of a product, by field of its line. Null for a field that it lacked. */
export interface ImportedFields {
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
}

/** A price without its MRP may not be restored: the pair may be invalid. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = { price: ['price', 'mrp'], mrp: ['price', 'mrp'] }

/**
 * A product's line as it was before an import. What was changed since stays, and `kept` names it: a field, `variant SKU`.
 */
export function restoreLine(
  line: ProductLine,
  { before, after }: ImportedFields,
): { line: ProductLine; kept: string[] } {
  const restored: ProductLine = structuredClone(line)
  const kept: string[] = []
  const isAsImported = (name: string) =>
    !Object.hasOwn(after, name) || isDeepStrictEqual(line[name] ?? null, after[name] ?? null)
  for (const name of Object.keys(before)) {
    if (name === 'variants') continue
    if (!(TOGETHER[name] ?? [name]).every(isAsImported)) kept.push(name)
    else if (before[name] === null) delete restored[name]
    else restored[name] = before[name]
  }
  if (Array.isArray(before.variants) && Array.isArray(after.variants)) {
    // Safe cast: the import wrote the variants of the product's lines.
    const [was, became] = [before.variants, after.variants] as [Variants, Variants]
    restored.variants = restoreVariants(line.variants, was, became, kept)
  }
  const used = restored.variants.map(({ color }) => color)
  const colors = Array.isArray(restored.colors) ? restored.colors : []
  return { line: { ...restored, colors: [...new Set([...colors, ...used])] }, kept }
}

type Variants = ProductLine['variants']

function restoreVariants(current: Variants, before: Variants, after: Variants, kept: string[]): Variants {
  const find = (variants: Variants, sku: string) => variants.find((one) => one.sku === sku)
  const restored = before.flatMap((was): Variants => {
    const [now, became] = [find(current, was.sku), find(after, was.sku)]
    if (!now && !became) return [was]
    if (!now) kept.push(`variant ${was.sku}`)
    if (!now || !became) return now ? [now] : []
    // Pieces that came or went since then are added to what there was.
    const quantity = Math.max(0, now.quantity + was.quantity - became.quantity)
    if (isDeepStrictEqual({ ...now, quantity: 0 }, { ...became, quantity: 0 })) return [{ ...was, quantity }]
    kept.push(`variant ${was.sku}`)
    return [{ ...now, quantity }]
  })
  const others = current.filter(({ sku }) => !find(before, sku))
  const added = others.filter((now) => find(after, now.sku))
  const changed = added.filter((now) => !isDeepStrictEqual(now, find(after, now.sku)))
  kept.push(...changed.map(({ sku }) => `variant ${sku}`))
  return [...restored, ...others.filter((now) => !added.includes(now) || changed.includes(now))]
}
