import { t } from '#platform/text/t.ts'
import { UNSENT_KEY } from './kept-copy.ts'

/*
 * What a customer changed without a connection, in local storage until it is sent: a closed tab must not lose it. Never the
 * token: it is sent with the session of that time.
 */

/** A change; a later one of the same key replaces it. */
export interface Unsent {
  key: string
  /** Which feature sends it, and what it needs for that. */
  kind: string
  content: unknown
  at: number
}

/** What became of a change: `sent`, `later` (no answer), `login` (the session has ended), or a sentence why it can't be made. */
export type Sent = 'sent' | 'later' | 'login' | { refused: string }

/** What a refused call means for a change. A server that is busy or down may take it later. */
export function toSent({ status, message }: { status: number; message: string }): Sent {
  if (status === 401 || status === 403) return 'login'
  return status === 0 || status === 408 || status === 429 || status >= 500 ? 'later' : { refused: message }
}

/** What a customer reads of a change that waits. */
export const KEPT_UNTIL_SENT = t('Saved on this device. It is sent when the line is back.')

const MAX_AGE_MS = 30 * 24 * 60 * 60_000

const listeners = new Set<() => void>()
let parsed: { text: string | null; all: Record<string, Unsent[]> } = { text: null, all: {} }
const NONE: readonly Unsent[] = []

/** A customer's changes, oldest first; the same list until something changes. */
export function readUnsent(userId: string): readonly Unsent[] {
  return readAll()[userId] ?? NONE
}

/** Whether a change of any customer passes `test`. */
export function someUnsent(test: (change: Unsent) => boolean): boolean {
  return Object.values(readAll()).some((changes) => changes.some(test))
}

/** Adds a change at the end. @returns false where the browser stores nothing */
export function addUnsent(userId: string, change: Omit<Unsent, 'at'>): boolean {
  return write(userId, [...readUnsent(userId).filter(({ key }) => key !== change.key), { ...change, at: Date.now() }])
}

/** Removes a change, unless it was changed again in between; all of a customer where none is named, or of everybody (null). */
export function dropUnsent(userId: string | null, change?: Pick<Unsent, 'key' | 'at'>): void {
  if (userId === null) {
    save({})
    return
  }
  const left = readUnsent(userId).filter(({ key, at }) => change && (key !== change.key || at !== change.at))
  write(userId, left)
}

/** Calls `listener` after every change in this tab or another one. Returns the function that unsubscribes. */
export function subscribeUnsent(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === UNSENT_KEY) listener()
  }
  window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    window.removeEventListener('storage', onStorage)
    listeners.delete(listener)
  }
}

/** Parses what `save` wrote, and deletes from it what is too old or anything else. */
function readAll(): Record<string, Unsent[]> {
  try {
    const text = localStorage.getItem(UNSENT_KEY)
    if (text === parsed.text) return parsed.all
    parsed = { text, all: parse(JSON.parse(text ?? '{}')) }
    if (text !== null && JSON.stringify(parsed.all) !== text) store(parsed.all)
  } catch {
    parsed = { text: null, all: {} }
  }
  return parsed.all
}

function parse(value: unknown): Record<string, Unsent[]> {
  if (typeof value !== 'object' || value === null) return {}
  const isCurrent = (one: unknown) => isUnsent(one) && Date.now() - one.at < MAX_AGE_MS
  const all: Record<string, Unsent[]> = {}
  for (const [userId, list] of Object.entries(value)) {
    const current = Array.isArray(list) ? list.filter(isCurrent) : []
    if (current.length > 0) all[userId] = current
  }
  return all
}

function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== 'object' || value === null) return false
  const { key, kind, at } = value as Partial<Unsent>
  return typeof key === 'string' && typeof kind === 'string' && typeof at === 'number'
}

function write(userId: string, list: readonly Unsent[]): boolean {
  const { [userId]: _, ...others } = readAll()
  return save(list.length > 0 ? { ...others, [userId]: list } : others)
}

function store(all: Record<string, readonly Unsent[]>): void {
  if (Object.keys(all).length === 0) localStorage.removeItem(UNSENT_KEY)
  else localStorage.setItem(UNSENT_KEY, JSON.stringify(all))
}

function save(all: Record<string, readonly Unsent[]>): boolean {
  try {
    store(all)
  } catch {
    return false
  }
  for (const listener of listeners) listener()
  return true
}
