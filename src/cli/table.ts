import { formatPrice } from '#platform/money.ts'

/** Rows in aligned columns under their titles; columns of numbers and money are aligned to the right. */
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

const ZONE = 'Asia/Kolkata'

/** A time as people read it, in the shop's zone: 21 Nov 2026, 10:30. */
export function readableTime(time: Date | string): string {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-IN', { ...parts, hourCycle: 'h23', timeZone: ZONE }).format(new Date(time))
}

/** A value of a result as a cell. */
export function cell(name: string, value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return readableTime(value)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return readableTime(value)
  return typeof value === 'number' && /price|total|amount|mrp/i.test(name) ? formatPrice(value) : String(value)
}

/** Results of one kind as a table; the titles are the names of their fields. */
export function tableOf(list: readonly object[]): string[] {
  const titles = Object.keys(list[0] ?? {})
  return table(
    titles,
    list.map((one) => Object.entries(one).map(([name, value]) => cell(name, value))),
  )
}
