import type { Shop } from '../shop.server.ts'
import { listKnownPhotos } from './photos-store.server.ts'

/** A photo's file is written before its row, so it is given an hour to get one. */
const LOST_AFTER_MS = 60 * 60 * 1000

/** Deletes files that no review has: of uploads that were cut off, and of deletions that a crash cut off. */
export async function deleteLostPhotos({ db, photos }: Pick<Shop, 'db' | 'photos'>): Promise<void> {
  const stored = await photos.list(LOST_AFTER_MS)
  const known = new Set(await listKnownPhotos(db, stored))
  await photos.remove(stored.filter((id) => !known.has(id)))
}
