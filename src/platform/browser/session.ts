import { useSyncExternalStore } from 'react'
import { deviceStorage, tabStorage } from './storage.ts'
import { createStore } from './store.ts'

/** The logged-in user, as the login call returned it. */
export type User = { id: string; name: string; email: string }

/** A login of this tab: the bearer token and its user. */
export type Session = { token: string; user: User }

/** Messages between tabs; another tab may still run an older version of the shop. */
type Message = { kind: 'ask' } | { kind: 'give'; session: Session } | { kind: 'end' }

type Restore = (rejectedAuthorization: string | null) => Promise<Session | null>

const TOKEN_KEY = 'authToken'
const USER_KEY = 'userData'
const CHANNEL = 'shop-session'
const KEPT_KEY = 'keptSignedIn'
const REPLY_TIMEOUT_MS = 150

const tab = createTabSession()
const otherTabs = createOtherTabs()
/** How to find a session that isn't in this tab. `request` is the one to the other tabs. */
const lookup: { request: Promise<unknown> | null; restore: Restore } = { request: null, restore: async () => null }

/**
 * The session of this tab, as the same object until the storage changes. Null on the server, or if storage is blocked.
 */
export const readSession = tab.read

/** True if this tab has a token, even if its user data is missing or broken. */
export function hasToken(): boolean {
  return tabStorage.has(TOKEN_KEY)
}

/**
 * Stores a new login in this tab (SPEC section 3: `authToken`, `userData`) and notifies listeners.
 * @returns false if the browser stores nothing, which means there is no login
 */
export const storeSession = tab.store

/** Ends the session in this tab and in every other tab of the shop. */
export function clearSession(): void {
  forget()
  otherTabs.send({ kind: 'end' })
}

/**
 * The session of this tab, or else of another open tab: session storage is per tab, and a product opened in a new tab
 * should not look logged out. Waits at most 150 ms for the other tabs, once per page load.
 */
export async function findSession(): Promise<Session | null> {
  const own = readSession()
  if (own !== null || typeof window === 'undefined') return own
  lookup.request ??= requestFromOtherTabs().then(() => readSession() ?? restoreSession())
  await lookup.request
  return readSession()
}

/** True if this device is kept signed in. The refresh token itself is in a cookie that scripts can't read. */
export function isKeptSignedIn(): boolean {
  return deviceStorage.has(KEPT_KEY)
}

/** Remembers that this device is kept signed in, or forgets it. */
export function setKeptSignedIn(kept: boolean): void {
  deviceStorage.write(KEPT_KEY, kept ? 1 : null)
}

/** Sets how a session is restored. The function gets the Authorization header that the server rejected, if any. */
export function restoreSessionBy(restore: Restore): void {
  lookup.restore = restore
}

/** A new session for a device that is kept signed in. Null on other devices, or if the server gives none. */
export async function restoreSession(rejectedAuthorization: string | null = null): Promise<Session | null> {
  return isKeptSignedIn() ? lookup.restore(rejectedAuthorization) : null
}

/** Calls `listener` after every change of the session. @returns the function that unsubscribes */
export const subscribeSession = tab.subscribe

/** The session for a component. `null` during hydration, to match the server's HTML. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, readSession, () => null)
}

/** Shares logins and logouts with the shop's other tabs. Called after hydration. */
export function syncAcrossTabs(): void {
  otherTabs.open()
  void findSession()
  // A message would make the browser evict the page from its back/forward cache.
  window.addEventListener('pagehide', otherTabs.close)
  window.addEventListener('pageshow', handlePageShow)
}

/** A page restored from the back/forward cache may have missed a logout. */
function handlePageShow(event: PageTransitionEvent): void {
  if (!event.persisted) return
  otherTabs.open()
  tab.notify()
}

function forget(): void {
  setKeptSignedIn(false)
  tab.clear()
}

function createTabSession() {
  const changes = createStore(null)
  let parsed: { raw: string; session: Session | null } = { raw: '', session: null }
  const notify = () => changes.set(null)
  return {
    read(): Session | null {
      const token = tabStorage.readText(TOKEN_KEY)
      const user = tabStorage.readText(USER_KEY)
      const raw = `${token}\n${user}`
      if (raw !== parsed.raw) parsed = { raw, session: parseSession(token, user) }
      return parsed.session
    },
    store({ token, user }: Session): boolean {
      const isStored = tabStorage.writeText(TOKEN_KEY, token) && tabStorage.write(USER_KEY, user)
      notify()
      return isStored
    },
    clear(): void {
      tabStorage.write(TOKEN_KEY, null)
      tabStorage.write(USER_KEY, null)
      notify()
    },
    subscribe: changes.subscribe,
    notify,
  }
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

/** The channel to the shop's other tabs. */
function createOtherTabs() {
  let channel: BroadcastChannel | null = null
  /** @returns null if the browser has no such channels */
  function open(): BroadcastChannel | null {
    if (channel !== null || typeof BroadcastChannel === 'undefined') return channel
    channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = (event: MessageEvent<unknown>) => receive(event.data)
    return channel
  }
  return {
    open,
    close(): void {
      channel?.close()
      channel = null
    },
    /** @returns false if it can't be sent */
    send(message: Message): boolean {
      open()?.postMessage(message)
      return channel !== null
    },
  }
}

function receive(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return
  const session = readSession()
  if (message.kind === 'ask' && session !== null) otherTabs.send({ kind: 'give', session })
  if (message.kind === 'end') forget()
  if (message.kind === 'give' && 'session' in message && session === null) adopt(message.session)
}

function adopt(value: unknown): void {
  if (typeof value !== 'object' || value === null || !('token' in value) || typeof value.token !== 'string') return
  const user = 'user' in value ? asUser(value.user) : null
  if (user !== null) storeSession({ token: value.token, user })
}

function requestFromOtherTabs(): Promise<void> {
  if (!otherTabs.send({ kind: 'ask' })) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribeSession(finish)
    const timer = setTimeout(finish, REPLY_TIMEOUT_MS)
    function finish(): void {
      clearTimeout(timer)
      stop()
      resolve()
    }
  })
}
