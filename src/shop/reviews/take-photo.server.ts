import { ok, type Result, refuse } from '#platform/api/result.ts'
import { newId } from '#platform/ids.server.ts'
import type { Shop } from '../shop.server.ts'
import { PHOTO_UNREADABLE, PHOTOS_BUSY } from './messages.ts'

type Photos = Pick<Shop, 'photos'>

/** Decodes a shopper's photo and stores it where nobody sees it yet. Refused: it isn't a picture; too many at once. */
export async function takePhoto(
  { photos }: Photos,
  bytes: Uint8Array,
): Promise<Result<{ id: string; width: number; height: number }, 'shop_busy' | 'unreadable_picture'>> {
  const id = newId()
  const size = await photos.add(id, bytes)
  if (size === 'busy') return refuse('shop_busy', PHOTOS_BUSY, { retryAfter: 5 })
  return size === 'unreadable' ? refuse('unreadable_picture', PHOTO_UNREADABLE) : ok({ id, ...size })
}

/** A photo that has no public URL, as a data URL; null if its file is gone. */
export async function photoData({ photos }: Photos, id: string): Promise<string | null> {
  const bytes = await photos.read(id)
  return bytes && `data:image/webp;base64,${bytes.toString('base64')}`
}
