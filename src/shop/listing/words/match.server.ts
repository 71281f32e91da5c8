import type { ListingTable, MovedEntry } from '../index/table.server.ts'
import type { Part, ReadText } from './read-words.server.ts'
import { bitsOf, type RowSet, uniteInto } from './row-set.server.ts'
import type { ListValue, WordIndex } from './word-index.server.ts'

/**
 * What a text search found, as bits over the rows: valid until the next search, which uses the same memory. `all` match; of
 * these, `named` have every word in their name, `listed` in their name or filter values, and `kind` are of the kind, and for
 * whom, that the words name.
 */
export interface FoundRows {
  all: Int32Array
  named: Int32Array
  listed: Int32Array
  kind: Int32Array
  /** The tiers that may have rows, the best first. */
  tiers: readonly number[]
  /** The tier of a product without a row of its own; null where it does not match. */
  tierOf(entry: MovedEntry): number | null
}

/** Tiers of a match, the best first: name before filter values before description, of the named kind before others. */
export const TIERS = 6

/** Clothes that are neither Man's nor Woman's are for both (SPEC 9). */
const FOR_ALL = 'other'

/** Finds the products that have every part. */
export function matchRows(table: ListingTable, { parts, isEmpty }: ReadText): FoundRows {
  const memory = takeMemory(table)
  const { zeros, ones } = memory
  const resolved = parts.map((part) => resolve(part, table.words))
  const kinds = resolved.filter(({ kinds: values }) => values.length > 0)
  let [all, named, listed, kind] = [isEmpty ? zeros : table.alive, ones, ones, kinds.length > 0 ? ones : zeros]
  let [hasNamed, hasListed] = [true, true]
  for (const part of resolved) {
    const names = gatherWords(memory, table, part, 'name')
    const lists = gatherValues(memory, table, part.values, memory.lists)
    if (part.list !== null) {
      narrow(memory.all, all, names, lists)
      all = memory.all
      continue
    }
    const texts = gatherWords(memory, table, part, 'description')
    hasNamed &&= names !== zeros
    hasListed &&= names !== zeros || lists !== zeros
    narrowAll(memory, [all, named, listed], names, lists, texts)
    ;[all, named, listed] = [memory.all, memory.named, memory.listed]
  }
  for (const part of kinds) {
    const values = gatherValues(memory, table, part.kinds, memory.lists)
    if (kind === ones && kinds.length === 1 && values !== memory.lists) kind = values
    else {
      narrow(memory.kind, kind, values, zeros)
      kind = memory.kind
    }
  }
  const places = [...(hasNamed ? [0] : []), ...(hasListed ? [2] : []), 4]
  return {
    all,
    named,
    listed,
    kind,
    tiers: places.flatMap((place) => (kinds.length > 0 ? [place, place + 1] : [place + 1])),
    tierOf: (entry) => (isEmpty ? null : tierOfEntry(entry, resolved, kinds)),
  }
}

/** The tier of a row that matches. */
export function tierOf({ named, listed, kind }: FoundRows, row: number): number {
  const bit = 1 << (row & 31)
  const has = (bits: Int32Array) => ((bits[row >>> 5] ?? 0) & bit) !== 0
  return (has(named) ? 0 : has(listed) ? 2 : 4) + (has(kind) ? 0 : 1)
}

/** 32 rows of a tier. */
export function tierWord({ named, listed, kind }: FoundRows, tier: number, word: number): number {
  const n = named[word] ?? 0
  const l = listed[word] ?? 0
  const k = kind[word] ?? 0
  return (tier < 2 ? n : tier < 4 ? l & ~n : ~l & ~n) & (tier % 2 === 0 ? k : ~k)
}

interface ResolvedPart extends Part {
  values: ListValue[]
  /** The values that say what kind of garment it is, or for whom. */
  kinds: ListValue[]
}

function resolve(part: Part, { values }: WordIndex): ResolvedPart {
  const named: ListValue[] = []
  for (const value of values.values()) {
    if (part.list !== null && value.list !== part.list) continue
    if (part.alternatives.some((stems) => stems.every((stem) => value.stems.includes(stem)))) named.push(value)
  }
  const kinds = named.filter(({ list }) => list === (part.list === 'categories' ? 'categories' : 'subcategory'))
  const others = part.list === 'categories' ? [...values.values()].filter(isForAll) : []
  return { ...part, values: [...named, ...others], kinds }
}

function isForAll({ list, stems }: ListValue): boolean {
  return list === 'categories' && stems[0] === FOR_ALL
}

