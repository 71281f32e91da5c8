import { logProblem } from '#platform/browser/log-problem.ts'
import { shrinkPicture } from '#platform/browser/shrink-picture.ts'
import { api } from '../api.ts'
import type { ReviewKey } from './client.ts'
import type { ReviewPhoto } from './contract.ts'
import { PHOTO_NOT_DELETED, PHOTO_NOT_SENT, PHOTO_TOO_LARGE, PHOTO_TYPE, PHOTO_UNREADABLE } from './messages.ts'
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from './rules.ts'

type Added = { ok: true; photos: ReviewPhoto[] } | { ok: false; message: string }

/**
 * Pixels of the longer side. The shop stores 1200: a phone's photo of 12 million pixels would take a long time to
 * upload.
 */
const MAX_SIDE = 1600

type Ready = { ok: true; body: Uint8Array<ArrayBuffer>; type: string } | { ok: false; message: string }

/** Makes a photo smaller, to be uploaded. Returns a sentence if it can't be: another type, too large, unreadable. */
export async function readPhoto(file: File): Promise<Ready> {
  if (!PHOTO_TYPES.some((type) => type === file.type)) return { ok: false, message: PHOTO_TYPE }
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (image === null) return { ok: false, message: PHOTO_UNREADABLE }
  // The file itself if the browser can't shrink it; the shop shrinks it too.
  const sent = (await shrinkPicture(image, { maxSide: MAX_SIDE, quality: 0.85 })) ?? file
  if (sent.size > MAX_PHOTO_BYTES) return { ok: false, message: PHOTO_TOO_LARGE }
  return { ok: true, body: new Uint8Array(await sent.arrayBuffer()), type: sent.type }
}

/** Makes a photo smaller and uploads it. Returns all photos of the review, or a sentence why it was refused. */
export async function addReviewPhoto(params: ReviewKey, file: File): Promise<Added> {
  const ready = await readPhoto(file)
  if (!ready.ok) return ready
  const call = 'POST /user/product/{productId}/user/{userId}/reviewPhoto'
  const response = await api(call, { params, body: ready.body }, { fileType: ready.type })
  if (response.ok && Array.isArray(response.data.photos)) return { ok: true, photos: response.data.photos }
  logProblem('A photo was refused', response.status)
  return { ok: false, message: (!response.ok && response.message) || PHOTO_NOT_SENT }
}

/** Deletes a photo of the shopper's review. Returns null, or a sentence why it's still there. */
export async function deleteReviewPhoto(userId: string, photoId: string): Promise<string | null> {
  const response = await api('DELETE /user/reviewPhoto/{photoId}/user/{userId}', { params: { photoId, userId } })
  // 404: it's already deleted.
  if (response.ok || response.status === 404) return null
  return response.message || PHOTO_NOT_DELETED
}
