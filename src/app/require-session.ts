import { redirect } from 'react-router'
import { findSession, type Session } from '#platform/browser/session.ts'

/**
 * The session of this tab or another one, for a private page's `clientLoader`; without one it redirects to /login (SPEC
 * section 6, CONTRACT, Pages).
 */
export async function requireSession(): Promise<Session> {
  const session = await findSession()
  if (session === null) throw redirect('/login')
  return session
}