type Field = 'name' | 'description'

/** The rows that have one of a part's alternatives in a field: the index's own bits where they are all. */
function gatherWords(memory: SearchMemory, table: ListingTable, part: Part, field: Field): Int32Array {
  const alternatives = field === 'name' ? part.alternatives : part.described
  const known = table.groups.get(alternatives)?.[field]
  if (known) return known
  const found = gather(memory, table, alternatives, field)
  // Groups of the dictionary are few, and most searches have one.
  if (alternatives.length > 1 && isGroup(table, alternatives)) {
    const kept = found === memory[field] ? found.slice() : found
    table.groups.set(alternatives, { ...table.groups.get(alternatives), [field]: kept })
  }
  return found
}

function isGroup({ words }: ListingTable, alternatives: Part['alternatives']): boolean {
  return words.dictionary.same.get(alternatives[0]?.join(' ') ?? '') === alternatives
}

function gather(
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
    if (sets.length === 1) uniteInto(into, set)
    else unitePhrase(memory, into, sets)
  }
  return found
}

/** Adds the rows that are in all sets. */
function unitePhrase({ both, one }: SearchMemory, into: Int32Array, sets: readonly RowSet[]): void {
  both.fill(-1)
  for (const set of sets) {
    one.fill(0)
    uniteInto(one, set)
    narrow(both, both, one, one)
  }
  unite(into, both)
}

/** The rows that have one of some filter values. */
function gatherValues(
  { zeros }: SearchMemory,
  { bits }: ListingTable,
  values: readonly ListValue[],
  into: Int32Array,
): Int32Array {
  const [first, ...more] = values.flatMap(({ list, value }) => bits[list].get(value) ?? [])
  if (more.length === 0) return first ?? zeros
  into.set(first ?? zeros)
  for (const set of more) unite(into, set)
  return into
}

function unite(into: Int32Array, bits: Int32Array): void {
  for (let w = 0; w < into.length; w++) into[w] = (into[w] ?? 0) | (bits[w] ?? 0)
}

function narrow(into: Int32Array, from: Int32Array, a: Int32Array, b: Int32Array): void {
  for (let w = 0; w < into.length; w++) into[w] = (from[w] ?? 0) & ((a[w] ?? 0) | (b[w] ?? 0))
}

/** Three in one pass, which is most of the time of a search. */
function narrowAll(
  { all, named, listed }: SearchMemory,
  [fromAll, fromNamed, fromListed]: readonly [Int32Array, Int32Array, Int32Array],
  names: Int32Array,
  lists: Int32Array,
  texts: Int32Array,
): void {
  for (let w = 0; w < all.length; w++) {
    const n = names[w] ?? 0
    const l = n | (lists[w] ?? 0)
    named[w] = (fromNamed[w] ?? 0) & n
    listed[w] = (fromListed[w] ?? 0) & l
    all[w] = (fromAll[w] ?? 0) & (l | (texts[w] ?? 0))
  }
}

const BIT_SETS = [
  'all',
  'named',
  'listed',
  'kind',
  'name',
  'lists',
  'description',
  'both',
  'one',
  'zeros',
  'ones',
] as const

/** Bit sets that every search uses again: allocating them would make the garbage collector the slowest part. */
export type SearchMemory = Record<(typeof BIT_SETS)[number], Int32Array>

function takeMemory(table: ListingTable): SearchMemory {
  const { length } = table.alive
  if (table.memory?.zeros.length !== length) {
    // The cast is safe: BIT_SETS has every name.
    table.memory = Object.fromEntries(BIT_SETS.map((name) => [name, new Int32Array(length)])) as SearchMemory
    table.memory.ones.fill(-1)
  }
  return table.memory
}

function tierOfEntry(entry: MovedEntry, parts: readonly ResolvedPart[], kinds: readonly ResolvedPart[]): number | null {
  const hasAll = (words: ReadonlySet<string>) => (stems: readonly string[]) => stems.every((stem) => words.has(stem))
  const hasValue = ({ list, value }: ListValue) => entry.lists[list].includes(value)
  let place = 0
  for (const { alternatives, described, values, list } of parts) {
    if (alternatives.some(hasAll(entry.words.name))) continue
    const isListed = values.some(hasValue)
    if (!isListed && (list !== null || !described.some(hasAll(entry.words.description)))) return null
    if (list === null) place = Math.max(place, isListed ? 2 : 4)
  }
  const isKind = kinds.length > 0 && kinds.every((part) => part.kinds.some(hasValue))
  return place + (isKind ? 0 : 1)
}
