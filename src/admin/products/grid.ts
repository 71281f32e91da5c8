import { compareSizes } from '#shop/catalog/rules.ts'
import { parseRupees } from '../parts/rupees.ts'
import type { ProductVariant } from './fields.ts'

/** What was typed into the grid, by colour and size; and colours and sizes that were added to it. */
export interface GridDraft {
  cells: Readonly<Record<string, string>>
  /** What a cell showed when it was typed into: stock changes by the difference to it, so a later sale stays sold. */
  was: Readonly<Record<string, string>>
  colors: readonly string[]
  sizes: readonly string[]
  /** Prices of sizes as typed, by `priceKey`; empty for the product's. */
  prices?: Readonly<Record<string, string>>
}

export const PRICE_FIELDS = ['price', 'mrp'] as const
export type PriceField = (typeof PRICE_FIELDS)[number]
export const priceKey = (field: PriceField, size: string) => `${field}\n${size}`

export const EMPTY_GRID: GridDraft = { cells: {}, was: {}, colors: [], sizes: [] }

export const cellKey = (color: string, size: string) => `${color}\n${size}`

/** The colours down and the sizes across. */
export function axesOf(variants: readonly ProductVariant[], draft: GridDraft) {
  const sizes = [...new Set([...variants.map(({ size }) => size), ...draft.sizes])]
  return {
    colors: [...new Set([...variants.map(({ color }) => color), ...draft.colors])],
    sizes: sizes.toSorted(compareSizes),
  }
}

export interface GridChanges {
  /** All variants, if one comes or goes, or gets another price; else null. */
  variants: ProductVariant[] | null
  /** By how much the stock of SKUs changes. */
  stock: { sku: string; change: number }[]
  /** Cells whose stock has changed since they were typed into. */
  moved: { color: string; size: string; was: string; now: number; change: number }[]
  added: string[]
  removed: string[]
  /** Cells whose text isn't a number of pieces, and prices (`priceKey`) that aren't any. */
  invalid: string[]
}

/** What the typed cells change. A number in an empty cell makes a variant; an emptied cell removes one. */
export function changesOf(id: string, variants: readonly ProductVariant[], draft: GridDraft): GridChanges {
  const changes: GridChanges = { variants: null, stock: [], moved: [], added: [], removed: [], invalid: [] }
  const known = new Map(variants.map((one) => [cellKey(one.color, one.size), one]))
  const added: ProductVariant[] = []
  const { colors, sizes } = axesOf(variants, draft)
  for (const color of colors)
    for (const size of sizes) {
      const key = cellKey(color, size)
      const text = draft.cells[key]?.trim()
      const variant = known.get(key)
      if (text === undefined) continue
      if (text === '') {
        if (variant) changes.removed.push(variant.sku)
        continue
      }
      if (!/^\d{1,6}$/.test(text)) {
        changes.invalid.push(key)
        continue
      }
      if (!variant) {
        added.push({ sku: skuOf(id, color, size), color, size, quantity: Number(text) })
        continue
      }
      const { sku, quantity: now } = variant
      const was = draft.was[key] ?? String(now)
      const change = Number(text) - Number(was)
      if (change !== 0) changes.stock.push({ sku, change })
      if (change !== 0 && was !== String(now)) changes.moved.push({ color, size, was, now, change })
    }
  changes.added.push(...added.map(({ color, size }) => `${color} ${size}`))
  const kept = [...variants.filter(({ sku }) => !changes.removed.includes(sku)), ...added]
  const { prices, invalid } = readPrices(draft)
  changes.invalid.push(...invalid)
  const priced = kept.map((one) => withPrices(one, prices))
  if (added.length > 0 || changes.removed.length > 0 || priced.some((one, at) => one !== kept[at]))
    changes.variants = priced
  return changes
}

