import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link, useNavigation } from 'react-router'
import { type Connection, useConnection, watchConnection, watchSlow } from '#platform/browser/connection.ts'
import { useSession } from '#platform/browser/session.ts'
import { dropUnsent, readUnsent, someUnsent, subscribeUnsent, type Unsent } from '#platform/browser/unsent.ts'
import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import { sendUnsent, TOLD } from './send-unsent.ts'

const SENTENCES: Record<Connection, string> = {
  fine: '',
  slow: t('The line is slow. Still loading…'),
  offline: t('You are offline. This is what was kept.'),
  unreachable: t('The shop can’t be reached. This is what was kept.'),
}
const BUTTON = 'min-h-11 cursor-pointer px-2 underline underline-offset-4'
const NONE: readonly Unsent[] = []

/**
 * The line below the header that says what the connection does, and what is not sent yet. It is part of the header, which grows:
 * nothing is covered.
 */
export function ConnectionLine() {
  const connection = useConnection()
  const userId = useSession()?.user.id
  const unsent = useSyncExternalStore(
    subscribeUnsent,
    () => (userId === undefined ? NONE : readUnsent(userId)),
    () => NONE,
  )
  const loginNeeded = useSending(connection, userId)
  useEffect(watchConnection, [])
  useSlowNavigation()
  const header = useHeader()
  const told = unsent.filter(({ kind }) => kind === TOLD)
  const waits = unsent.length - told.length
  const isGone = connection === 'offline' || connection === 'unreachable'
  if (header === null) return null
  return createPortal(
    <div role="status" className="bg-warn-soft text-center text-xs font-bold text-warn">
      {SENTENCES[connection] || (isGone && waits > 0) ? (
        <p className="page py-1">
          {SENTENCES[connection]}
          {isGone && waits > 0 ? ` ${waitsText(waits)}` : ''}
        </p>
      ) : null}
      {told.map((one) => (
        <Told key={one.key} action={<CloseTold userId={userId} told={one} />}>
          {String(one.content)}
        </Told>
      ))}
      {loginNeeded && !isGone ? <LoginNeeded userId={userId} /> : null}
    </div>,
    header,
  )
}

function waitsText(count: number): string {
  return t('{count, plural, one {# change is} other {# changes are}} sent when the line is back.', { count })
}

function Told({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <p className="page flex flex-wrap items-center justify-center gap-x-2 break-words">
      {children}
      {action}
    </p>
  )
}

function CloseTold({ userId, told }: { userId: string | undefined; told: Unsent }) {
  return (
    <button type="button" className={BUTTON} onClick={() => userId !== undefined && dropUnsent(userId, told)}>
      {t('Close')}
    </button>
  )
}

function LoginNeeded({ userId }: { userId: string | undefined }) {
  return (
    <Told
      action={
        <>
          <Link to="/login" className={`inline-flex items-center ${BUTTON}`}>
            {t('Log in')}
          </Link>
          <button type="button" className={BUTTON} onClick={() => dropUnsent(userId ?? null)}>
            {t('Discard')}
          </button>
        </>
      }
    >
      {t('What you changed without a connection is not sent yet.')}
    </Told>
  )
}

/** Sends what waits as soon as there is a connection and a session. Whether it takes a login. */
function useSending(connection: Connection, userId: string | undefined): boolean {
  const [refused, setRefused] = useState(false)
  const any = useSyncExternalStore(subscribeUnsent, anyWaiting, () => false)
  const isGone = connection === 'offline' || connection === 'unreachable'
  useEffect(() => {
    setRefused(false)
    if (isGone || userId === undefined || !any) return
    let timer: ReturnType<typeof setTimeout>
    async function run(): Promise<void> {
      const outcome = await sendUnsent()
      if (outcome === 'sent') showToast(t('What you changed without a connection is sent.'), { tone: 'ok' })
      if (outcome === 'login') setRefused(true)
      if (outcome === 'later') timer = setTimeout(run, RETRY_MS)
    }
    void run()
    return () => clearTimeout(timer)
  }, [isGone, userId, any])
  return refused || (userId === undefined && any)
}

const RETRY_MS = 30_000

/** Whether anybody's change waits; what was only told does not. */
function anyWaiting(): boolean {
  return someUnsent(({ kind }) => kind !== TOLD)
}

function useSlowNavigation(): void {
  const busy = useNavigation().state !== 'idle'
  useEffect(() => (busy ? watchSlow() : undefined), [busy])
}

/** The header, whose height is told to what sticks below it. */
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
