import { useRef, useState } from 'react'
import { deviceStorage } from '#platform/browser/storage.ts'
import { readStaff } from '../session.ts'

/**
 * What somebody types, kept on this device until it's saved or given up: it survives a reload, a closed tab, an ended
 * session and a failed save. Another person on this device doesn't see it. `key` names the record and its field: `order-note ID`.
 */
export function useDraft<T extends string | Readonly<Record<string, unknown>>>(key: string, initial: T) {
  const name = `staffDraft ${readStaff()?.id ?? ''} ${key}`
  const [stored, setStored] = useState<T | null>(() => readDraft<T>(name, initial))
  // A save that was begun by an earlier render ends with what is typed by then.
  const latest = useRef(stored)
  function keep(next: T | null): void {
    latest.current = next
    deviceStorage.write(name, next)
    setStored(next)
  }
  return {
    value: stored ?? initial,
    /** True if there is something that wasn't saved. */
    isChanged: stored !== null,
    set: (next: T) => keep(next),
    clear: () => keep(null),
    /** Clears it after a save of `saved`, unless more was typed since. */
    forget(saved: T) {
      if (isSame(latest.current ?? initial, saved)) keep(null)
    },
    /** Takes out what was saved, given what is typed by now. Null: nothing is left. */
    change(rest: (typed: T) => T | null) {
      if (latest.current !== null) keep(rest(latest.current))
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
  const changed = Object.entries(after).filter(([name, value]) => !isSame(value, before[name]))
  // Safe cast: entries of `after`.
  return Object.fromEntries(changed) as Partial<T>
}

/** True if two values of a form are alike. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
