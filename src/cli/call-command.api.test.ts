import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy, findOrder, type Shopper, tee, withCheckoutShop } from '../../tests/support/checkout-fixture.ts'
import { type CommandLine, openCommandLine } from '../../tests/support/command-line.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { setShopKind, type TestShop } from '../../tests/support/shop.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))

let commandLine: CommandLine
beforeAll(() => {
  const DATABASE_URL = databaseUrl(shop.database.connection)
  commandLine = openCommandLine({ ...cleanEnvironment(), DATABASE_URL, DATA_DIR: shop.config.dataDir })
})
afterAll(() => commandLine.stop())

const run = (...args: string[]) => commandLine.run(args)

async function newOrder(): Promise<string> {
  const { orderId } = await buy(shop, asha, [tee])
  return (await findOrder(asha, orderId)).orderNumber
}

describe('call', () => {
  test('makes a call by its path, with options for its fields, and writes its line of the log', async () => {
    const order = await newOrder()
    const done = await run('call', `POST /orders/${order}/refund`, '--amount', '200', '--reason', 'late', '--json')
    expect({ code: done.code, response: JSON.parse(done.out) }).toMatchObject({
      code: 0,
      response: { orderNumber: order, refund: 200, cancelled: false },
    })
    const [line] = JSON.parse((await run('audit', 'list', '--subject', `order:${order}`, '--limit', '1', '--json')).out)
    expect(line).toMatchObject({ actorKind: 'staff', actor: expect.stringContaining(', command line') })
  })

  test('asks before a call that the staff site asks to sign in again for', async () => {
    const refund = ['call', 'POST /orders/FS-1/refund', '--amount', '200', '--reason', 'late']
    await setShopKind(shop, { real: true })
    expect(await run(...refund)).toMatchObject({ code: 2, errors: expect.stringContaining('Add --yes') })
    expect((await run(...refund, '--yes')).errors).not.toContain('--yes')
    await setShopKind(shop, { real: false })
  })

  test.each([
    [2, ['GET /nothing'], 'The staff site has no call GET /nothing.'],
    [2, ['POST /orders/FS-1/notes'], "required option '--text <text>' not specified"],
    [2, ['POST /orders/FS-1/refund', '--reason', 'late', '--amount', 'much'], 'The amount is a number of rupees'],
    [2, ['GET /orders', '--stage', 'nowhere'], 'Allowed choices are'],
    [1, ['GET /orders/FS-1'], 'Order not found.'],
    [1, ['DELETE /session'], 'There is no command for this call: somebody signs in at /admin.'],
    [1, ['POST /imports'], 'This call takes a file'],
  ])('with exit code %i: %j', async (code, args, sentence) => {
    expect(await run('call', ...args)).toMatchObject({ code, errors: expect.stringContaining(sentence) })
  })

  test('without a call lists them', async () => {
    const { out } = await run('call')
    expect(out).toMatch(/^POST \/orders\/\{id\}\/refund +Refunds an amount/m)
    expect(out).not.toContain('/passkeys')
  })
})

test('a list has as many rows as asked for, of several pages, and says if there are more', async () => {
  const rows = async (limit: string) => {
    const { out, errors } = await run('audit', 'list', '--limit', limit, '--json')
    return { count: JSON.parse(out).length, errors }
  }
  for (let count = 0; count < 103; count++) await run('settings', 'set', 'shop.hours', `from ${count}`)
  expect(await rows('102')).toEqual({ count: 102, errors: expect.stringContaining('Only the first 102 are shown') })
  expect((await rows('1000')).errors).toBe('')
})

test('a response without a printer of its own is shown as fields and tables', async () => {
  const { out } = await run('reports', 'show', 'sales', '--from', '2026-11-01', '--to', '2026-11-02')
  expect(out).toMatch(/^name: sales$/m)
  expect(out).not.toContain('[object')
  expect((await run('reports', 'csv', 'sales', '--from', '2026-11-01', '--to', '2026-11-02')).out).toMatch(/^\ufeff?\S/)
})
