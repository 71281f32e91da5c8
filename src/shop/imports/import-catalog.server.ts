import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { reserveAuditId, writeAudit, writeAuditLines } from '../audit/sql.server.ts'
import { finishPictures, type PictureSource, replaceStored } from '../catalog/product/pictures.server.ts'
import type { Tables } from '../tables.server.ts'
import type { Lines } from './csv.server.ts'
import { findDifferences } from './diff-sql.server.ts'
import { auditOf, lowPricesOf, type ProductChange, summaryOf } from './differences.server.ts'
import { settleDrafts } from './drafts-sql.server.ts'
import { touchChanged } from './field-versions.server.ts'
import { addError, addNote, createReport, finishReport, type ImportReport, MAX_LISTED } from './import-report.server.ts'
import { allowIdleTransaction, beginImport, refreshStatistics } from './import-sql.server.ts'
import { finishImports } from './jobs.server.ts'
import { keepFocus } from './kept-focus-sql.server.ts'
import type { PictureJournal } from './picture-journal.server.ts'
import { writeProducts } from './product-sql.server.ts'
import type { ImportFormat } from './readers.server.ts'
import type { RemotePictures } from './remote-pictures.server.ts'
import type { PriceChoice } from './rules.ts'
import { type PicturesToStore, stageProducts } from './stage-products.server.ts'
import { openStagingFile, type StagingFile } from './staging-file.server.ts'
import { createStockTable, stageStock, writeStock } from './stock-sql.server.ts'
import { type PictureProgress, storePictures } from './store-pictures.server.ts'

export type { ImportReport } from './import-report.server.ts'

export interface ImportOptions {
  /** Does nothing: products had one price. A note says so. */
  prices?: PriceChoice | undefined
  /** Fills `changes` of the report. */
  diff?: boolean
  /** Who imports, for the audit log. */
  actor?: Actor
  /** The action of its audit lines: catalog.import unless given. */
  action?: string
  /** What else the import's own audit line has, such as the run of the staff site. */
  about?: Readonly<Record<string, unknown>>
  /** Known SKUs keep their stock; only new ones get the file's. */
  keepStock?: boolean
  /** Recognised by the first line if not given. */
  format?: ImportFormat
  /** Leaves out products with errors instead of importing nothing. What can't be read at all still stops the import. */
  skipWrong?: boolean
  /** New products without a picture become drafts instead of being on sale. */
  draftsWithoutPictures?: boolean
  /** Validates everything, including the database's constraints, and writes nothing; converts and fetches no picture. */
  dryRun?: boolean
  /** Finds the pictures given as files. */
  pictures?: PictureSource
  /**
   * Copies pictures of other hosts into the shop's own folder. If not given, products link to https ones at their own
   * URLs.
   */
  remote?: RemotePictures
  /** Remembers which pictures are stored, until their products are written. */
  journal?: PictureJournal
  /** Called before the first picture that has to be converted or fetched, and after each. */
  onPictures?(progress: PictureProgress): void
  /** Called after every product with the number of products read so far. */
  onProgress?(products: number): void
}

const IMPORT_JOB: Actor = { kind: 'system', job: 'import' }

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
  const report = createReport(options.dryRun ?? false)
  const staging = await openStagingFile()
  try {
    if (db.isTransaction) await allowIdleTransaction(db)
    const pictures: PicturesToStore = new Map()
    const staged = await stageProducts(staging, pictures, lines, options, report)
    if (report.products === 0 && report.errorCount === 0)
      addError(report, { line: 0, id: '', message: 'there are no products' })
    // Before the transaction, which must not wait for pictures, and only for a valid file.
    const stored = report.errorCount === 0 ? await storeAll(pictures, options, report) : new Map()
    if (staged > 0) await writeOrRollBack(db, staging, stored, options, report)
  } finally {
    await staging.remove()
    await (report.id === null ? options.journal?.stopped() : options.journal?.committed())
  }
  return finishReport(report)
}

type StoredPictures = Awaited<ReturnType<typeof storePictures>>

