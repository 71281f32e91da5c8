import { HOUR_MS } from '#platform/process/jobs.server.ts'
import type { Shop, ShopJob } from '../shop.server.ts'
import { deleteOldRejected, listKeptPhotos } from './photos-sql.server.ts'

/** A photo's file is written before its row, so for an hour it may have none. */
const LOST_AFTER_MS = 60 * 60 * 1000

export const reviewJobs: readonly ShopJob[] = [{ name: 'review photos', everyMs: HOUR_MS, run: deleteLostPhotos }]

/** Deletes files without a review or an exchange, left by interrupted uploads and deletions, and those of photos rejected long ago. */
export async function deleteLostPhotos({ db, photos }: Pick<Shop, 'db' | 'photos'>): Promise<void> {
  await deleteOldRejected(db)
  const stored = await photos.list(LOST_AFTER_MS)
  const known = new Set(await listKeptPhotos(db, stored))
  await photos.remove(stored.filter((id) => !known.has(id)))
}
