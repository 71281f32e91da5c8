import { CACHED_COPY } from './cached-copy.ts'
import { NEEDS_CONNECTION } from './messages.ts'
import { createStore } from './store.ts'

/** `unreachable`: the device has a network, but the shop doesn't respond. */
export type Connection = 'fine' | 'offline' | 'unreachable'

const PROBE_TIMEOUT_MS = 5000
const PROBE_INTERVAL_MS = 10_000

function createConnection() {
  const isReachable = createStore(true)
  let probing: Promise<boolean> | null = null

  function read(): Connection {
    if (!navigator.onLine) return 'offline'
    return isReachable.read() ? 'fine' : 'unreachable'
  }

  return {
    read,
    subscribe: isReachable.subscribe,
    /** After a call without a response: checks if the shop responds at all. @returns false if there is no connection */
    async check(): Promise<boolean> {
      if (navigator.onLine) {
        probing ??= probe()
        isReachable.set(await probing)
        probing = null
      } else isReachable.set(true)
      return read() === 'fine'
    },
  }
}

const connection = createConnection()

export const { read: readConnection, subscribe: subscribeConnection, check: checkConnection } = connection

/**
 * Follows the browser's events, and checks at intervals if an unresponsive shop is back.
 * @returns the function that stops it
 */
export function watchConnection(): () => void {
  const stop = new AbortController()
  const check = () => void connection.check()
  for (const type of ['online', 'offline']) window.addEventListener(type, check, { signal: stop.signal })
  const timer = setInterval(() => (connection.read() === 'unreachable' ? check() : null), PROBE_INTERVAL_MS)
  return () => {
    stop.abort()
    clearInterval(timer)
  }
}

/**
 * `fetch` that keeps track of the connection. A request without a response fails only after the check, so that its
 * caller can ask `offlineSentence`.
 */
export async function fetchChecked(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    if (response.headers.get('server-timing')?.includes(CACHED_COPY)) void connection.check()
    return response
  } catch (error) {
    if (!init.signal?.aborted) await connection.check()
    throw error
  }
}

/** The message for a call that got no response because there is no connection. Null for any other call. */
export function offlineSentence({ ok, status }: { ok: boolean; status: number }): string | null {
  return !ok && status === 0 && connection.read() !== 'fine' ? NEEDS_CONNECTION : null
}

function probe(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
