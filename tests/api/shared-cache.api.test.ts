import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop.ts'

const TEE = '/api/product/getProductDetail/boxy-tee'
const purged: string[] = []
let before: Server
let plain: TestShop
let shop: TestShop

beforeAll(async () => {
  before = createServer((request, response) => {
    purged.push(...String(request.headers['xkey-purge']).split(' '))
    response.end()
  })
  await new Promise<void>((resolve) => before.listen(0, '127.0.0.1', resolve))
  // Safe cast: it listens on a port.
  const { port } = before.address() as AddressInfo
  plain = await openTestShop()
  shop = await openTestShop({ beside: plain, settings: { PURGE_URL: `http://127.0.0.1:${port}/.purge` } })
})
afterAll(async () => {
  await shop?.close()
  await plain?.close()
  before?.close()
})

test('without PURGE_URL no shared cache may keep a response', async () => {
  const { headers } = await plain.fetch(TEE)
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  for (const name of ['cdn-cache-control', 'cache-tag', 'xkey']) expect(headers.get(name)).toBeNull()
})

test('with it, a response carries its tags, and a change by another instance purges them', async () => {
  const { headers } = await shop.fetch(TEE)
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(headers.get('cdn-cache-control')).toBe('public, max-age=60')
  expect(headers.get('cache-tag')?.split(',')).toContain('product:boxy-tee')
  expect(headers.get('xkey')?.split(' ')).toContain('product:boxy-tee')
  // The start purges everything, twice.
  await expect.poll(() => purged.filter((tag) => tag === 'all').length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
  purged.length = 0
  await sql`update products set price_paise = 77700 where id = 'boxy-tee'`.execute(plain.shop.db)
  await expect.poll(() => purged, { timeout: 10_000 }).toContain('product:boxy-tee')
  const { data } = (await (await shop.fetch(TEE)).json()) as { data: { price: number } }
  expect(data.price).toBe(777)
})

test('refusals and calls of a person carry no tags', async () => {
  const { token, id } = await shop.signIn()
  const paths = ['/api/product/getProductDetail/no-such-tee', `/api/user/getCartProduct/${id}`]
  for (const path of paths) {
    const { headers } = await shop.fetch(path, { headers: { authorization: `Bearer ${token}` } })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('cdn-cache-control')).toBeNull()
    expect(headers.get('xkey')).toBeNull()
  }
})
