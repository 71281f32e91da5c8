import { readableTime } from '#platform/india-time.ts'
import { formatPrice } from '#platform/money.ts'

export { readableTime } from '#platform/india-time.ts'

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

/** JSON for people: its times are India's. */
export function readableJson(value: unknown): string {
  return JSON.stringify(value).replace(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g, (_, time: string) => `"${readableTime(time)}"`)
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

/** A text with every line indented. */
export const indented = (text: string) => `  ${text.replaceAll('\n', '\n  ')}`
