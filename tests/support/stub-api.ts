import { createApi } from '#platform/api/client.ts'
import type { ShopContract } from '#shop/contract.ts'

/** The shop's API client, with a function in place of the network. */
export function stubApi(respond: (url: URL) => Response) {
  return createApi<ShopContract>({ base: 'http://shop/api', fetch: async (url) => respond(new URL(url)) })
}

/** An API client whose every request fails as without a connection. */
export const offlineApi = stubApi(() => {
  throw new TypeError('no network')
})

/** An API client whose every response is an error. */
export const failingApi = (status: number) => stubApi(() => new Response('', { status }))
