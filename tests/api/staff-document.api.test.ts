import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import { observe, readPolicy } from './observatory.ts'

let database: TestDatabase
let shop: RunningShop
beforeAll(async () => {
  database = await testDatabase()
  shop = await startShop({ database: database.connection })
})
afterAll(async () => {
  await shop.stop()
  await database.drop()
})

test('the staff site’s document is private and strict, and only what scans may use the camera and WebAssembly', async () => {
  for (const path of [
    '/admin',
    '/admin/login',
    '/admin/orders/x',
    '/admin/pack',
    '/admin/packing',
    '/admin/stock-count',
    '/admin/stock',
  ]) {
    const response = await fetch(shop.origin + path)
    const html = await response.text()
    expect(response.status, path).toBe(200)
    expect(response.headers.get('content-security-policy'), path).not.toMatch(
      /:\/\/|unsafe-inline|unsafe-eval'.*unsafe-eval'/,
    )
    expect(
      observe({ https: true, headers: response.headers, html })['content-security-policy'],
      path,
    ).toBeGreaterThanOrEqual(5)
    expect(response.headers.get('cache-control'), path).toBe('no-store')
    expect(response.headers.get('x-robots-tag'), path).toBe('noindex')
    const isScanning = path === '/admin/pack' || path === '/admin/stock-count'
    expect(response.headers.get('permissions-policy'), path).toContain(isScanning ? 'camera=(self)' : 'camera=()')
    expect(readPolicy(response.headers.get('content-security-policy')).get('script-src'), path).toEqual([
      "'self'",
      ...(isScanning ? ["'wasm-unsafe-eval'"] : []),
    ])
    expect(readPolicy(response.headers.get('content-security-policy')).get('style-src'), path).toEqual(["'self'"])
    expect(html, path).not.toMatch(/<script(?![^>]*\bsrc=)|<style|style="/)
    expect(html, path).toContain('<title>Fourth Seat</title>')
  }
  expect(await (await fetch(`${shop.origin}/robots.txt`)).text()).toContain('Disallow: /admin\n')
  expect((await fetch(`${shop.origin}/admin`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${shop.origin}/index.html`)).status).toBe(404)
})
