import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importCatalog } from '#shop/imports/import-catalog.server.ts'
import type { ImportFormat } from '#shop/imports/readers.server.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { expectUnchanged } from './customers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await sql`truncate products, stock_ledger cascade`.execute(shop.shop.db)
})
afterAll(() => shop.close())

const SHIRT = {
  _id: 'bench-shirt',
  name: 'Bench Shirt',
  price: 1299,
  categories: 'Man',
  colors: ['Black'],
  variants: [{ sku: 'BS-M', color: 'Black', size: 'M', quantity: 3 }],
}
const [VARIANT] = SHIRT.variants

async function expectRefused(lines: Iterable<string>, line: number, message: RegExp, format: ImportFormat = 'jsonl') {
  await expectUnchanged(shop, async () => {
    const report = await importCatalog(shop.shop.db, lines, { format })
    expect(report.ok).toBe(false)
    const errors = report.errors.map((error) => `${error.line}: ${error.message}`).join('\n')
    expect(errors).toMatch(new RegExp(`^${line}: .*(?:${message.source})`, `m${message.flags}`))
  })
}

describe('invalid numbers', () => {
  test.each<[string, object, RegExp]>([
    ['price NaN', { price: 'NaN' }, /price must be a number/],
    ['price below 0', { price: -5 }, /price must be from 0/],
    ['price beyond reason', { price: 1e9 }, /price must be from 0/],
    ['price with a comma', { price: '12,50' }, /price must be a number/],
    ['a thousandth of a rupee', { price: 0.001 }, /two decimals/],
    ['no price', { price: null }, /price must be a number/],
    ['stock below 0', { variants: [{ ...VARIANT, quantity: -1 }] }, /can’t be negative/],
    ['half a unit', { variants: [{ ...VARIANT, quantity: 0.5 }] }, /whole number/],
    ['a size without a name', { variants: [{ ...VARIANT, size: '' }] }, /size is missing/],
    ['one SKU twice', { variants: [VARIANT, VARIANT] }, /comes twice/],
    ['an operator for an id', { _id: { $ne: null } }, /_id/],
    ['a path for an id', { _id: '../../etc' }, /_id must be lowercase letters/],
    ['NUL in a name', { name: 'a\0b' }, /name: .*can’t be used/],
  ])('%s', async (_, more, message) => {
    await expectRefused([JSON.stringify(SHIRT), JSON.stringify({ ...SHIRT, _id: 'two', ...more })], 2, message)
  })

  test('__proto__ in a line changes no prototype', async () => {
    const line = JSON.stringify(SHIRT).replace('{', '{"__proto__":{"admin":true},')
    expect((await importCatalog(shop.shop.db, [line])).ok).toBe(true)
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })
})

describe('pictures', () => {
  const picture = (one: object) => [JSON.stringify({ ...SHIRT, pictures: [one] })]

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1/a.png',
    'http://[::1]/a.png',
    'http://0x7f.1/a.png',
    'file:///etc/passwd',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'javascript:alert(1)',
    'ftp://example.com/a.png',
    '//example.com/a.png',
    'https://user:secret@example.com/a.png',
    'https://',
  ])('the URL %s is refused', async (src) => {
    await expectRefused(picture({ src }), 1, /src must be an https address/)
  })

  test.each([
    '../secret.webp',
    '/etc/passwd',
    'a/../../b.webp',
    '..\\b.webp',
    'a\0.webp',
    '%2e%2e/b.webp',
    'C:\\b.webp',
  ])('the file %j is refused', async (file) => {
    await expectRefused(picture({ file }), 1, /must be a file below/)
  })

  test('the URL of a picture is stored, and nothing is fetched from it', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    // Safe cast: it listens on a port, not on a pipe.
    const { port } = server.address() as AddressInfo
    const src = `https://127.0.0.1:${port}/a.png`
    expect((await importCatalog(shop.shop.db, picture({ src }))).ok).toBe(true)
    // The test's own connection is accepted after any that the import opened.
    await once(connect(port, '127.0.0.1').resume(), 'close')
    expect(connections).toBe(1)
    await new Promise((done) => server.close(done))
  })
})

/** The bytes in use after a garbage collection. */
function keptMemory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

describe('broken files', () => {
  const HEAD = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price'

  test('an unclosed quote is reported, and nothing is imported', async () => {
    // Line 3, because the quote includes all up to the end of the file.
    await expectRefused(
      [HEAD, 'a,"A shirt,Size,M,A-M,1,100', 'b,B,Size,M,B-M,1,100'],
      3,
      /quote not closed/i,
      'shopify',
    )
  })

  test('a file with other columns is reported', async () => {
    await expectRefused(['a,b,c', '1,2,3'], 2, /handle is missing/, 'shopify')
  })

  test('a cell or a line of 10 MB is refused', async () => {
    const long = 'x'.repeat(10_000_000)
    expect((await importCatalog(shop.shop.db, [`{"_id":"${long}`])).ok).toBe(false)
    expect((await importCatalog(shop.shop.db, [HEAD, `a,${long},Size,M,A-M,1,100`], { format: 'shopify' })).ok).toBe(
      false,
    )
  })

  test('100,000 bad rows take little memory and are counted', { tags: 'nightly' }, async () => {
    function* rows() {
      for (let n = 0; n < 100_000; n++) yield `{"_id":"row-${n}","price":"x"}`
    }
    const before = keptMemory()
    const report = await importCatalog(shop.shop.db, rows())
    expect(report).toMatchObject({ ok: false, products: 100_000, created: 0 })
    expect(report.errors).toHaveLength(1000)
    expect(report.errorCount).toBeGreaterThanOrEqual(100_000)
    expect(keptMemory() - before).toBeLessThan(20e6)
  })
})