/** The typed prices in rupees, null for none. */
function readPrices({ prices: typed = {} }: GridDraft) {
  const read = Object.entries(typed).map(([key, text]) => ({
    key,
    isNone: text.trim() === '',
    rupees: parseRupees(text),
  }))
  return {
    prices: new Map(read.map(({ key, rupees }) => [key, rupees])),
    invalid: read.flatMap(({ key, isNone, rupees }) => (isNone || rupees !== null ? [] : [key])),
  }
}

/** The variant itself if its prices stay. */
function withPrices(variant: ProductVariant, prices: ReadonlyMap<string, number | null>): ProductVariant {
  let next = variant
  for (const field of PRICE_FIELDS) {
    const rupees = prices.get(priceKey(field, variant.size))
    if (rupees === undefined || rupees === (variant[field] ?? null)) continue
    const { [field]: _, ...others } = next
    next = rupees === null ? others : { ...others, [field]: rupees }
  }
  return next
}

/** Types into cells. `seen`: what they showed when somebody began to type; by default what they show now. */
export function typeCells(
  variants: readonly ProductVariant[],
  draft: GridDraft,
  typed: Readonly<Record<string, string>>,
  seen?: string,
): GridDraft {
  const [cells, was] = [{ ...draft.cells }, { ...draft.was }]
  for (const [key, text] of Object.entries(typed)) {
    const variant = variants.find(({ color, size }) => cellKey(color, size) === key)
    const before = seen ?? String(variant?.quantity ?? '')
    // What is as it was isn't a change.
    if (text === before) {
      delete cells[key]
      delete was[key]
    } else {
      cells[key] = text
      was[key] = before
    }
  }
  return { ...draft, cells, was }
}

/** A grid without the cells of some SKUs. */
export function withoutSkus(
  { cells, was, ...added }: GridDraft,
  variants: readonly ProductVariant[],
  skus: { has(sku: string): boolean },
): GridDraft {
  const left = new Set(variants.flatMap(({ sku, color, size }) => (skus.has(sku) ? [cellKey(color, size)] : [])))
  return { cells: pick(cells, (key) => !left.has(key)), was: pick(was, (key) => !left.has(key)), ...added }
}

/** What is left of a grid after `saved` was saved. More that was typed into a saved cell was typed over that. */
export function restOfGrid(typed: GridDraft, saved: GridDraft): GridDraft {
  const cells = pick(typed.cells, (key, text) => saved.cells[key] !== text)
  const was = Object.fromEntries(Object.keys(cells).map((key) => [key, saved.cells[key] ?? typed.was[key] ?? '']))
  return {
    cells,
    was,
    colors: typed.colors.filter((one) => !saved.colors.includes(one)),
    sizes: typed.sizes.filter((one) => !saved.sizes.includes(one)),
    prices: pick(typed.prices ?? {}, (key, text) => saved.prices?.[key] !== text),
  }
}

const pick = (texts: Readonly<Record<string, string>>, isWanted: (key: string, text: string) => boolean) =>
  Object.fromEntries(Object.entries(texts).filter(([key, text]) => isWanted(key, text)))

/** A SKU of words that a person can read: KURTA-INDIGO-M. */
export function skuOf(id: string, color: string, size: string): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .toUpperCase()
  return [plain(id).slice(0, 40).replace(/-$/, ''), plain(color).slice(0, 12), plain(size)].filter(Boolean).join('-')
}

/** The cells that a pasted part of a sheet fills, from one cell on to the right and down. */
export function pasteCells(
  text: string,
  from: { color: string; size: string },
  { colors, sizes }: { colors: readonly string[]; sizes: readonly string[] },
): Record<string, string> {
  const rows = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const [top, left] = [colors.indexOf(from.color), sizes.indexOf(from.size)]
  return Object.fromEntries(
    rows.flatMap((row, down) =>
      row.split('\t').flatMap((value, across) => {
        const [color, size] = [colors[top + down], sizes[left + across]]
        return color === undefined || size === undefined
          ? []
          : [[cellKey(color, size), value.trim().replaceAll(',', '')]]
      }),
    ),
  )
}
