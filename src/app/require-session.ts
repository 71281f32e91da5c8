import { redirect } from 'react-router'
import { findSession, type Session } from '#platform/browser/session.ts'

const KEY = 'returnTo'
/** Who signs in later than this has gone somewhere else in between. */
const VALID_MS = 30 * 60_000

/**
 * The session of this tab or another one, for a private page's `clientLoader`; without one it redirects to /login (SPEC
 * section 6, CONTRACT, Pages), which leads back to the page.
 */
export async function requireSession(request: Request): Promise<Session> {
  const session = await findSession()
  if (session === null) throw redirectToLogin(request)
  return session
}

/** To be thrown by a `clientLoader` whose page needs a login: after it, the visitor is led to the page (CONTRACT part two). */
export function redirectToLogin({ url }: Request): Response {
  const { pathname, search } = new URL(url)
  sessionStorage.setItem(KEY, JSON.stringify({ path: pathname + search, at: Date.now() }))
  return redirect('/login')
}

/** Where the visitor was going when a login was asked for, once; null where nowhere, or long ago. */
export function takeReturnPath(): string | null {
  try {
    const { path, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    const isRecent = typeof at === 'number' && Date.now() - at < VALID_MS
    // A path of this shop: two slashes would name another host.
    return isRecent && typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : null
  } catch {
    return null
  } finally {
    sessionStorage.removeItem(KEY)
  }
}
