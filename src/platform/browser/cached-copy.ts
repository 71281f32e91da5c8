/** The metric by which `Server-Timing` names a response that the service worker took from its cache. */
export const CACHED_COPY = 'cached-copy'

const DELAY_MS = 1000

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Repeats a GET call a moment after a change, where a service worker caches the response: the cached one is outdated then.
 * Repeated changes under one `name` make one call.
 */
export function refreshCached(name: string, call: () => Promise<unknown>): void {
  if (!navigator.serviceWorker?.controller) return
  clearTimeout(timers.get(name))
  timers.set(name, setTimeout(call, DELAY_MS))
}
