import { useRef, useState } from 'react'
import { createRequestKeys, type RequestKeys, type StoredRequest } from '#platform/browser/request-keys.ts'
import { readStaff } from '../session.ts'
import { readDraft, writeDraft } from './stored-drafts.ts'

type Requests = Readonly<Record<string, StoredRequest>>

/**
 * What somebody types, kept on this device until it's saved or given up: it survives a reload, a closed tab, an ended
 * session and a failed save. Another person on this device doesn't see it. `key` names the record and its field: `order-note ID`.
 * The idempotency keys of its calls are kept beside it, so that a call whose answer was lost isn't made twice after a reload.
 */
export function useDraft<T extends string | Readonly<Record<string, unknown>>>(key: string, initial: T) {
  const name = `${readStaff()?.id ?? ''} ${key}`
  const [stored, setStored] = useState(() => readDraft<T>(name, initial))
  // A save that was begun by an earlier render ends with what is typed by then.
  const latest = useRef(stored)
  function keep(typed: T | null, requests: Requests): void {
    const isEmpty = typed === null && Object.keys(requests).length === 0
    latest.current = { typed, requests }
    writeDraft(name, isEmpty ? null : { typed, requests, at: Date.now() })
    setStored(latest.current)
  }
  const [keysByCall] = useState(() => new Map<string, RequestKeys>())

  /** The idempotency keys of one of the form's calls, for `useCall`. */
  function keysOf(call = ''): RequestKeys {
    const keys =
      keysByCall.get(call) ??
      createRequestKeys({
        read: () => latest.current.requests[call] ?? null,
        write(last) {
          const { [call]: before, ...others } = latest.current.requests
          if (before !== undefined || last !== null)
            keep(latest.current.typed, last === null ? others : { ...others, [call]: last })
        },
      })
    keysByCall.set(call, keys)
    return keys
  }

  return {
    value: stored.typed ?? initial,
    /** True if there is something that wasn't saved. */
    isChanged: stored.typed !== null,
    /** Sets it, or makes it of what is typed by now. Null: nothing is typed any more. */
    set(next: T | ((now: T) => T | null)) {
      const { typed, requests } = latest.current
      keep(typeof next === 'function' ? next(typed ?? initial) : next, requests)
    },
    clear: () => keep(null, {}),
    /** Clears it after a save of `saved`, unless more was typed since. */
    forget(saved: T) {
      if (isSame(latest.current.typed ?? initial, saved)) keep(null, {})
    },
    /** Takes out what was saved, given what is typed by now. Null: nothing is left. */
    change(rest: (typed: T) => T | null) {
      const { typed, requests } = latest.current
      if (typed !== null) keep(rest(typed), requests)
    },
    keysOf,
  }
}

/** True if two values of a form are alike. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
