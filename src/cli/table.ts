import { INDIAN_ZONE } from '#platform/india-time.ts'
import { formatPrice } from '#platform/money.ts'

/** Rows in aligned columns under their titles. Numbers and money are aligned to the right. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [titles, ...rows]
  const widths = titles.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const isRight = titles.map(
    (_, column) => rows.length > 0 && rows.every((row) => /^(?:Rs\. )?[+-]?[\d,.]+$|^-?$/.test(row[column] ?? '')),
  )
  return all.map((row) =>
    row
      .map((cell, column) => (isRight[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** A time in India: 21 Nov 2026, 10:30. */
export function readableTime(time: Date | string): string {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-IN', { ...parts, hourCycle: 'h23', timeZone: INDIAN_ZONE }).format(new Date(time))
}

/** A field of a result as text: times and money in the shop's format. */
function cell(name: string, value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return readableTime(value)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return readableTime(value)
  return typeof value === 'number' && /price|total|amount|mrp/i.test(name) ? formatPrice(value) : String(value)
}

/** Results as a table, whose titles are the names of their fields. */
export function tableOf(list: readonly object[]): string[] {
  const titles = Object.keys(list[0] ?? {})
  return table(
    titles,
    list.map((one) => Object.entries(one).map(([name, value]) => cell(name, value))),
  )
}
