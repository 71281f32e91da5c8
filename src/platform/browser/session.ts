import { useSyncExternalStore } from 'react'

/** Who is logged in, as the login call answered. */
export type User = { id: string; name: string; email: string }

/** A login of this tab: the bearer token and its user. */
export type Session = { token: string; user: User }

type Note = { kind: 'ask' } | { kind: 'give'; session: Session } | { kind: 'end' }

const TOKEN_KEY = 'authToken'
const USER_KEY = 'userData'
const CHANNEL = 'fourth-seat-session'
const ANSWER_WAIT_MS = 150

const listeners = new Set<() => void>()
let seen: { raw: string; session: Session | null } = { raw: '', session: null }
let channel: BroadcastChannel | null = null
let asked: Promise<void> | null = null

/**
 * The session of this tab, or `null`; the same object as long as the storage says the same. On the server always
 * `null`: pages are rendered for a visitor.
 */
export function readSession(): Session | null {
  if (typeof window === 'undefined') return null
  const token = sessionStorage.getItem(TOKEN_KEY)
  const user = sessionStorage.getItem(USER_KEY)
  const raw = `${token}\n${user}`
  if (raw !== seen.raw) seen = { raw, session: parseSession(token, user) }
  return seen.session
}

/** Keeps a fresh login in this tab (SPEC section 3: `authToken`, `userData`) and tells who listens. */
export function storeSession(session: Session): void {
  sessionStorage.setItem(TOKEN_KEY, session.token)
  sessionStorage.setItem(USER_KEY, JSON.stringify(session.user))
  announce()
}

/** Ends the session in this tab and in every other tab of the shop. */
export function clearSession(): void {
  forget()
  openChannel()?.postMessage({ kind: 'end' } satisfies Note)
}

/**
 * The session, asking the shop's other tabs once when this tab has none: session storage is per tab, and a product
 * opened in a new tab should not look logged out. Waits at most 150 ms, once per page load.
 */
export async function findSession(): Promise<Session | null> {
  const own = readSession()
  if (own !== null || typeof window === 'undefined') return own
  asked ??= askOtherTabs()
  await asked
  return readSession()
}

/** Calls `listener` after every change of the session; answers the way to stop it. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session for a component. `null` while the page hydrates, as the server rendered it. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, readSession, () => null)
}

/** Starts to answer other tabs and asks them once. Called when the shell has hydrated. */
export function joinOtherTabs(): void {
  openChannel()
  void findSession()
  // A page that waits behind Back must hear nothing: a browser throws it away at the first message.
  window.addEventListener('pagehide', closeChannel)
  window.addEventListener('pageshow', rejoin)
}

/** Back on a page that waited: another tab may have logged out meanwhile, and this tab's storage knows. */
function rejoin(event: PageTransitionEvent): void {
  if (!event.persisted) return
  openChannel()
  announce()
}

function closeChannel(): void {
  channel?.close()
  channel = null
}

function announce(): void {
  for (const listener of listeners) listener()
}

function forget(): void {
  sessionStorage.removeItem(TOKEN_KEY)
  sessionStorage.removeItem(USER_KEY)
  announce()
}

function parseSession(token: string | null, userText: string | null): Session | null {
  const user = parseUser(userText)
  return token === null || token === '' || user === null ? null : { token, user }
}

function parseUser(text: string | null): User | null {
  if (text === null) return null
  try {
    return asUser(JSON.parse(text))
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
  channel.onmessage = (event: MessageEvent<unknown>) => hear(event.data)
  return channel
}

function hear(note: unknown): void {
  if (typeof note !== 'object' || note === null || !('kind' in note)) return
  if (note.kind === 'ask') answer()
  if (note.kind === 'end') forget()
  if (note.kind === 'give' && 'session' in note && readSession() === null) adopt(note.session)
}

function answer(): void {
  const session = readSession()
  if (session !== null) channel?.postMessage({ kind: 'give', session } satisfies Note)
}

function adopt(value: unknown): void {
  if (typeof value !== 'object' || value === null || !('token' in value) || typeof value.token !== 'string') return
  const user = 'user' in value ? asUser(value.user) : null
  if (user !== null) storeSession({ token: value.token, user })
}

function askOtherTabs(): Promise<void> {
  const line = openChannel()
  if (line === null) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribeSession(finish)
    const timer = setTimeout(finish, ANSWER_WAIT_MS)
    function finish(): void {
      clearTimeout(timer)
      stop()
      resolve()
    }
    line.postMessage({ kind: 'ask' } satisfies Note)
  })
}
