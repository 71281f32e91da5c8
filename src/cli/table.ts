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
  if (isStructured(value)) return readableJson(value)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return readableTime(value)
  return typeof value === 'number' && /price|total|amount|mrp/i.test(name) ? formatPrice(value) : String(value)
}

/** An object, or a list of them, which has no place in a table's cell. */
function isStructured(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isStructured)
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

/** Results as a table, whose titles are the names of their plain fields. */
export function tableOf(list: readonly object[]): string[] {
  const rows = list.map((one): Record<string, unknown> => ({ ...one }))
  const titles = Object.keys(rows[0] ?? {}).filter((name) => !rows.some((row) => isStructured(row[name])))
  return table(
    titles,
    rows.map((row) => titles.map((name) => cell(name, row[name]))),
  )
}

/** A result as lines: its fields by name, and its lists as tables. */
export function recordLines(record: unknown): string[] {
  if (!isStructured(record)) return [cell('', record)]
  return Object.entries({ ...(record as object) }).flatMap(([name, value]: [string, unknown]) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => isStructured(one) && !Array.isArray(one))
      ? [`${name}:`, ...tableOf(value).map(indented)]
      : [`${name}: ${cell(name, value)}`],
  )
}

/** A text with every line indented. */
export const indented = (text: string) => `  ${text.replaceAll('\n', '\n  ')}`
