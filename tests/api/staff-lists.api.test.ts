import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '#platform/api/endpoint.ts'
import { staffContract } from '#shop/staff-contract.ts'
import { fillCustomers } from '../../bench/staff-customers.ts'
import { fillStaffOrders } from '../../bench/staff-data.ts'
import { fillStaffProducts } from '../../bench/staff-products.ts'
import { fillToday } from '../../bench/staff-today.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { type SignedInStaff, signInStaff } from '../support/staff.ts'

/** Calls that answer a page at a time. */
const LISTS = Object.entries(staffContract as Record<string, Endpoint>).filter(
  ([name, { query }]) => name.startsWith('GET ') && query !== undefined && 'cursor' in query.shape,
)

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

let shop: TestShop
let owner: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
  owner = await signInStaff(shop, 'owner')
  const { db } = shop.shop
  await fillStaffOrders(db, 300)
  await fillToday(db)
  await fillCustomers(db, 300)
  await fillStaffProducts(db, 300)
})
afterAll(() => shop.close())

/** The statements of a call and the bytes of its response. It's made once before: the first one also prepares. */
async function cost(path: string): Promise<{ statements: number; bytes: number; rows: number }> {
  await owner.browser.call('GET', path)
  const query = pg.Client.prototype.query
  let statements = 0
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    statements++
    return Reflect.apply(query, this, args)
  } as never)
  try {
    const { status, body } = await owner.browser.call('GET', path)
    expect(status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
    const { items } = body as { items: unknown[] }
    return { statements, bytes: Buffer.byteLength(JSON.stringify(body)), rows: items.length }
  } finally {
    spy.mockRestore()
  }
}

test('a page of any list takes at most four queries and 60 KB, however many rows there are', {
  tags: ['A1', 'A31'],
}, async () => {
  const found = []
  const piece = await shop.shop.db.selectFrom('stock').select(['sku', 'product_id']).executeTakeFirstOrThrow()
  for (const [name, { query }] of LISTS) {
    const path = name.slice(4).replace('{sku}', piece.sku).replace('/products/{id}', `/products/${piece.product_id}`)
    const days = 'from' in (query?.shape ?? {}) ? `?from=${dayAgo(300)}&to=${dayAgo(0)}` : ''
    found.push({ path, ...(await cost(path + days)) })
  }
  expect(found.filter(({ statements, bytes }) => statements > 4 || bytes > 60 * 1024)).toEqual([])
  expect(found.filter(({ rows }) => rows > 20).length).toBeGreaterThan(5)
})
