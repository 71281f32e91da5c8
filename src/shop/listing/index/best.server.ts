import { type FoundRows, TIERS, tierOf, tierWord } from '../words/match.server.ts'
import { countBits, walkUp } from './bits.server.ts'
import { compareSortKeys, type SortKey } from './cursor.server.ts'
import { LEVELS, levelOf } from './popularity.server.ts'
import type { Page, SelectedRows } from './search.server.ts'
import { type ListingTable, sortKeyOf } from './table.server.ts'

/** Below this many matches all are graded at once; above, tier by tier until the page is full. */
const MAX_GRADED = 4096

/** The best matches first: by tier, then by popularity, then by price. */
export function readBest(
  table: ListingTable,
  selected: SelectedRows,
  found: FoundRows,
  { limit, after }: Page,
): SortKey[] {
  const keys: SortKey[] = []
  const add = (row: number, grade: number) => {
    if (isAfter(table, after, row, grade)) keys.push({ ...sortKeyOf(table, row), grade })
    return keys.length <= limit
  }
  if (countBits(selected.bits, selected.span) <= MAX_GRADED) addAll(table, selected, found, add)
  else addByTier(table, selected, found, { limit, after }, add)
  const moved = selected.moved
    .map((entry) => ({ price: entry.price, id: entry.id, grade: gradeOf(found.tierOf(entry) ?? 0, levelOf(entry)) }))
    .filter((key) => after === null || compareSortKeys(key, after) > 0)
  if (moved.length === 0) return keys
  return [...keys, ...moved].sort(compareSortKeys).slice(0, limit + 1)
}

type AddRow = (row: number, grade: number) => boolean

function gradeOf(tier: number, level: number): number {
  return tier * LEVELS + LEVELS - 1 - level
}

function addAll(table: ListingTable, { bits, span }: SelectedRows, found: FoundRows, add: AddRow): void {
  const grades: number[][] = Array.from({ length: TIERS * LEVELS }, () => [])
  walkUp(bits, 0, span, (row) => {
    grades[gradeOf(tierOf(found, row), table.levels[row] ?? 0)]?.push(row)
    return true
  })
  for (const [grade, rows] of grades.entries()) for (const row of rows) if (!add(row, grade)) return
}

function isAfter(table: ListingTable, after: SortKey | null, row: number, grade: number): boolean {
  if (after?.grade === undefined || grade !== after.grade) return grade > (after?.grade ?? -1)
  return compareSortKeys({ ...sortKeyOf(table, row), grade }, after) > 0
}

/** Of the popular rows of a tier the first of each level, then the others in their order. */
function addByTier(
  table: ListingTable,
  { bits, span }: SelectedRows,
  found: FoundRows,
  { limit, after }: Pick<Page, 'limit' | 'after'>,
  add: AddRow,
): void {
  const { popular, levels } = table
  const firstTier = Math.floor((after?.grade ?? 0) / LEVELS)
  for (const tier of found.tiers) {
    if (tier < firstTier) continue
    const best: number[][] = Array.from({ length: LEVELS }, () => [])
    for (let word = span.from; word < span.to; word++) {
      let rest = (bits[word] ?? 0) & (popular[word] ?? 0)
      if (rest === 0) continue
      rest &= tierWord(found, tier, word)
      for (; rest !== 0; rest &= rest - 1) {
        const row = (word << 5) + 31 - Math.clz32(rest & -rest)
        const level = levels[row] ?? 0
        const rows = best[level]
        if (rows && rows.length <= limit && isAfter(table, after, row, gradeOf(tier, level))) rows.push(row)
      }
    }
    for (let level = LEVELS - 1; level > 0; level--)
      for (const row of best[level] ?? []) if (!add(row, gradeOf(tier, level))) return
    for (let word = span.from; word < span.to; word++) {
      let rest = (bits[word] ?? 0) & ~(popular[word] ?? 0)
      if (rest === 0) continue
      rest &= tierWord(found, tier, word)
      for (; rest !== 0; rest &= rest - 1)
        if (!add((word << 5) + 31 - Math.clz32(rest & -rest), gradeOf(tier, 0))) return
    }
  }
}
