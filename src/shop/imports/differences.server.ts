import { isDeepStrictEqual } from 'node:util'
import { paise, toRupees } from '#platform/money.ts'
import type { AuditEntry } from '../audit/sql.server.ts'
import type { ExportRow } from '../catalog/product/export-sql.server.ts'
import { splitFocus } from '../catalog/product/focus.ts'
import { type ProductLine, toLine } from '../catalog/product/line.server.ts'
import { pictureName } from '../catalog/product/pictures.server.ts'
import type { ProductState } from '../catalog/rules.ts'
import type { StoredProductPicture } from '../catalog/tables.server.ts'
import type { LowPrice } from './import-report.server.ts'

/**
 * The changes that an import makes to a product, by what changes: a field of the export's lines, `SKU of Indigo, M`,
 * `variant SKU`, `stock SKU`, `low SKU`, `price SKU`, `MRP SKU`, `picture FILE`, an order. `fields` is null for a new one. Prices are in rupees.
 */
export interface ProductDiff {
  id: string
  fields: Record<string, { before: unknown; after: unknown }> | null
}

/** A product as the preview of an import shows it. Prices are in rupees. */
export interface ProductSummary {
  name: string
  price: number
  state: ProductState
  colors: string[]
  sizes: string[]
  pieces: number
  pictures: number
}

export function summaryOf({ name, price_paise, state, variants, pictures }: ExportRow): ProductSummary {
  return {
    name,
    price: rupees(price_paise),
    state,
    colors: [...new Set(variants.map(({ color }) => color))],
    sizes: [...new Set(variants.map(({ size }) => size))],
    pieces: variants.reduce((sum, { quantity }) => sum + quantity, 0),
    pictures: pictures.length,
  }
}

/** A change with the product before (null if it's new) and after it. */
export interface ProductChange extends ProductDiff {
  line: number
  before: ExportRow | null
  after: ExportRow
}

/** Compares a product with what the import makes of it. `dryRun`: of pictures only what's known without storing them. */
export function diffOf(before: ExportRow, after: ExportRow, { dryRun }: { dryRun: boolean }): ProductDiff['fields'] {
  const fields: NonNullable<ProductDiff['fields']> = {}
  const compare = (name: string, one: unknown = null, other: unknown = null) => {
    if (!isDeepStrictEqual(one, other)) fields[name] = { before: one, after: other }
  }
  const [old, now] = [toLine(before), toLine(after)]
  for (const name of namesOf(old, now))
    if (name !== 'variants' && name !== 'pictures') compare(name, old[name], now[name])
  comparePictures(before.pictures, after.pictures, dryRun, compare)
  compareVariants(before.variants, after.variants, compare)
  return fields
}

type Compare = (name: string, before?: unknown, after?: unknown) => void

const namesOf = (one: object, other: object) => new Set([...Object.keys(one), ...Object.keys(other)])

function comparePictures(
  before: readonly StoredProductPicture[],
  after: readonly StoredProductPicture[],
  dryRun: boolean,
  compare: Compare,
): void {
  const [old, now] = [byName(before), byName(after)]
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [one, other] = [old.get(name), now.get(name)]
    const isSame = one && other && describePicture(one) === describePicture(other)
    if (!isSame) compare(`picture ${name}`, one && describePicture(one), other && describePicture(other))
    // Its size, or what an import finds out from its pixels.
    else if (!dryRun && !isDeepStrictEqual(one, other)) compare(`picture ${name}`, one, other)
  }
  compareOrder('order of pictures', [...old.keys()], [...now.keys()], compare)
}

/** By path or URL, without the version of a stored picture, which a dry run doesn't know. */
function byName(pictures: readonly StoredProductPicture[]): Map<string, StoredProductPicture> {
  return new Map(pictures.map((picture) => [pictureName(picture.src), picture]))
}

function describePicture({ src, color, view, alt }: StoredProductPicture): string {
  const { focus } = splitFocus(src)
  return [color, view, alt && `“${alt}”`, focus && `around ${focus.x}% × ${focus.y}%`].filter(Boolean).join(', ')
}

type Variants = ExportRow['variants']

function compareVariants(before: Variants, after: Variants, compare: Compare): void {
  const [old, now] = [bySku(before), bySku(after)]
  const renamed = new Set<string>()
  for (const one of after.filter(({ sku }) => !old.has(sku))) {
    const former = before.find((other) => !now.has(other.sku) && nameOf(other) === nameOf(one))
    if (!former) continue
    compare(`SKU of ${nameOf(one)}`, former.sku, one.sku)
    if (former.quantity !== one.quantity) compare(`stock ${one.sku}`, former.quantity, one.quantity)
    renamed.add(one.sku).add(former.sku)
  }
  for (const sku of new Set([...old.keys(), ...now.keys()])) {
    if (renamed.has(sku)) continue
    const [one, other] = [old.get(sku), now.get(sku)]
    if (one && other) {
      compare(`variant ${sku}`, nameOf(one), nameOf(other))
      compare(`stock ${sku}`, one.quantity, other.quantity)
      compare(`low ${sku}`, one.low, other.low)
      compare(`price ${sku}`, one.price, other.price)
      compare(`MRP ${sku}`, one.mrp, other.mrp)
    } else compare(`variant ${sku}`, one && withStock(one), other && withStock(other))
  }
  compareOrder('order of variants', [...old.keys()], [...now.keys()], compare)
}

const bySku = (variants: Variants) => new Map(variants.map((variant) => [variant.sku, variant]))
const nameOf = ({ color, size }: Variants[number]) => `${color}, ${size}`
const withStock = (variant: Variants[number]) => `${nameOf(variant)}: ${variant.quantity} in stock`

/** Only an order of the same things is worth a line of its own. */
function compareOrder(name: string, before: string[], after: string[], compare: Compare): void {
  if (isDeepStrictEqual(before.toSorted(), after.toSorted())) compare(name, before, after)
}

/** A product's line of the audit log, by which `undoImport` takes the change back. */
export function auditOf(
  { id, before, after }: ProductChange,
  { action, id: number }: { action: string; id: number },
): AuditEntry {
  const subject = `product:${id}`
  const now = toLine(after)
  if (!before) {
    const { name, price, mrp, state, variants } = now
    const skus = variants.map(({ sku }) => sku)
    return { action, subject, before: null, after: { import: number, name, price, mrp, state, skus } }
  }
  const old = toLine(before)
  const changed = [...namesOf(old, now)].filter((name) => !isDeepStrictEqual(old[name], now[name]))
  return { action, subject, before: pick(old, changed), after: { import: number, ...pick(now, changed) } }
}

/** A field that a product lacks is null. */
function pick(line: ProductLine, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, line[name] ?? null]))
}

/** The prices that look like a mistake: those that fall by more than half, now or as scheduled, and 0. */
export function lowPricesOf({ line, id, before, after }: ProductChange): LowPrice[] {
  const found: LowPrice[] = []
  const [old, now] = [before === null ? null : rupees(before.price_paise), rupees(after.price_paise)]
  if (now === 0 ? old !== 0 : old !== null && now * 2 < old) found.push({ line, id, before: old, after: now })
  for (const { at, change } of after.scheduled) {
    if (!('price' in change) || change.price * 2 >= now) continue
    if (before?.scheduled.some((one) => isDeepStrictEqual(one.change, change))) continue
    found.push({ line, id, before: now, after: change.price, from: new Date(at).toISOString() })
  }
  return found
}

const rupees = (amount: number) => toRupees(paise(amount))
