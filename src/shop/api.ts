import { createApi } from '#platform/api/client.ts'
import type { CallName } from '#platform/api/endpoint.ts'
import { fetchChecked } from '#platform/browser/connection.ts'
import { readSession, restoreSession } from '#platform/browser/session.ts'
import type { ShopContract } from './contract.ts'

/** Calls that never carry the token (SPEC 7): they are public, and an expired token must not make them fail. */
const WITHOUT_TOKEN: ReadonlySet<string> = new Set<keyof ShopContract & CallName>([
  'GET /home/latestArrivals',
  'GET /home/topCollection',
  'GET /user/banner',
  'GET /user/productReviewDetails/{productId}',
  'GET /user/filterProduct',
  'GET /user/filterOptions',
  'GET /stores',
  'POST /user/addContactUs',
  'POST /user/subscribe',
  'POST /user/register',
  'POST /user/login',
  'POST /user/verifyOtp',
  'POST /user/verifyLink',
  'POST /user/linkOwner',
  'POST /user/refreshSession',
  'POST /user/forgetDevice',
])

/** The API as the browser calls it: over HTTP, with the bearer token of this tab's session. */
export const api = createApi<ShopContract>({
  base: '/api',
  async fetch(url, init) {
    const response = await fetchChecked(url, init)
    const headers = new Headers(init.headers)
    const rejectedAuthorization = headers.get('authorization')
    // If the device is kept signed in, an ended session is replaced by a new one.
    const isRejected = response.status === 401 && rejectedAuthorization !== null
    const session = isRejected ? await restoreSession(rejectedAuthorization) : null
    if (session === null) return response
    headers.set('authorization', `Bearer ${session.token}`)
    return fetch(url, { ...init, headers })
  },
  token: (name) => (WITHOUT_TOKEN.has(name) ? null : (readSession()?.token ?? null)),
})
