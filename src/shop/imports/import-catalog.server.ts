import { type Kysely, sql, type Transaction } from 'kysely'
import type { Picture } from '../catalog/contract.ts'
import type { Tables } from '../tables.server.ts'
import { type PictureSource, placePicture } from './pictures.server.ts'
import { writeProducts } from './product-store.server.ts'
import { type Draft, type LineError, type Placed, type RawProduct, readRow } from './row.server.ts'
import { readShopify } from './shopify.server.ts'
import { openSpool, type Spool } from './spool.server.ts'
import { openStock, writeStock } from './stock-store.server.ts'

export type ImportFormat = 'jsonl' | 'shopify'

export interface ImportOptions {
  format?: ImportFormat
  /** Checks everything, the database's rules too, and writes nothing. */
  dryRun?: boolean
  /** Where the pictures are that lines name as files. */
  pictures?: PictureSource
  /** Hears how many products were read, every batch. */
  onProgress?(products: number): void
}

/** What an import did, or why it did nothing. Lines count from 1; of very many errors the first 1,000 are named. */
export interface ImportReport {
  ok: boolean
  dryRun: boolean
  products: number
  created: number
  updated: number
  unchanged: number
  errors: LineError[]
  errorCount: number
  /** What was taken although something about it is unusual. */
  notes: LineError[]
}

type Lines = AsyncIterable<string> | Iterable<string>

const BATCH = 200
const MOST_NAMED = 1000
/** One import after the other, whichever instance or operator began it. */
const LOCK = 0x5ea8

class RolledBack extends Error {}

/**
 * Imports a catalogue from lines: our own JSON Lines or a Shopify product CSV. Products are written over those of the
 * same `_id`, all in one transaction: one bad line, and nothing is imported (CONTRACT, catalog import). Memory stays
 * small however long the file is. The shop goes on selling: lines are read and pictures drawn before the transaction
 * begins, and the stock is written at its end, so that a sale of an imported SKU waits for that much only. Inside a
 * transaction of the caller's, undoing is the caller's too: where the report is not `ok`, or the run was dry, it must
 * roll back.
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
    notes: [],
  }
  const spool = await openSpool()
  try {
    // A caller's transaction has nothing to do while the lines are read.
    if (db.isTransaction) await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    const passed = await checkLines(spool, lines, options, report)
    if (report.products === 0 && report.errorCount === 0)
      addError(report, { line: 0, id: '', message: 'there are no products' })
    if (passed > 0) await writeOrUndo(db, spool, report)
  } finally {
    await spool.remove()
  }
  report.errors.sort((a, b) => a.line - b.line)
  report.ok = report.errorCount === 0
  if (!report.ok) Object.assign(report, { created: 0, updated: 0, unchanged: 0 })
  return report
}

/** Puts what passes its own checks on the spool; how many products that were. */
async function checkLines(spool: Spool, lines: Lines, options: ImportOptions, report: ImportReport): Promise<number> {
  const seen = new Set<string>()
  let batch: Placed[] = []
  let passed = 0
  const flush = async () => {
    if (batch.length > 0) await spool.add(batch)
    batch = []
    options.onProgress?.(report.products)
  }
  const products = options.format === 'shopify' ? readShopify(lines) : readJsonLines(lines)
  for await (const product of products) {
    const placed = await checkProduct(product, seen, options, report)
    if (!placed) continue
    batch.push(placed)
    passed++
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return passed
}

async function writeOrUndo(db: Kysely<Tables>, spool: Spool, report: ImportReport): Promise<void> {
  const run = async (trx: Transaction<Tables>) => {
    await writeSpool(trx, spool, report)
    if (report.errorCount > 0 || report.dryRun) throw new RolledBack()
  }
  // Proof: `isTransaction` is what Kysely says of its own transactions.
  const done = db.isTransaction ? run(db as Transaction<Tables>) : db.transaction().execute(run)
  await done.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
}

async function writeSpool(trx: Transaction<Tables>, spool: Spool, report: ImportReport): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
  // Products are locked batch by batch, so two imports could wait for each other in a ring.
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
  await openStock(trx)
  for await (const batch of spool.batches()) {
    const { created, updated } = await writeProducts(trx, batch)
    report.created += created
    report.updated += updated
    report.unchanged += batch.length - created - updated
  }
  // What will be undone in any case only looks: nobody's sale waits for it.
  const checkOnly = report.dryRun || report.errorCount > 0
  const { errors, count } = await writeStock(trx, { checkOnly, most: MOST_NAMED })
  for (const error of errors) addError(report, error)
  report.errorCount += count - errors.length
}

async function checkProduct(
  product: RawProduct,
  seen: Set<string>,
  options: ImportOptions,
  report: ImportReport,
): Promise<Placed | null> {
  report.products++
  const outcome = product.value === undefined ? null : readRow(product.value)
  const id = outcome === null ? '' : outcome.ok ? outcome.draft.id : outcome.id
  const errors = product.errors.map(({ line, message }) => ({ line, id, message }))
  const add = (message: string) => errors.push({ line: product.line, id, message })
  if (outcome && !outcome.ok && product.errors.length === 0)
    for (const { message, variant = -1 } of outcome.errors)
      errors.push({ line: product.variantLines?.[variant] ?? product.line, id, message })
  if (id !== '' && seen.has(id)) add(`the _id ${id} comes twice`)
  if (id !== '') seen.add(id)
  const pictures = outcome?.ok ? await placePictures(outcome.draft, options, add) : []
  for (const error of errors) addError(report, error)
  if (!outcome?.ok || errors.length > 0) return null
  for (const message of [...product.notes, ...outcome.notes])
    if (report.notes.length < MOST_NAMED) report.notes.push({ line: product.line, id, message })
  const { pictures: _, ...draft } = outcome.draft
  return { line: product.line, draft, pictures }
}

async function placePictures(draft: Draft, options: ImportOptions, add: (message: string) => void): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const one of draft.pictures) {
    const placed = await placePicture(one, options.pictures, { dryRun: options.dryRun ?? false })
    if (typeof placed === 'string') add(placed)
    else pictures.push(placed)
  }
  return pictures
}

function addError(report: ImportReport, error: LineError): void {
  report.errorCount++
  if (report.errors.length < MOST_NAMED) report.errors.push(error)
}

async function* readJsonLines(lines: Lines): AsyncGenerator<RawProduct> {
  let line = 0
  for await (const written of lines) {
    line++
    const text = written.replace(/^\ufeff/, '').trim()
    if (text === '') continue
    if (text.includes('\ufffd')) yield bad(line, 'this line is not UTF-8')
    else {
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        yield bad(line, 'this line is not JSON')
        continue
      }
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        yield bad(line, 'this line is not a product as a JSON object')
        continue
      }
      yield { line, value, errors: [], notes: [] }
    }
  }
}

function bad(line: number, message: string): RawProduct {
  return { line, value: undefined, errors: [{ line, message }], notes: [] }
}

/** The format that a file's name tells: `.csv` is Shopify's. */
export function formatOf(path: string): ImportFormat {
  return /\.csv$/i.test(path) ? 'shopify' : 'jsonl'
}
