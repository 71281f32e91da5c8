import { useCallback } from 'react'
import { redirect, useNavigate } from 'react-router'
import { clearSession, findSession, type Session } from '#platform/browser/session.ts'
import { tabStorage } from '#platform/browser/storage.ts'
import { routePath } from '#platform/text/local-path.ts'
import { showToast } from '#ui/toast-store.ts'

/**
 * The key in the tab's session storage for the page that required a login. The value is the time, a space and the path.
 */
export const RETURN_KEY = 'returnTo'

/**
 * The session of this tab or another one, for a private page's `clientLoader`. Without one, it redirects to /login
 * (SPEC section 6, CONTRACT, Pages), and after the login the visitor returns to the page.
 */
export async function requireSession(request: Request): Promise<Session> {
  const session = await findSession()
  if (session === null) throw redirectToLogin(request)
  return session
}

/**
 * A redirect to /login, for a `clientLoader` to throw. After the login the visitor returns to the page (CONTRACT part
 * two).
 */
export function redirectToLogin({ url }: Request): Response {
  rememberPage(url)
  return redirect('/login')
}

/** Remembers a page of the shop, to which the visitor returns after the login. */
export function rememberPage(url: string): void {
  tabStorage.writeText(RETURN_KEY, `${Date.now()} ${routePath(url.slice(location.origin.length))}`)
}

/**
 * @returns the callback for when the API rejects a page's session: it ends the session, shows the message and opens
 * /login, from which the visitor returns to the page.
 */
export function useLoginAgain(): (sentence: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (sentence) => {
      clearSession()
      rememberPage(location.href)
      showToast(sentence, { tone: 'bad' })
      void navigate('/login')
    },
    [navigate],
  )
}
