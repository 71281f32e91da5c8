import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { setBanner } from '../home/banner-store.server.ts'
import { importCatalog } from '../imports/import-catalog.server.ts'
import type { Product } from './contract.ts'
import { setStock } from './stock-store.server.ts'
import { createViewCounter, writeViews } from './views-store.server.ts'

let shop: TestShop

const RANGE = [
  {
    id: 'boxy-tee',
    name: 'Boxy Tee',
    price: 1299,
    stock: { Black: { S: 5, M: 2 }, White: { M: 1, L: 0 } },
    rows: { latestArrivals: 1 },
  },
  {
    id: 'zari-hoodie',
    name: 'Zari Hoodie',
    price: 2499,
    subcategory: 'Hoodies',
    pattern: 'Embroidery',
    stock: { Maroon: { L: 3 } },
    rows: { topCollection: 1, latestArrivals: 2 },
  },
  {
    id: 'linen-shirt',
    name: 'Linen Shirt',
    price: 2299,
    categories: 'Woman',
    subcategory: 'Shirts',
    fabric: 'Linen',
    stock: { Blue: { M: 4 } },
  },
  { id: 'plain-tee', name: 'Plain Tee', price: 1299, stock: { Grey: { XL: 1 } } },
]

beforeAll(async () => {
  shop = await openTestShop({ range: RANGE })
})
afterAll(async () => {
  await shop.close()
})

async function list(query: string) {
  const response = await shop.fetch(`/api/user/filterProduct${query}`)
  const body: unknown = await response.json()
  // Proof: an answer of 200 is the contract's array; tests of refusals do not look at the ids.
  const ids = response.status === 200 ? (body as Product[]).map((product) => product._id) : []
  return { response, ids, body }
}

