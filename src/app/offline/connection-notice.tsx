import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation, useNavigation } from 'react-router'
import { type Connection, useConnection, watchConnection, watchPage, watchSlow } from '#platform/browser/connection.ts'
import {
  dropQueued,
  hasQueuedChange,
  type QueuedChange,
  readQueued,
  subscribeQueue,
} from '#platform/browser/queued-changes.ts'
import { useSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import { REJECTION, sendQueued } from './send-queued.ts'

const SENTENCES: Record<Connection, string> = {
  fine: '',
  slow: t('The connection is slow. Still loading…'),
  cached: t('The connection is slow. Showing a saved copy.'),
  offline: t('You are offline. Showing a saved copy.'),
  unreachable: t('The shop can’t be reached. Showing a saved copy.'),
}
const RETRY_MS = 30_000
const BUTTON = 'min-h-11 cursor-pointer px-2 underline underline-offset-4'
const NONE: readonly QueuedChange[] = []

/**
 * The notice below the header: the state of the connection, how many changes are not sent yet, and the refused ones. It is rendered
 * inside the header, which grows, so that it covers nothing.
 */
export function ConnectionNotice() {
  const connection = useConnection()
  const userId = useSession()?.user.id
  const queued = useSyncExternalStore(
    subscribeQueue,
    () => (userId === undefined ? NONE : readQueued(userId)),
    () => NONE,
  )
  const isCutOff = connection === 'offline' || connection === 'unreachable'
  const isLoginNeeded = useSending(isCutOff, userId)
  useEffect(watchConnection, [])
  useNavigationWatch()
  const header = useHeader()
  const rejections = queued.filter(({ kind }) => kind === REJECTION)
  const pending = isCutOff ? queued.length - rejections.length : 0
  if (header === null) return null
  return createPortal(
    <div role="status" className="bg-warn-soft text-center text-xs font-bold text-warn">
      {SENTENCES[connection] ? (
        <p className="page py-1">
          {SENTENCES[connection]}
          {pending > 0 ? ` ${pendingText(pending)}` : ''}
        </p>
      ) : null}
      {rejections.map((rejection) => (
        <Row key={rejection.key} text={String(rejection.content)}>
          <RowButton onClick={() => userId !== undefined && dropQueued(userId, rejection)}>{t('Close')}</RowButton>
        </Row>
      ))}
      {isLoginNeeded && !isCutOff ? (
        <Row text={t('What you changed without a connection is not sent yet.')}>
          <Link to="/login" className={`inline-flex items-center ${BUTTON}`}>
            {t('Log in')}
          </Link>
          <RowButton onClick={() => dropQueued(userId ?? null)}>{t('Discard')}</RowButton>
        </Row>
      ) : null}
    </div>,
    header,
  )
}

function pendingText(count: number): string {
  return t('{count, plural, one {# change is} other {# changes are}} sent when the connection is back.', { count })
}

function Row({ text, children }: { text: string; children: ReactNode }) {
  return (
    <p className="page flex flex-wrap items-center justify-center gap-x-2 break-words">
      {text}
      {children}
    </p>
  )
}

function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={BUTTON} onClick={onClick}>
      {children}
    </button>
  )
}

/** Sends queued changes as soon as there is a connection and a session. @returns whether a login is needed for it */
function useSending(isCutOff: boolean, userId: string | undefined): boolean {
  const [hasEnded, setHasEnded] = useState(false)
  const isPending = useSyncExternalStore(subscribeQueue, hasPending, () => false)
  useEffect(() => {
    setHasEnded(false)
    if (isCutOff || userId === undefined || !isPending) return
    let isStopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function run(): Promise<void> {
      const outcome = await sendQueued()
      // Sending the last change ends this effect, so the toast comes before the check.
      if (outcome === 'sent') showToast(t('What you changed without a connection is sent.'), { tone: 'ok' })
      if (isStopped) return
      if (outcome === 'login') setHasEnded(true)
      if (outcome === 'later') timer = setTimeout(run, RETRY_MS)
    }
    void run()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isCutOff, userId, isPending])
  return hasEnded || (userId === undefined && isPending)
}

/** Whether a change of any customer is still to be sent; a rejection is not. */
function hasPending(): boolean {
  return hasQueuedChange(({ kind }) => kind !== REJECTION)
}

function useNavigationWatch(): void {
  const { key } = useLocation()
  const { location } = useNavigation()
  const isBusy = location !== undefined
  const loading = location?.key ?? key
  useEffect(() => (isBusy ? watchSlow() : undefined), [isBusy])
  useEffect(() => watchPage(key, loading), [key, loading])
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
