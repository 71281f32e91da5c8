import { z } from 'zod'
import { BESIDE } from '#platform/backup/picture-copies.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { StoreError } from '#platform/files/store-error.ts'
import { type BackupPlan, backupsToRemove, isNameBefore, isScheduledName, newestFirst } from './rules.ts'

/** What lies beside each of these backups: what the next one needs to know, without the key of an encrypted one. */
const noteSchema = z.object({
  at: z.string(),
  bytes: z.number(),
  /** SHA-256 of the backup's file. */
  sha256: z.string(),
  /** Contents by the pictures' fingerprints, so that the next backup needn't read them again. */
  known: z.record(z.string(), z.object({ sha256: z.string(), bytes: z.number() })),
  /** The files of pictures that the backup relies on. */
  files: z.array(z.string()),
})
export type BackupNote = z.infer<typeof noteSchema>

/** The starts of the names of all files here, of which killed backups may have left parts. */
export const LEFTOVERS = ['shop-', 'before-', BESIDE]

const noteName = (backup: string) => `${backup}.json`
/** A picture's file that no note names may belong to a backup that is being written. */
const GARBAGE_MS = 24 * 60 * 60 * 1000

/** The scheduled backups in a place and those before updates, newest first. */
export async function backupsIn(store: FileStore): Promise<string[]> {
  const names: string[] = []
  for (const [start, isOne] of [
    ['shop-', isScheduledName],
    ['before-', isNameBefore],
  ] as const)
    for await (const { name } of store.list(start)) if (isOne(name)) names.push(name)
  return newestFirst(names)
}

/** The note of a backup, or null if there is none that can be read. */
export async function readNote(store: FileStore, backup: string): Promise<BackupNote | null> {
  const bytes = await store.read(noteName(backup))
  if (!bytes) return null
  try {
    return noteSchema.parse(JSON.parse(bytes.toString()))
  } catch {
    return null
  }
}

export function writeNote(store: FileStore, backup: string, note: BackupNote): Promise<void> {
  return store.write(noteName(backup), Buffer.from(JSON.stringify(note)))
}

/**
 * Deletes the oldest scheduled backups so that `keep` stay, likewise those before updates, and the pictures that none of
 * the others needs. Pictures stay if a note is missing.
 * @returns the names of the deleted backups
 */
export async function rotate(store: FileStore, keep: number, now: Date): Promise<string[]> {
  const names = await backupsIn(store)
  const removed = backupsToRemove(names, keep)
  for (const name of removed) {
    await store.remove(name)
    await store.remove(noteName(name))
  }
  const needed = new Set<string>()
  for (const name of names.filter((one) => !removed.includes(one))) {
    const note = await readNote(store, name)
    if (!note) return removed
    for (const file of note.files) needed.add(file)
  }
  for await (const file of store.list(BESIDE))
    if (!needed.has(file.name) && now.getTime() - file.modifiedAt.getTime() > GARBAGE_MS) await store.remove(file.name)
  return removed
}

/** How many of the pictures that a backup relies on are missing beside it. 0 if its note is missing. */
export async function missingBeside(store: FileStore, backup: string): Promise<number> {
  const needed = new Set((await readNote(store, backup))?.files)
  for await (const { name } of store.list(BESIDE)) needed.delete(name)
  return needed.size
}

/** Such as: 3 pictures of this backup are missing in /mnt/usb. */
export const missingText = (count: number, place: string) =>
  `${count === 1 ? '1 picture of this backup is' : `${count} pictures of this backup are`} missing in ${place}.`

/**
 * The addresses of the stores where backups lie, by their recorded places. A bucket's place is without its endpoint, so the one
 * that the plan names is known by its settings only.
 */
export function storeAddresses(
  { openStore }: { openStore(address: string): FileStore },
  { to }: BackupPlan,
): (place: string) => string {
  const planned = to === '' ? null : placeOf(() => openStore(to))
  return (place) => (place === planned ? to : place)
}

/** Null if its address can't be used, such as that of a bucket without keys. */
function placeOf(open: () => FileStore): string | null {
  try {
    return open().place
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}

/** How commands call a file in a store. */
export function addressOf(storeUrl: string, name: string): string {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(storeUrl) ?? []
  return storeUrl.startsWith('s3://') ? `${path.replace(/\/$/, '')}/${name}${query}` : `${storeUrl}/${name}`
}