describe('filterProduct', () => {
  test('sorts by price, then id; high to low is the mirror', async () => {
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
    ['?minPrice=1299&maxPrice=1299', 2],
    ['?minPrice=1299.01', 2],
    ['?minPrice=2000&maxPrice=1000', 0],
    ['?subcategory=', 4],
    ['?q=linen', 1],
    ['?q=maroon+hood', 1],
    ['?q=tee&colors=Black', 1],
    ['?q=%25%27%3B--', 0],
    ['?q=.*', 0],
    ['?unknown=1', 4],
  ])('%s finds %i', async (query, count) => {
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
  ])('%s is refused in words', async (query) => {
    const { response, body } = await list(`?${query}`)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(body).toMatchObject({ status: 400, message: expect.stringMatching(/\S/) })
  })

  test('goes page by page along the Link header, which keeps the question', async () => {
    const first = await list('?limit=3&sortBy=highToLow&minPrice=0&categories=Man,Woman')
    expect(first.ids).toEqual(['zari-hoodie', 'linen-shirt', 'plain-tee'])
    expect(first.response.headers.get('x-total-count')).toBe('4')
    const next = /^<(\/api\/user\/filterProduct\?[^>]+)>; rel="next"$/.exec(
      first.response.headers.get('link') ?? '',
    )?.[1]
    const second = await list((next ?? '').slice('/api/user/filterProduct'.length))
    expect(second.ids).toEqual(['boxy-tee'])
    expect(second.response.headers.get('link')).toBeNull()
    expect(second.response.headers.get('x-total-count')).toBe('4')
  })

  test('is kept: the second answer is the first one, and a client that has it gets 304', async () => {
    const first = await shop.fetch('/api/user/filterProduct?sizes=S')
    const etag = first.headers.get('etag') ?? ''
    const second = await shop.fetch('/api/user/filterProduct?sizes=S', { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(304)
  })
})

describe('filterOptions', () => {
  test('counts what each option would show under the other choices', async () => {
    const answer = await shop.api('GET /user/filterOptions', { query: { categories: 'Man' } })
    expect(answer).toMatchObject({ ok: true, data: { total: 3, prices: { min: 1299, max: 2499 } } })
    if (!answer.ok) return
    expect(answer.data.categories).toEqual([
      { value: 'Man', count: 3 },
      { value: 'Woman', count: 1 },
      { value: 'Other', count: 0 },
    ])
    expect(answer.data.subcategories.Woman).toEqual([{ value: 'Shirts', count: 1 }])
    expect(answer.data.colors.find((one) => one.value === 'Blue')?.count).toBe(0)
  })
})

describe('home and product', () => {
  test('rows are in the order of their ranks', async () => {
    const latest = await shop.api('GET /home/latestArrivals')
    const top = await shop.api('GET /home/topCollection')
    expect(latest.ok && latest.data.data.map((one) => one._id)).toEqual(['boxy-tee', 'zari-hoodie'])
    expect(top.ok && top.data).toMatchObject({ status: 200, data: [{ _id: 'zari-hoodie' }] })
  })

  test('a product has its sizes summed over colours, in the order of sizes', async () => {
    const answer = await shop.api('GET /product/getProductDetail/{productId}', { params: { productId: 'boxy-tee' } })
    expect(answer).toMatchObject({ ok: true, data: { status: 200, message: expect.any(String) } })
    if (answer.ok)
      expect(answer.data.data.sizes.map(({ size, quantity }) => [size, quantity])).toEqual([
        ['S', 5],
        ['M', 3],
        ['L', 0],
      ])
  })

  test.each(['no-such-shirt', 'No_Such', '..', 'x'.repeat(101)])('%s is not found', async (productId) => {
    expect((await shop.api('GET /product/getProductDetail/{productId}', { params: { productId } })).status).toBe(404)
  })

  test('a view counts once an hour for each client and product', async () => {
    const { db } = shop.shop
    await writeViews(db, [
      { productId: 'boxy-tee', client: '1.2.3.4' },
      { productId: 'gone', client: '1.2.3.4' },
    ])
    await writeViews(db, [
      { productId: 'boxy-tee', client: '1.2.3.4' },
      { productId: 'boxy-tee', client: '5.6.7.8' },
    ])
    const { views } = await db
      .selectFrom('product_views')
      .select('views')
      .where('product_id', '=', 'boxy-tee')
      .executeTakeFirstOrThrow()
    expect(Number(views)).toBe(2)
  })
})

describe('the view counter', () => {
  test('takes views at any pace, writes them when asked, and loses a failure in silence', async () => {
    const { db, log } = shop.shop
    const counter = createViewCounter(db, log)
    for (let n = 0; n < 50; n++) counter.saw('linen-shirt', `10.0.0.${n % 3}`)
    counter.saw('no-such-shirt', '10.0.0.1')
    await counter.stop()
    const row = await db
      .selectFrom('product_views')
      .select('views')
      .where('product_id', '=', 'linen-shirt')
      .executeTakeFirst()
    expect(Number(row?.views)).toBe(3)
  })
})

describe('what is kept', () => {
  test('falls with the write, here and by notice from another program', async () => {
    const { index } = shop.shop
    expect((await list('?sizes=XL')).ids).toEqual(['plain-tee'])
    const [variant] = (await index.get('plain-tee'))?.variants ?? []
    await setStock(shop.shop.db, variant?.sku ?? '', 0)
    shop.shop.productsChanged(['plain-tee'])
    await expect.poll(async () => (await list('?sizes=XL')).ids).toEqual([])
    expect((await index.get('plain-tee'))?.sizes[0]?.quantity).toBe(0)
    await setStock(shop.shop.db, variant?.sku ?? '', 4)
    await expect.poll(async () => (await list('?sizes=XL')).ids).toEqual(['plain-tee'])
  })

  test('a product that comes is found where it was missed before', async () => {
    const missing = { params: { productId: 'late-tee' } }
    expect((await shop.api('GET /product/getProductDetail/{productId}', missing)).status).toBe(404)
    const line = JSON.stringify({
      _id: 'late-tee',
      name: 'Late Tee',
      price: 10,
      categories: 'Man',
      variants: [{ sku: 'LATE', color: 'Red', size: 'S', quantity: 1 }],
    })
    expect((await importCatalog(shop.shop.db, [line])).ok).toBe(true)
    await expect
      .poll(async () => (await shop.api('GET /product/getProductDetail/{productId}', missing)).status)
      .toBe(200)
    await expect.poll(async () => (await list('')).ids[0]).toBe('late-tee')
  })

  test('the banner is https or a path of the shop, and shows at once', async () => {
    const { db, index } = shop.shop
    const url = async () => {
      const answer = await shop.api('GET /user/banner')
      return answer.ok ? answer.data.url : undefined
    }
    expect(await url()).toBeNull()
    for (const bad of [
      'http://x.example/a.jpg',
      'javascript:alert(1)',
      '//x.example/a.jpg',
      'data:image/png,',
      'https://',
      '/\\x',
    ])
      expect(await setBanner(db, bad)).toMatchObject({ ok: false, reason: 'invalid' })
    expect((await setBanner(db, 'https://pics.example/sale.jpg')).ok).toBe(true)
    await expect.poll(url).toBe('https://pics.example/sale.jpg')
    await expect.poll(() => index.imageHosts()).toEqual(['https://pics.example'])
    expect((await setBanner(db, '/media/home/sale.webp')).ok).toBe(true)
    await expect.poll(url).toBe('/media/home/sale.webp')
    await setBanner(db, null)
    await expect.poll(url).toBeNull()
  })
})
