import { useSyncExternalStore } from 'react'
import { CACHED_COPY } from './cached-copy.ts'
import { callObserver } from './call-observer.ts'
import { createListeners } from './listeners.ts'
import { checkConnection, isOffline, subscribeOffline } from './offline.ts'

/**
 * `unreachable`: the device has a network, and the shop does not respond. `slow`: a call takes long. `cached`: it took so long
 * that the service worker showed its cached copy.
 */
export type Connection = 'fine' | 'slow' | 'cached' | 'offline' | 'unreachable'

/** After so long without a response the connection is called slow. */
const SLOW_MS = 3000
const PROBE_INTERVAL_MS = 10_000

let slowCalls = 0
/** The history keys of the page that is shown, of the one that loads, and of the last one that a cached copy was for. */
let shownPage = ''
let loadingPage = ''
let cachedPage: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = createListeners()

/** The state of the connection for a component. */
export function useConnection(): Connection {
  return useSyncExternalStore(listeners.subscribe, readConnection, () => 'fine')
}

/** Follows the browser's events and the page's calls. @returns the function that stops it */
export function watchConnection(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  // After a change of network the shop may be reached again.
  window.addEventListener('online', () => void checkConnection(), { signal })
  window.addEventListener('offline', update, { signal })
  const unsubscribe = subscribeOffline(update)
  callObserver.onCall = observeCall
  return () => {
    stop.abort()
    unsubscribe()
    delete callObserver.onCall
    clearTimeout(timer)
  }
}

/** Sets the history key of the page that is shown, and of the one that is about to be: a cached copy is for the latter. */
export function watchPage(shown: string, loading: string): void {
  if (shownPage === '' && isDocumentCached()) cachedPage = shown
  shownPage = shown
  loadingPage = loading
  update()
}

function observeCall(call: Promise<Response>): void {
  const end = watchSlow()
  call.then(
    ({ headers }) => {
      end()
      if (!headers.get('server-timing')?.includes(CACHED_COPY)) return
      cachedPage = loadingPage
      update()
    },
    (error: unknown) => {
      end()
      if (!(error instanceof DOMException && error.name === 'AbortError')) void checkConnection()
    },
  )
}

/** Call it when something starts that a visitor waits for. @returns the function to call at its end */
export function watchSlow(): () => void {
  let isSlow = false
  const start = setTimeout(() => {
    isSlow = true
    slowCalls += 1
    update()
  }, SLOW_MS)
  return () => {
    clearTimeout(start)
    if (!isSlow) return
    isSlow = false
    slowCalls -= 1
    update()
  }
}

/** Whether the document of this page came from the service worker's cache. */
function isDocumentCached(): boolean {
  // Safe cast: entries named `navigation` have this type.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isThisPage = entry !== undefined && new URL(entry.name).pathname === location.pathname
  return isThisPage && (entry.serverTiming ?? []).some(({ name }) => name === CACHED_COPY)
}

function readConnection(): Connection {
  if (isOffline()) return navigator.onLine ? 'unreachable' : 'offline'
  if (slowCalls > 0) return 'slow'
  return cachedPage === shownPage ? 'cached' : 'fine'
}

/** Notifies of the new state; while the shop can't be reached, it is probed again at intervals. */
function update(): void {
  clearTimeout(timer)
  if (readConnection() === 'unreachable') timer = setTimeout(() => void checkConnection(), PROBE_INTERVAL_MS)
  listeners.notify()
}
