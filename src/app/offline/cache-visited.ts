import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { isOffline } from '#platform/browser/offline.ts'
import { prefersReducedData } from '#platform/browser/save-data.ts'
import { findSession } from '#platform/browser/session.ts'
import { localPath } from '#platform/text/local-path.ts'
import { CACHES, type CacheMessage } from '../service-worker/caches.ts'

/** A page is cached when a visitor has stayed on it for so long. */
const STAY_MS = 1500
/** A newly installed worker takes control well within this time. */
const CONTROL_TIMEOUT_MS = 5000
/** Private pages that can be read without a connection: their documents are the same for everybody, their calls are cached. */
const PRIVATE_PAGES = ['/cart-details', '/wishlist', '/logout']

/**
 * Registers the service worker, and sends it the pages that a visitor stays on: the worker sees no navigation within a document,
 * and nothing that was loaded before it was installed. `onControl` is called when it takes over a page that was loaded without it.
 */
export function useCachedVisits(userId: string | undefined, onControl: () => void): void {
  const { pathname, search } = useLocation()
  const first = useRef(true)
  const notifyControl = useEffectEvent(onControl)
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const isFirst = first.current
    const wasUncontrolled = isFirst && navigator.serviceWorker.controller === null
    const timer = setTimeout(async () => {
      first.current = false
      const worker = await registerWorker().catch(() => null)
      if (worker === null) return
      if (wasUncontrolled) notifyControl()
      const pages = wasUncontrolled || (!isFirst && !prefersReducedData()) ? [`${localPath(pathname)}${search}`] : []
      const pictures = wasUncontrolled ? loadedPictures() : []
      const missing = userId === undefined || prefersReducedData() ? [] : PRIVATE_PAGES.map(localPath)
      worker.postMessage({
        type: 'cache',
        pages,
        missing,
        pictures,
        prefersReducedData: prefersReducedData(),
      } satisfies CacheMessage)
    }, STAY_MS)
    return () => clearTimeout(timer)
  }, [pathname, search, userId])
}

/** Deletes the cached cart and wishlist at the end of a session, and those that a closed tab has left. */
export function useEndOfSession(userId: string | undefined): void {
  useEffect(() => {
    if (userId !== undefined || !('caches' in window)) return
    void findSession().then((session) => (session === null ? caches.delete(CACHES.private) : null))
  }, [userId])
}

/** Without a connection a link loads its page as a document: the cache has documents, not the data of in-page navigation. */
export function useDocumentLinks(): void {
  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener('click', followAsDocument, { capture: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
}

function followAsDocument(event: MouseEvent): void {
  if (!isOffline() || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]:not([role])') : null
  if (link === null || link.target !== '' || link.origin !== location.origin || link.hash !== '') return
  event.preventDefault()
  event.stopPropagation()
  location.assign(link.href)
}

/** The worker that controls this page, once it does. After a hard reload none does: then it is the active one. */
export async function registerWorker(): Promise<ServiceWorker | null> {
  const workers = navigator.serviceWorker
  await workers.register(localPath('/sw.js'), { scope: localPath('/') })
  const { active } = await workers.ready
  if (workers.controller === null)
    await new Promise<unknown>((resolve) => {
      workers.addEventListener('controllerchange', resolve, { once: true })
      setTimeout(resolve, CONTROL_TIMEOUT_MS)
    })
  return workers.controller ?? active
}

function loadedPictures(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/media/`))
}
