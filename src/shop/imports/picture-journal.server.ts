import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { FileStore } from '#platform/files/file-store.ts'
import { deletePicture } from '#platform/pictures/store-picture.server.ts'
import type { Tables } from '../tables.server.ts'
import { findUsedPictures } from './import-sql.server.ts'

/**
 * The picture files that an import in progress relies on, in a file of the data folder. An import that ends without
 * writing its products leaves the list behind, so that `removeLeftPictures` finds what nobody needs.
 */
export interface PictureJournal {
  add(file: string): Promise<void>
  /** The products were written: their pictures stay. */
  committed(): Promise<void>
  /** The import ended without writing its products. The next one may still use what it stored. */
  stopped(): Promise<void>
}

const STOPPED = '.stopped'
/** A list that nobody adds to for so long isn't in use, whatever process runs under its number. */
const ABANDONED_MS = 24 * 60 * 60 * 1000

const journalFolder = (dataDir: string) => join(dataDir, 'imports')

export function openPictureJournal(dataDir: string): PictureJournal {
  const folder = journalFolder(dataDir)
  const path = join(folder, `${hostname()}~${process.pid}~${randomUUID()}`)
  let isBegun = false
  return {
    async add(file) {
      if (!isBegun) await mkdir(folder, { recursive: true })
      isBegun = true
      await appendFile(path, `${file}\n`)
    },
    committed: () => rm(path, { force: true }),
    async stopped() {
      if (isBegun) await rename(path, path + STOPPED)
    },
  }
}

/**
 * Deletes the pictures of imports that were killed or refused, unless a product, the settings or an import in progress
 * has them. With `olderThanMs`, only those of imports that ended before, since their owner may be about to try again.
 * Returns the number of pictures.
 */
export async function removeLeftPictures(
  db: Kysely<Tables>,
  store: FileStore,
  dataDir: string,
  olderThanMs = 0,
): Promise<number> {
  const folder = journalFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  const lists = await Promise.all(names.map(async (name) => ({ name, ...(await readList(join(folder, name))) })))
  const over = lists.filter(({ name, ageMs }) => isOver(name, ageMs) && ageMs >= olderThanMs)
  if (over.length === 0) return 0
  const inUse = new Set(lists.filter((list) => !over.includes(list)).flatMap(({ files }) => files))
  const left = [...new Set(over.flatMap(({ files }) => files))].filter((file) => !inUse.has(file))
  const used = new Set(await findUsedPictures(db, left))
  const unused = left.filter((file) => !used.has(file))
  for (const file of unused) await deletePicture({ store, file })
  for (const { name } of over) await rm(join(folder, name), { force: true })
  return unused.length
}

async function readList(path: string): Promise<{ files: string[]; ageMs: number }> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    return { files: text.split('\n').filter((file) => file !== ''), ageMs: Date.now() - mtimeMs }
  } catch {
    // Another process has just removed it.
    return { files: [], ageMs: 0 }
  }
}

function isOver(name: string, ageMs: number): boolean {
  if (name.endsWith(STOPPED) || ageMs > ABANDONED_MS) return true
  const [host, pid] = name.split('~')
  return host === hostname() && !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process may not be signalled, but it runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
