import { newKey } from '#platform/browser/request-keys.ts'
import { shrinkPicture } from '#platform/browser/shrink-picture.ts'
import { createStore } from '#platform/browser/store.ts'
import { t } from '#platform/text/t.ts'
import { call } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import { fileBytes, UNREADABLE } from '../parts/file-bytes.ts'
import { readStaff } from '../session.ts'
import { forgetUpload, keepUpload, readStoredUploads, type StoredUpload } from './stored-uploads.ts'

/** A picture on its way: each has its own state and sentence, and the others go on without it. */
export interface Upload {
  id: string
  productId: string
  name: string
  color: string
  state: 'waiting' | 'sending' | 'failed'
  error: string | null
}

const AT_ONCE = 2
const MAX_SIDE = 2400
/** Files up to this size go as they are. */
const SMALL_BYTES = 1_500_000

const uploads = createStore<readonly Upload[]>([])
const files = new Map<string, File>()
/** By picture: lets other tabs have it. */
const releases = new Map<string, () => void>()
const listeners = new Set<() => void>()

export const readUploads = uploads.read
export const subscribeUploads = uploads.subscribe

/** Calls back after each picture that has arrived. Returns what ends that. */
export function onUploaded(callback: () => void): () => void {
  listeners.add(callback)
  return () => listeners.delete(callback)
}

/** Sends pictures of a colour, a few at a time. They're kept on the device until they have arrived. */
export function addUploads(productId: string, color: string, chosen: readonly File[]): void {
  const staffId = readStaff()?.id ?? ''
  const now = Date.now()
  const added = chosen.map((file, at): StoredUpload => {
    return { id: newKey(), productId, color, file, staffId, at: now + at }
  })
  for (const one of added) {
    void hold(one.id)
    void keepUpload(one)
  }
  queue(added)
}

/** Goes on with what was left here when a tab was closed. @returns how many pictures that are */
export async function resumeUploads(productId: string): Promise<number> {
  const stored = await readStoredUploads(productId, readStaff()?.id ?? '')
  const held = await Promise.all(stored.map(async (one) => !files.has(one.id) && (await hold(one.id))))
  const left = stored.filter((_, at) => held[at])
  queue(left)
  return left.length
}

function queue(added: readonly Pick<StoredUpload, 'id' | 'productId' | 'color' | 'file'>[]): void {
  for (const { id, file } of added) files.set(id, file)
  const waiting = added.map(({ id, productId, color, file: { name } }): Upload => {
    return { id, productId, name, color, state: 'waiting', error: null }
  })
  uploads.set([...uploads.read(), ...waiting])
  sendNext()
}

/** Claims a picture for this tab, until it's dropped or the tab is closed. False if another tab is sending it. */
function hold(id: string): Promise<boolean> {
  // Only a secure context has locks.
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    void navigator.locks.request(`upload ${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise<void>((release) => releases.set(id, release))
    })
  })
}

/** Sends a failed picture again. */
export function retryUpload(id: string): void {
  change(id, { state: 'waiting', error: null })
  sendNext()
}

/** Forgets a picture that has arrived or failed. */
export function dropUpload(id: string): void {
  files.delete(id)
  void forgetUpload(id).then(releases.get(id))
  releases.delete(id)
  uploads.set(uploads.read().filter((one) => one.id !== id))
}

function change(id: string, values: Partial<Upload>): void {
  uploads.set(uploads.read().map((one) => (one.id === id ? { ...one, ...values } : one)))
}

function sendNext(): void {
  const all = uploads.read()
  if (all.filter(({ state }) => state === 'sending').length >= AT_ONCE) return
  const next = all.find(({ state }) => state === 'waiting')
  if (!next) return
  change(next.id, { state: 'sending' })
  void send(next).then(sendNext)
  sendNext()
}

async function send({ id, productId, color, name }: Upload): Promise<void> {
  const file = files.get(id)
  if (!file) return dropUpload(id)
  const picture = await prepare(file)
  const body = await fileBytes(picture)
  if (body === null) return change(id, { state: 'failed', error: UNREADABLE })
  const query = { name, ...(color === '' ? {} : { color }) }
  const result = await call(
    'POST /products/{id}/pictures',
    { params: { id: productId }, query, body },
    { idempotencyKey: id, fileType: picture.type || 'image/jpeg' },
  )
  if (result.ok) {
    dropUpload(id)
    for (const callback of listeners) callback()
  } else if (result.status === 503 || result.code === 'request_under_way') {
    // The server stores others just now, or still this one.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    change(id, { state: 'waiting' })
  } else if (result.status === 0) {
    change(id, { state: 'failed', error: t('You’re offline. It’s sent when you’re back online.') })
    // A line that broke while the browser is online comes without an event.
    setTimeout(() => navigator.onLine && retryFailed(id), 10_000)
  } else change(id, { state: 'failed', error: failureText(result) })
}

function retryFailed(id: string): void {
  if (uploads.read().some((one) => one.id === id && one.state === 'failed')) retryUpload(id)
}

/** A large photo made smaller on the device, upright; any other file as it is, for the server to judge. */
async function prepare(file: File): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const blob = await shrinkPicture(bitmap, { maxSide: MAX_SIDE, quality: 0.9 })
    return blob && blob.size < file.size ? blob : file
  } catch {
    return file
  }
}

if (typeof window !== 'undefined')
  window.addEventListener('online', () => {
    for (const { id, state } of uploads.read()) if (state === 'failed') retryUpload(id)
  })
