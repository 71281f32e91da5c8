import { ok, type Result, refuse } from '#platform/api/result.ts'
import { type CsvRow, cell, columnNames, type Lines, notText, peekLine, readCsvRows } from './csv.server.ts'

/** What is wrong with a cell: the line of its row, from 1; 0 is the file as a whole. */
export interface TableError {
  row: number
  column: string
  message: string
}

/** A small table of a setting, read from a CSV file. */
export interface TableFile<T> {
  rows: T[]
  errors: TableError[]
}

interface TableReader<T> {
  /** Columns without which nothing can be read. */
  needs: readonly string[]
  /** Reads a row. `fail` says what is wrong with one of its cells; then the row doesn't count. */
  read: (cellOf: (column: string) => string, fail: (column: string, message: string) => void) => T
  /** What may be there once only, and the column that is named if it's there twice. */
  keyOf: (row: T) => { key: string; column: string }
}

const MAX_ERRORS = 200

/** Reads every row, with all that is wrong with them. */
export async function readTableFile<T>(lines: Lines, reader: TableReader<T>): Promise<TableFile<T>> {
  const [header, all] = await peekLine(lines)
  const problem = headerProblem(header, reader.needs)
  if (problem) return { rows: [], errors: [problem] }
  const seen = new Map<string, number>()
  const rows: T[] = []
  const errors: TableError[] = []
  try {
    for await (const row of readCsvRows(all)) {
      const found = readRow(row, reader, seen)
      if (Array.isArray(found)) errors.push(...found)
      else rows.push(found.value)
      if (errors.length >= MAX_ERRORS) break
    }
  } catch (error) {
    errors.push({ row: 0, column: '', message: error instanceof Error ? error.message : String(error) })
  }
  return { rows, errors }
}

function headerProblem(header: string, needs: readonly string[]): TableError | null {
  const other = notText(header)
  if (other !== null) return { row: 1, column: '', message: `${other}.` }
  if (header.trim() === '') return { row: 0, column: '', message: 'The file has no header line with its column names.' }
  const missing = needs.find((name) => !columnNames(header).includes(name))
  return missing === undefined ? null : { row: 0, column: '', message: `The file needs a column "${missing}".` }
}

/** The row, or what is wrong with it. */
function readRow<T>(
  row: CsvRow,
  { read, keyOf }: TableReader<T>,
  seen: Map<string, number>,
): { value: T } | TableError[] {
  const errors: TableError[] = []
  const value = read(
    (column) => cell(row, column.toLowerCase()),
    (column, message) => errors.push({ row: row.line, column, message }),
  )
  if (errors.length > 0) return errors
  const { key, column } = keyOf(value)
  const before = seen.get(key)
  if (before !== undefined) return [{ row: row.line, column, message: `${key} is in line ${before} too.` }]
  seen.set(key, row.line)
  return { value }
}

/** The rows, or a refusal with a line for each error. */
export function rowsOrRefusal<T>({ rows, errors }: TableFile<T>): Result<T[], 'invalid_input'> {
  if (errors.length === 0) return ok(rows)
  return refuse('invalid_input', errors.map(errorLine).join('\n'))
}

/** `line 2, days: soon must be a number of days from 0 to 60.` */
export function errorLine({ row, column, message }: TableError): string {
  const place = [row === 0 ? '' : `line ${row}`, column].filter((part) => part !== '').join(', ')
  return place === '' ? message : `${place}: ${message}`
}
