import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
const settings = { METRICS_TOKEN: 'figures-please', PURGE_URL: 'http://127.0.0.1:9/.purge' }

beforeAll(async () => {
  shop = await openTestShop({ settings })
})
afterAll(() => shop.close())

async function metricsOf(of: TestShop): Promise<string> {
  return (await of.fetch('/metrics', { headers: { authorization: 'Bearer figures-please' } })).text()
}
const figureOf = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])

test('every figure that deploy/alerts.yml and the dashboard name is at /metrics', async () => {
  const text = await metricsOf(shop)
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const named = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8').match(/\bshop_[a-z_]+/g) ?? []
    expect(named.length).toBeGreaterThan(5)
    for (const name of new Set(named))
      expect(text, `${file}: ${name}`).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `)
  }
})

test('a shop in order has no trouble, and wrong stock is counted', async () => {
  const text = await metricsOf(shop)
  for (const name of ['shop_payments_in_doubt', 'shop_refunds_stuck', 'shop_replica_lag_bytes', 'shop_wrong_stock'])
    expect(figureOf(text, name), name).toBe(0)
  await sql`update stock set on_hand = on_hand + 1 where sku = (select min(sku) from stock)`.execute(shop.shop.db)
  // Another instance: the figure is read once an hour.
  const other = await openTestShop({ beside: shop, settings })
  expect(figureOf(await metricsOf(other), 'shop_wrong_stock')).toBe(1)
  await other.close()
})
