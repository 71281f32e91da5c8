import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { prefersReducedData } from '#platform/browser/save-data.ts'
import { localPath } from '#platform/text/local-path.ts'

/** A page is cached once a visitor has stayed on it this long. */
const STAY_MS = 1500
/** The header that pages send for pictures. With the same one, the browser's own cache already has the picture. */
const IMAGES = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

/**
 * Registers the service worker, and has it cache what it doesn't see: the documents of pages opened by in-page
 * navigation, and what this document loaded before the worker existed.
 */
export function useCachedVisits(): void {
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page that is shown is a visit.
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const timer = setTimeout(() => void cacheVisit().catch(() => {}), STAY_MS)
    return () => clearTimeout(timer)
  }, [pathname, search])
}

async function cacheVisit(): Promise<void> {
  const { serviceWorker } = navigator
  const isControlled = serviceWorker.controller !== null
  await serviceWorker.register(localPath('/sw.js'), { scope: localPath('/') })
  const { active } = await serviceWorker.ready
  const isDocument = performance.getEntriesByType('navigation')[0]?.name === location.href
  if (isControlled && (isDocument || prefersReducedData())) return
  const urlsToCache = [location.href, ...(isControlled ? [] : loadedFiles())]
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } })
}

/** The scripts, fonts and pictures that this document has loaded, with the headers to send for them. */
function loadedFiles(): [url: string, init: RequestInit][] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/(?:assets|fonts|media)\//.test(pathname))
    .map(({ href, pathname }) => [href, pathname.startsWith('/media/') ? { headers: { accept: IMAGES } } : {}])
}
