import { useEffect } from 'react'
import { readConnection } from '#platform/browser/connection.ts'

/**
 * Without a connection, a link loads its page as a document, because the cache doesn't have the data of in-page
 * navigation.
 */
export function useDocumentLinks(): void {
  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener('click', followAsDocument, { capture: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
}

function followAsDocument(event: MouseEvent): void {
  if (readConnection() === 'fine' || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]:not([role])') : null
  if (link === null || link.target !== '' || link.origin !== location.origin || link.hash !== '') return
  event.preventDefault()
  event.stopPropagation()
  location.assign(link.href)
}
