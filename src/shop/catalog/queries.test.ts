import { expect, test } from 'vitest'
import { createApi } from '#platform/api/client.ts'
import type { ShopContract } from '../contract.ts'
import { loadBanner, loadRow } from '../home/queries.ts'
import { loadListing, nextCursor } from '../listing/queries.ts'
import { NO_FILTERS } from '../listing/rules.ts'
import { createCard } from './create-card.ts'
import { loadProduct } from './queries.ts'

const product = { _id: 'tee', name: 'Tee', price: 999, images: [] }

function apiAnswering(answer: (url: URL) => Response) {
  return createApi<ShopContract>({ base: 'http://shop/api', fetch: async (url) => answer(new URL(url)) })
}
const silent = apiAnswering(() => {
  throw new TypeError('no network')
})

test('the next page is the one the Link header calls next', () => {
  expect(nextCursor('</api/user/filterProduct?cursor=abc&limit=24>; rel="next"')).toBe('abc')
  expect(nextCursor('</a?cursor=1>; rel="prev", </a?cursor=2>; rel="next"')).toBe('2')
  expect(nextCursor('</a?cursor=1>; rel=next')).toBe('1')
  expect(nextCursor('</a?cursor=1>; rel="prev"')).toBeNull()
  expect(nextCursor(null)).toBeNull()
})

test('a row says what went wrong in the two sentences of the specification', async () => {
  const refused = await loadRow(
    apiAnswering(() => new Response('{}', { status: 500 })),
    'GET /home/topCollection',
  )
  expect(refused).toEqual({ ok: false, message: 'Failed to fetch products.' })
  expect(await loadRow(silent, 'GET /home/topCollection')).toEqual({
    ok: false,
    message: 'Error fetching products. Please try again later.',
  })
})

test('the listing asks for lists comma-joined with prices and order, and counts by the header', async () => {
  const asked: URL[] = []
  const api = apiAnswering((url) => {
    asked.push(url)
    return Response.json([product], { headers: { 'x-total-count': '72', link: '</x?cursor=c2>; rel="next"' } })
  })
  const page = await loadListing(api, { ...NO_FILTERS, colors: ['Red', 'Blue'] })
  expect(page).toEqual({ ok: true, value: { products: [createCard(product)], total: 72, next: 'c2' } })
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    colors: 'Red,Blue',
    minPrice: '0',
    maxPrice: '10000',
    sortBy: 'lowToHigh',
    limit: '24',
  })
})

test('without the header the listing counts what came; a refusal carries its status', async () => {
  const plain = await loadListing(
    apiAnswering(() => Response.json([product, product])),
    NO_FILTERS,
  )
  expect(plain.ok && plain.value.total).toBe(2)
  const refused = await loadListing(
    apiAnswering(() => new Response('', { status: 503 })),
    NO_FILTERS,
  )
  expect(refused).toEqual({ ok: false, message: 'HTTP error! status: 503' })
})

test('a banner that cannot be had is no banner', async () => {
  expect(await loadBanner(silent)).toBeNull()
  expect(await loadBanner(apiAnswering(() => Response.json({ url: null })))).toBeNull()
})

test('product details that fail keep their status, for the way to the login', async () => {
  const refused = await loadProduct(
    apiAnswering(() => new Response('', { status: 401 })),
    'tee',
  )
  expect(refused).toEqual({ ok: false, status: 401, message: 'Failed to fetch product details', detail: '' })
  expect(await loadProduct(silent, 'tee')).toMatchObject({ message: 'Failed to fetch product details.' })
})
