import type { LoaderFunctionArgs, ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { createByteCache } from '#platform/cache/response-cache.server.ts'
import { apiContext } from './context.ts'
import { createPages } from './pages.server.ts'

/** One page whose loader reads the stores, as the pages of the shop read what they show. */
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

test('a page of which a part failed is not kept, however well the rest went', async () => {
  const answers = [503, 200]
  const cache = createByteCache({ maxBytes: 1e6 })
  const pages = createPages({
    // Proof: the parts of a build that rendering reads.
    build: async () => build as unknown as ServerBuild,
    mode: 'production',
    publicUrl: 'http://shop.test',
    cache,
    callApi: () => Response.json([], { status: answers.shift() ?? 500 }),
    policyFor: () => ({ https: false }),
  })
  const visit = async () => (await pages.answer(new Request('http://shop.test/'))).status
  expect(await visit()).toBe(200)
  expect(cache.stats()).toMatchObject({ makings: 1, entries: 0 })
  expect(await visit()).toBe(200)
  expect(await visit()).toBe(200)
  expect(cache.stats()).toMatchObject({ makings: 2, entries: 1 })
})
