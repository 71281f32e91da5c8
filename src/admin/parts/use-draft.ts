import { useState } from 'react'
import { deviceStorage } from '#platform/browser/storage.ts'

/**
 * What somebody types, kept on this device until `clear`: it survives a reload, a closed tab, an ended session and a
 * failed save. `key` names the record and its field: `order-note ID`.
 */
export function useDraft<T extends string | Readonly<Record<string, unknown>>>(key: string, initial: T) {
  const name = `staffDraft ${key}`
  const [stored, setStored] = useState<T | null>(() => readDraft<T>(name, initial))
  return {
    value: stored ?? initial,
    /** True if there is something that wasn't saved. */
    isChanged: stored !== null,
    set(next: T) {
      deviceStorage.write(name, next)
      setStored(next)
    },
    clear() {
      deviceStorage.write(name, null)
      setStored(null)
    },
  }
}

function readDraft<T>(name: string, initial: T): T | null {
  const stored = deviceStorage.read(name)
  // Safe cast: this module alone writes the key, with values of the same kind.
  return typeof stored === typeof initial && stored !== null ? (stored as T) : null
}

/** The fields of `after` that differ from `before`: a save sends only these. */
export function changedFields<T extends Readonly<Record<string, unknown>>>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  // Safe cast: entries of `after`.
  return Object.fromEntries(changed) as Partial<T>
}
