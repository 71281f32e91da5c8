import { redirect } from 'react-router'
import { findSession, type Session } from '#platform/browser/session.ts'

/**
 * The session, for a private page's `clientLoader`. Without a stored user the page redirects to /login (SPEC section 6,
 * CONTRACT, Pages), after other tabs have been asked for a login.
 */
export async function requireSession(): Promise<Session> {
  const session = await findSession()
  if (session === null) throw redirect('/login')
  return session
}
