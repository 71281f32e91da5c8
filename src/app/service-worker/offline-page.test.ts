import { expect, test, vi } from 'vitest'
import { offlinePage } from './offline-page.ts'

test('links to the cached pages keep their URLs and titles, with special characters', async () => {
  const request = new Request('http://shop.test/categories?q=$&x=1')
  vi.stubGlobal('location', new URL('http://shop.test/'))
  vi.stubGlobal('caches', {
    match: async () => new Response('<main><!--reason--><!--cached-pages--></main>'),
    open: async () => ({
      keys: async () => [request],
      match: async () => new Response("<title>Socks for $' 1 | Shop</title>"),
    }),
  })
  const html = await (await offlinePage(new URL('http://shop.test/cart'))).text()
  expect(html).toContain(`<a href="/categories?q=$&amp;x=1">Socks for $' 1</a></li></ul></main>`)
})
