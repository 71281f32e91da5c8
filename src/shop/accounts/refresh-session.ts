import { isKeptSignedIn, readSession, type Session, setKeptSignedIn, storeSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'

/**
 * Exchanges the device's refresh token for a session. Tabs take turns, because a token works once; later tabs take the
 * session of the first. `refused` is the Authorization header that was refused, if there was one.
 * @returns null if the device is no longer signed in, or the shop can't be reached
 */
export async function refreshSession(refused: string | null): Promise<Session | null> {
  const exchange = async () => {
    const current = readSession()
    if (current !== null && refused !== `Bearer ${current.token}`) return current
    if (!isKeptSignedIn()) return null
    const response = await api('POST /user/refreshSession')
    if (response.ok) {
      const session = { token: response.data.token, user: response.data.data }
      storeSession(session)
      return session
    }
    if (response.status === 401) setKeptSignedIn(false)
    return null
  }
  // Browsers have locks on https and localhost only.
  return 'locks' in navigator ? navigator.locks.request('shop-session', exchange) : exchange()
}
