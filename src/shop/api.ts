import { createApi } from '#platform/api/client.ts'
import { readSession } from '#platform/browser/session.ts'
import type { ShopContract } from './contract.ts'

/** The API as the browser calls it: over HTTP, with the bearer of the session that is stored in this tab. */
export const api = createApi<ShopContract>({
  base: '/api',
  fetch: (url, init) => fetch(url, init),
  token: () => readSession()?.token ?? null,
})
