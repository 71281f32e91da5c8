import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkFileName } from './file-name.ts'
import type { FileStore, StoredFile } from './file-store.ts'

/** What an interrupted `write` leaves behind: the file's name, a random id and this. */
const PART = '.part'
const UNFINISHED = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/

/** How many files are looked at at a time. */
const STATS = 256

/** Keeps files in a folder, created when needed. `isPrivate`: no other user of the machine can read them. */
export function createFolderStore(folder: string, { isPrivate = false } = {}): FileStore {
  const pathOf = (name: string) => join(folder, checkFileName(name))
  return {
    place: folder,
    read: async (name) => orNull(() => readFile(pathOf(name))),
    async openRead(name) {
      const path = pathOf(name)
      return (await orNull(() => stat(path))) && createReadStream(path)
    },
    write: async (name, content) => writeWhole(pathOf(name), content, { isPrivate }),
    async stat(name) {
      const found = await orNull(() => stat(pathOf(name)))
      return found?.isFile() ? { name, bytes: found.size, modifiedAt: found.mtime } : null
    },
    list: (prefix = '') => listFolder(folder, prefix),
    localPath: pathOf,
    removeUnfinished: (prefix) =>
      removeUnfinished(join(folder, dirname(`${prefix}.`)), basename(`${prefix}.`).slice(0, -1)),
    remove: async (name) => removeWhole(pathOf(name)),
  }
}

/**
 * Writes a file, whose folder is created if missing. It's on the disk before it gets its name, so that neither a crash
 * nor a power cut leaves a partial file.
 */
export async function writeWhole(
  path: string,
  content: Uint8Array | Readable,
  { isPrivate = false } = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, ...(isPrivate ? { mode: 0o700 } : {}) })
  const part = `${path}.${randomUUID()}${PART}`
  const options = { flag: 'wx', flags: 'wx', flush: true, mode: isPrivate ? 0o600 : 0o666 }
  try {
    if (content instanceof Readable) await pipeline(content, createWriteStream(part, options))
    else await writeFile(part, content, options)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Deletes a file, or what an interrupted write left of one. */
async function removeWhole(path: string): Promise<void> {
  const isDeleted = await orNull(async () => {
    await unlink(path)
    return true
  })
  if (isDeleted) return
  const start = `${basename(path)}.`
  for (const name of (await orNull(() => readdir(dirname(path)))) ?? [])
    if (name.startsWith(start) && name.endsWith(PART)) await rm(join(dirname(path), name), { force: true })
}

async function removeUnfinished(folder: string, start: string): Promise<void> {
  const names = (await orNull(() => readdir(folder, { recursive: start === '' }))) ?? []
  for (const name of names)
    if (name.startsWith(start) && UNFINISHED.test(name)) await rm(join(folder, name), { force: true })
}

async function* listFolder(folder: string, prefix: string): AsyncIterable<StoredFile> {
  const start = prefix.includes('/') ? prefix.slice(0, prefix.lastIndexOf('/')) : ''
  const entries = await orNull(() => readdir(join(folder, start), { recursive: true, withFileTypes: true }))
  const files = (entries ?? [])
    .filter((entry) => entry.isFile() && !entry.name.endsWith(PART))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: relative(folder, path).replaceAll(sep, '/') }))
    .filter(({ name }) => name.startsWith(prefix))
  // Many at a time: one after the other takes seconds if there are many pictures.
  for (let at = 0; at < files.length; at += STATS) {
    const some = files.slice(at, at + STATS)
    const found = await Promise.all(some.map(({ path }) => orNull(() => stat(path))))
    for (const [index, file] of some.entries()) {
      const stats = found[index]
      if (stats) yield { name: file.name, bytes: stats.size, modifiedAt: stats.mtime }
    }
  }
}

/** Null if there is no such file or folder. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}
