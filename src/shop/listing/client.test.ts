import { expect, test } from 'vitest'
import { failingApi, stubApi } from '../../../tests/support/stub-api.ts'
import { createCard } from '../catalog/card.ts'
import { loadListing, nextCursor } from './client.ts'
import type { SearchExplanation } from './contract.ts'
import { type Filters, NO_FILTERS } from './rules.ts'

const product = { _id: 'tee', name: 'Tee', price: 999, images: [] }
const PICTURE = { src: '', alt: '', color: '', view: 'front', width: 4, height: 5, tone: '#ffffff' }

test.each([
  ['</api/user/filterProduct?cursor=abc&limit=24>; rel="next"', 'abc'],
  ['</a?cursor=1>; rel="prev", </a?cursor=2>; rel="next"', '2'],
  ['</a?cursor=1>; rel=next', '1'],
  ['</a?cursor=1>; rel="prev"', null],
  [null, null],
])('the next page of the Link header %s is %s', (link, cursor) => {
  expect(nextCursor(link)).toBe(cursor)
})

test('the listing sends comma-joined lists with prices and sort order, and reads its total from the header', async () => {
  const requests: URL[] = []
  const api = stubApi((url) => {
    requests.push(url)
    return Response.json([product], { headers: { 'x-total-count': '72', link: '</x?cursor=c2>; rel="next"' } })
  })
  const page = await loadListing(api, { ...NO_FILTERS, colors: ['Red', 'Blue'] })
  expect(page).toEqual({ ok: true, value: { products: [createCard(product)], total: 72, next: 'c2' } })
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
    colors: 'Red,Blue',
    minPrice: '0',
    maxPrice: '10000',
    dearer: 'included',
    sortBy: 'lowToHigh',
    soldOut: 'last',
    limit: '24',
  })
})

test('without the header the total is the number of products; an error shows its status', async () => {
  const page = await loadListing(
    stubApi(() => Response.json([product, product])),
    NO_FILTERS,
  )
  expect(page.ok && page.value.total).toBe(2)
  expect(await loadListing(failingApi(503), NO_FILTERS)).toEqual({ ok: false, message: 'HTTP error! status: 503' })
})

test('a card shows the colour that was asked for, by its name or its family’s', async () => {
  const pictures = ['Rani', 'Indigo', 'constructor'].map((color) => ({
    ...PICTURE,
    color,
    src: `/media/${color}.webp`,
  }))
  const kurta = { ...product, colors: ['Rani', 'Indigo', 'constructor'], colorFamilies: { Indigo: 'Blue' }, pictures }
  const coverFor = async (filters: Partial<Filters>, search: SearchExplanation | null = null) => {
    const page = await loadListing(
      stubApi(() => Response.json([kurta])),
      { ...NO_FILTERS, ...filters },
      { search: Promise.resolve(search) },
    )
    return page.ok ? page.value.products[0]?.color : null
  }
  expect(await coverFor({ colors: ['Blue'] })).toBe('Indigo')
  expect(await coverFor({ colors: ['Indigo'] })).toBe('Indigo')
  const read = { categories: [], colors: ['Blue'], sizes: [], fit: [], minPrice: null, maxPrice: null }
  const found = {
    spelled: 'blue kurta',
    isUnderstood: true,
    read,
    rest: 'kurta',
    things: 'kurta',
    from: null,
    instead: [],
  }
  expect(await coverFor({ q: 'bleu kurta' }, { q: 'bleu kurta', ...found })).toBe('Indigo')
  expect(await coverFor({ q: 'kurta' }, { q: 'bleu kurta', ...found })).toBeNull()
  expect(await coverFor({ colors: ['Green'] })).toBeNull()
})
