import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buy,
  findOrder,
  newShopper,
  ordersOf,
  runJobsAfter,
  type Shopper,
  tee,
  tote,
} from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { checkInvariants } from '../checkout/invariants.server.ts'
import { readCreditNote } from '../invoices/issue.server.ts'
import { sumLines } from '../invoices/rules.ts'
import { changeSettings } from '../settings/staff.server.ts'

let shop: TestShop
let manager: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
  manager = await signInStaff(shop, 'manager')
})
afterAll(() => shop.close())

const refund = (orderId: string, body: object) => manager.browser.call('POST', `/orders/${orderId}/refund`, body)
const preview = (orderId: string, body: object) =>
  manager.browser.call('POST', `/orders/${orderId}/refund/preview`, body)
async function credit(who: Shopper) {
  const read = await who.api('GET /user/credit/{userId}', { params: { userId: who.id } })
  if (!read.ok) throw new Error(read.message)
  return read.data
}
const rowsOf = async (orderId: string) => {
  const { rows } = await sql<{ id: string; amount: number; state: string; target: string; reference: string | null }>`
    select id, amount_paise as amount, state, target, reference from refunds where order_id = ${orderId} order by created_at`.execute(
    shop.shop.db,
  )
  return rows
}
const sentFor = async (orderId: string) => {
  const { rows } = await sql<{ payment_id: string }>`select payment_id from orders where id = ${orderId}`.execute(
    shop.shop.db,
  )
  const found = await shop.shop.payments.fetchRefunds(rows[0]?.payment_id ?? '')
  return found.ok ? found.data : []
}
const expectSound = async () => expect((await checkInvariants(shop.shop.db)).findings).toEqual([])

test('an amount as store credit is there at once, with a mail and a credit note, and no money moves', async () => {
  const asha = await newShopper(shop)
  const { orderId } = await buy(shop, asha, [tote])
  const { orderNumber } = await findOrder(asha, orderId)
  expect(await refund(orderId, { amount: 50, reason: 'late: she shouted', to: 'credit' })).toMatchObject({
    status: 200,
    body: { refund: 50, cancelled: false },
  })
  expect(await credit(asha)).toMatchObject({
    balance: 50,
    entries: [{ kind: 'given', amount: 50, orderId, reason: `Refund of order ${orderNumber}` }],
  })
  const [row] = await rowsOf(orderId)
  expect(row).toMatchObject({ amount: 5000, state: 'done', target: 'credit' })
  const note = await readCreditNote(shop.shop, row?.id ?? '')
  expect(sumLines(note?.document.lines ?? []).total).toBe(5000)
  expect((await findOrder(asha, orderId)).refunds).toMatchObject([{ amount: 50, state: 'processed', to: 'credit' }])
  const mail = await shop.mailTo(asha.email, `Rs. 50.00 of store credit for you`)
  expect(mail.text).toContain(orderNumber)
  expect(mail.text).not.toContain('shouted')
  await runJobsAfter(shop, 3600, orderId)
  expect(await sentFor(orderId)).toEqual([])
  await expectSound()
})

test('pieces as store credit are cancelled, and the rest of the order still goes back to where it was paid from', async () => {
  const asha = await newShopper(shop)
  const { orderId } = await buy(shop, asha, [tote, tee])
  const { money, lines } = (await manager.browser.call('GET', `/orders/${orderId}`)).body as unknown as {
    money: { total: number }
    lines: { sku: string; quantity: number }[]
  }
  const [first] = lines
  const part = await refund(orderId, { lines: [{ sku: first?.sku, quantity: 1 }], reason: 'torn', to: 'credit' })
  expect(part).toMatchObject({ status: 200, body: { cancelled: false } })
  const given = Number(part.body.refund)
  expect((await credit(asha)).balance).toBe(given)
  const cancelled = await asha.api('POST /user/cancelOrder', { body: { userId: asha.id, orderId, reason: 'Mine' } })
  expect(cancelled.ok).toBe(true)
  await runJobsAfter(shop, 1, orderId)
  const rest = Math.round((money.total - given) * 100)
  expect(await rowsOf(orderId)).toMatchObject([
    { amount: Math.round(given * 100), target: 'credit', state: 'done' },
    { amount: rest, target: 'source' },
  ])
  expect(await sentFor(orderId)).toMatchObject([{ amount: rest }])
  expect((await credit(asha)).balance).toBe(given)
  await expectSound()
})

