import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'

/** A file's lines. */
export type Lines = AsyncIterable<string> | Iterable<string>

/** A row of the file: the number of its first line, and its cells by lower-case column name. */
export interface CsvRow {
  line: number
  cells: Record<string, string>
}

/** The first non-empty cell in these columns. */
export function cell(row: CsvRow, ...names: readonly string[]): string {
  for (const name of names) {
    const value = row.cells[name]?.trim()
    if (value) return value
  }
  return ''
}

/** The first of these columns that the file has, for error messages. */
export function columnOf(row: CsvRow, ...names: readonly string[]): string {
  return names.find((name) => Object.hasOwn(row.cells, name)) ?? names[0] ?? ''
}

/**
 * The rows of a CSV file whose first line has the column names. The separator is a comma, semicolon or tab, whichever
 * is most frequent in the first line.
 * @throws {CsvError} if it isn't CSV
 */
export async function* readCsvRows(lines: Lines): AsyncGenerator<CsvRow> {
  const [first, all] = await peekLine(lines)
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(first),
    // Tab-separated files rarely quote: 12" is twelve inches.
    relax_quotes: delimiterOf(first) === '\t',
    columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 1_000_000,
  })
  const source = Readable.from(withLineBreaks(all))
  // An error of the source ends the parser, and a reader that stops early closes the source's file.
  pipeline(source, parser, () => {})
  let after = 0
  // Safe cast: with `columns` and `info` the parser yields these.
  const rows = parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>
  for await (const { record, info } of rows) {
    // The parser reports a record's last line; errors name its first one.
    const breaks = Object.values(record).reduce((sum, value) => sum + (value.match(/\n/g)?.length ?? 0), 0)
    const line = Math.max(after + 1, info.lines - breaks)
    after = info.lines
    yield { line, cells: record }
  }
}

async function* withLineBreaks(lines: Lines): AsyncGenerator<string> {
  // The database can't store a NUL, which some programs fill fields with.
  for await (const line of lines) yield `${line.replaceAll('\0', '')}\n`
}

/** What a spreadsheet writes above the names of the columns: its separator (`sep=;`), or nothing. */
const ABOVE_TABLE = /^[\uFEFF\s]*(?:"?sep=.?"?[,;\t]*)?\s*$/i

/**
 * The first line that has something to read, and all lines including it; those above it are empty, so that the others keep their
 * numbers. Whoever doesn't read those calls `close`, or a file stays open. */
export async function peekLine(
  lines: Lines,
): Promise<[first: string, all: AsyncIterable<string>, close: () => Promise<void>]> {
  const iterator = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  let above = 0
  let first = await iterator.next()
  for (; !first.done && ABOVE_TABLE.test(first.value); first = await iterator.next()) above++
  const close = async () => void (await iterator.return?.())
  async function* all(): AsyncGenerator<string> {
    if (first.done) return
    try {
      for (; above > 0; above--) yield ''
      yield first.value
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await close()
    }
  }
  return [first.done ? '' : first.value, all(), close]
}

/** The names of a CSV file's columns, from its first line, in lower case; close enough to tell formats apart. */
export function columnNames(first: string): string[] {
  return first
    .replace(/^\uFEFF/, '')
    .split(delimiterOf(first))
    .map((name) => name.trim().replace(/^"|"$/g, '').toLowerCase())
}

/** What kind of other file a first line begins, if it's one that people take for CSV. */
export function notText(first: string): string | null {
  if (first.startsWith('PK\u0003\u0004') || first.startsWith('\u00d0\u00cf\u0011\u00e0'))
    return 'this is a spreadsheet’s own file; save it as CSV (UTF-8) first'
  return first.startsWith('%PDF-') ? 'this is a PDF, not a CSV file' : null
}

/** A cell that lost characters in a spreadsheet: 1.23E+12, a column too narrow, an error of a formula. */
export const LOST_IN_SPREADSHEET = /^\d(?:[.,]\d+)?E\+\d+$|^#+$|^#(?:NAME|REF|VALUE|NUM|NULL|N\/A|DIV\/0)[?!]?$/i

export const REFILL = 'was changed by a spreadsheet: format the column as text and fill it in again'

function delimiterOf(first: string): string {
  const count = (mark: string) => first.split(mark).length
  return [';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ',')
}
