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
      path: '*',
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

/** Pages of the build above, and their cache. */
function openPages(callApi = () => Response.json([])) {
  const cache = createResponseCache({ maxBytes: 1e6 })
  const servePage = createPages({
    // Safe cast: rendering only reads these parts of a build.
    build: async () => build as unknown as ServerBuild,
    mode: 'production',
    publicUrl: 'http://shop.test',
    cache,
    callApi,
    policyFor: () => ({ https: false }),
  })
  return { cache, visit: (path: string) => servePage(new Request(`http://shop.test${path}`)) }
}

test.each(['/', '/categories', '/hi/categories', '/Categories/', '/product-details/tee'])(
  'parameters that don’t change the page %s get the same bytes from the cache',
  async (path) => {
    const { cache, visit } = openPages()
    const first = await visit(path)
    for (const query of ['?x=1', '?utm_source=ad&utm_campaign=1', '?gclid=2#top', `?${Math.random()}`]) {
      const other = await visit(path + query)
      expect([other.headers.get('etag'), await other.text()]).toEqual([first.headers.get('etag'), '<p>Stores</p>'])
    }
    expect(cache.stats()).toMatchObject({ renders: 1, entries: 1 })
  },
)

test('parameters that change a page make one of its own', async () => {
  const { cache, visit } = openPages()
  for (const path of ['/categories', '/categories?q=tee&x=1', '/categories?q=tee', '/categories?maxPrice=900&y=1'])
    await visit(path)
  expect(cache.stats()).toMatchObject({ renders: 3, entries: 3 })
  expect(cache.get('/categories?maxPrice=900')).toBeDefined()
  await visit('/product-details/tee?colour=black&q=tee')
  expect(cache.get('/product-details/tee?colour=black')).toBeDefined()
  await visit('/my-orders?order=1&x=1')
  expect(cache.get('/my-orders?order=1')).toBeDefined()
})

test('a page with a failed API call is not cached', async () => {
  const statuses = [503, 200]
  const { cache, visit: get } = openPages(() => Response.json([], { status: statuses.shift() ?? 500 }))
  const visit = async () => (await get('/')).status
  expect(await visit()).toBe(200)
  expect(cache.stats()).toMatchObject({ renders: 1, entries: 0 })
  expect(await visit()).toBe(200)
  expect(await visit()).toBe(200)
  expect(cache.stats()).toMatchObject({ renders: 2, entries: 1 })
})
