import type { ListingTable, OverlayEntry } from '../index/table.server.ts'
import type { Part, ReadText } from './read-words.server.ts'
import { bitsOf, orRowsInto, type RowSet } from './row-set.server.ts'
import type { ListValue, WordIndex } from './word-index.server.ts'

/** The rows that a text search found, as bit sets. Valid until the next search, which uses the same memory. */
export interface FoundRows {
  all: Int32Array
  /** Every word that names no filter value stands in the name. */
  inName: Int32Array
  /** Every such word stands in the name or the filter values. */
  inValues: Int32Array
  /** The category and subcategory are those that the words name; no rows where they name none. */
  inCategory: Int32Array
  /** The tiers that may have rows, the best first. */
  tiers: readonly number[]
  /** The tier of an entry of the overlay; null where it does not match. */
  tierOf(entry: OverlayEntry): number | null
}

/**
 * The tiers of a match, the best first: all words in the name, in name or filter values, or some in the description only; words
 * that name a filter value do not count here. Each is two tiers: first products of the category and subcategory that the words
 * name, then others.
 */
export const TIERS = 6
const IN_NAME = 0
const IN_VALUES = 2
const IN_DESCRIPTION = 4

/** The stem of the category Other: clothes that are neither Man's nor Woman's are for both (SPEC 9). */
const FOR_ALL = 'other'

/** Finds the products that have every part. */
export function matchRows(table: ListingTable, { parts, isEmpty }: ReadText): FoundRows {
  const memory = takeMemory(table)
  const { zeros, ones } = memory
  const resolved = parts.map((part) => resolve(part, table.words))
  const categories = resolved.filter(({ categoryValues }) => categoryValues.length > 0)
  let [all, inName, inValues] = [isEmpty ? zeros : table.alive, ones, ones]
  let inCategory = categories.length > 0 ? ones : zeros
  let [someInName, someInValues] = [true, true]
  for (const part of resolved) {
    const names = collectWords(memory, table, part, 'name')
    const lists = collectValues(memory, table, part.values, memory.lists)
    if (part.list !== null) {
      andInto(memory.all, all, names, lists)
      all = memory.all
      continue
    }
    const texts = collectWords(memory, table, part, 'description')
    someInName &&= names !== zeros
    someInValues &&= names !== zeros || lists !== zeros
    andAllInto(memory, [all, inName, inValues], names, lists, texts)
    ;[all, inName, inValues] = [memory.all, memory.inName, memory.inValues]
  }
  for (const part of categories) {
    const values = collectValues(memory, table, part.categoryValues, memory.lists)
    if (inCategory === ones && categories.length === 1 && values !== memory.lists) inCategory = values
    else {
      andInto(memory.inCategory, inCategory, values, zeros)
      inCategory = memory.inCategory
    }
  }
  const fields = [...(someInName ? [IN_NAME] : []), ...(someInValues ? [IN_VALUES] : []), IN_DESCRIPTION]
  return {
    all,
    inName,
    inValues,
    inCategory,
    tiers: fields.flatMap((tier) => (categories.length > 0 ? [tier, tier + 1] : [tier + 1])),
    tierOf: (entry) => (isEmpty ? null : tierOfEntry(entry, resolved, categories)),
  }
}

/** The tier of a row that matches. */
export function tierOf({ inName, inValues, inCategory }: FoundRows, row: number): number {
  const bit = 1 << (row & 31)
  const has = (bits: Int32Array) => ((bits[row >>> 5] ?? 0) & bit) !== 0
  return (has(inName) ? IN_NAME : has(inValues) ? IN_VALUES : IN_DESCRIPTION) + (has(inCategory) ? 0 : 1)
}

/** The rows of a tier in a block of 32, to be intersected with the rows that match. */
export function tierBlock({ inName, inValues, inCategory }: FoundRows, tier: number, block: number): number {
  const name = inName[block] ?? 0
  const values = inValues[block] ?? 0
  const category = inCategory[block] ?? 0
  const inField = tier < IN_VALUES ? name : tier < IN_DESCRIPTION ? values & ~name : ~values & ~name
  return inField & (tier % 2 === 0 ? category : ~category)
}

interface ResolvedPart extends Part {
  values: ListValue[]
  /** The values among them that are a subcategory, or the category where the part names one. */
  categoryValues: ListValue[]
}

function resolve(part: Part, { values }: WordIndex): ResolvedPart {
  const named: ListValue[] = []
  for (const value of values.values()) {
    if (part.list !== null && value.list !== part.list) continue
    if (part.alternatives.some((stems) => stems.every((stem) => value.stems.includes(stem)))) named.push(value)
  }
  const categoryValues = named.filter(
    ({ list }) => list === (part.list === 'categories' ? 'categories' : 'subcategory'),
  )
  const others = part.list === 'categories' ? [...values.values()].filter(isForAll) : []
  return { ...part, values: [...named, ...others], categoryValues }
}

function isForAll({ list, stems }: ListValue): boolean {
  return list === 'categories' && stems[0] === FOR_ALL
}

type Field = 'name' | 'description'

