import { useSyncExternalStore } from 'react'
import { calls } from './calls.ts'
import { hasLostConnection, isOffline, subscribeOffline } from './offline.ts'

/** `unreachable`: the device has a network, and the shop does not answer. `slow`: a call takes long. */
export type Connection = 'fine' | 'slow' | 'offline' | 'unreachable'

/** After so long without an answer the line is called slow. */
const SLOW_MS = 3000
const PROBE_INTERVAL_MS = 10_000

let slowCalls = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** The state of the line for a component. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, readConnection, () => 'fine')
}

/** Follows the browser's events and the page's calls. Returns the function that stops it. */
export function watchConnection(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  // After a change of network the shop may be reached again.
  window.addEventListener('online', () => void hasLostConnection(), { signal })
  window.addEventListener('offline', notify, { signal })
  const unsubscribe = subscribeOffline(notify)
  calls.onCall = (call) => {
    const end = watchSlow()
    call.then(end, (error: unknown) => {
      end()
      if (!(error instanceof DOMException && error.name === 'AbortError')) void hasLostConnection()
    })
  }
  return () => {
    stop.abort()
    unsubscribe()
    delete calls.onCall
    clearTimeout(timer)
  }
}

/** Call it when something starts that a visitor waits for, and the function that it returns at its end. */
export function watchSlow(): () => void {
  let isSlow = false
  const start = setTimeout(() => {
    isSlow = true
    slowCalls += 1
    notify()
  }, SLOW_MS)
  return () => {
    clearTimeout(start)
    if (!isSlow) return
    isSlow = false
    slowCalls -= 1
    notify()
  }
}

function readConnection(): Connection {
  if (isOffline()) return navigator.onLine ? 'unreachable' : 'offline'
  return slowCalls > 0 ? 'slow' : 'fine'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells what has changed; a shop that can't be reached is asked again. */
function notify(): void {
  clearTimeout(timer)
  if (readConnection() === 'unreachable') timer = setTimeout(() => void hasLostConnection(), PROBE_INTERVAL_MS)
  for (const listener of listeners) listener()
}
