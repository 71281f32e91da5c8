import { redirect } from 'react-router'
import { findSession, type Session } from '#platform/browser/session.ts'
import { routePath } from '#platform/text/local-path.ts'

/** Where the tab's session storage keeps the page that asked for a login: the time, a space, the path. */
export const RETURN_KEY = 'returnTo'

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
  sessionStorage.setItem(RETURN_KEY, `${Date.now()} ${routePath(url.slice(location.origin.length))}`)
  return redirect('/login')
}
