import type { SQLOutputValue } from 'node:sqlite'

/** One row as node:sqlite gives it. */
export type Row = Record<string, SQLOutputValue>

/** Reads a text column; throws when our own table holds something else. */
export function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`column ${column} is no text`)
  return value
}

/** Reads a text column that may be NULL. */
export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column)
}

/** Reads an integer column. */
export function int(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new TypeError(`column ${column} is no number`)
  return value
}