function storeAll(pictures: PicturesToStore, options: ImportOptions, report: ImportReport): Promise<StoredPictures> {
  return storePictures(pictures, {
    dryRun: report.dryRun,
    journal: options.journal,
    onProgress: options.onPictures,
    onFailure({ line, column, id, isRequired }, message) {
      const about = { line, ...(column === undefined ? {} : { column }), id, message }
      if (isRequired) return addError(report, about)
      report.picturesFailed++
      addNote(report, about)
    },
  })
}

/** Above this number of new products, the planner's statistics are refreshed. */
const ANALYZE_ABOVE = 1000

async function writeOrRollBack(
  db: Kysely<Tables>,
  staging: StagingFile,
  stored: StoredPictures,
  options: ImportOptions,
  report: ImportReport,
): Promise<void> {
  let id = 0
  const run = async (tx: Transaction<Tables>) => {
    await beginImport(tx)
    id = await reserveAuditId(tx)
    await writeStaged(tx, staging, stored, { ...options, id }, report)
    if (report.errorCount > 0 || report.dryRun) throw new Rollback()
    const { products, created, updated } = report
    const counts = { import: id, products, created, updated }
    const { actor = IMPORT_JOB, action = 'catalog.import', about = {} } = options
    await writeAudit(tx, actor, { id, action, subject: 'catalog', before: null, after: { ...counts, ...about } })
  }
  // Safe cast: Kysely sets `isTransaction` on its own transactions.
  const done = db.isTransaction ? run(db as Transaction<Tables>) : db.transaction().execute(run)
  const isWritten = await done.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Rollback) return false
      throw error
    },
  )
  if (isWritten) report.id = id
  if (db.isTransaction) return
  if (report.created > ANALYZE_ABOVE) await refreshStatistics(db)
  await finishImports(db)
}

async function writeStaged(
  tx: Transaction<Tables>,
  staging: StagingFile,
  stored: StoredPictures,
  options: ImportOptions & { id: number },
  report: ImportReport,
): Promise<void> {
  const { keepStock = false, actor = IMPORT_JOB, action = 'catalog.import', id } = options
  const { dryRun } = report
  await createStockTable(tx)
  for await (const staged of staging.batches()) {
    const replacing = { dryRun, fetches: options.remote !== undefined }
    const found = staged.map((one) => ({ ...one, pictures: replaceStored(one.pictures, stored, replacing) }))
    const focused = (await keepFocus(tx, found)).map((one) => ({ ...one, pictures: finishPictures(one.pictures) }))
    const batch = await settleDrafts(tx, focused, { bare: options.draftsWithoutPictures ?? false })
    const changes = await findDifferences(tx, batch, { stock: !keepStock, dryRun })
    const before = report.created + report.updated + report.unchanged
    addChanges(report, changes, batch.length, options)
    await writeProducts(tx, batch, { actor, before })
    await stageStock(tx, batch)
    if (!dryRun) await touchChanged(tx, changes)
    if (!dryRun)
      await writeAuditLines(
        tx,
        actor,
        changes.map((change) => auditOf(change, { action, id })),
      )
  }
  // If nothing will be committed, no stock row is locked, so that sales don't wait.
  const checkOnly = dryRun || report.errorCount > 0
  const { errors, count } = await writeStock(tx, { checkOnly, keepStock, maxErrors: MAX_LISTED })
  for (const error of errors) addError(report, error)
  report.errorCount += count - errors.length
}

/** Counts changed products, and lists them if wanted. */
function addChanges(
  report: ImportReport,
  changes: readonly ProductChange[],
  products: number,
  { diff = false }: ImportOptions,
): void {
  const news = changes.filter(({ fields }) => fields === null)
  const created = news.length
  report.created += created
  report.withoutPictures += news.filter(
    ({ after }) => after.state === 'published' && after.pictures.length === 0,
  ).length
  report.updated += changes.length - created
  report.unchanged += products - changes.length
  const room = MAX_LISTED - report.changes.length
  if (diff)
    report.changes.push(
      ...changes.slice(0, room).map(({ id, fields, after }) => ({ id, fields, product: summaryOf(after) })),
    )
  const lowRoom = MAX_LISTED - report.lowPrices.length
  report.lowPrices.push(...changes.flatMap(lowPricesOf).slice(0, lowRoom))
}
