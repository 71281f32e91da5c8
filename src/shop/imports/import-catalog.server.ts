import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Picture } from '../catalog/contract.ts'
import type { Tables } from '../tables.server.ts'
import { type Lines, notText, peekLine } from './csv.server.ts'
import { findDifferences, type ProductDiff } from './diff-sql.server.ts'
import { allowIdleTransaction, beginImport, refreshStatistics } from './import-sql.server.ts'
import { finishImports } from './jobs.server.ts'
import {
  type LineError,
  type PictureDraft,
  type Place,
  parseProduct,
  type RawProduct,
  type StagedProduct,
  unreadable,
} from './parse-product.server.ts'
import { isRemote, type PictureSource, replaceRemote, resolvePicture, type StoredPicture } from './pictures.server.ts'
import type { ReadOptions } from './prices.server.ts'
import { writeProducts } from './product-sql.server.ts'
import { formatOf, type ImportFormat, readProductFile } from './readers.server.ts'
import { downloadPictures, type PictureProgress, type RemotePictures } from './remote-pictures.server.ts'
import { openStagingFile, type StagingFile } from './staging-file.server.ts'
import { createStockTable, stageStock, writeStock } from './stock-sql.server.ts'

export interface ImportOptions extends ReadOptions {
  /** Fills `changes` of the report. */
  diff?: boolean
  /** Who imports, for the audit log. */
  actor?: Actor
  /** Known SKUs keep their stock; only new ones get the file's. */
  keepStock?: boolean
  /** Recognised by the first line if not given. */
  format?: ImportFormat
  /** Validates everything, including the database's constraints, and writes nothing. */
  dryRun?: boolean
  /** Finds the pictures given as files. */
  pictures?: PictureSource
  /**
   * Copies pictures of other hosts into the shop's own folder. If not given, products link to https ones at their own
   * URLs.
   */
  remote?: RemotePictures
  onPictures?(progress: PictureProgress): void
  /** Called after every batch with the number of products read so far. */
  onProgress?(products: number): void
}

/** The result of an import, or its errors. Lines count from 1; at most 1,000 errors and notes are listed. */
export interface ImportReport {
  ok: boolean
  dryRun: boolean
  products: number
  created: number
  updated: number
  unchanged: number
  errors: LineError[]
  errorCount: number
  /** What changes in which product, with the option `diff`; at most 1,000 products. */
  changes: ProductDiff[]
  /** Unusual values that were imported, and pictures that weren't. */
  notes: LineError[]
  picturesFailed: number
}

const BATCH = 200
const IMPORT_JOB: Actor = { kind: 'system', job: 'import' }
const MAX_LISTED = 1000
const UNKNOWN_FORMAT =
  'the file format isn’t recognised: use JSON Lines, a product CSV of Shopify or WooCommerce, or a Google Merchant feed, or give --format'

/** Thrown to roll back the transaction of a dry run or of a file with errors. */
class Rollback extends Error {}

/**
 * Imports a catalogue from lines of any known format. Products replace those with the same `_id`, all in one
 * transaction: one invalid line, and nothing is imported (CONTRACT, catalog import). Sales continue: lines are read and
 * pictures converted before the transaction, and stock is written at its end. Inside the caller's own transaction, the
 * caller must roll back if the report isn't `ok` or the run was dry.
 */
export async function importCatalog(
  db: Kysely<Tables>,
  lines: Lines,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const report: ImportReport = {
    ok: false,
    dryRun: options.dryRun ?? false,
    products: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    errors: [],
    errorCount: 0,
    changes: [],
    notes: [],
    picturesFailed: 0,
  }
  const staging = await openStagingFile()
  try {
    if (db.isTransaction) await allowIdleTransaction(db)
    const remote: RemoteUrls = new Map()
    const staged = await stageProducts(staging, remote, lines, options, report)
    if (report.products === 0 && report.errorCount === 0)
      addError(report, { line: 0, id: '', message: 'there are no products' })
    // Before the transaction, which must not wait for other hosts, and only for a valid file.
    const stored = report.errorCount === 0 ? await downloadRemote(remote, options, report) : new Map()
    if (staged > 0) await writeOrRollBack(db, staging, stored, options, report)
  } finally {
    await staging.remove()
  }
  report.errors.sort((a, b) => a.line - b.line)
  report.notes.sort((a, b) => a.line - b.line)
  report.ok = report.errorCount === 0
  if (!report.ok) Object.assign(report, { created: 0, updated: 0, unchanged: 0 })
  return report
}

/** The URLs of pictures on other hosts, each with its first place in the file. */
type RemoteUrls = Map<string, Place & { id: string }>

