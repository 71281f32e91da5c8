import { logProblem } from '#platform/browser/log-problem.ts'
import { t } from '#platform/text/t.ts'
import { api } from '../api.ts'
import type { ReviewPhoto } from './contract.ts'
import { PHOTO_TOO_LARGE, PHOTO_TYPE, PHOTO_UNREADABLE } from './messages.ts'
import type { ReviewKey } from './queries.ts'
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from './rules.ts'

type Added = { ok: true; photos: ReviewPhoto[] } | { ok: false; message: string }

/** A little more than the shop keeps, so that a photo of 12 million pixels goes up a phone's line in a second. */
const MAX_SIDE = 1600
const QUALITY = 0.85
const FAILED = t('The photo is not sent yet. Please try again.')

/** Makes a photo smaller and sends it. The review's photos, or a sentence why not. */
export async function addReviewPhoto(params: ReviewKey, file: File): Promise<Added> {
  if (!PHOTO_TYPES.some((type) => type === file.type)) return { ok: false, message: PHOTO_TYPE }
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (image === null) return { ok: false, message: PHOTO_UNREADABLE }
  const smaller = await shrink(image)
  // As it is, where the browser draws nothing: some protect their users against being recognised by that.
  const sent = smaller ?? file
  if (sent.size > MAX_PHOTO_BYTES) return { ok: false, message: PHOTO_TOO_LARGE }
  const body = new Uint8Array(await sent.arrayBuffer())
  const call = 'POST /user/product/{productId}/user/{userId}/reviewPhoto'
  const response = await api(call, { params, body }, { fileType: sent.type })
  if (response.ok && Array.isArray(response.data.photos)) return { ok: true, photos: response.data.photos }
  logProblem('A photo was not taken', response.status)
  return { ok: false, message: (!response.ok && response.message) || FAILED }
}

/** Deletes a photo of the shopper's own; null, or a sentence why not. */
export async function deleteReviewPhoto(userId: string, photoId: string): Promise<string | null> {
  const response = await api('DELETE /user/reviewPhoto/{photoId}/user/{userId}', { params: { photoId, userId } })
  // Gone is what was wanted.
  if (response.ok || response.status === 404) return null
  return response.message || t('The photo is still there. Please try again.')
}

async function shrink(image: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  const context = canvas.getContext('2d')
  if (context === null) return null
  // Behind what is transparent, which JPEG would make black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
