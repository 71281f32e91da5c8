import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy, findOrder, type Shopper, tee, withCheckoutShop } from '../../tests/support/checkout-fixture.ts'
import { type CommandLine, openCommandLine } from '../../tests/support/command-line.ts'
import { pdfText } from '../../tests/support/pdf-text.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { setShopKind, type TestShop } from '../../tests/support/shop.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const folder = mkdtempSync(join(tmpdir(), 'orders-'))
let commandLine: CommandLine
let production: CommandLine

beforeAll(() => {
  const DATABASE_URL = databaseUrl(shop.database.connection)
  const env = { ...cleanEnvironment(), DATABASE_URL, DATA_DIR: folder, INIT_CWD: folder }
  commandLine = openCommandLine(env)
  production = openCommandLine({ ...env, NODE_ENV: 'production' })
})
afterAll(async () => {
  await Promise.all([commandLine.stop(), production.stop()])
  rmSync(folder, { recursive: true })
})

const run = (...args: string[]) => commandLine.run(args)

async function newOrder() {
  const { orderId } = await buy(shop, asha, [tee])
  const { orderNumber } = await findOrder(asha, orderId)
  return { id: orderId, number: orderNumber }
}

/** The ways in which staff write an order. */
const spellings = ({ id, number }: { id: string; number: string }) => [
  id,
  number,
  number.toLowerCase(),
  number.replace(/\D/g, ''),
]

test('an invoice and the audit log take an order by its number, however written, or its id', async () => {
  const order = await newOrder()
  await sql`insert into audit_log (actor_kind, actor, action, subject)
    values ('staff', 'asha', 'order.note', ${`order:${order.id}`})`.execute(shop.shop.db)
  for (const spelling of spellings(order)) {
    expect(await run('orders', 'invoice', spelling, '--out', 'invoice.pdf')).toMatchObject({ code: 0, errors: '' })
    expect(readFileSync(join(folder, 'invoice.pdf'), 'latin1')).toMatch(/^%PDF/)
    expect((await run('audit', 'list', '--subject', `order:${spelling}`)).out).toContain('order.note')
  }
  expect(await run('orders', 'invoice', 'FS-1', '--out', 'invoice.pdf')).toMatchObject({
    code: 1,
    errors: 'There is no order FS-1.\n',
  })
})

test('an address that can’t be printed is named by the slip, the invoice and `orders show`', async () => {
  const order = await newOrder()
  const write = (name: string) =>
    sql`update orders set address = jsonb_set(address, '{firstName}', to_jsonb(${name}::text))
      where id = ${order.id}`.execute(shop.shop.db)
  const printed = async () => [
    (await run('orders', 'packing-slip', order.number, '--out', 'slip.pdf')).out,
    (await run('orders', 'invoice', order.number, '--out', 'invoice.pdf')).out,
    (await run('orders', 'show', order.number)).out,
  ]
  await write('عارف')
  for (const out of await printed()) expect(out).not.toContain('[…]')
  await write('王')
  for (const out of await printed()) expect(out).toMatch(/can’t be printed.*\[…\]/)
})

test('invoices of several orders are pages of one file, and an order without one writes none', async () => {
  const [one, two] = [await newOrder(), await newOrder()]
  const printed = await run('orders', 'invoice', one.number, two.number, '--out', 'both.pdf', '--json')
  const { numbers } = JSON.parse(printed.out)
  expect(numbers).toHaveLength(2)
  const text = pdfText(readFileSync(join(folder, 'both.pdf')))
  for (const part of [...numbers, one.number, two.number]) expect(text).toContain(part)
  expect(text.split('\f')).toHaveLength(2)
  const unknown = await run('orders', 'invoice', one.number, 'FS-1', '--out', 'none.pdf')
  expect(unknown).toMatchObject({ code: 1, errors: 'There is no order FS-1.\n' })
  expect(existsSync(join(folder, 'none.pdf'))).toBe(false)
})

