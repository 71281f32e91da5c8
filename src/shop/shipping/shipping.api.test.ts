import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  buy,
  findOrder,
  newShopper,
  openOrder,
  type Shopper,
  tee,
  tote,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { listAudit } from '../audit/sql.server.ts'
import { advanceOrder, listOrders, showOrder } from '../orders/staff.server.ts'
import { correctParcel } from './parcel.server.ts'
import { type ParcelRequest, shipOrder, shipOrders } from './staff.server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const staff = () => ({ ...shop.shop, actor: STAFF })
const ship = (order: string, parcel: Partial<ParcelRequest> = {}) =>
  shipOrder(staff(), order, { carrier: 'Delhivery', tracking: `T${order.slice(0, 8)}`.replaceAll('_', '-'), ...parcel })

async function skusOf(orderId: string): Promise<string[]> {
  return (await showOrder(staff(), orderId))?.lines.map(({ sku }) => sku) ?? []
}

/** Mails written to someone, sent or not: one about the placed order, the others about shipping. */
async function countMails({ email }: Shopper): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from outbox where recipient = ${email}`.execute(shop.shop.db)
  return rows[0]?.count ?? 0
}

test('a parcel puts its order on the way and mails its customer the carrier’s link, once', async () => {
  const ravi = await newShopper(shop, 'Ravi Rao')
  const { orderId } = await buy(shop, ravi, [tee])
  expect((await findOrder(ravi, orderId)).tracking).toBeNull()
  const shipped = await ship(orderId, { carrier: ' delhivery ', tracking: '5512 3456 78901' })
  const url = 'https://www.delhivery.com/track/package/5512345678901'
  expect(shipped).toMatchObject({
    ok: true,
    data: { orderId, carrier: 'Delhivery', tracking: '5512345678901', url, pieces: 1, left: 0, already: false },
  })
  expect(await findOrder(ravi, orderId)).toMatchObject({
    orderStatus: 'ontheway',
    statusDates: { packaging: expect.any(String), ontheway: expect.any(String), delivered: null },
    tracking: { carrier: 'Delhivery', number: '5512345678901', url },
    shipments: [{ pieces: [{ quantity: 1 }] }],
  })
  const mail = await shop.mailTo(ravi.email, 'Your order is on the way')
  for (const part of ['Boxy Tee', 'Carrier: Delhivery', 'Tracking number: 5512345678901', url])
    expect(mail.text).toContain(part)

  expect(await ship(orderId, { carrier: 'DELHIVERY', tracking: '5512345678901' })).toMatchObject({
    ok: true,
    data: { already: true, pieces: 1, left: 0 },
  })
  expect(await ship(orderId, { tracking: '5512345678902' })).toMatchObject({
    ok: false,
    message: 'All pieces of this order have already been shipped.',
  })
  expect(await countMails(ravi)).toBe(2)
  const audit = await listAudit(shop.shop.db, { subject: `order:${orderId}`, limit: 9 })
  expect(audit.map(({ action, before }) => [action, before])).toEqual([['order.ship', { status: 'ordered' }]])
  expect(JSON.stringify(audit)).not.toContain('5512345678901')
})

test('an order may leave in parts; the rest is still to be packed and listed in the mail', async () => {
  const meena = await newShopper(shop, 'Meena Pai')
  const { orderId } = await buy(shop, meena, [{ ...tee, quantity: 3 }, tote])
  const [sku = ''] = await skusOf(orderId)
  const first = await ship(orderId, { tracking: 'A1', pieces: { [sku]: 2 } })
  expect(first).toMatchObject({ ok: false, message: expect.stringContaining('3 to 40') })
  expect(await ship(orderId, { tracking: 'AAA-1', pieces: { [sku]: 2 } })).toMatchObject({
    ok: true,
    data: { pieces: 2, left: 2 },
  })
  expect((await shop.mailTo(meena.email, 'Part of your order is on the way')).text).toMatch(
    /Boxy Tee \(Black, M\): 2[\s\S]*Still to come[\s\S]*Boxy Tee \(Black, M\): 1\n.*: 1/,
  )
  expect((await findOrder(meena, orderId)).orderStatus).toBe('ontheway')
  for (const stage of ['to-pack', 'shipped'] as const)
    expect(await listOrders(staff(), { stage })).toContainEqual(expect.objectContaining({ id: orderId, to_pack: 2 }))

  for (const [pieces, message] of [
    [{ [sku]: 2 }, `${sku}: 2 pieces requested, but only 1 left to ship.`],
    [{ nope: 1 }, 'This order has no SKU nope'],
    [{ [sku]: 0 }, 'must be at least 1'],
  ] as const)
    expect(await ship(orderId, { tracking: 'AAA-2', pieces })).toMatchObject({
      ok: false,
      message: expect.stringContaining(message),
    })
  expect(await ship(orderId, { tracking: 'AAA-1', pieces: { [sku]: 1 } })).toMatchObject({
    ok: false,
    message: expect.stringContaining('with other pieces'),
  })
  expect(await ship(orderId, { tracking: 'AAA-1', pieces: { [sku]: 2 } })).toMatchObject({ data: { already: true } })

  expect(await ship(orderId, { carrier: 'Bombay Riders', tracking: 'BR/7' })).toMatchObject({
    ok: true,
    data: { pieces: 2, left: 0, url: null },
  })
  await shop.mailTo(meena.email, 'The rest of your order is on the way')
  expect((await listOrders(staff(), { stage: 'to-pack' })).map(({ id }) => id)).not.toContain(orderId)
  expect(await findOrder(meena, orderId)).toMatchObject({
    tracking: { carrier: 'Bombay Riders', number: 'BR/7', url: null },
    shipments: [{ number: 'AAA-1' }, { number: 'BR/7', pieces: [{ quantity: 1 }, { quantity: 1 }] }],
  })
  expect((await showOrder(staff(), orderId))?.lines.map(({ shipped }) => shipped)).toEqual([3, 1])
})

test('an order that can’t be shipped yet is refused and stays as it is', async () => {
  const unpaid = await openOrder(asha, [tee])
  const { orderId } = await buy(shop, asha, [tote])
  const refusals: [string, Partial<ParcelRequest>, string][] = [
    ['no-such-order', {}, 'Order not found.'],
    [unpaid.orderId, {}, 'This order hasn’t been paid for.'],
    [orderId, { carrier: ' ' }, 'The carrier must have 2 to 60 characters.'],
    [orderId, { tracking: '=cmd|calc' }, 'The tracking number must have'],
    [orderId, { url: 'http://carrier.example/1' }, 'must be an https URL'],
    [orderId, { url: 'https://me:secret@carrier.example/1' }, 'must be an https URL'],
    [orderId, { url: 'javascript:alert(1)' }, 'must be an https URL'],
  ]
  for (const [order, parcel, message] of refusals)
    expect(await ship(order, parcel)).toMatchObject({ ok: false, message: expect.stringContaining(message) })
  await sql`update orders set capture_unconfirmed = true where id = ${orderId}`.execute(shop.shop.db)
  expect(await ship(orderId)).toMatchObject({ ok: false, message: expect.stringContaining('hasn’t confirmed') })
  await sql`update orders set capture_unconfirmed = false where id = ${orderId}`.execute(shop.shop.db)
  expect((await findOrder(asha, orderId)).shipments).toEqual([])
  for (let step = 0; step < 3; step++) await advanceOrder(staff(), orderId)
  expect(await ship(orderId)).toMatchObject({ ok: false, message: 'This order is already delivered.' })
})

test('one parcel may hold several orders of a customer, and never another customer’s', async () => {
  const one = await buy(shop, asha, [tee])
  const two = await buy(shop, asha, [tote])
  const kiran = await newShopper(shop, 'Kiran Shah')
  const other = await buy(shop, kiran, [tee])
  const url = 'https://riders.example/p/77'
  for (const { orderId } of [one, two])
    expect(await ship(orderId, { tracking: 'SHARED77', url })).toMatchObject({ ok: true, data: { url } })
  expect(await ship(other.orderId, { tracking: 'shared77' })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^Delhivery SHARED77 is already used for order FS-\d+ of another customer\.$/),
  })
  // Another carrier may use the same number.
  expect(await ship(other.orderId, { carrier: 'DTDC', tracking: 'shared77' })).toMatchObject({ ok: true })
})

test('of several orders all are shipped or none: one number for two customers, an unknown order, a shipped one', async () => {
  const kiran = await newShopper(shop, 'Kiran Shah')
  const [one, two] = [await buy(shop, asha, [tee]), await buy(shop, kiran, [tee])]
  const before = await Promise.all([asha, kiran].map(countMails))
  const both = (...numbers: string[]) =>
    [one, two].map(({ orderId }, index) => ({
      reference: orderId,
      request: { carrier: 'Delhivery', tracking: numbers[index] ?? numbers[0] ?? '' },
    }))
  expect(await shipOrders(staff(), both('ONLY77'))).toMatchObject({
    ok: false,
    message: expect.stringMatching(/is already used for order FS-\d+ of another customer\.\nNothing was shipped\.$/),
  })
  const unknown = { reference: 'FS-1', request: { carrier: 'DTDC', tracking: 'D1234' } }
  expect(await shipOrders(staff(), [...both('EACH1', 'EACH2'), unknown])).toMatchObject({
    ok: false,
    message: 'FS-1: Order not found.\nNothing was shipped.',
  })
  for (const [who, { orderId }] of [
    [asha, one],
    [kiran, two],
  ] as const)
    expect(await findOrder(who, orderId)).toMatchObject({ orderStatus: 'ordered', shipments: [] })
  expect(await Promise.all([asha, kiran].map(countMails))).toEqual(before)
  expect(await shipOrders(staff(), both('EACH1', 'EACH2'))).toMatchObject({
    ok: true,
    data: [{ tracking: 'EACH1' }, { tracking: 'EACH2' }],
  })
})

test('a tracking number can be added to an order that was advanced without one', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  for (let step = 0; step < 2; step++) await advanceOrder(staff(), orderId)
  const { statusDates } = await findOrder(asha, orderId)
  expect(await ship(orderId, { tracking: 'LATER1' })).toMatchObject({ ok: true, data: { left: 0 } })
  expect(await findOrder(asha, orderId)).toMatchObject({ statusDates, tracking: { number: 'LATER1' } })
})

test('the same parcel recorded from ten places at once is one parcel with one mail', async () => {
  const dev = await newShopper(shop, 'Dev Iyer')
  const { orderId } = await buy(shop, dev, [tee])
  const results = await Promise.all(Array.from({ length: 10 }, () => ship(orderId, { tracking: 'RACE1' })))
  expect(results.filter((result) => result.ok && !result.data.already)).toHaveLength(1)
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(await countMails(dev)).toBe(2)
})

test('a mistyped number is replaced, and the customer gets a mail with the right one', async () => {
  const tara = await newShopper(shop, 'Tara Bose')
  const { orderId } = await buy(shop, tara, [tee])
  await ship(orderId, { tracking: 'TYPO1' })
  const correct = (wrong: string, right: Parameters<typeof correctParcel>[3]) =>
    correctParcel(staff(), orderId, wrong, right)
  expect(await correct('TYPO9', { tracking: 'RIGHT1' })).toMatchObject({ ok: false, code: 'not_found' })
  expect(await correct('TYPO1', { tracking: '?' })).toMatchObject({ ok: false, code: 'invalid_input' })
  const mails = await countMails(tara)
  expect(await correct('TYPO1', { tracking: 'TYPO1' })).toMatchObject({ ok: true, data: { tracking: 'TYPO1' } })
  expect(await countMails(tara)).toBe(mails)
  expect(await correct('typo1', { tracking: 'right1' })).toMatchObject({
    ok: true,
    data: { carrier: 'Delhivery', tracking: 'RIGHT1', url: 'https://www.delhivery.com/track/package/RIGHT1' },
  })
  expect((await shop.mailTo(tara.email, 'Your parcel’s tracking number')).text).toContain('RIGHT1')
  expect((await findOrder(tara, orderId)).shipments).toMatchObject([{ number: 'RIGHT1', pieces: [{ quantity: 1 }] }])
  expect(
    await correct('RIGHT1', { carrier: 'Riders', tracking: 'R-99', url: 'https://riders.example/99' }),
  ).toMatchObject({
    data: { carrier: 'Riders', url: 'https://riders.example/99' },
  })
})
