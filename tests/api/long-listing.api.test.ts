import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#shop/catalog/contract.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

const IDS = Array.from({ length: 1001 }, (_, n) => `tee-${String(n).padStart(4, '0')}`)

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ products: IDS.map((id) => ({ id, price: 999, stock: { Black: { M: 1 } } })) })
})
afterAll(() => shop.close())

async function list(path: string) {
  const response = await shop.fetch(path)
  // Safe cast: filterProduct returns products.
  const products = (await response.json()) as Product[]
  const next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  return { ids: products.map(({ _id }) => _id), total: response.headers.get('x-total-count'), next }
}

test('a listing without a limit ends at 1,000 products; its pages have each product once', {
  tags: 'C3.41',
}, async () => {
  expect(await list('/api/user/filterProduct')).toMatchObject({ ids: IDS.slice(0, 1000), total: '1001' })
  const paged: string[] = []
  for (let path: string | undefined = '/api/user/filterProduct?limit=100'; path; ) {
    const page = await list(path)
    expect(page.total).toBe('1001')
    paged.push(...page.ids)
    path = page.next
  }
  expect(paged).toEqual(IDS)
})