/** Writes the valid products to the staging file. Resolves to their number. */
async function stageProducts(
  staging: StagingFile,
  remote: RemoteUrls,
  lines: Lines,
  options: ImportOptions,
  report: ImportReport,
): Promise<number> {
  const seen = new Set<string>()
  let batch: StagedProduct[] = []
  let staged = 0
  const flush = async () => {
    if (batch.length > 0) await staging.append(batch)
    batch = []
    options.onProgress?.(report.products)
  }
  const [first, all] = await peekLine(lines)
  const format = options.format ?? formatOf(first)
  const problem = notText(first)
  const products =
    problem !== null || format === null
      ? [unreadable(1, problem ?? UNKNOWN_FORMAT)]
      : readProductFile(format, all, options)
  for await (const raw of products) {
    const product = await validate(raw, seen, remote, options, report)
    if (!product) continue
    batch.push(product)
    staged++
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return staged
}

async function downloadRemote(
  remote: RemoteUrls,
  options: ImportOptions,
  report: ImportReport,
): Promise<Map<string, StoredPicture>> {
  if (!options.remote || remote.size === 0) return new Map()
  return downloadPictures(remote.keys(), options.remote, {
    dryRun: report.dryRun,
    onProgress: options.onPictures,
    onFailure(src, reason) {
      report.picturesFailed++
      const place = remote.get(src)
      if (place) addNote(report, { ...place, message: `the picture ${src.slice(0, 200)} was left out: ${reason}` })
    },
  })
}

/** Above this number of new products, the planner's statistics are refreshed. */
const ANALYZE_ABOVE = 1000

async function writeOrRollBack(
  db: Kysely<Tables>,
  staging: StagingFile,
  stored: Map<string, StoredPicture>,
  options: ImportOptions,
  report: ImportReport,
): Promise<void> {
  const run = async (tx: Transaction<Tables>) => {
    await writeStaged(tx, staging, stored, options, report)
    if (report.errorCount > 0 || report.dryRun) throw new Rollback()
    const { products, created, updated } = report
    await writeAudit(tx, options.actor ?? IMPORT_JOB, {
      action: 'catalog.import',
      subject: 'catalog',
      before: null,
      after: { products, created, updated },
    })
  }
  // Safe cast: Kysely sets `isTransaction` on its own transactions.
  const done = db.isTransaction ? run(db as Transaction<Tables>) : db.transaction().execute(run)
  await done.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error
  })
  if (db.isTransaction) return
  if (report.created > ANALYZE_ABOVE) await refreshStatistics(db)
  await finishImports(db)
}

async function writeStaged(
  tx: Transaction<Tables>,
  staging: StagingFile,
  stored: Map<string, StoredPicture>,
  { keepStock = false, diff = false, remote, actor = IMPORT_JOB }: ImportOptions,
  report: ImportReport,
): Promise<void> {
  await beginImport(tx)
  await createStockTable(tx)
  for await (const staged of staging.batches()) {
    const batch = remote
      ? staged.map((one) => ({ ...one, pictures: replaceRemote(one.pictures, stored, report) }))
      : staged
    const room = MAX_LISTED - report.changes.length
    if (diff && room > 0)
      report.changes.push(...(await findDifferences(tx, batch, { stock: !keepStock })).slice(0, room))
    const { created, updated } = await writeProducts(tx, batch, actor)
    await stageStock(tx, batch)
    report.created += created
    report.updated += updated
    report.unchanged += batch.length - created - updated
  }
  // If nothing will be committed, no stock row is locked, so that sales don't wait.
  const checkOnly = report.dryRun || report.errorCount > 0
  const { errors, count } = await writeStock(tx, { checkOnly, keepStock, maxErrors: MAX_LISTED })
  for (const error of errors) addError(report, error)
  report.errorCount += count - errors.length
}

async function validate(
  raw: RawProduct,
  seen: Set<string>,
  remote: RemoteUrls,
  options: ImportOptions,
  report: ImportReport,
): Promise<StagedProduct | null> {
  if (raw.value === undefined && raw.errors.length === 0) {
    for (const message of raw.notes) addNote(report, { line: raw.line, id: '', message })
    return null
  }
  report.products++
  const parsed = raw.value === undefined ? null : parseProduct(raw.value)
  const id = parsed === null ? '' : parsed.ok ? parsed.draft.id : parsed.id
  const errors: LineError[] = raw.errors.map((error) => ({ ...error, id }))
  const add = (message: string, place: Place = raw) => errors.push({ ...placeOf(place), id, message })
  if (parsed && !parsed.ok && raw.errors.length === 0)
    for (const { message, field, variant = -1 } of parsed.errors)
      add(message, { line: raw.variantLines?.[variant] ?? raw.line, column: raw.columns?.[field] })
  if (id !== '' && seen.has(id)) add(`the _id ${id} comes twice`)
  if (id !== '') seen.add(id)
  const pictures = parsed?.ok ? await resolvePictures(parsed.draft.pictures, options, add) : []
  // Pages show only https pictures: an error in the shop's own format, in other shops' files a note (below).
  if (!options.remote && !raw.picturePlaces)
    for (const [at, { src }] of pictures.entries())
      if (src.startsWith('http:')) add(`pictures.${at}.src must be an https address`)
  for (const error of errors) addError(report, error)
  if (!parsed?.ok || errors.length > 0) return null
  for (const message of raw.notes) addNote(report, { line: raw.line, id, message })
  for (const [at, { src }] of pictures.entries()) {
    const place = { ...placeOf(raw.picturePlaces?.[at] ?? raw), id }
    if (isRemote(src) && options.remote && !remote.has(src)) remote.set(src, place)
    if (src.startsWith('http:') && !options.remote)
      addNote(report, { ...place, message: `the picture ${src.slice(0, 80)} isn’t https and is left out` })
  }
  const { pictures: _, ...draft } = parsed.draft
  const shown = options.remote ? pictures : pictures.filter(({ src }) => !src.startsWith('http:'))
  return { line: raw.line, draft, pictures: shown, fromOtherShop: raw.columns !== undefined }
}

const placeOf = ({ line, column }: Place): Place => (column === undefined ? { line } : { line, column })

async function resolvePictures(
  drafts: readonly PictureDraft[],
  options: ImportOptions,
  addError: (message: string) => void,
): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const draft of drafts) {
    const picture = await resolvePicture(draft, options.pictures, { dryRun: options.dryRun ?? false })
    if (typeof picture === 'string') addError(picture)
    else pictures.push(picture)
  }
  return pictures
}

function addNote(report: ImportReport, note: LineError): void {
  if (report.notes.length < MAX_LISTED) report.notes.push(note)
}

function addError(report: ImportReport, error: LineError): void {
  report.errorCount++
  if (report.errors.length < MAX_LISTED) report.errors.push(error)
}
