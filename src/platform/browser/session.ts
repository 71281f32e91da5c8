import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import { isStored } from './local-store.ts'

/** The logged-in user, as the login call returned it. */
export type User = { id: string; name: string; email: string }

/** A login of this tab: the bearer token and its user. */
export type Session = { token: string; user: User }

/** Messages between tabs; another tab may still run an older version of the shop. */
type Message = { kind: 'ask' } | { kind: 'give'; session: Session } | { kind: 'end' }

const TOKEN_KEY = 'authToken'
const USER_KEY = 'userData'
const CHANNEL = 'shop-session'
const KEPT_KEY = 'keptSignedIn'
const REPLY_TIMEOUT_MS = 150

const { subscribe, notify: notifyListeners } = createListeners()
let parsed: { raw: string; session: Session | null } = { raw: '', session: null }
let channel: BroadcastChannel | null = null
let requested: Promise<unknown> | null = null
let restoreBy: (rejectedAuthorization: string | null) => Promise<Session | null> = async () => null

/** The session of this tab; the same object until the storage changes. Null on the server, and where storage is blocked. */
export function readSession(): Session | null {
  try {
    const token = sessionStorage.getItem(TOKEN_KEY)
    const user = sessionStorage.getItem(USER_KEY)
    const raw = `${token}\n${user}`
    if (raw !== parsed.raw) parsed = { raw, session: parseSession(token, user) }
    return parsed.session
  } catch {
    return null
  }
}

/** Whether this tab has a token, also one whose user data is missing or broken. */
export function hasToken(): boolean {
  return sessionStorage.getItem(TOKEN_KEY) !== null
}

/** Stores a new login in this tab (SPEC section 3: `authToken`, `userData`) and notifies listeners. */
export function storeSession(session: Session): void {
  sessionStorage.setItem(TOKEN_KEY, session.token)
  sessionStorage.setItem(USER_KEY, JSON.stringify(session.user))
  notifyListeners()
}

/** Ends the session in this tab and in every other tab of the shop. */
export function clearSession(): void {
  forget()
  openChannel()?.postMessage({ kind: 'end' } satisfies Message)
}

/**
 * The session of this tab, or else of another open tab: session storage is per tab, and a product opened in a new tab
 * should not look logged out. Waits at most 150 ms for the other tabs, once per page load.
 */
export async function findSession(): Promise<Session | null> {
  const own = readSession()
  if (own !== null || typeof window === 'undefined') return own
  requested ??= requestFromOtherTabs().then(() => readSession() ?? restoreSession())
  await requested
  return readSession()
}

/** Whether this device is kept signed in; the refresh token itself is in a cookie that scripts can't read. */
export function isKeptSignedIn(): boolean {
  return isStored(KEPT_KEY)
}

/** Remembers that this device is kept signed in, or forgets it. */
export function setKeptSignedIn(kept: boolean): void {
  if (kept) localStorage.setItem(KEPT_KEY, '1')
  else localStorage.removeItem(KEPT_KEY)
}

/** Sets how a session is restored; it gets the Authorization header that the server rejected, where there was one. */
export function restoreSessionBy(restore: typeof restoreBy): void {
  restoreBy = restore
}

/** A new session of a device that is kept signed in; null on other devices, or where the server gives none. */
export async function restoreSession(rejectedAuthorization: string | null = null): Promise<Session | null> {
  return isKeptSignedIn() ? restoreBy(rejectedAuthorization) : null
}

/** Calls `listener` after every change of the session. @returns the function that unsubscribes */
export const subscribeSession = subscribe

/** The session for a component. `null` while the page hydrates, as the server rendered it. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, readSession, () => null)
}

/** Shares logins and logouts with the shop's other tabs. Called after hydration. */
export function syncAcrossTabs(): void {
  openChannel()
  void findSession()
  // A message would make the browser evict the page from its back/forward cache.
  window.addEventListener('pagehide', closeChannel)
  window.addEventListener('pageshow', handlePageShow)
}

/** A page restored from the back/forward cache may have missed a logout. */
function handlePageShow(event: PageTransitionEvent): void {
  if (!event.persisted) return
  openChannel()
  notifyListeners()
}

function closeChannel(): void {
  channel?.close()
  channel = null
}

function forget(): void {
  setKeptSignedIn(false)
  sessionStorage.removeItem(TOKEN_KEY)
  sessionStorage.removeItem(USER_KEY)
  notifyListeners()
}

function parseSession(token: string | null, userText: string | null): Session | null {
  try {
    const user = asUser(JSON.parse(userText ?? 'null'))
    return token && user ? { token, user } : null
  } catch {
    return null
  }
}

function asUser(value: unknown): User | null {
  if (typeof value !== 'object' || value === null || !('id' in value) || typeof value.id !== 'string') return null
  const name = 'name' in value && typeof value.name === 'string' ? value.name : ''
  const email = 'email' in value && typeof value.email === 'string' ? value.email : ''
  return { id: value.id, name, email }
}

function openChannel(): BroadcastChannel | null {
  if (channel !== null || typeof BroadcastChannel === 'undefined') return channel
  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = (event: MessageEvent<unknown>) => receive(event.data)
  return channel
}

function receive(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return
  if (message.kind === 'ask') reply()
  if (message.kind === 'end') forget()
  if (message.kind === 'give' && 'session' in message && readSession() === null) adopt(message.session)
}

function reply(): void {
  const session = readSession()
  if (session !== null) channel?.postMessage({ kind: 'give', session } satisfies Message)
}

function adopt(value: unknown): void {
  if (typeof value !== 'object' || value === null || !('token' in value) || typeof value.token !== 'string') return
  const user = 'user' in value ? asUser(value.user) : null
  if (user !== null) storeSession({ token: value.token, user })
}

function requestFromOtherTabs(): Promise<void> {
  const open = openChannel()
  if (open === null) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribeSession(finish)
    const timer = setTimeout(finish, REPLY_TIMEOUT_MS)
    function finish(): void {
      clearTimeout(timer)
      stop()
      resolve()
    }
    open.postMessage({ kind: 'ask' } satisfies Message)
  })
}
