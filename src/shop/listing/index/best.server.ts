import { type FoundRows, TIERS, tierBlock, tierOf } from '../words/match.server.ts'
import { countBits, walkUp } from './bits.server.ts'
import { compareSortKeys, type SortKey } from './cursor.server.ts'
import { LEVELS, levelOf } from './popularity.server.ts'
import type { Page, SelectedRows } from './search.server.ts'
import { type ListingTable, sortKeyOf } from './table.server.ts'

/** Up to this many matches are ranked at once; more are ranked tier by tier until the page is full. */
const MAX_RANKED = 4096

/**
 * The best matches first: sorted by their relevance rank, which joins the tier (where the words stand, see `TIERS`) and the
 * level of popularity, then by price. Like `readPage` it returns one more than the limit.
 */
export function readBest(
  table: ListingTable,
  selected: SelectedRows,
  found: FoundRows,
  { limit, after }: Page,
): SortKey[] {
  const keys: SortKey[] = []
  const add = (row: number, relevanceRank: number) => {
    if (isAfter(table, after, row, relevanceRank)) keys.push({ ...sortKeyOf(table, row), relevanceRank })
    return keys.length <= limit
  }
  if (countBits(selected.bits, selected.span) <= MAX_RANKED) addAll(table, selected, found, add)
  else addByTier(table, selected, found, { limit, after }, add)
  const overlay = selected.overlay
    .map((entry) => ({
      price: entry.price,
      id: entry.id,
      relevanceRank: relevanceRankOf(found.tierOf(entry) ?? 0, levelOf(entry)),
    }))
    .filter((key) => after === null || compareSortKeys(key, after) > 0)
  if (overlay.length === 0) return keys
  return [...keys, ...overlay].sort(compareSortKeys).slice(0, limit + 1)
}

type AddRow = (row: number, relevanceRank: number) => boolean

function relevanceRankOf(tier: number, level: number): number {
  return tier * LEVELS + LEVELS - 1 - level
}

function addAll(table: ListingTable, { bits, span }: SelectedRows, found: FoundRows, add: AddRow): void {
  const rowsByRank: number[][] = Array.from({ length: TIERS * LEVELS }, () => [])
  walkUp(bits, 0, span, (row) => {
    rowsByRank[relevanceRankOf(tierOf(found, row), table.levels[row] ?? 0)]?.push(row)
    return true
  })
  for (const [relevanceRank, rows] of rowsByRank.entries()) for (const row of rows) if (!add(row, relevanceRank)) return
}

function isAfter(table: ListingTable, after: SortKey | null, row: number, relevanceRank: number): boolean {
  if (after?.relevanceRank === undefined || relevanceRank !== after.relevanceRank)
    return relevanceRank > (after?.relevanceRank ?? -1)
  return compareSortKeys({ ...sortKeyOf(table, row), relevanceRank }, after) > 0
}

/** Adds the popular rows of each tier, sorted by level, then its other rows: these are sorted by price in the table already. */
function addByTier(
  table: ListingTable,
  selected: SelectedRows,
  found: FoundRows,
  { limit, after }: Pick<Page, 'limit' | 'after'>,
  add: AddRow,
): void {
  const { popular, levels } = table
  const firstTier = Math.floor((after?.relevanceRank ?? 0) / LEVELS)
  for (const tier of found.tiers) {
    if (tier < firstTier) continue
    const byLevel: number[][] = Array.from({ length: LEVELS }, () => [])
    walkTier(selected, found, tier, popular, 0, (row) => {
      const level = levels[row] ?? 0
      const rows = byLevel[level]
      if (rows && rows.length <= limit && isAfter(table, after, row, relevanceRankOf(tier, level))) rows.push(row)
      return true
    })
    for (let level = LEVELS - 1; level > 0; level--)
      for (const row of byLevel[level] ?? []) if (!add(row, relevanceRankOf(tier, level))) return
    if (!walkTier(selected, found, tier, popular, -1, (row) => add(row, relevanceRankOf(tier, 0)))) return
  }
}

/** Visits the rows of a tier whose bit in `mask` is set (flip 0) or clear (flip -1). False as soon as `visit` returns false. */
function walkTier(
  { bits, span }: SelectedRows,
  found: FoundRows,
  tier: number,
  mask: Int32Array,
  flip: 0 | -1,
  visit: (row: number) => boolean,
): boolean {
  for (let block = span.from; block < span.to; block++) {
    let rest = (bits[block] ?? 0) & ((mask[block] ?? 0) ^ flip)
    if (rest === 0) continue
    rest &= tierBlock(found, tier, block)
    for (; rest !== 0; rest &= rest - 1) if (!visit((block << 5) + 31 - Math.clz32(rest & -rest))) return false
  }
  return true
}
