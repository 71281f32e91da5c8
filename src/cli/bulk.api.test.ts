import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCatalog } from '#shop/imports/import-catalog.server.ts'
import { type CommandLine, openCommandLine } from '../../tests/support/command-line.ts'
import { garmentLines } from '../../tests/support/garments.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'

let shop: TestShop
let commandLine: CommandLine

beforeAll(async () => {
  shop = await openTestShop({ products: [] })
  const totes = ['one', 'two'].map((word) => ({
    id: `tote-${word}`,
    name: `Tote ${word}`,
    price: 499,
    stock: { Black: { 'Free Size': 3 } },
  }))
  await importCatalog(shop.shop.db, garmentLines([...totes, { id: 'tee', price: 999, stock: { Black: { M: 1 } } }]))
  const DATABASE_URL = databaseUrl(shop.database.connection)
  commandLine = openCommandLine({ ...cleanEnvironment(), DATABASE_URL, DATA_DIR: shop.config.dataDir })
})
afterAll(async () => {
  await commandLine.stop()
  await shop.close()
})

const run = (...args: string[]) => commandLine.run(['products', ...args])

test('products bulk says what changes, changes all that match, and undo-bulk takes it back', async () => {
  const change = ['bulk', '--q', 'tote', '--price', '+10%', '--round', '9']
  const dry = await run(...change, '--dry-run')
  expect(dry.out).toContain('tote-one: price Rs. 499 -> Rs. 549\ntote-two: price Rs. 499 -> Rs. 549\n')
  expect(dry.out).toContain('2 products change, 0 have these values already, 0 stay as they are.\nNothing was written')
  expect((await run(...change)).errors).toContain('This changes 2 products. Add --yes')
  const done = await run(...change, '--yes')
  const number = /`products undo-bulk (\d+)`/.exec(done.out)?.[1] ?? ''
  expect((await run('show', 'tote-two')).out).toContain('price: 549')
  expect((await run('undo-bulk', number)).out).toBe('2 products are as before.\n')
  expect((await run('show', 'tote-two')).out).toContain('price: 499')
  expect((await run('undo-bulk', number)).code).toBe(1)
  expect((await run('show', 'tee')).out).toContain('price: 999')
})

test('what can’t be read is said', async () => {
  expect(await run('bulk', '--q', 'tote')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('Say what changes'),
  })
  expect(await run('bulk', '--price', 'cheap')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('isn’t a price'),
  })
  expect((await run('bulk', '--price', '+10%', '--round', '7')).errors).toContain('1, 5, 9, 10, 50, 99, 100')
})
