import { link, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isFileName } from '../files/file-name.ts'
import type { FileStore, StoredFile } from '../files/file-store.ts'
import { withSpareSpace } from '../files/spare-space.server.ts'
import { sha256Of } from './archive.server.ts'
import type { BackedUpPicture } from './contents.ts'
import { type BackupKeys, encryptBytes } from './encryption.server.ts'
import { readAhead } from './read-ahead.ts'

/** A picture was deleted while the backup was made. */
export class VanishedError extends Error {
  override readonly name = 'VanishedError'
}

interface CopyOptions {
  /** Adds an entry to the archive. */
  add(name: string, bytes: Uint8Array): Promise<void>
  onProgress(done: number): void
}

/** How a backup gets its pictures. */
export interface PictureCopies {
  /** All pictures. */
  list(): Promise<StoredFile[]>
  /**
   * Copies pictures, each content once.
   * @throws {VanishedError} if one is gone
   */
  copy(pictures: readonly StoredFile[], options: CopyOptions): Promise<BackedUpPicture[]>
}

/** The folders of a shop's pictures in its store: those that are served, and those that wait for the moderator. */
const FOLDERS = ['pictures/', 'uploads-waiting/']

/** Where pictures lie beside backups. A shop's own pictures never do, even if both are in one bucket. */
export const BESIDE = 'backup-pictures/'

/** True for the name of a picture in a shop's store. */
export const isPicture = (name: string) => FOLDERS.some((folder) => name.startsWith(folder)) && isFileName(name)

/** True for the name of a picture's file beside a backup. */
export const isBeside = (name: string) => name.startsWith(BESIDE) && isFileName(name)

/** All pictures of a shop's store, by name. */
export async function listPictures(store: FileStore): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for (const folder of FOLDERS) for await (const file of store.list(folder)) found.push(file)
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}

async function readPicture(store: FileStore, name: string): Promise<Buffer> {
  const bytes = await store.read(name)
  if (bytes) return bytes
  throw new VanishedError(`The picture ${name} was deleted while the backup was made; make it again.`)
}

/** Pictures become entries of the archive, under their own names: one file has all of the shop. */
export function picturesInside(store: FileStore): PictureCopies {
  return {
    list: () => listPictures(store),
    async copy(pictures, { add, onProgress }) {
      const entryOf = new Map<string, string>()
      const copied: BackedUpPicture[] = []
      const read = async ({ name }: StoredFile) => ({ name, bytes: await readPicture(store, name) })
      for await (const { name, bytes } of readAhead(pictures, read)) {
        const sha256 = sha256Of(bytes)
        const at = entryOf.get(sha256) ?? name
        if (!entryOf.has(sha256)) await add(name, bytes)
        entryOf.set(sha256, at)
        copied.push({ name, sha256, bytes: bytes.length, at, beside: false })
        onProgress(copied.length)
      }
      return copied
    },
  }
}

/** For a backup of the rows alone. */
export const NO_PICTURES: PictureCopies = { list: async () => [], copy: async () => [] }

/** What the last backup knew of a picture, by `fingerprint`. */
export type KnownPictures = Readonly<Record<string, { sha256: string; bytes: number }>>

/** Name, size and time of a picture in a few letters that don't give the name away. */
export const fingerprint = ({ name, bytes, modifiedAt }: StoredFile) =>
  sha256Of(Buffer.from(`${name}\n${bytes}\n${modifiedAt.getTime()}`)).slice(0, 24)

/**
 * Pictures lie beside the backups, under `backup-pictures/`, each content once, so that a further backup only writes new ones.
 * A picture that the last backup knew isn't read again.
 */
export function picturesBeside(
  store: FileStore,
  { place, keys, known }: { place: FileStore; keys: BackupKeys; known: KnownPictures },
): PictureCopies & { seen(): { known: KnownPictures; files: string[] } } {
  const seen: Record<string, { sha256: string; bytes: number }> = {}
  const files = new Set<string>()
  // With other keys a picture is another file.
  const suffix = keys.recipients.length === 0 ? '' : `-${sha256Of(Buffer.from(keys.recipients.join())).slice(0, 8)}.age`
  let present: Set<string> | undefined
  return {
    seen: () => ({ known: seen, files: [...files] }),
    list: () => listPictures(store),
    async copy(pictures, { onProgress }) {
      present ??= await namesIn(place, BESIDE)
      const copied: BackedUpPicture[] = []
      const copyOne = async (file: StoredFile): Promise<BackedUpPicture> => {
        const { name } = file
        const print = fingerprint(file)
        let content = known[print]
        let read: Buffer | null = null
        if (!content) {
          read = await readPicture(store, name)
          content = { sha256: sha256Of(read), bytes: read.length }
        }
        const at = `${BESIDE}${content.sha256.slice(0, 2)}/${content.sha256}${suffix}`
        if (!present?.has(at)) await keep(name, at, read)
        present?.add(at)
        files.add(at)
        seen[print] = content
        return { name, ...content, at, beside: true }
      }
      for await (const picture of readAhead(pictures, copyOne)) {
        copied.push(picture)
        onProgress(copied.length)
      }
      return copied
    },
  }

  async function keep(name: string, at: string, read: Buffer | null): Promise<void> {
    if (suffix === '' && (await linkFile(store.localPath?.(name), place.localPath?.(at)))) return
    const bytes = read ?? (await readPicture(store, name))
    await withSpareSpace(place).write(at, suffix === '' ? bytes : await encryptBytes(bytes, keys))
  }
}

async function namesIn(store: FileStore, prefix: string): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of store.list(prefix)) names.add(name)
  return names
}

/** On one disk a copy is a second name of the file: pictures are replaced, never changed. False if that can't be. */
async function linkFile(from: string | undefined, to: string | undefined): Promise<boolean> {
  if (from === undefined || to === undefined) return false
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await link(from, to)
    return true
  } catch {
    return false
  }
}