/** The rows that have one of a part's alternatives in a field. The result may be part of the index itself: never write to it. */
function collectWords(memory: SearchMemory, table: ListingTable, part: Part, field: Field): Int32Array {
  const alternatives = field === 'name' ? part.alternatives : part.described
  const known = table.groups.get(alternatives)?.[field]
  if (known) return known
  const found = collect(memory, table, alternatives, field)
  // The dictionary's synonyms are few, and most searches have one.
  if (alternatives.length > 1 && areSynonyms(table, alternatives)) {
    const cached = found === memory[field] ? found.slice() : found
    table.groups.set(alternatives, { ...table.groups.get(alternatives), [field]: cached })
  }
  return found
}

function areSynonyms({ words }: ListingTable, alternatives: Part['alternatives']): boolean {
  return words.dictionary.synonyms.get(alternatives[0]?.join(' ') ?? '') === alternatives
}

function collect(
  memory: SearchMemory,
  { words }: ListingTable,
  alternatives: Part['alternatives'],
  field: Field,
): Int32Array {
  const { [field]: into, zeros } = memory
  let found: Int32Array = zeros
  for (const stems of alternatives) {
    const sets = stems.flatMap((stem) => words.terms.get(stem)?.[field] ?? [])
    const [set] = sets
    if (!set || sets.length < stems.length) continue
    const bits = found === zeros && sets.length === 1 ? bitsOf(set, zeros.length) : null
    if (bits) {
      found = bits
      continue
    }
    if (found !== into) {
      into.set(found)
      found = into
    }
    if (sets.length === 1) orRowsInto(into, set)
    else orPhraseInto(memory, into, sets)
  }
  return found
}

/** Adds the rows that are in all sets. */
function orPhraseInto({ phraseScratch, wordScratch }: SearchMemory, into: Int32Array, sets: readonly RowSet[]): void {
  phraseScratch.fill(-1)
  for (const set of sets) {
    wordScratch.fill(0)
    orRowsInto(wordScratch, set)
    andInto(phraseScratch, phraseScratch, wordScratch, wordScratch)
  }
  orInto(into, phraseScratch)
}

/** The rows that have at least one of these filter values. */
function collectValues(
  { zeros }: SearchMemory,
  { bits }: ListingTable,
  values: readonly ListValue[],
  into: Int32Array,
): Int32Array {
  const [first, ...more] = values.flatMap(({ list, value }) => bits[list].get(value) ?? [])
  if (more.length === 0) return first ?? zeros
  into.set(first ?? zeros)
  for (const set of more) orInto(into, set)
  return into
}

function orInto(into: Int32Array, bits: Int32Array): void {
  for (let at = 0; at < into.length; at++) into[at] = (into[at] ?? 0) | (bits[at] ?? 0)
}

/** Sets `into` to the rows of `from` that are in `a` or `b`. */
function andInto(into: Int32Array, from: Int32Array, a: Int32Array, b: Int32Array): void {
  for (let at = 0; at < into.length; at++) into[at] = (from[at] ?? 0) & ((a[at] ?? 0) | (b[at] ?? 0))
}

/** Intersects three sets in one pass: most of the time of a search is spent here. */
function andAllInto(
  { all, inName, inValues }: SearchMemory,
  [fromAll, fromName, fromValues]: readonly [Int32Array, Int32Array, Int32Array],
  names: Int32Array,
  lists: Int32Array,
  texts: Int32Array,
): void {
  for (let at = 0; at < all.length; at++) {
    const name = names[at] ?? 0
    const nameOrList = name | (lists[at] ?? 0)
    inName[at] = (fromName[at] ?? 0) & name
    inValues[at] = (fromValues[at] ?? 0) & nameOrList
    all[at] = (fromAll[at] ?? 0) & (nameOrList | (texts[at] ?? 0))
  }
}

const BIT_SETS = [
  'all',
  'inName',
  'inValues',
  'inCategory',
  'name',
  'lists',
  'description',
  'phraseScratch',
  'wordScratch',
  'zeros',
  'ones',
] as const

/** Bit sets that every search uses again: allocating them would make the garbage collector the slowest part. */
export type SearchMemory = Record<(typeof BIT_SETS)[number], Int32Array>

function takeMemory(table: ListingTable): SearchMemory {
  const { length } = table.alive
  if (table.memory?.zeros.length !== length) {
    // Safe cast: BIT_SETS has every name.
    table.memory = Object.fromEntries(BIT_SETS.map((name) => [name, new Int32Array(length)])) as SearchMemory
    table.memory.ones.fill(-1)
  }
  return table.memory
}

function tierOfEntry(
  entry: OverlayEntry,
  parts: readonly ResolvedPart[],
  categories: readonly ResolvedPart[],
): number | null {
  const hasAll = (words: ReadonlySet<string>) => (stems: readonly string[]) => stems.every((stem) => words.has(stem))
  const hasValue = ({ list, value }: ListValue) => entry.lists[list].includes(value)
  let tier = IN_NAME
  for (const { alternatives, described, values, list } of parts) {
    if (alternatives.some(hasAll(entry.words.name))) continue
    const isInValues = values.some(hasValue)
    if (!isInValues && (list !== null || !described.some(hasAll(entry.words.description)))) return null
    if (list === null) tier = Math.max(tier, isInValues ? IN_VALUES : IN_DESCRIPTION)
  }
  const isInCategory = categories.length > 0 && categories.every((part) => part.categoryValues.some(hasValue))
  return tier + (isInCategory ? 0 : 1)
}
