import { t } from '#platform/text/t.ts'
import { createListeners } from './listeners.ts'
import { readStored, writeStored } from './local-store.ts'
import { QUEUE_KEY } from './queue-key.ts'

/*
 * What a customer changed without a connection, in local storage until it is sent: a closed tab must not lose it. Never the
 * token: it is sent with the session of that time.
 */

/** A change; a later one of the same key replaces it. */
export interface QueuedChange {
  key: string
  /** Which feature sends the change, and what it needs for that. */
  kind: string
  content: unknown
  /** When it was made, in milliseconds since 1970. */
  at: number
}

/** What became of a change: `sent`, `later` (no response), `login` (the session has ended), or a sentence why it can't be made. */
export type SendOutcome = 'sent' | 'later' | 'login' | { refused: string }

/** What a refused call means for a change. A server that is busy or down may take it later. */
export function toSendOutcome({ status, message }: { status: number; message: string }): SendOutcome {
  if (status === 401 || status === 403) return 'login'
  return status === 0 || status === 408 || status === 429 || status >= 500 ? 'later' : { refused: message }
}

/** What a customer reads of a change that waits. */
export const SAVED_UNTIL_SENT = t('Saved on this device. It is sent when the connection is back.')

const MAX_AGE_MS = 30 * 24 * 60 * 60_000

type Queues = Record<string, readonly QueuedChange[]>

const { subscribe, notify } = createListeners()
let parsed: { text: string; queues: Queues } = { text: '{}', queues: {} }
const NONE: readonly QueuedChange[] = []

/** A customer's changes, oldest first; the same list until something changes. */
export function readQueued(userId: string): readonly QueuedChange[] {
  return readAll()[userId] ?? NONE
}

/** Whether a change of any customer passes `test`. */
export function hasQueuedChange(test: (change: QueuedChange) => boolean): boolean {
  return Object.values(readAll()).some((changes) => changes.some(test))
}

/** Adds a change at the end. @returns false where the browser stores nothing */
export function queueChange(userId: string, change: Omit<QueuedChange, 'at'>): boolean {
  const others = readQueued(userId).filter(({ key }) => key !== change.key)
  return write(userId, [...others, { ...change, at: Date.now() }])
}

/** Removes a change, unless a later one has replaced it; without `change` all of the customer; with null all of everybody. */
export function dropQueued(userId: string | null, change?: Pick<QueuedChange, 'key' | 'at'>): void {
  const isOther = ({ key, at }: QueuedChange) => change && (key !== change.key || at !== change.at)
  if (userId === null) save({})
  else write(userId, readQueued(userId).filter(isOther))
}

/** Calls `listener` after every change in this tab or another one. @returns the function that unsubscribes */
export function subscribeQueue(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === QUEUE_KEY) listener()
  }
  window.addEventListener('storage', onStorage)
  const unsubscribe = subscribe(listener)
  return () => {
    window.removeEventListener('storage', onStorage)
    unsubscribe()
  }
}

/** Parses what `save` wrote, and deletes what is too old or no change. */
function readAll(): Queues {
  const stored = readStored(QUEUE_KEY) ?? {}
  const text = JSON.stringify(stored)
  if (text === parsed.text) return parsed.queues
  const queues = parse(stored)
  parsed = { text, queues }
  if (JSON.stringify(queues) !== text) store(queues)
  return queues
}

function parse(value: unknown): Queues {
  if (typeof value !== 'object' || value === null) return {}
  const isCurrent = (one: unknown) => isQueuedChange(one) && Date.now() - one.at < MAX_AGE_MS
  return Object.fromEntries(
    Object.entries(value)
      .map(([userId, list]) => [userId, Array.isArray(list) ? list.filter(isCurrent) : []] as const)
      .filter(([, list]) => list.length > 0),
  )
}

function isQueuedChange(value: unknown): value is QueuedChange {
  if (typeof value !== 'object' || value === null) return false
  const { key, kind, at } = value as Partial<QueuedChange>
  return typeof key === 'string' && typeof kind === 'string' && typeof at === 'number'
}

function write(userId: string, list: readonly QueuedChange[]): boolean {
  const { [userId]: _, ...others } = readAll()
  return save(list.length > 0 ? { ...others, [userId]: list } : others)
}

function store(queues: Queues): boolean {
  return writeStored(QUEUE_KEY, Object.keys(queues).length === 0 ? null : queues)
}

function save(queues: Queues): boolean {
  const isSaved = store(queues)
  if (isSaved) notify()
  return isSaved
}
