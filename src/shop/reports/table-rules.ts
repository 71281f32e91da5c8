import type { ReportCell, ReportTable } from './staff-contract.ts'

type Column = ReportTable['columns'][number]

/** A row before it's in a table: its key joins it to the same row of the period before. */
export interface KeyedRow {
  key: string
  cells: ReportCell[]
  to?: string | null
}

/** Rows that a response has at most. */
const MAX_ROWS = 400
const ADDED: ReadonlySet<Column['kind']> = new Set(['count', 'rupees'])

/** A table of a report: rows of the period, each with its cells of the period before. */
export function createTable({
  title,
  columns,
  rows,
  before = null,
  maxRows = MAX_ROWS,
}: {
  title: string
  columns: readonly Column[]
  rows: readonly KeyedRow[]
  before?: readonly KeyedRow[] | null
  maxRows?: number
}): ReportTable {
  const former = new Map(before?.map((row) => [row.key, row.cells]))
  return {
    title,
    columns: [...columns],
    rows: rows.slice(0, maxRows).map(({ key, cells, to = null }) => ({ cells, before: former.get(key) ?? null, to })),
    totals: sumRows(columns, rows),
    totalsBefore: before && sumRows(columns, before),
    more: Math.max(0, rows.length - maxRows),
  }
}

function sumRows(columns: readonly Column[], rows: readonly KeyedRow[]): ReportCell[] | null {
  if (!columns.some(({ kind }) => ADDED.has(kind))) return null
  return columns.map(({ kind }, at) => {
    if (at === 0) return 'Total'
    if (!ADDED.has(kind)) return null
    const sum = rows.reduce((total, { cells }) => total + Number(cells[at] ?? 0), 0)
    // Rupees have two decimals, which floating point adds up to more of them.
    return kind === 'rupees' ? Math.round(sum * 100) / 100 : sum
  })
}

/** A part of a whole in per cent with one decimal; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10
}
