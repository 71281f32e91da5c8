import { forEachLimited } from '#platform/limits/for-each.ts'
import type { PictureToStore, StoredPicture } from '../catalog/product/pictures.server.ts'
import type { PictureJournal } from './picture-journal.server.ts'
import type { Place } from './raw-product.server.ts'

/** A picture of the import file, with its first place in the file. */
export interface ImportedPicture extends Place {
  id: string
  /** As the file names it. */
  name: string
  picture: PictureToStore
  /** False if the product can do without it, because another host has it. */
  isRequired: boolean
}

/** How many of the pictures that weren't stored yet are done. */
export interface PictureProgress {
  done: number
  total: number
  failed: number
}

interface StoreOptions {
  dryRun: boolean
  journal?: PictureJournal | undefined
  onProgress?: ((progress: PictureProgress) => void) | undefined
  /** `message` is a sentence about the picture. */
  onFailure(picture: ImportedPicture, message: string): void
}

/** Decoding one may take 240 MB. */
const CONVERTED_AT_ONCE = 2
const FETCHED_AT_ONCE = 4

/**
 * Converts or fetches the pictures that aren't stored yet, a few at a time, and reads the others. The result has them by
 * the same keys, without failed ones. A dry run stores and decodes none: it has only the names of files that are stored.
 */
export async function storePictures(
  pictures: ReadonlyMap<string, ImportedPicture>,
  { dryRun, journal, onProgress, onFailure }: StoreOptions,
): Promise<Map<string, StoredPicture | { file: string }>> {
  const found = new Map<string, StoredPicture | { file: string }>()
  const all = [...pictures]
  const [known, missing] = [
    all.filter(([, one]) => one.picture.isStored),
    all.filter(([, one]) => !one.picture.isStored),
  ]
  if (dryRun) return new Map(known.map(([key, { picture }]) => [key, { file: picture.file }]))
  const progress = { done: 0, total: missing.length, failed: 0 }
  const store = async ([key, one]: [string, ImportedPicture]) => {
    // Before it is written, so that a killed import leaves no file that nobody knows of.
    await journal?.add(one.picture.file)
    const stored = await one.picture.store()
    if (typeof stored === 'string') {
      progress.failed++
      onFailure(one, `the picture ${one.name.slice(0, 200)} ${stored}`)
    } else found.set(key, stored)
  }
  const storeMissing = async (entry: [string, ImportedPicture]) => {
    await store(entry)
    progress.done++
    onProgress?.({ ...progress })
  }
  await forEachLimited(known, FETCHED_AT_ONCE, store)
  if (missing.length > 0) onProgress?.({ ...progress })
  const [required, others] = [
    missing.filter(([, { isRequired }]) => isRequired),
    missing.filter(([, { isRequired }]) => !isRequired),
  ]
  await forEachLimited(required, CONVERTED_AT_ONCE, storeMissing)
  await forEachLimited(others, FETCHED_AT_ONCE, storeMissing)
  return found
}
