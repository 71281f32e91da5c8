import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ settings: { METRICS_TOKEN: 'figures-please' } })
})
afterAll(() => shop.close())

test('/metrics from elsewhere needs the token', { tags: ['C2.11', 'C5.1'] }, async () => {
  const status = async (authorization?: string) =>
    (await shop.fetch('/metrics', authorization ? { headers: { authorization } } : {})).status
  expect(await status('Bearer figures-please')).toBe(200)
  const wrong = ['Bearer ', 'Bearer figures', 'Bearer figures-please ?', 'figures-please', 'Bearer null']
  for (const authorization of [undefined, ...wrong]) expect(await status(authorization), authorization).toBe(403)
})

test('/metrics needs no token on this machine, unless a header says that a proxy forwarded the request', {
  tags: 'C5.1',
}, async () => {
  const status = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    // Safe cast: the shop reads nothing else of Node's request here.
    const incoming = { socket: { remoteAddress } } as IncomingMessage
    return (await shop.web.fetch(new Request('http://shop.test/metrics', { headers }), { incoming })).status
  }
  expect(await status('127.0.0.1')).toBe(200)
  expect(await status('::1')).toBe(200)
  expect(await status('192.0.2.1')).toBe(403)
  const proxies = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'Via', 'True-Client-IP', 'CF-Ray']
  const others = ['X-Azure-ClientIP', 'Fastly-Client-IP', 'X-Envoy-External-Address', 'X-Cluster-Client-IP', 'CDN-Loop']
  for (const header of [
    ...proxies,
    ...others,
    'X-Original-Host',
    'X-Amzn-Trace-Id',
    'X-AppEngine-User-IP',
    'X-ProxyUser-IP',
  ])
    expect(await status('127.0.0.1', { [header]: '192.0.2.1' }), header).toBe(403)
})

test('the metrics count responses of the cache, requests and mails', async () => {
  await shop.fetch('/api/stores')
  const headers = { authorization: 'Bearer figures-please' }
  const text = await (await shop.fetch('/metrics', { headers })).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  expect(figure('shop_cache_entries')).toBe(1)
  expect(figure('shop_cache_renders')).toBe(1)
  for (const name of ['shop_cache_bytes', 'shop_cache_hits', 'shop_cache_invalidations', 'shop_outbox_waiting'])
    expect(figure(name), name).toBeGreaterThanOrEqual(0)
  expect(figure('shop_disk_free_bytes')).toBeGreaterThan(0)
  // Without a backup it's the age of the shop.
  expect(figure('shop_backup_age_seconds')).toBeGreaterThanOrEqual(0)
  expect(figure('shop_backup_bytes')).toBe(0)
  expect(figure('shop_disk_total_bytes')).toBeGreaterThanOrEqual(figure('shop_disk_free_bytes'))
})