test('a credit note is found by its refund, its own number or its order', async () => {
  const order = await newOrder()
  await run('orders', 'refund', order.number, '--amount', '200', '--reason', 'late')
  await shop.jobs.tick()
  const { refund_id, number } = await shop.shop.db
    .selectFrom('credit_notes')
    .select(['refund_id', 'number'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  for (const reference of [refund_id, number, number.toLowerCase(), order.number])
    expect(await run('invoices', 'credit-note', reference, '--out', 'note.pdf')).toMatchObject({ code: 0 })
  expect(await run('invoices', 'credit-note', 'FS-1', '--out', 'note.pdf')).toMatchObject({
    code: 1,
    errors: 'There is no credit note for refund FS-1.\n',
  })
})

test('the list shows cancelled orders as cancelled, and what was refunded', async () => {
  const [cancelled, refunded] = [await newOrder(), await newOrder()]
  const line = async ({ number }: { number: string }) => {
    const { out } = await run('orders', 'list')
    return out.split('\n').find((row) => row.startsWith(number))
  }
  const first = await run('orders', 'cancel', cancelled.number, '--reason', 'gone')
  expect(first.out).toContain(`Rs. 1,403.95 is refunded, and order ${cancelled.number} is cancelled.`)
  const again = await run('orders', 'cancel', cancelled.id, '--reason', 'gone')
  expect(again).toMatchObject({
    code: 0,
    out: `Order ${cancelled.number} was cancelled before; nothing was changed.\nIts refunds are Rs. 1,403.95 in all.\n`,
  })
  expect(await line(cancelled)).toMatch(/ cancelled +0 +Rs\. 1,403\.95 +Rs\. 1,403\.95 /)
  const listed = JSON.parse((await run('orders', 'list', '--stage', 'cancelled', '--json')).out)
  expect(listed).toMatchObject([{ status: 'cancelled', refunded_paise: 140_395 }])
  for (const _ of ['packaging', 'ontheway', 'delivered']) await run('orders', 'advance', refunded.number)
  await run('orders', 'refund', refunded.number, '--amount', '1403.95', '--reason', 'never arrived')
  expect(await line(refunded)).toMatch(/ delivered, refunded +0 +Rs\. 1,403\.95 +Rs\. 1,403\.95 /)
})

test('an order shows its parcels with their links, its document, and its refunds with id, reason and credit note', async () => {
  const order = await newOrder()
  const before = (await run('orders', 'show', order.number)).out
  expect(before).toMatch(/^expected by \d+ \w+ \d{4}$/m)
  const [, invoice] = /^document (\S+) /m.exec(before) ?? []
  expect(invoice).toMatch(/\/\d+$/)
  await run('orders', 'ship', order.number, '--carrier', 'Delhivery', '--tracking', 'SHOW77')
  await run('orders', 'refund', order.number, '--amount', '200', '--reason', 'arrived late')
  await shop.jobs.tick()
  const { out } = await run('orders', 'show', order.number)
  expect(out).toMatch(
    /^parcel Delhivery SHOW77 {2}shipped .* {2}https:\/\/www\.delhivery\.com\/track\/package\/SHOW77$/m,
  )
  const refund = await shop.shop.db
    .selectFrom('credit_notes')
    .select(['refund_id', 'number'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(out).toMatch(/^refund Rs\. 200\.00 {2}done .* {2}arrived late {2}credit note /m)
  for (const part of [refund.refund_id, refund.number]) expect(out).toContain(part)
})

test('an exchange is worked by its order’s number, from the list to the slip and the stock history', async () => {
  const order = await newOrder()
  for (const _ of ['packaging', 'ontheway', 'delivered']) await run('orders', 'advance', order.number)
  const problem = 'A hole in the hem, and a button is missing.'
  const body = { orderId: order.id, productId: tee.productId, reasonForExchange: 'Product Damaged', problem } as const
  await asha.api('POST /user/addExchange', { body })
  const { out } = await run('exchanges', 'list')
  for (const part of [order.number, 'Asha Kale', 'Boxy Tee', '1 × Black M', 'A hole in the hem, and a button is miss…'])
    expect(out).toContain(part)
  const shown = (await run('exchanges', 'show', order.number)).out
  for (const part of ['To approve, refuse or refund.', '28, Cadell Road', `Product Damaged: ${problem}`])
    expect(shown).toContain(part)
  const early = await run('exchanges', 'ship', order.number)
  expect(early).toMatchObject({ code: 1, errors: expect.stringContaining('isn’t approved yet') })
  for (const [command, status] of [
    ['approve', 'packaging'],
    ['ship', 'ontheway'],
    ['advance', 'delivered'],
  ] as const) {
    if (command === 'ship') {
      await run('exchanges', 'packing-slip', order.number, '--out', 'slip.pdf')
      expect(readFileSync(join(folder, 'slip.pdf'), 'latin1')).toMatch(/^%PDF/)
      expect((await run('orders', 'pick-list')).out).toContain(`${order.number} (exchange)`)
    }
    expect((await run('exchanges', command, order.number)).out).toMatch(new RegExp(`is now ${status}\\.`))
  }
  const [{ sku }] = JSON.parse((await run('orders', 'show', order.number, '--json')).out).lines
  expect((await run('stock', 'history', sku)).out).toContain(`${order.number} (exchange)`)
})

describe('in a real shop, which its database says, a script says --yes before money moves or an exchange ends', () => {
  const refused = { code: 2, out: '', errors: expect.stringContaining('Add --yes: there is no terminal to ask on.') }
  test.each([
    ['orders', 'cancel', 'FS-1', '--reason', 'gone'],
    ['orders', 'refund', 'FS-1', '--amount', '5', '--reason', 'late'],
    ['exchanges', 'refund', 'e1'],
    ['exchanges', 'refuse', 'e1'],
  ])('%s %s', async (...args) => {
    await setShopKind(shop, { real: true })
    expect(await run(...args)).toEqual(refused)
    const asked = await run(...args, '--yes')
    await setShopKind(shop, { real: false })
    const rehearsed = await production.run(args)
    expect(asked).toMatchObject({ code: 1, errors: expect.not.stringContaining('--yes') })
    expect(rehearsed).toEqual(asked)
  })
})

test('a note and a right address, as the staff site writes them', async () => {
  const order = await newOrder()
  expect(await run('orders', 'note', order.number, '--text', 'Ring first')).toMatchObject({ code: 0, errors: '' })
  expect(await run('orders', 'note', order.number, '--text', ' ')).toMatchObject({ code: 2 })
  const phone = ['--phone', '+91 98765 43210', '--pin', '400 001']
  const { out } = await run('orders', 'address', order.number, ...phone, '--json')
  expect(JSON.parse(out)).toMatchObject({
    changed: ['phoneNumber', 'zipCode'],
    address: { phoneNumber: '+91 98765 43210', zipCode: '400 001', townCity: 'Mumbai' },
  })
  expect((await run('orders', 'address', order.number, ...phone)).out).toContain('Nothing was different.')
  expect(await run('orders', 'address', order.number, '--phone', '12')).toMatchObject({ code: 1 })
  expect(await run('orders', 'address', order.number)).toMatchObject({ code: 2 })
  const { rows } = await sql<{ text: string }>`select text from order_notes where order_id = ${order.id}`.execute(
    shop.shop.db,
  )
  expect(rows).toEqual([{ text: 'Ring first' }])
})
