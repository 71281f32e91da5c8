import { CsvError } from 'csv-parse'
import type { ProductDraft } from '../catalog/product/parse.server.ts'
import type { StagedPicture } from '../catalog/product/pictures.server.ts'

/** A product as in a file, not yet validated. `errors` come from reading the file. */
export interface RawProduct {
  line: number
  value: unknown
  errors: RowError[]
  notes: string[]
  /** The line of each variant, if each has its own. */
  variantLines?: readonly number[]
  /** The place of each picture's URL or file name, if the file has columns. */
  picturePlaces?: readonly Place[]
  /** The column of each field, if the file has columns. */
  columns?: Readonly<Record<string, string>>
}

/** The place of a value in a file. */
export interface Place {
  line: number
  /** The column's name as the file writes it, or the field's. */
  column?: string | undefined
}

/** A line that isn't a product. */
export function unreadable(line: number, message: string, column?: string): RawProduct {
  return { line, value: undefined, errors: [{ line, message, ...(column === undefined ? {} : { column }) }], notes: [] }
}

/** The line where reading a CSV file failed. Rethrows an error that isn't a CsvError. */
export function unreadableCsv(error: unknown): RawProduct {
  if (!(error instanceof CsvError)) throw error
  return unreadable(typeof error.lines === 'number' ? error.lines : 0, `this isn’t CSV: ${error.message}`)
}

/** A line left out with a note, because this shop can't sell such a product. */
export function skipped(line: number, message: string): RawProduct {
  return { line, value: undefined, errors: [], notes: [message] }
}

/** A valid product with its line and stored pictures, ready to be written. */
export interface StagedProduct {
  line: number
  draft: Omit<ProductDraft, 'pictures'>
  pictures: StagedPicture[]
  /** True if another shop wrote the file. Fields that only this shop knows then stay as they are. */
  fromOtherShop: boolean
}

/** An error found while reading a row. */
export interface RowError extends Place {
  message: string
}

export interface LineError extends RowError {
  id: string
}