test('a whole order as store credit is cancelled, and the mail says where the money is', async () => {
  const asha = await newShopper(shop)
  const { orderId } = await buy(shop, asha, [tote])
  const { totalPrice } = await findOrder(asha, orderId)
  const done = await refund(orderId, { amount: totalPrice, reason: 'sold out', to: 'credit' })
  expect(done).toMatchObject({ status: 200, body: { cancelled: true, refund: totalPrice } })
  expect((await credit(asha)).balance).toBe(totalPrice)
  expect((await ordersOf(asha))[0]).toMatchObject({ orderStatus: 'cancelled' })
  const mail = await shop.mailTo(asha.email, `Your order has been cancelled`)
  expect(mail.text).toContain('to your store credit')
  await expectSound()
})

test('a refund to a bank needs the reference of the transfer, and is recorded', async () => {
  const asha = await newShopper(shop)
  const { orderId } = await buy(shop, asha, [tote])
  for (const body of [
    { to: 'bank' },
    { to: 'bank', reference: ' ' },
    { to: 'credit', reference: 'UTR 1' },
    { reference: 'UTR 1' },
  ])
    expect(await refund(orderId, { amount: 50, reason: 'late', ...body })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'reference' }] },
    })
  expect((await refund(orderId, { amount: 50, reason: 'late', to: 'bank', reference: 'UTR 4711' })).status).toBe(200)
  expect(await rowsOf(orderId)).toMatchObject([{ amount: 5000, state: 'done', target: 'bank', reference: 'UTR 4711' }])
  expect((await findOrder(asha, orderId)).refunds).toMatchObject([{ to: 'bank', creditNote: expect.any(String) }])
  const mail = await shop.mailTo(asha.email, `Your refund is on its way to your bank`)
  expect(mail.text).toContain('UTR 4711')
  await runJobsAfter(shop, 3600, orderId)
  expect(await sentFor(orderId)).toEqual([])
  await expectSound()
})

test('an order in cash has no source: a refund has to say where it goes', async () => {
  const asha = await newShopper(shop)
  const { orderId } = await buy(shop, asha, [tote])
  await sql`update orders set payment_method = 'cash' where id = ${orderId}`.execute(shop.shop.db)
  for (const to of [undefined, 'source'])
    expect(await refund(orderId, { amount: 50, reason: 'late', to })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'to' }] },
    })
  expect((await preview(orderId, { amount: 50 })).body).toMatchObject({ ways: ['credit', 'bank'] })
  expect((await refund(orderId, { amount: 50, reason: 'late', to: 'credit' })).status).toBe(200)
  expect((await credit(asha)).balance).toBe(50)
})

test('the screen offers store credit only in a shop that gives it', async () => {
  const other = await openTestShop()
  const staff = await signInStaff(other, 'manager')
  const { orderId } = await buy(other, await newShopper(other), [tote])
  const ways = async () =>
    (await staff.browser.call('POST', `/orders/${orderId}/refund/preview`, { amount: 50 })).body.ways
  expect(await ways()).toEqual(['source'])
  await changeSettings(other.shop, STAFF, { 'credit.days': 90 })
  expect(await ways()).toEqual(['source', 'credit', 'bank'])
  const inWords = await staff.browser.call('POST', `/orders/${orderId}/refund/preview`, { amount: 50, to: 'credit' })
  expect(inWords.body.effects).toContain('The customer gets Rs. 50.00 of store credit now.')
  await other.close()
})

test('two refunds at once give no more credit than was paid', async () => {
  const asha = await newShopper(shop)
  const { orderId } = await buy(shop, asha, [tote])
  const { totalPrice } = await findOrder(asha, orderId)
  const half = Math.ceil(totalPrice / 2) + 10
  const done = await Promise.all(
    ['credit', 'credit', 'credit'].map((to) => refund(orderId, { amount: half, reason: 'late', to })),
  )
  expect(done.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await credit(asha)).balance).toBe(half)
})
