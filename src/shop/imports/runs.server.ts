import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Actor, type StaffSession, staffActor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { type ImportOptions, importCatalog } from './import-catalog.server.ts'
import { createReport, type ImportReport } from './import-report.server.ts'
import { readLines } from './lines.server.ts'
import { openPictureJournal, removeLeftPictures } from './picture-journal.server.ts'
import { remotePictures } from './remote-pictures.server.ts'
import {
  beatRun,
  findImportOfRun,
  findRun,
  insertRun,
  listRuns,
  moveRun,
  type RunOptions,
  type RunProgress,
  type RunRow,
  readRunContent,
  restartRun,
} from './runs-sql.server.ts'
import { type UndoneImport, undoImport } from './undo-import.server.ts'

type Context = Pick<Shop, 'db' | 'pictures' | 'config' | 'log' | 'clock'>

const BEAT_MS = 1000
const INTERRUPTED = 'The server restarted in the meantime. Nothing was imported. Please upload the file again.'
const LISTED = 50

/** The work under way in this process; a shop that stops waits for none of it. */
const running = new Map<string, Promise<void>>()

/** Takes a file: finds out in the background what it would change. Returns the run's id. */
export async function takeFile(
  context: Context,
  staff: StaffSession,
  { name, bytes, stock }: { name: string; bytes: Uint8Array; stock: boolean },
): Promise<string> {
  const content = await promisify(gzip)(bytes)
  const actor = staffActor(staff)
  const id = await context.db.transaction().execute(async (tx) => {
    const run = await insertRun(tx, { staffId: staff.staffId, fileName: name, content, stock })
    const after = { file: name, stock }
    await writeAudit(tx, actor, { action: 'catalog.file', subject: `import-file:${run}`, before: null, after })
    return run
  })
  start(context, id, () => check(context, id, actor))
  return id
}

/** Reads the file again with other choices, in the background. Refused: no such run, one whose file isn't kept or is worked on. */
export async function checkAgain(
  context: Context,
  staff: StaffSession,
  id: string,
  choices: Partial<RunOptions>,
): Promise<Result<RunRow, 'not_found' | 'conflict'>> {
  const run = await showRun(context, id)
  if (!run) return refuse('not_found', NO_RUN)
  const actor = staffActor(staff)
  const options = { ...run.options, ...choices }
  const isRestarted = await context.db.transaction().execute(async (tx) => {
    if (!(await restartRun(tx, id, options))) return false
    const after = { file: run.file_name, ...options }
    await writeAudit(tx, actor, { action: 'catalog.file', subject: `import-file:${id}`, before: null, after })
    return true
  })
  if (!isRestarted) return refuse('conflict', 'This file can’t be read again: please upload it once more.')
  start(context, id, () => check(context, id, actor))
  const reading = await findRun(context.db, id)
  return reading ? ok(reading) : refuse('not_found', NO_RUN)
}

/** Imports what was shown, in the background. Refused: no such run, one that isn't ready. */
export async function applyRun(
  context: Context,
  staff: StaffSession,
  id: string,
): Promise<Result<RunRow, 'not_found' | 'conflict'>> {
  const run = await showRun(context, id)
  if (!run) return refuse('not_found', NO_RUN)
  if (!(await moveRun(context.db, id, { from: 'ready', to: 'applying' })))
    return refuse(
      'conflict',
      run.state === 'refused'
        ? 'This file can’t be imported.'
        : 'This file has been imported already, or is being imported now.',
    )
  start(context, id, () => apply(context, id, staffActor(staff)))
  const applying = await findRun(context.db, id)
  return applying ? ok(applying) : refuse('not_found', NO_RUN)
}

/** A run. One whose process has ended is settled first, by what it has written. */
export async function showRun(context: Context, id: string): Promise<RunRow | null> {
  const run = await findRun(context.db, id)
  const isUnderWay = run?.state === 'reading' || run?.state === 'applying'
  if (!run || !isUnderWay || !run.is_stale || running.has(id)) return run
  const importId = run.state === 'applying' ? await findImportOfRun(context.db, run) : null
  if (importId === null)
    await moveRun(context.db, id, { from: run.state, to: 'refused' }, { report: stopped(INTERRUPTED) })
  else await moveRun(context.db, id, { from: run.state, to: 'applied' }, { importId })
  return findRun(context.db, id)
}

/** The newest runs. */
export const showRuns = ({ db }: Pick<Context, 'db'>) => listRuns(db, LISTED)

