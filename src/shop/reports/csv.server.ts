import { BYTE_ORDER_MARK, csvLine } from '#platform/csv.ts'
import type { Report } from './staff-contract.ts'

/** A report as a file for spreadsheets: each table with its heading, its rows beside those of the period before. */
export function reportCsv({ title, period, before, tables, notes, words }: Report): Buffer {
  const lines: (string | number)[][] = [[title, `${period.from} to ${period.to}`]]
  for (const table of tables) {
    const isCompared = table.totalsBefore !== null
    const measures = table.columns.flatMap(({ kind }, at) => (kind === 'text' || kind === 'day' ? [] : [at]))
    lines.push([], [table.title])
    lines.push([
      ...table.columns.map(({ label }) => label),
      ...(isCompared ? measures.map((at) => `${table.columns[at]?.label}, ${before.from} to ${before.to}`) : []),
    ])
    const lineOf = (cells: readonly (string | number | null)[], former: readonly (string | number | null)[] | null) => [
      ...cells.map((cell) => cell ?? ''),
      ...(isCompared ? measures.map((at) => former?.[at] ?? '') : []),
    ]
    for (const row of table.rows) lines.push(lineOf(row.cells, row.before))
    if (table.totals) lines.push(lineOf(table.totals, table.totalsBefore))
  }
  if (words.length > 0) {
    lines.push([], ['In the shoppers’ words'], ['When', 'Product', 'Variant', 'Reason', 'Words'])
    for (const { at, product, variant, reason, text } of words) lines.push([at, product, variant, reason, text])
  }
  lines.push([], ...notes.map((note) => [note]))
  return Buffer.from(`${BYTE_ORDER_MARK}${lines.map((line) => csvLine(line)).join('\r\n')}\r\n`)
}
