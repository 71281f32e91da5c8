import { type ReportContext as Context, column, type ReportInput, type ReportParts } from './report-parts.ts'
import type { Period } from './rules.ts'
import { LITTLE, readVainSearches } from './searches-sql.server.ts'
import { createTable, type KeyedRow } from './table-rules.ts'

const COUNTED = [column('Searched for', 'text'), column('Times', 'count')]
const LAST = column('Last on', 'day')

/** What shoppers searched for and didn't find, or found little of; the most wanted first. */
export async function searchesReport({ db }: Context, { period, before, isWhole }: ReportInput): Promise<ReportParts> {
  const tablesOf = async (days: Period) => Map.groupBy(await readVainSearches(db, days), ({ found }) => found > 0)
  const now = await tablesOf(period)
  const former = await tablesOf(before)
  const tableOf = (title: string, isFound: boolean) => {
    const rowsOf = (tables: typeof now): KeyedRow[] =>
      (tables.get(isFound) ?? []).map(({ text, times, found, last }) => ({
        key: text,
        cells: isFound ? [text, times, found, last] : [text, times, last],
      }))
    const rows = rowsOf(now)
    const table = createTable({
      title,
      columns: isFound ? [...COUNTED, column('Found', 'count'), LAST] : [...COUNTED, LAST],
      rows,
      before: rowsOf(former),
      ...(isWhole ? { maxRows: rows.length } : {}),
    })
    // What different words found doesn't add up.
    const onlyTimes = (cells: typeof table.totals) => cells?.map((cell, at) => (at < 2 ? cell : null)) ?? null
    return { ...table, totals: onlyTimes(table.totals), totalsBefore: onlyTimes(table.totalsBefore) }
  }
  return {
    title: 'Searches',
    tables: [tableOf('Found nothing', false), tableOf(`Found 1 to ${LITTLE} products`, true)],
    notes: [
      'Results are as of the last search, without other filters. Teach the search new words under Settings, Texts, “Shoppers’ words for the search”.',
      'A search counts once an hour per visitor. Only the words are kept, never who searched, and none with an @ or five or more digits.',
      'At most 1,000 different searches a day are kept, for 400 days.',
    ],
    words: [],
  }
}
