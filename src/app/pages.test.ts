import type { LoaderFunctionArgs, ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { createResponseCache } from '#platform/cache/response-cache.server.ts'
import { apiContext } from './context.ts'
import { createPages } from './pages.server.ts'

/** A page whose loader calls the API. */
const build = {
  entry: {
    module: {
      default: (_: Request, status: number, headers: Headers) => new Response('<p>Stores</p>', { status, headers }),
      apiContext,
    },
  },
  routes: {
    root: {
      id: 'root',
      path: '/',
      module: {
        default: () => null,
        loader: async ({ context }: LoaderFunctionArgs) => (await context.get(apiContext)('GET /stores')).ok,
      },
    },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  basename: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
}

test('a page with a failed API call is not cached', async () => {
  const statuses = [503, 200]
  const cache = createResponseCache({ maxBytes: 1e6 })
  const servePage = createPages({
    // Safe cast: rendering only reads these parts of a build.
    build: async () => build as unknown as ServerBuild,
    mode: 'production',
    publicUrl: 'http://shop.test',
    cache,
    callApi: () => Response.json([], { status: statuses.shift() ?? 500 }),
    policyFor: () => ({ https: false }),
  })
  const visit = async () => (await servePage(new Request('http://shop.test/'))).status
  expect(await visit()).toBe(200)
  expect(cache.stats()).toMatchObject({ renders: 1, entries: 0 })
  expect(await visit()).toBe(200)
  expect(await visit()).toBe(200)
  expect(cache.stats()).toMatchObject({ renders: 2, entries: 1 })
})
