import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import { isScanningScreen } from '#shop/staff/scanning.ts'
import { isKept, lastReadAt } from '../parts/keep-last-data.ts'
import { whenText } from '../parts/when.tsx'

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** True without a connection. */
export const useOffline = () => useSyncExternalStore(subscribe, () => !navigator.onLine)

/**
 * Without a connection: says so over the screen, which stays, and keeps what can't be opened from replacing it. Screens that scan work
 * without one, and what was read last can be gone back to. The screen is read anew once the connection is back.
 */
export function OfflineStrip() {
  const isOffline = useOffline()
  const { revalidate } = useRevalidator()
  const [isTried, setTried] = useState(false)
  const blocker = useBlocker(({ currentLocation, nextLocation: { pathname, search } }) => {
    const isElsewhere = pathname !== currentLocation.pathname
    return !navigator.onLine && isElsewhere && !isScanningScreen(`/admin${pathname}`) && !isKept(pathname + search)
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    setTried(true)
    blocker.reset()
  }, [blocker])
  useEffect(() => {
    if (!isOffline) return
    return () => {
      setTried(false)
      void revalidate()
    }
  }, [isOffline, revalidate])
  const readAt = lastReadAt()
  return (
    <div role="status" className="print:hidden">
      {isOffline ? (
        <p className="bg-warn-soft px-4 py-2 text-sm text-warn">
          <b>{t('You’re offline.')}</b>{' '}
          {readAt === null ? null : t('Showing data from {when}.', { when: whenText(readAt, new Date()) })}{' '}
          {isTried ? t('Nothing else opens until the connection is back.') : null}
        </p>
      ) : null}
    </div>
  )
}
