import { logProblem } from '#platform/browser/log-problem.ts'
import { api } from '../api.ts'
import { PHOTO_NOT_SENT } from '../reviews/messages.ts'
import { readPhoto } from '../reviews/photos.ts'
import type { ExchangePhoto } from './contract.ts'

/** Makes a photo smaller and uploads it for an exchange. Returns a sentence if it was refused. */
export async function addExchangePhoto(
  file: File,
): Promise<{ ok: true; photo: ExchangePhoto } | { ok: false; message: string }> {
  const ready = await readPhoto(file)
  if (!ready.ok) return ready
  const response = await api('POST /user/exchangePhoto', { body: ready.body }, { fileType: ready.type })
  if (response.ok) return { ok: true, photo: response.data.photo }
  logProblem('A photo was refused', response.status)
  return { ok: false, message: response.message || PHOTO_NOT_SENT }
}

/** The photos that were sent with an exchange; none if they can't be loaded (logged). */
export async function loadExchangePhotos(exchangeId: string): Promise<readonly ExchangePhoto[]> {
  const response = await api('GET /user/exchangePhotos/{exchangeId}', { params: { exchangeId } })
  if (response.ok) return response.data.photos
  logProblem('An exchange’s photos couldn’t be loaded', response.status)
  return []
}