/** Takes an import back as one. Refused: no such run, one that wasn't applied, or was taken back before. */
export async function undoRun(
  context: Context,
  actor: Actor,
  id: string,
): Promise<Result<UndoneImport, 'not_found' | 'conflict'>> {
  const run = await findRun(context.db, id)
  if (!run) return refuse('not_found', NO_RUN)
  if (run.import_id === null) return refuse('conflict', 'Nothing of this file was imported.')
  const undone = await undoImport(context.db, actor, run.import_id)
  if (!undone.ok)
    return refuse('conflict', undone.code === 'not_found' ? 'This import can no longer be undone.' : undone.message)
  // The pictures of removed products are as left behind as those of an import that was stopped.
  const journal = openPictureJournal(context.config.dataDir)
  for (const file of undone.data.pictures) await journal.add(file)
  await journal.stopped()
  return undone
}

/** Waits for the work under way in this process. */
export async function settleRuns(): Promise<void> {
  await Promise.all(running.values())
}

const NO_RUN = 'This import doesn’t exist.'

function start({ db, log }: Context, id: string, work: () => Promise<void>): void {
  const done = work()
    .catch(async (error: unknown) => {
      log.error({ err: error, import: id }, 'an import of the staff site failed')
      const message = 'Something went wrong in the server. Nothing was imported: please try again.'
      for (const from of ['reading', 'applying'] as const)
        await moveRun(db, id, { from, to: 'refused' }, { report: stopped(message) }).catch(() => false)
    })
    .finally(() => running.delete(id))
  running.set(id, done)
}

function stopped(message: string): ImportReport {
  return { ...createReport(false), errorCount: 1, errors: [{ line: 0, id: '', message }] }
}

async function check(context: Context, id: string, actor: Actor): Promise<void> {
  const report = await importFile(context, id, { actor, dryRun: true, diff: true })
  await moveRun(context.db, id, { from: 'reading', to: report.ok ? 'ready' : 'refused' }, { report })
}

async function apply(context: Context, id: string, actor: Actor): Promise<void> {
  const shown = (await findRun(context.db, id))?.report
  const report = await importFile(context, id, { actor, about: { run: id } })
  const { published } = context.pictures
  const result = { report: { ...report, changes: shown?.changes ?? [] }, importId: report.id }
  await moveRun(context.db, id, { from: 'applying', to: report.ok ? 'applied' : 'refused' }, result)
  if (report.id !== null) await removeLeftPictures(context.db, published, context.config.dataDir)
}

/** Runs the import of a run's file, and writes its progress every second. */
async function importFile(context: Context, id: string, options: ImportOptions): Promise<ImportReport> {
  const { db, pictures, config } = context
  const [run, content] = [await findRun(db, id), await readRunContent(db, id)]
  if (!run || !content) return stopped('The file is no longer kept. Please upload it again.')
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-upload-'))
  const path = join(folder, 'file')
  const progress = createProgress()
  const timer = setInterval(() => void beatRun(db, id, progress.now()).catch(() => {}), BEAT_MS)
  try {
    const bytes = await promisify(gunzip)(content)
    await writeFile(path, bytes)
    const report = await importCatalog(db, progress.count(readLines(path), bytes.length), {
      ...options,
      keepStock: !run.options.stock,
      prices: run.options.prices,
      skipWrong: run.options.skipWrong ?? false,
      draftsWithoutPictures: run.options.draftsWithoutPictures ?? false,
      remote: remotePictures(pictures.published),
      journal: openPictureJournal(config.dataDir),
      onProgress: progress.products,
      onPictures: progress.pictures,
    })
    clearInterval(timer)
    await beatRun(db, id, progress.now())
    return report
  } finally {
    clearInterval(timer)
    await rm(folder, { recursive: true, force: true })
  }
}

/** How far an import is: by the bytes of its file, then by its pictures. */
function createProgress() {
  const began = performance.now()
  let [read, total, products] = [0, 1, 0]
  let pictures: RunProgress['pictures'] = null
  return {
    async *count(lines: AsyncIterable<string>, bytes: number): AsyncGenerator<string> {
      total = Math.max(1, bytes)
      for await (const line of lines) {
        read += Buffer.byteLength(line) + 1
        yield line
      }
    },
    products: (count: number) => {
      products = count
    },
    pictures: ({ done, total: all }: { done: number; total: number }) => {
      pictures = { done, total: all }
    },
    now(): RunProgress {
      const seconds = (performance.now() - began) / 1000
      const part = pictures ? pictures.done / Math.max(1, pictures.total) : Math.min(1, read / total)
      return {
        part,
        products,
        pictures,
        rate: products > 0 && seconds > 0 ? Math.round(products / seconds) : null,
        secondsLeft: part > 0.02 && part < 1 ? Math.ceil((seconds / part) * (1 - part)) : null,
      }
    },
  }
}
