import type { StoredRequest } from '#platform/browser/request-keys.ts'
import { deviceStorage } from '#platform/browser/storage.ts'

/** A draft on this device. Null: nothing is typed, but a call's outcome isn't known. */
interface StoredDraft<T> {
  typed: T | null
  /** The last request of each call of the form, until its outcome is known. */
  requests: Readonly<Record<string, StoredRequest>>
  /** When it was last changed, in ms. */
  at: number
}

const PREFIX = 'staffDraft '
/** An untouched draft is deleted after this long: its record may be gone, and it may be about a customer. */
const KEEP_MS = 14 * 24 * 60 * 60 * 1000

/** A draft, which is empty unless it has a value of the same kind as `initial`. One of an older form has this one's fields, too. */
export function readDraft<T>(name: string, initial: T): Omit<StoredDraft<T>, 'at'> {
  const stored = deviceStorage.read(PREFIX + name)
  if (!isStoredDraft(stored)) return { typed: null, requests: {} }
  const { typed, requests } = stored
  if (typed === null || typeof typed !== typeof initial) return { typed: null, requests }
  // Safe cast: forms alone write their key, with values of the same kind.
  return { typed: (typeof typed === 'object' ? { ...initial, ...typed } : typed) as T, requests }
}

/** Keeps a draft on this device, or with null deletes it. */
export function writeDraft(name: string, draft: StoredDraft<unknown> | null): void {
  deviceStorage.write(PREFIX + name, draft)
}

/** Deletes what a person has typed on this device. */
export function forgetDraftsOf(staffId: string): void {
  deviceStorage.deleteAll((key) => key.startsWith(`${PREFIX}${staffId} `))
}

/** Deletes drafts that nobody has touched for two weeks. */
export function forgetOldDrafts(now: number): void {
  deviceStorage.deleteAll((key) => {
    if (!key.startsWith(PREFIX)) return false
    const stored = deviceStorage.read(key)
    return !isStoredDraft(stored) || stored.at < now - KEEP_MS
  })
}

function isStoredDraft(stored: unknown): stored is StoredDraft<unknown> {
  return typeof stored === 'object' && stored !== null && 'typed' in stored && 'requests' in stored && 'at' in stored
}
