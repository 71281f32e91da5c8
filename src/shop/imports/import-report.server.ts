import type { ProductDiff, ProductSummary } from './differences.server.ts'
import type { LineError } from './raw-product.server.ts'

/** The result of an import, or its errors. Lines count from 1; at most 1,000 errors and notes are listed. */
export interface ImportReport {
  ok: boolean
  dryRun: boolean
  /** The import's number, by which `undoImport` takes it back. Null if nothing was written. */
  id: number | null
  products: number
  created: number
  /** Products of which anything changes: a field, a picture, a variant, its stock. */
  updated: number
  unchanged: number
  errors: LineError[]
  errorCount: number
  /** With the option `skipWrong`: why products were left out, and how many. */
  leftOut: LineError[]
  leftOutCount: number
  /** New products that are on sale without a picture. */
  withoutPictures: number
  /** What changes in which product, with the option `diff`; at most 1,000 products. */
  changes: (ProductDiff & { product: ProductSummary })[]
  /** Products whose price falls by more than half, or is 0. Prices are in rupees; at most 1,000. */
  lowPrices: LowPrice[]
  /** Unusual values that were imported, and pictures that weren't. */
  notes: LineError[]
  picturesFailed: number
}

/** `before` is null for a new product. `from`: when a scheduled price begins. */
export interface LowPrice {
  line: number
  id: string
  before: number | null
  after: number
  from?: string
}

export const MAX_LISTED = 1000

export function createReport(dryRun: boolean): ImportReport {
  return {
    ok: false,
    dryRun,
    id: null,
    products: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    errors: [],
    errorCount: 0,
    leftOut: [],
    leftOutCount: 0,
    withoutPictures: 0,
    changes: [],
    lowPrices: [],
    notes: [],
    picturesFailed: 0,
  }
}

export function addNote(report: ImportReport, note: LineError): void {
  if (report.notes.length < MAX_LISTED) report.notes.push(note)
}

export function addError(report: ImportReport, error: LineError): void {
  report.errorCount++
  if (report.errors.length < MAX_LISTED) report.errors.push(error)
}

/** Leaves one product out for these reasons. */
export function leaveOut(report: ImportReport, errors: readonly LineError[]): void {
  report.leftOutCount++
  report.leftOut.push(...errors.slice(0, MAX_LISTED - report.leftOut.length))
}

/** Sorts the lists and settles the result. */
export function finishReport(report: ImportReport): ImportReport {
  report.errors.sort((a, b) => a.line - b.line)
  report.notes.sort((a, b) => a.line - b.line)
  report.ok = report.errorCount === 0
  if (!report.ok)
    Object.assign(report, { created: 0, updated: 0, unchanged: 0, withoutPictures: 0, changes: [], lowPrices: [] })
  return report
}
