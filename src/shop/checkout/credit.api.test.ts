import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ApiResult } from '#platform/api/client.ts'
import { paise } from '#platform/money.ts'
import {
  findOrder,
  newShopper,
  orderOf,
  ordersOf,
  runJobsAfter,
  type Shopper,
  stateOf,
  tee,
  totalOf,
  tote,
  verify,
  type Wanted,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { giveCredit } from '../credit/staff.server.ts'
import { readCreditNote, readInvoice } from '../invoices/issue.server.ts'
import { sumLines } from '../invoices/rules.ts'
import { cancelOrder, refundOrder } from '../refunds/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import type { CashOrder, OpenedOrder } from './contract.ts'

let shop: TestShop

withCheckoutShop((fixture) => ({ shop } = fixture))

const staff = () => ({ ...shop.shop, actor: STAFF })
/** A customer with so many rupees of store credit. */
async function withCredit(rupees: number): Promise<Shopper> {
  const who = await newShopper(shop)
  if (rupees > 0) await giveCredit(staff(), who.id, { amount: rupees, reason: 'The late parcel' })
  return who
}
async function credit(who: Shopper) {
  const read = await who.api('GET /user/credit/{userId}', { params: { userId: who.id } })
  if (!read.ok) throw new Error(read.message)
  return read.data
}
const balance = async (who: Shopper) => (await credit(who)).balance
async function quote(who: Shopper, lines: Wanted[], more: object = {}) {
  const { id: userId, addressId } = who
  const body = { userId, addressId, productDetails: lines, ...more }
  const quoted = await who.api('POST /user/quote', { body })
  if (!quoted.ok) throw new Error(quoted.message)
  return quoted.data
}
const create = (who: Shopper, lines: Wanted[], more: object = {}) =>
  who.api('POST /user/create-order', { body: { ...orderOf(who, lines), useCredit: true, ...more } })
async function open(who: Shopper, lines: Wanted[]): Promise<OpenedOrder> {
  // Safe cast: the tests that call it leave something to pay.
  const created = (await create(who, lines)) as ApiResult<OpenedOrder>
  if (!created.ok) throw new Error(created.message)
  return created.data
}
async function place(who: Shopper, lines: Wanted[], more: object = {}): Promise<CashOrder> {
  // Safe cast: the tests that call it leave nothing to pay online.
  const created = (await create(who, lines, more)) as ApiResult<CashOrder>
  if (!created.ok) throw new Error(created.message)
  return created.data
}
async function pay(who: Shopper, lines: Wanted[]): Promise<OpenedOrder> {
  const opened = await open(who, lines)
  const verified = await verify(who, opened, await shop.sandbox.pay(opened.razorpayOrderId))
  expect(verified).toMatchObject({ ok: true })
  return opened
}
const refunds = async (orderId: string) => {
  const { rows } = await sql<{ id: string; money: number; credit: number; state: string }>`
    select id, amount_paise as money, credit_paise as credit, state from refunds where order_id = ${orderId} order by created_at, id`.execute(
    shop.shop.db,
  )
  return rows
}

const TEE = totalOf([tee])

test('a quote says what is there, and uses it only if asked to', async () => {
  const asha = await withCredit(250)
  expect(await quote(asha, [tee])).toMatchObject({ total: TEE, credit: { available: 250, used: 0 }, due: TEE })
  expect(await quote(asha, [tee], { useCredit: true })).toMatchObject({
    total: TEE,
    credit: { available: 250, used: 250 },
    due: TEE - 250,
  })
  const none = await quote(await newShopper(shop), [tee], { useCredit: true })
  expect(none).toMatchObject({ credit: { available: 0, used: 0 }, due: TEE })
})

test('credit pays a part: the rest is charged, the invoice keeps its value, and everything says so', async () => {
  const asha = await withCredit(250)
  const opened = await open(asha, [tee])
  expect(opened).toMatchObject({ amount: Math.round((TEE - 250) * 100), total: TEE, due: TEE - 250 })
  // It's held with the order.
  expect(await balance(asha)).toBe(0)
  const verified = await verify(asha, opened, await shop.sandbox.pay(opened.razorpayOrderId))
  expect(verified.ok).toBe(true)
  const order = await findOrder(asha, opened.orderId)
  expect(order).toMatchObject({ totalPrice: TEE, credit: 250, payment: { due: 0, state: 'received' } })
  const invoice = await readInvoice(shop.shop, opened.orderId)
  expect(sumLines(invoice?.document.lines ?? []).total).toBe(Math.round(TEE * 100))
  expect(invoice?.document.paidByCredit).toBe(25_000)
  const mail = await shop.mailTo(asha.email, 'Order ')
  expect(mail.text).toMatch(/Paid by store credit.*250\.00/s)
  expect((await credit(asha)).entries[0]).toMatchObject({ kind: 'used', amount: 250, orderId: opened.orderId })
})

test('an order that credit pays whole is paid without the provider, once', async () => {
  const asha = await withCredit(TEE + 100)
  const [first, second] = await Promise.all([place(asha, [tee]), place(asha, [tee])])
  expect(first).toMatchObject({ success: true, state: 'paid', total: TEE, due: 0 })
  expect(second.orderId).toBe(first.orderId)
  expect(await balance(asha)).toBeCloseTo(100, 2)
  expect(await ordersOf(asha)).toMatchObject([
    { _id: first.orderId, orderStatus: 'ordered', credit: TEE, payment: { due: 0, state: 'received' } },
  ])
  expect((await readInvoice(shop.shop, first.orderId))?.number).toBeTruthy()
})

test('what is left to pay is nothing, or what the provider takes', async () => {
  const asha = await withCredit(TEE - 0.5)
  expect(await quote(asha, [tee], { useCredit: true })).toMatchObject({ due: 1 })
  const opened = await open(asha, [tee])
  expect(opened.amount).toBe(100)
})

test('an order that lapses gives its credit back', async () => {
  const asha = await withCredit(250)
  const opened = await open(asha, [tee])
  await runJobsAfter(shop, 3600, opened.orderId)
  expect(await stateOf(shop, opened.orderId)).toBe('expired')
  expect(await credit(asha)).toMatchObject({ balance: 250, entries: [{ kind: 'returned' }, { kind: 'used' }, {}] })
})

test('a late payment uses the credit again, or goes back if that is used by now', async () => {
  const asha = await withCredit(250)
  const lapsed = await open(asha, [tee])
  await runJobsAfter(shop, 3600, lapsed.orderId)
  await verify(asha, lapsed, await shop.sandbox.pay(lapsed.razorpayOrderId))
  expect(await stateOf(shop, lapsed.orderId)).toBe('paid')
  expect(await balance(asha)).toBe(0)

  const meera = await withCredit(250)
  const late = await open(meera, [tee])
  await runJobsAfter(shop, 3600, late.orderId)
  await pay(meera, [tote, tee])
  const stock = await shop.shop.db.selectFrom('stock').select(['sku', 'on_hand', 'reserved']).orderBy('sku').execute()
  const verified = await verify(meera, late, await shop.sandbox.pay(late.razorpayOrderId))
  expect(verified).toMatchObject({ ok: false, code: 'payment_returned' })
  expect(
    await shop.shop.db.selectFrom('stock').select(['sku', 'on_hand', 'reserved']).orderBy('sku').execute(),
  ).toEqual(stock)
  expect(await balance(meera)).toBe(0)
})

test('a new order gets the credit that an unpaid one of the same customer holds', async () => {
  const asha = await withCredit(250)
  const first = await open(asha, [tee])
  expect(await quote(asha, [tote, tee], { useCredit: true })).toMatchObject({ credit: { available: 250, used: 250 } })
  const second = await open(asha, [tote, tee])
  expect(await stateOf(shop, first.orderId)).toBe('expired')
  expect(second.due).toBeCloseTo(totalOf([tote, tee]) - 250, 2)
  // The same request again is the same order.
  expect((await open(asha, [tote, tee])).orderId).toBe(second.orderId)
})

test('whatever orders come at the same time, credit is used once', async () => {
  const asha = await withCredit(250)
  const carts = [1, 2, 3, 4, 5, 6].map((quantity) => [{ ...tote, quantity }])
  const answers = await Promise.all(carts.map((lines) => create(asha, lines)))
  for (const answer of answers)
    expect([201, 409, 503], JSON.stringify(answer)).toContain(answer.ok ? 201 : answer.status)
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(credit_paise), 0)::float8 as used from orders
    where customer_id = ${asha.id} and state in ('creating', 'awaiting_payment', 'paid')`.execute(shop.shop.db)
  expect((rows[0]?.used ?? 0) + Math.round((await balance(asha)) * 100)).toBe(25_000)
})

test('credit that another order took a moment ago is a changed price, with the quote', async () => {
  const asha = await withCredit(250)
  const opened = await open(asha, [tee])
  // Somebody is paying it, so that it can't be replaced.
  await shop.sandbox.scenario({ scenario: 'rest_500', order_id: opened.razorpayOrderId })
  const answer = await create(asha, [tote])
  await shop.sandbox.scenario({ scenario: 'ok', order_id: opened.razorpayOrderId })
  expect(answer.ok).toBe(false)
  expect(await stateOf(shop, opened.orderId)).toBe('awaiting_payment')
})

test('a cancelled order gives money and credit back, each to where it came from', async () => {
  const asha = await withCredit(250)
  const { orderId } = await pay(asha, [tee])
  const cancelled = await asha.api('POST /user/cancelOrder', { body: { userId: asha.id, orderId, reason: 'Mine' } })
  expect(cancelled.ok).toBe(true)
  expect(await balance(asha)).toBe(250)
  await runJobsAfter(shop, 1, orderId)
  expect(await refunds(orderId)).toMatchObject([
    { money: Math.round((TEE - 250) * 100), credit: 25_000, state: 'done' },
  ])
  const [one] = await refunds(orderId)
  const note = await readCreditNote(shop.shop, one?.id ?? '')
  expect(sumLines(note?.document.lines ?? []).total).toBe(Math.round(TEE * 100))
  expect(note?.document.paidByCredit).toBeUndefined()
  expect((await findOrder(asha, orderId)).refunds.map(({ to, amount }) => [to, amount]).sort()).toEqual([
    ['credit', 250],
    ['source', paise(Math.round((TEE - 250) * 100)) / 100],
  ])
  const mail = await shop.mailTo(asha.email, `Your order has been cancelled`)
  expect(mail.text).toContain('Rs. 250.00 is back in your store credit')
})

test('an order that credit paid whole is refunded and cancelled by credit alone', async () => {
  const asha = await withCredit(TEE)
  const { orderId } = await place(asha, [tee])
  const part = await refundOrder(staff(), orderId, { wanted: { rupees: 0.5 }, reason: 'late', restock: false })
  expect(part).toMatchObject({ ok: true, data: { refund: 0.5, cancelled: false } })
  expect(await balance(asha)).toBe(0.5)
  expect(await cancelOrder(staff(), orderId, { reason: 'sold out', restock: true })).toMatchObject({
    ok: true,
    data: { refund: TEE },
  })
  expect(await balance(asha)).toBe(TEE)
  expect(await refunds(orderId)).toMatchObject([
    { money: 0, credit: 50, state: 'done' },
    { money: 0, credit: Math.round(TEE * 100) - 50, state: 'done' },
  ])
})

test('a partial refund gives the money back first, then the credit', async () => {
  const asha = await withCredit(totalOf([tee, tote]) - 100)
  const { orderId } = await pay(asha, [tee, tote])
  const refund = (rupees: number) =>
    refundOrder(staff(), orderId, { wanted: { rupees }, reason: 'late', restock: false })
  expect(await refund(60)).toMatchObject({ ok: true })
  expect(await refund(39.5)).toMatchObject({ ok: false, code: 'conflict' })
  expect(await refund(70)).toMatchObject({ ok: true })
  await runJobsAfter(shop, 1, orderId)
  expect(await refunds(orderId)).toMatchObject([
    { money: 6000, credit: 0 },
    { money: 4000, credit: 3000 },
  ])
  expect(await balance(asha)).toBe(30)
  expect(await refund(100_000)).toMatchObject({ ok: false, code: 'conflict' })
})

test('cash is collected without what credit paid, from the first parcel on', async () => {
  const values = { 'cash.on': true, 'cash.fee': 50, 'cash.openOrders': 0 }
  await changeSettings(shop.shop, STAFF, values)
  const total = (await quote(await newShopper(shop), [tee, tote], { paymentMethod: 'cash' })).total
  const asha = await withCredit(1400)
  const cash = { paymentMethod: 'cash' as const, totalPrice: total }
  const order = await place(asha, [tee, tote], cash)
  expect(order).toMatchObject({ state: 'placed', total, due: Math.round((total - 1400) * 100) / 100 })
  expect(await findOrder(asha, order.orderId)).toMatchObject({
    credit: 1400,
    payment: { method: 'cash', due: order.due },
  })
  const parcel = { carrier: 'Delhivery', isMailed: false }
  const { rows: lines } = await sql<{
    sku: string
  }>`select sku from order_lines where order_id = ${order.orderId} and product_id = ${tee.productId}`.execute(
    shop.shop.db,
  )
  const first = { ...parcel, tracking: 'AWB10001', pieces: { [lines[0]?.sku ?? '']: 1 } }
  expect((await shipOrder(staff(), order.orderId, first)).ok).toBe(true)
  expect((await shipOrder(staff(), order.orderId, { ...parcel, tracking: 'AWB10002' })).ok).toBe(true)
  const { rows } = await sql<{ collect: number }>`
    select collect_paise as collect from shipments where order_id = ${order.orderId} order by shipped_at, id`.execute(
    shop.shop.db,
  )
  const collected = rows.map(({ collect }) => collect)
  expect(collected.reduce((sum, one) => sum + one, 0)).toBe(Math.round(order.due * 100))
  // The shirt with delivery and fee comes to more than the credit.
  expect(collected[0]).toBeGreaterThan(0)
  await changeSettings(shop.shop, STAFF, { 'cash.on': null, 'cash.fee': null, 'cash.openOrders': null })
})

test('a cash order that is cancelled gives its credit back, and one that credit pays whole is paid', async () => {
  await changeSettings(shop.shop, STAFF, { 'cash.on': true, 'cash.openOrders': 0 })
  const asha = await withCredit(250)
  const cash = { paymentMethod: 'cash' as const }
  const { orderId } = await place(asha, [tee], cash)
  await asha.api('POST /user/cancelOrder', { body: { userId: asha.id, orderId, reason: 'Mine' } })
  expect(await balance(asha)).toBe(250)
  const meera = await withCredit(TEE)
  expect(await place(meera, [tee], cash)).toMatchObject({ state: 'paid', due: 0 })
  await changeSettings(shop.shop, STAFF, { 'cash.on': null, 'cash.openOrders': null })
})
