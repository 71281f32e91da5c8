import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { CACHED_COPY } from '#platform/browser/cached-copy.ts'
import {
  type Connection,
  checkConnection,
  readConnection,
  subscribeConnection,
  watchConnection,
} from '#platform/browser/connection.ts'
import { t } from '#platform/text/t.ts'

const SENTENCES: Record<Connection, string | null> = {
  fine: null,
  offline: t('You’re offline. Showing a saved copy.'),
  unreachable: t('The shop can’t be reached. Showing a saved copy.'),
}
const CACHED = t('The connection is slow. Showing a saved copy.')

/**
 * The notice below the header that there's no connection, or that it's so slow that the service worker showed its copy
 * of the page. It's rendered inside the header, which grows, so it covers nothing.
 */
export function ConnectionNotice() {
  const connection = useSyncExternalStore(subscribeConnection, readConnection, () => 'fine' as const)
  const isCopy = useCachedDocument()
  const header = useHeader()
  useEffect(watchConnection, [])
  if (header === null) return null
  const sentence = SENTENCES[connection] ?? (isCopy ? CACHED : null)
  return createPortal(
    <div role="status" className="bg-warn-soft text-center text-xs font-bold text-warn">
      {sentence === null ? null : <p className="page py-1">{sentence}</p>}
    </div>,
    header,
  )
}

/** True if the current page is a document from the service worker's cache. */
function useCachedDocument(): boolean {
  const { key } = useLocation()
  const [copy] = useState(() => (isDocumentCached() ? key : null))
  useEffect(() => {
    if (copy !== null) void checkConnection()
  }, [copy])
  return copy === key
}

function isDocumentCached(): boolean {
  // Safe cast: entries named `navigation` have this type.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isThisPage = entry !== undefined && new URL(entry.name).pathname === location.pathname
  return isThisPage && (entry.serverTiming ?? []).some(({ name }) => name === CACHED_COPY)
}

/** The page's header. Sets the CSS variable `--notice` to the height that the notice adds to it, for sticky elements below. */
function useHeader(): HTMLElement | null {
  const [header, setHeader] = useState<HTMLElement | null>(null)
  const base = useRef(0)
  useEffect(() => {
    const found = document.querySelector('header')
    setHeader(found)
    if (found === null) return
    base.current = found.offsetHeight
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--notice', `${found.offsetHeight - base.current}px`),
    )
    observer.observe(found)
    return () => observer.disconnect()
  }, [])
  return header
}
