import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FILTER_GARMENTS, garmentLines } from '../../../tests/support/garments.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import type { Product } from '../catalog/contract.ts'
import { changeProduct } from '../catalog/product/staff.server.ts'
import { FILTER_OPTIONS } from '../catalog/rules.ts'
import { changeStock } from '../catalog/stock/sql.server.ts'
import { importCatalog } from '../imports/import-catalog.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import type { FilterOptions } from './contract.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ products: FILTER_GARMENTS })
})
afterAll(() => shop.close())

async function list(query: string) {
  const response = await shop.fetch(`/api/user/filterProduct${query}`)
  const body: unknown = await response.json()
  // Safe cast: a response of 200 is the contract's array.
  const ids = response.status === 200 ? (body as Product[]).map((product) => product._id) : []
  return { response, ids, body }
}

/** The query of the next page, from the Link header. */
const nextQuery = ({ headers }: Response) =>
  /^<\/api\/user\/filterProduct(\?[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''

describe('filterProduct', () => {
  test('sorts by price, then id; high to low is the reverse order', async () => {
    expect((await list('')).ids).toEqual(['boxy-tee', 'plain-tee', 'linen-shirt', 'zari-hoodie'])
    expect((await list('?sortBy=highToLow')).ids).toEqual(['zari-hoodie', 'linen-shirt', 'plain-tee', 'boxy-tee'])
  })

  test.each([
    ['?categories=Man', 3],
    ['?categories=Man,Woman', 4],
    ['?categories=Man&fabric=Linen', 0],
    ['?colors=Black,Blue', 2],
    ['?colors=Mauve', 0],
    ['?sizes=L', 1],
    ['?sizes=XXXL', 0],
    ['?colors=Black&sizes=M', 1],
    ['?colors=White&sizes=S', 0],
    ['?colors=White,Black&sizes=S', 1],
    ['?minPrice=1299&maxPrice=1299', 2],
    ['?minPrice=1299.01', 2],
    ['?minPrice=2000&maxPrice=1000', 0],
    ['?subcategory=', 4],
    ['?q=linen', 1],
    ['?q=maroon+hood', 1],
    ['?q=tee&colors=Black', 1],
    ['?q=hoddie', 1],
    ['?q=hudi', 1],
    ['?q=black+tees+under+1300', 1],
    ['?q=tees+between+1000+and+1300', 2],
    ['?q=maroon+hoodie+under+2000', 0],
    ['?q=size+xl', 1],
    ['?q=shirt+for+ladies', 1],
    ['?q=above+2000&maxPrice=2300', 1],
    ['?q=%25%27%3B--', 0],
    ['?q=.*', 0],
    ['?unknown=1', 4],
  ])('%s finds %i', { tags: ['C3.41', 'C3.60'] }, async (query, count) => {
    const { response, ids } = await list(query)
    expect(response.status).toBe(200)
    expect(ids).toHaveLength(count)
    expect(response.headers.get('x-total-count')).toBe(String(count))
    expect(response.headers.get('link')).toBeNull()
  })

  test.each([
    'sortBy=up',
    'sortBy=',
    'minPrice=abc',
    'maxPrice=',
    'minPrice=NaN',
    'minPrice=0x10',
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=-1',
    'cursor=abc',
    'colors=Red&colors=Blue',
    `colors=${Array.from({ length: 60 }, (_, n) => `c${n}`).join()}`,
    `q=${'a'.repeat(201)}`,
  ])('%s is rejected with a message', { tags: 'C3.41' }, async (query) => {
    const { response, body } = await list(`?${query}`)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(body).toMatchObject({ status: 400, message: expect.stringMatching(/\S/) })
  })

  test('a search with unreadable characters isn’t reported as too long', async () => {
    const { response, body } = await list('?q=tee%00')
    expect(response.status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringContaining('characters we can’t read') })
  })

  test('pages by the Link header, which repeats the query', { tags: 'C3.41' }, async () => {
    const first = await list('?limit=3&sortBy=highToLow&minPrice=0&categories=Man,Woman')
    expect(first.ids).toEqual(['zari-hoodie', 'linen-shirt', 'plain-tee'])
    expect(first.response.headers.get('x-total-count')).toBe('4')
    const second = await list(nextQuery(first.response))
    expect(second.ids).toEqual(['boxy-tee'])
    expect(second.response.headers.get('link')).toBeNull()
    expect(second.response.headers.get('x-total-count')).toBe('4')
  })

  test('is cached: a conditional request gets 304', async () => {
    const first = await shop.fetch('/api/user/filterProduct?sizes=S')
    const etag = first.headers.get('etag') ?? ''
    const second = await shop.fetch('/api/user/filterProduct?sizes=S', { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(304)
  })
})

describe('filterOptions', () => {
  test('counts the products of each option under the other choices', async () => {
    const response = await shop.api('GET /user/filterOptions', { query: { categories: 'Man' } })
    expect(response).toMatchObject({ ok: true, data: { total: 3, prices: { min: 1299, max: 2499 } } })
    if (!response.ok) return
    expect(response.data.categories).toEqual([
      { value: 'Man', count: 3 },
      { value: 'Woman', count: 1 },
    ])
    expect(response.data.subcategories.Woman).toEqual([{ value: 'Shirts', count: 1 }])
    expect(response.data.colors.find((one) => one.value === 'Blue')?.count).toBe(0)
  })
})

test('a collection that staff set is a filter, an option and a field of its products', async () => {
  const set = (collection: string | null) => changeProduct(shop.shop.db, STAFF, 'boxy-tee', { collection })
  expect(await set('Rain')).toMatchObject({ ok: true })
  await expect.poll(async () => (await list('?collection=Rain')).body).toMatchObject([{ collection: 'Rain' }])
  const options = await shop.api('GET /user/filterOptions', {})
  expect(options).toMatchObject({ data: { collection: [{ value: 'Rain', count: 1 }] } })
  await set(null)
  await expect.poll(async () => (await list('?collection=Rain')).ids).toEqual([])
})

describe('the words of a search', () => {
  test('are explained: corrected typos, the filters they name, and other searches if nothing is found', async () => {
    const search = async (q: string) => {
      const response = await shop.api('GET /user/filterOptions', { query: { q } })
      return response.ok ? response.data.search : null
    }
    expect(await search('')).toBeNull()
    expect(await search('maroon hoddie under 3000')).toEqual({
      q: 'maroon hoddie under 3000',
      spelled: 'maroon hoodie under 3000',
      isUnderstood: true,
      read: { categories: [], colors: ['Maroon'], sizes: [], fit: [], minPrice: null, maxPrice: 3000 },
      rest: 'hoddie',
      things: 'hoddie',
      from: null,
      instead: [],
    })
    expect(await search('maroon hoddie under 1000')).toMatchObject({
      rest: 'hoddie',
      things: 'hoodie',
      from: 2499,
      instead: [{ without: ['price'], q: 'hoddie', total: 1 }],
    })
    expect(await search('qwertz')).toMatchObject({ isUnderstood: false })
    expect((await search('linen maroon tee saree'))?.instead).toEqual([
      { without: ['colors'], q: 'linen', total: 1 },
      { without: ['colors'], q: 'maroon', total: 1 },
      { without: ['colors'], q: 'tee', total: 2 },
    ])
    expect((await search('maroon tee'))?.instead).toEqual([{ without: ['colors'], q: 'tee', total: 2 }])
  })

  test('show the best match first if requested, page by page', async () => {
    const first = await list('?q=tee+linen+shirt&sortBy=relevance&limit=1')
    expect(first.ids).toEqual([])
    const tees = await list('?q=plain+tees&sortBy=relevance&limit=1')
    expect(tees.ids).toEqual(['plain-tee'])
    expect((await list(nextQuery(tees.response))).ids).toEqual(['boxy-tee'])
    expect((await list('?sortBy=relevance')).ids).toEqual((await list('')).ids)
  })

  test('are suggested while they are typed, with products; the largest subcategories for an empty query', async () => {
    const suggest = async (q: string) => {
      const response = await shop.api('GET /user/suggest', { query: { q } })
      return response.ok ? response.data : null
    }
    expect(await suggest('zari ho')).toEqual({
      products: [{ _id: 'zari-hoodie', name: 'Zari Hoodie', price: 2499, image: expect.any(String), color: null }],
      searches: ['zari hoodies', 'zari hoodies for men'],
      nothing: null,
    })
    expect(await suggest('पुरुषों के लिए zari hoodies')).toMatchObject({ products: [{ _id: 'zari-hoodie' }] })
    expect((await suggest('hoddie'))?.searches[0]).toBe('hoodie')
    expect((await suggest('hoddi'))?.searches[0]).toMatch(/^hoodies?$/)
    expect(await suggest('')).toEqual({ products: [], searches: ['T-Shirts', 'Hoodies', 'Shirts'], nothing: null })
    expect(await suggest('maroon hoodie under 1000')).toMatchObject({
      products: [{ _id: 'zari-hoodie', color: 'Maroon' }],
      nothing: { from: 2499, instead: [{ without: ['price'], q: 'hoodie' }] },
    })
    expect(await suggest('%_\'"<>')).toMatchObject({ products: [] })
  })

  test('and lists show what costs more than the slider’s end, unless a bound was chosen', async () => {
    const price = (paise: number) =>
      shop.shop.db.updateTable('products').set({ price_paise: paise }).where('id', '=', 'zari-hoodie').execute()
    await price(1_200_000)
    try {
      const end = 'minPrice=0&maxPrice=10000'
      await expect.poll(async () => (await list(`?${end}`)).ids).not.toContain('zari-hoodie')
      expect((await list(`?${end}&dearer=included`)).ids).toContain('zari-hoodie')
      expect((await list(`?${end}&dearer=included&q=zari`)).ids).toEqual(['zari-hoodie'])
      const options = await shop.api('GET /user/filterOptions', { query: { maxPrice: '10000', dearer: 'included' } })
      expect(options).toMatchObject({ ok: true, data: { prices: { max: 12_000 } } })
      const pages = await shop.fetch(`/api/user/filterProduct?${end}&dearer=included&limit=1`)
      expect(pages.headers.get('link')).toContain('dearer=included')
    } finally {
      await price(249_900)
      await shop.shop.index.refresh('all')
    }
  })

  test('of the owner take effect as soon as they’re set', async () => {
    expect((await list('?q=zarbaft')).ids).toEqual([])
    await changeSettings(shop.shop, STAFF, { 'search.words': 'zarbaft, zari hoodie' })
    await expect.poll(async () => (await list('?q=zarbaft')).ids).toEqual(['zari-hoodie'])
    await changeSettings(shop.shop, STAFF, { 'search.words': null })
    await expect.poll(async () => (await list('?q=zarbaft')).ids).toEqual([])
  })

  test('that find nothing offer the owner’s fallback for the phrase', async () => {
    await changeSettings(shop.shop, STAFF, { 'search.words': 'opera cape ~ hoodie' })
    const instead = async () => {
      const response = await shop.api('GET /user/filterOptions', { query: { q: 'opera cape' } })
      return response.ok ? response.data.search?.instead : null
    }
    await expect.poll(instead).toEqual([{ without: [], q: 'hoodie', total: 1 }])
    await changeSettings(shop.shop, STAFF, { 'search.words': null })
  })
})

test('a colour is found by its own name and its family’s, in its sizes, and the owner’s setting changes both', {
  tags: 'S9.18',
}, async () => {
  const kurta = { id: 'dabu-kurta', price: 1500, stock: { Indigo: { M: 3 }, Rani: { L: 2 } } }
  await importCatalog(shop.shop.db, garmentLines([kurta]))
  await expect.poll(async () => (await list('?colors=Indigo')).ids).toEqual(['dabu-kurta'])
  const colorsOf = async (query: Record<string, string>) => {
    const response = await shop.api('GET /user/filterOptions', { query })
    return response.ok ? response.data.colors : []
  }
  expect((await list('?colors=Blue&sizes=M')).ids).toEqual(['dabu-kurta', 'linen-shirt'])
  expect((await list('?colors=Blue&sizes=L')).ids).toEqual([])
  expect((await list('?colors=Pink')).ids).toEqual(['dabu-kurta'])
  const colors = await colorsOf({ sizes: 'M' })
  const values = colors.map(({ value }) => value)
  expect(values.filter((value) => FILTER_OPTIONS.colors.some((one) => one === value))).toEqual(values.slice(0, -2))
  expect(values.slice(-2)).toEqual(['Indigo', 'Rani'])
  expect(colors.find(({ value }) => value === 'Blue')).toEqual({ value: 'Blue', count: 2 })
  expect(colors.find(({ value }) => value === 'Indigo')).toEqual({ value: 'Indigo', count: 1, family: 'Blue' })
  const own = [{ name: 'Rani', family: 'Maroon', swatch: '#aa0055' }]
  expect(await changeSettings(shop.shop, STAFF, { 'listing.colors': own })).toMatchObject({ ok: true })
  await expect.poll(async () => (await list('?colors=Pink')).ids).toEqual([])
  expect((await list('?colors=Maroon')).ids).toEqual(['dabu-kurta', 'zari-hoodie'])
  expect(await shop.shop.index.get('dabu-kurta')).toMatchObject({
    colors: ['Indigo', 'Rani'],
    colorFamilies: { Indigo: 'Blue', Rani: 'Maroon' },
    swatches: { Rani: '#aa0055' },
  })
  expect(await colorsOf({})).toContainEqual({ value: 'Rani', count: 1, family: 'Maroon', swatch: '#aa0055' })
  const fixed = [{ name: 'Red', swatch: '#aa0055' }]
  expect(await changeSettings(shop.shop, STAFF, { 'listing.colors': fixed })).toMatchObject({ ok: false })
  await changeSettings(shop.shop, STAFF, { 'listing.colors': null })
  await shop.shop.db.deleteFrom('products').where('id', '=', 'dabu-kurta').execute()
  await expect.poll(async () => (await list('?colors=Pink')).ids).toEqual([])
})

test('the owner’s text is above the listing of its category or colour, in Hindi too, and above no other', async () => {
  const textOf = async (query: string) => {
    const response = await shop.fetch(`/api/user/filterOptions?${query}`)
    // Safe cast: a response of 200 is the contract's object.
    return ((await response.json()) as FilterOptions).text
  }
  expect(await textOf('colors=Black')).toBe('')
  const texts = [
    { page: '/categories?subcategory=Hoodies&categories=Woman', text: 'Hoodies with room.' },
    { page: '/categories?colors=Black', text: 'Black that stays black.' },
  ]
  const words = { 'hindi.words': 'Black that stays black. = काला, जो काला ही रहे।' }
  expect(await changeSettings(shop.shop, STAFF, { 'listing.texts': texts, ...words })).toMatchObject({ ok: true })
  await expect.poll(() => textOf('colors=Black')).toBe('Black that stays black.')
  expect(await textOf('colors=Black&language=hi')).toBe('काला, जो काला ही रहे।')
  // Like the storefront's request, with the whole price range.
  expect(await textOf('categories=Woman&subcategory=Hoodies&minPrice=0&maxPrice=10000')).toBe('Hoodies with room.')
  for (const query of ['colors=Black&sizes=M', 'colors=Black&q=tee', 'colors=Black,White', ''])
    expect(await textOf(query)).toBe('')
  for (const page of ['/categories', '/categories?sizes=M', '/about-us', '/categories?colors=Black&q=tee'])
    expect(await changeSettings(shop.shop, STAFF, { 'listing.texts': [{ page, text: 'x' }] })).toMatchObject({
      ok: false,
      message: expect.stringContaining('listing.texts entry 1, page: must be the listing of one category'),
    })
  await changeSettings(shop.shop, STAFF, { 'listing.texts': null, 'hindi.words': null })
  await expect.poll(() => textOf('colors=Black')).toBe('')
})

test('a cached list is invalidated by a write, in this process and by notification from another', {
  tags: 'C3.53',
}, async () => {
  const { index } = shop.shop
  expect((await list('?sizes=XL')).ids).toEqual(['plain-tee'])
  const [variant] = (await index.get('plain-tee'))?.variants ?? []
  await changeStock(shop.shop.db, STAFF, variant?.sku ?? '', { quantity: 0 })
  shop.shop.productsChanged(['plain-tee'])
  await expect.poll(async () => (await list('?sizes=XL')).ids).toEqual([])
  expect((await index.get('plain-tee'))?.sizes[0]?.quantity).toBe(0)
  await changeStock(shop.shop.db, STAFF, variant?.sku ?? '', { quantity: 4 })
  await expect.poll(async () => (await list('?sizes=XL')).ids).toEqual(['plain-tee'])
})
