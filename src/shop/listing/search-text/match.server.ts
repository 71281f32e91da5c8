import { hasRow, type Rows } from '../index/rows.server.ts'
import type { ListingTable } from '../index/table.server.ts'
import type { Part, ReadText } from './read-words.server.ts'
import { isForAll, type ListValue, type ProductText, type WordIndex } from './word-index.server.ts'

/**
 * The tiers of a match, the best first: all words in the name, in name or filter values, or some in the description
 * only or of a narrower kind; words that name a filter value do not count here. Each is two tiers: first products of the category and
 * subcategory that the words name, then others.
 */
export const TIERS = 6
/** The tier of a row that doesn't match. */
export const NO_MATCH = 255

/* The place where a product has a part of the search; higher is better. */
const NOWHERE = 0
const IN_DESCRIPTION = 1
const IN_VALUES = 2
const IN_NAME = 3

/**
 * By row: the tier of a product that has every part, and `NO_MATCH` for others.
 * @param filters parts that are filters of the selection, so that they only decide about the order
 */
export function findTiers(
  { products, words }: ListingTable,
  { parts, isEmpty }: ReadText,
  filters: ReadonlySet<Part> = new Set(),
): Uint8Array {
  const size = products.length
  const places = new Uint8Array(size).fill(isEmpty ? NOWHERE : IN_NAME)
  const isOfCategory = new Uint8Array(size).fill(1)
  let namesCategory = false
  for (const part of parts) {
    const { values, categoryValues } = resolve(part, words)
    const found = new Uint8Array(size)
    const mark = (rows: Rows, place: number) => {
      for (const row of rows) found[row] = place
    }
    // In this order: a better place replaces a worse one.
    for (const { rows } of valuesNamed(part.kinds, part.list, words)) mark(rows, IN_DESCRIPTION)
    for (const stems of part.kinds) mark(rowsWith(words, stems, 'name'), IN_DESCRIPTION)
    if (part.list === null)
      for (const stems of part.described) mark(rowsWith(words, stems, 'description'), IN_DESCRIPTION)
    for (const { rows } of values) mark(rows, part.list === null ? IN_VALUES : IN_NAME)
    for (const stems of part.alternatives) mark(rowsWith(words, stems, 'name'), IN_NAME)
    if (!filters.has(part)) keepLower(places, found)
    if (categoryValues.length === 0) continue
    namesCategory = true
    const inCategory = new Uint8Array(size)
    for (const { rows } of categoryValues) for (const row of rows) inCategory[row] = 1
    keepLower(isOfCategory, inCategory)
  }
  return places.map((place, row) => {
    if (place === NOWHERE) return NO_MATCH
    return (IN_NAME - place) * 2 + (namesCategory && isOfCategory[row] === 1 ? 0 : 1)
  })
}

function keepLower(into: Uint8Array, others: Uint8Array): void {
  for (let row = 0; row < into.length; row++) into[row] = Math.min(into[row] ?? 0, others[row] ?? 0)
}

/** The filter values named by a part, including the subcategories, or the categories if it names one. */
function resolve(part: Part, words: WordIndex): { values: ListValue[]; categoryValues: ListValue[] } {
  const { values } = words
  const named = valuesNamed(part.alternatives, part.list, words)
  const categoryValues = named.filter(
    ({ list }) => list === (part.list === 'categories' ? 'categories' : 'subcategory'),
  )
  const others = part.list === 'categories' ? [...values.values()].filter(isForAll) : []
  return { values: [...named, ...others], categoryValues }
}

function valuesNamed(phrases: Part['alternatives'], list: Part['list'], { values }: WordIndex): ListValue[] {
  if (phrases.length === 0) return []
  return [...values.values()].filter(
    (value) =>
      (list === null || value.list === list) &&
      phrases.some((stems) => stems.every((stem) => value.stems.includes(stem))),
  )
}

/** The rows with all of some stems in a field. A row may occur twice. */
function rowsWith({ forms }: WordIndex, stems: readonly string[], field: keyof ProductText): Rows {
  const lists = stems.map((stem) => (forms.get(stem) ?? []).map((word) => word[field]))
  const count = (one: readonly Rows[]) => one.reduce((sum, rows) => sum + rows.length, 0)
  const [rarest = [], ...others] = lists.sort((a, b) => count(a) - count(b))
  const [only = []] = rarest
  const rows = rarest.length > 1 ? rarest.flat() : only
  if (others.length === 0) return rows
  return rows.filter((row) => others.every((other) => other.some((list) => hasRow(list, row))))
}
