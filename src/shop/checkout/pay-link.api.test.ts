import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  capturedEvent,
  deliver,
  expectInvariants,
  findOrder,
  newShopper,
  orderInCash,
  runJobsAfter,
  type Shopper,
  shirt,
  stockOf,
  tee,
  type Wanted,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { addOffer, stopOffers } from '../../../tests/support/offer-fixture.ts'
import { paymentProof } from '../../../tests/support/sandbox-control.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { giveCredit } from '../credit/staff.server.ts'
import { readInvoice } from '../invoices/issue.server.ts'
import { cancelOrder } from '../refunds/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import { settleCashIn } from './settle.server.ts'

let shop: TestShop
let owner: SignedInStaff
withCheckoutShop((fixture) => ({ shop } = fixture), {
  products: [
    { id: 'boxy-tee', price: 1299, stock: { Black: { M: 1000 } } },
    { id: 'linen-shirt', price: 2299, stock: { Blue: { XL: 1000 } } },
  ],
})

const CASH = { 'cash.on': true, 'cash.fee': 50, 'cash.openOrders': 0, 'cash.discountOnline': 5, 'cash.confirm': null }
const set = (values: Record<string, unknown>) => changeSettings(shop.shop, STAFF, values)
const staff = () => ({ ...shop.shop, actor: STAFF })

beforeAll(async () => {
  owner = await signInStaff(shop, 'owner')
  await set(CASH)
})
afterEach(async () => {
  await set(CASH)
  await stopOffers(shop)
})

async function inCash(lines: Wanted[] = [tee], more: Record<string, unknown> = {}, who?: Shopper) {
  const buyer = who ?? (await newShopper(shop))
  const made = await orderInCash(buyer, lines, more)
  if (!made.ok) throw new Error(made.message)
  return { who: buyer, orderId: made.data.orderId, total: made.data.total }
}

let numbers = 0
const nextTracking = () => `LINK${++numbers}`

const callLink = (orderId: string) => owner.browser.call('POST', `/orders/${orderId}/pay-link`)

async function linkOf(orderId: string) {
  const { status, body } = await callLink(orderId)
  expect(status, JSON.stringify(body)).toBe(200)
  const link = String(body.link)
  return { token: link.split('/pay/')[1] ?? '', total: Number(body.total), until: String(body.until), link }
}

const page = (token: string) => shop.api('GET /user/pay/{token}', { params: { token } })
const open = (token: string, totalPrice: number) =>
  shop.api('POST /user/pay/{token}', { params: { token }, body: { totalPrice } })
const verify = (token: string, orderId: string, paid: Awaited<ReturnType<TestShop['sandbox']['pay']>>) =>
  shop.api('POST /user/pay/{token}/verify', { params: { token }, body: paymentProof(orderId, paid) })

/** The payment at a link, made in the payment window and not yet reported to the shop. */
async function payAt({ token, total }: { token: string; total: number }) {
  const opened = await open(token, total)
  if (!opened.ok) throw new Error(`${opened.status} ${opened.message}`)
  return {
    provider: opened.data.razorpayOrderId,
    opened: opened.data,
    paid: await shop.sandbox.pay(opened.data.razorpayOrderId),
  }
}

const eventsOf = async (orderId: string) =>
  (
    await sql<{ type: string }>`
      select type from shop_events where subject = ${`order:${orderId}`} order by id`.execute(shop.shop.db)
  ).rows.map(({ type }) => type)

const refundsOf = async (orderId: string) =>
  (
    await sql<{ reason: string; amount: number; own: boolean }>`
      select reason, amount_paise as amount, payment_id = (select payment_id from orders where id = order_id) as own
      from refunds where order_id = ${orderId}`.execute(shop.shop.db)
  ).rows

test('an order in cash is paid online by its link: one order, without the fee, with the discount, one invoice and one event', async () => {
  const { who, orderId, total } = await inCash()
  expect(total).toBe(1453.95)
  const stock = await stockOf(shop, tee)
  const link = await linkOf(orderId)
  // 1299 − 5 % = 1234.05, with 5 % GST and Rs. 40 delivery; the fee of Rs. 50 is gone.
  expect(link).toMatchObject({ token: expect.stringMatching(/^[\w-]{22}$/), total: 1335.75 })
  const hours = (Date.parse(link.until) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(47.9)
  expect(hours).toBeLessThan(48.1)
  expect(await linkOf(orderId)).toEqual(link)
  expect(await findOrder(who, orderId)).toMatchObject({
    totalPrice: 1453.95,
    payment: { method: 'cash', state: 'due' },
  })
  expect(await page(link.token)).toMatchObject({
    data: {
      state: 'open',
      total: 1335.75,
      due: 1335.75,
      delivery: 40,
      discounts: [{ offer: null, name: 'Paid online', amount: 64.95 }],
      lines: [{ quantity: 1, discount: 64.95, total: 1234.05 }],
      mayChangeAddress: false,
      address: { townCity: 'Mumbai' },
      orderNumber: null,
    },
  })
  expect(await open(link.token, 1453.95)).toMatchObject({
    status: 409,
    code: 'total_changed',
    problem: { total: 1335.75 },
  })
  const { opened, paid } = await payAt(link)
  expect(opened).toMatchObject({ orderId, total: 1335.75, due: 1335.75, amount: 133575 })
  expect(await verify(link.token, orderId, paid)).toMatchObject({ ok: true, data: { orderId } })
  expect(await verify(link.token, orderId, paid)).toMatchObject({ ok: true })
  expect(await findOrder(who, orderId)).toMatchObject({
    totalPrice: 1335.75,
    cashFee: 0,
    discounts: [{ name: 'Paid online', amount: 64.95 }],
    payment: { method: 'online', due: 0, state: 'received' },
    toConfirm: false,
  })
  expect(await eventsOf(orderId)).toEqual(['order.placed', 'order.paid'])
  expect(await stockOf(shop, tee)).toEqual(stock)
  const invoice = await readInvoice(shop.shop, orderId)
  expect(invoice?.document.lines.reduce((sum, line) => sum + line.total, 0)).toBe(133575)
  expect(await page(link.token)).toMatchObject({
    data: { state: 'paid', due: 0, orderNumber: expect.stringMatching(/^FS-/) },
  })
  expect(await open(link.token, 1335.75)).toMatchObject({ status: 409, code: 'already_placed' })
  expect(await callLink(orderId)).toMatchObject({ status: 409, body: { code: 'already_placed' } })
  await expect
    .poll(async () => ((await shop.mailbox?.list({ to: who.email })) ?? []).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining('Your invoice'))
  const shipped = await shipOrder(staff(), orderId, { carrier: 'DTDC', tracking: nextTracking() })
  expect(shipped.ok).toBe(true)
  expect((await owner.browser.call('GET', `/orders/${orderId}`)).body).toMatchObject({ parcels: [{ collect: 0 }] })
  const cancelled = await cancelOrder(staff(), orderId, { reason: 'No.', restock: true })
  expect(cancelled).toMatchObject({ ok: true, data: { refund: 1335.75 } })
})

test('one that waits to be confirmed counts once its link is paid; its link ends no later than its confirmation', async () => {
  await set({ 'cash.confirm': 'call', 'cash.confirmHours': 24 })
  const { who, orderId } = await inCash()
  const link = await linkOf(orderId)
  expect((Date.parse(link.until) - Date.now()) / 3_600_000).toBeLessThan(24.1)
  const { paid } = await payAt(link)
  expect(await verify(link.token, orderId, paid)).toMatchObject({ ok: true })
  expect(await eventsOf(orderId)).toEqual(['order.placed', 'order.paid'])
  expect(await findOrder(who, orderId)).toMatchObject({ toConfirm: false, payment: { state: 'received' } })
})

test('frozen discounts and their uses stay, an offer for paying online doesn’t come, and store credit keeps paying', async () => {
  const frozen = await addOffer(shop, { name: 'Ten off' })
  const who = await newShopper(shop)
  await giveCredit(staff(), who.id, { amount: 500, reason: 'Sorry' })
  const { orderId } = await inCash([shirt], { useCredit: true }, who)
  await addOffer(shop, { name: 'Online only', value: 2000, online_only: true })
  const before = await findOrder(who, orderId)
  const link = await linkOf(orderId)
  // 2299 − 10 % = 2069.10; 5 % of that is 103.46 (half a paisa up).
  expect(await page(link.token)).toMatchObject({
    data: {
      discounts: [
        { offer: frozen, amount: 229.9 },
        { name: 'Paid online', amount: 103.46 },
      ],
      due: Math.round(link.total * 100 - 50_000) / 100,
    },
  })
  const { paid } = await payAt(link)
  expect(await verify(link.token, orderId, paid)).toMatchObject({ ok: true })
  expect(await findOrder(who, orderId)).toMatchObject({ credit: before.credit, totalPrice: link.total })
  const { rows } = await sql`select from offer_uses where order_id = ${orderId} and given_back_at is null`.execute(
    shop.shop.db,
  )
  expect(rows).toHaveLength(1)
})

/** What a page says, in paise: each line after its discounts, and the sum that its parts come to. */
async function partsOf(token: string) {
  const shown = await page(token)
  if (!shown.ok) throw new Error(shown.message)
  const { goods, discounts, delivery, cashFee, tax, total, credit, due, lines, state } = shown.data
  const off = discounts.reduce((sum, { amount }) => sum + amount, 0)
  const inPaise = (rupees: number) => Math.round(rupees * 100)
  return {
    state,
    lines: lines.map((line) => inPaise(line.total)),
    discounts: lines.map((line) => inPaise(line.discount)),
    sum: inPaise(goods - off + delivery + cashFee + tax),
    total: inPaise(total),
    rest: inPaise(total - credit),
    due: inPaise(due),
  }
}

test('a page says what each line costs after its discounts, and its parts add up, however it was paid', async () => {
  await addOffer(shop, { name: 'Ten off' })
  for (const way of ['by the link', 'in cash'] as const) {
    const who = await newShopper(shop)
    await giveCredit(staff(), who.id, { amount: 500, reason: 'Sorry' })
    const { orderId } = await inCash([tee, shirt], { useCredit: true }, who)
    const link = await linkOf(orderId)
    const before = await partsOf(link.token)
    // 1299 and 2299 − 10 %, and 5 % of the rest for paying online.
    expect(before).toMatchObject({ state: 'open', lines: [111_064, 196_564], sum: before.total, due: before.rest })
    if (way === 'by the link') await verify(link.token, orderId, (await payAt(link)).paid)
    else {
      await shipOrder(staff(), orderId, { carrier: 'DTDC', tracking: nextTracking() })
      await shop.shop.db.transaction().execute((tx) => settleCashIn(shop.shop, tx, orderId))
    }
    const after = await partsOf(link.token)
    const lines = way === 'by the link' ? [111_064, 196_564] : [116_910, 206_910]
    expect(after, way).toMatchObject({ state: 'paid', lines, sum: after.total, due: 0 })
    expect(after.discounts.every((discount) => discount > 0)).toBe(true)
  }
})

test('store credit that the lower price doesn’t need any more goes back, so that Re. 1 is left to pay', async () => {
  const who = await newShopper(shop)
  await giveCredit(staff(), who.id, { amount: 1400, reason: 'Sorry' })
  const { orderId } = await inCash([tee], { useCredit: true }, who)
  const link = await linkOf(orderId)
  // Staff tell the customer what is left to pay, while the link lives too.
  for (const _ of ['made', 'living']) expect((await callLink(orderId)).body).toMatchObject({ total: 1335.75, due: 1 })
  expect(await page(link.token)).toMatchObject({ data: { total: 1335.75, credit: 1334.75, due: 1 } })
  const { paid } = await payAt(link)
  expect(await verify(link.token, orderId, paid)).toMatchObject({ ok: true })
  expect(await findOrder(who, orderId)).toMatchObject({ credit: 1334.75, totalPrice: 1335.75 })
  const credit = await who.api('GET /user/credit/{userId}', { params: { userId: who.id } })
  expect(credit).toMatchObject({ data: { balance: 65.25 } })
})

test('a payment that nobody brings is found: by its event, and by the reconciler', async () => {
  for (const way of ['webhook', 'reconciler'] as const) {
    const { who, orderId } = await inCash()
    const link = await linkOf(orderId)
    const { provider, paid } = await payAt(link)
    if (way === 'webhook') expect(await deliver(shop, capturedEvent(provider, paid.razorpay_payment_id))).toBe(200)
    else await runJobsAfter(shop, 61, orderId)
    expect(await findOrder(who, orderId), way).toMatchObject({ payment: { method: 'online', state: 'received' } })
    expect(await eventsOf(orderId)).toEqual(['order.placed', 'order.paid'])
  }
})

test('a signature alone doesn’t turn it prepaid while the provider is away: it stays in cash until the provider says so', async () => {
  const { who, orderId } = await inCash()
  const link = await linkOf(orderId)
  const { provider, paid } = await payAt(link)
  await shop.sandbox.scenario({ scenario: 'rest_500', order_id: provider })
  expect(await verify(link.token, orderId, paid)).toMatchObject({ status: 503 })
  expect(await findOrder(who, orderId)).toMatchObject({ payment: { method: 'cash', state: 'due' } })
  await shop.sandbox.scenario({ scenario: 'ok', order_id: provider })
  await runJobsAfter(shop, 61, orderId)
  expect(await findOrder(who, orderId)).toMatchObject({ payment: { method: 'online', state: 'received' } })
})

test('the link ends with packing and after 48 hours, and a payment that comes then goes back', async () => {
  const packed = await inCash()
  const link = await linkOf(packed.orderId)
  const { paid } = await payAt(link)
  expect(
    await owner.browser.call('POST', `/orders/${packed.orderId}/ship`, {
      carrier: 'DTDC',
      tracking: nextTracking(),
    }),
  ).toMatchObject({ status: 200 })
  expect(await page(link.token)).toMatchObject({ status: 410, code: 'link_over', problem: { state: 'lapsed' } })
  expect(await callLink(packed.orderId)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await verify(link.token, packed.orderId, paid)).toMatchObject({ code: 'payment_returned' })
  expect(await findOrder(packed.who, packed.orderId)).toMatchObject({
    payment: { method: 'cash', state: 'due', due: 1453.95 },
  })
  expect(await refundsOf(packed.orderId)).toEqual([{ reason: 'late', amount: 133575, own: null }])
  await expectInvariants(shop)
  // Its cash comes all the same, and is what the parcel collects.
  expect(await shop.shop.db.transaction().execute((tx) => settleCashIn(shop.shop, tx, packed.orderId))).toBe(true)
  expect(await findOrder(packed.who, packed.orderId)).toMatchObject({
    totalPrice: 1453.95,
    payment: { state: 'received' },
  })

  const old = await inCash()
  const lapsed = await linkOf(old.orderId)
  const late = await payAt(lapsed)
  await sql`update order_pay_links set until = now() where order_id = ${old.orderId}`.execute(shop.shop.db)
  expect(await page(lapsed.token)).toMatchObject({ status: 410 })
  expect(await open(lapsed.token, lapsed.total)).toMatchObject({ status: 410 })
  // The window was opened in time, and nothing is packed: the payment counts.
  expect(await verify(lapsed.token, old.orderId, late.paid)).toMatchObject({ ok: true })
})

test('a link that ended lives again, at its old price if its window was open, else at today’s', async () => {
  const { orderId } = await inCash()
  const first = await linkOf(orderId)
  const lapse = () => sql`update order_pay_links set until = now() where order_id = ${orderId}`.execute(shop.shop.db)
  await lapse()
  await set({ 'cash.discountOnline': 10 })
  const second = await linkOf(orderId)
  expect(second).toMatchObject({ token: first.token, total: 1267.56 })
  expect((await open(second.token, second.total)).ok).toBe(true)
  await lapse()
  await set({ 'cash.discountOnline': 0 })
  // Its payment was to be looked for in a month only.
  await sql`update orders set next_check_at = now() + interval '30 days' where id = ${orderId}`.execute(shop.shop.db)
  const third = await linkOf(orderId)
  expect(third).toMatchObject({ total: 1267.56 })
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from next_check_at - now())::float8 as wait from orders where id = ${orderId}`.execute(
    shop.shop.db,
  )
  expect(rows[0]?.wait).toBeLessThanOrEqual(900)
})

test('a second payment, one of another amount and one after the order was cancelled all go back', async () => {
  const twice = await inCash()
  const link = await linkOf(twice.orderId)
  const window = await open(link.token, link.total)
  if (!window.ok) throw new Error(window.message)
  await shop.sandbox.scenario({ scenario: 'two_captures', order_id: window.data.razorpayOrderId })
  const paid = await shop.sandbox.pay(window.data.razorpayOrderId)
  expect(await verify(link.token, twice.orderId, paid)).toMatchObject({ ok: true })
  await runJobsAfter(shop, 0, twice.orderId)
  expect(await refundsOf(twice.orderId)).toEqual([{ reason: 'second', amount: 133575, own: false }])

  const less = await inCash()
  const other = await linkOf(less.orderId)
  const opened = await open(other.token, other.total)
  if (!opened.ok) throw new Error(opened.message)
  await shop.sandbox.scenario({ scenario: 'amount_less:1', order_id: opened.data.razorpayOrderId })
  const short = await shop.sandbox.pay(opened.data.razorpayOrderId)
  expect(await verify(other.token, less.orderId, short)).toMatchObject({ code: 'payment_returned' })
  expect(await findOrder(less.who, less.orderId)).toMatchObject({
    orderStatus: 'ordered',
    payment: { method: 'cash', state: 'due' },
  })
  expect(await refundsOf(less.orderId)).toMatchObject([{ reason: 'mismatch' }])

  const gone = await inCash()
  const last = await linkOf(gone.orderId)
  const late = await payAt(last)
  expect(await cancelOrder(staff(), gone.orderId, { reason: 'No.', restock: true })).toMatchObject({ ok: true })
  expect(await page(last.token)).toMatchObject({ status: 410 })
  expect(await verify(last.token, gone.orderId, late.paid)).toMatchObject({ code: 'payment_returned' })
  expect(await refundsOf(gone.orderId)).toMatchObject([{ reason: 'late' }])
  expect(await callLink(gone.orderId)).toMatchObject({ status: 409 })
})

test('money that comes by its link after its cash goes back', async () => {
  const { orderId } = await inCash()
  const link = await linkOf(orderId)
  const { provider, paid } = await payAt(link)
  await shipOrder(staff(), orderId, { carrier: 'DTDC', tracking: nextTracking() })
  await shop.shop.db.transaction().execute((tx) => settleCashIn(shop.shop, tx, orderId))
  expect(await deliver(shop, capturedEvent(provider, paid.razorpay_payment_id))).toBe(200)
  expect(await refundsOf(orderId)).toEqual([{ reason: 'second', amount: 133575, own: false }])
})

test('only an order in cash has one, and only its own payment pays it', async () => {
  const missing = await callLink('nothing')
  expect(missing.status).toBe(404)
  const { orderId } = await inCash()
  const other = await inCash()
  const [link, foreign] = [await linkOf(orderId), await linkOf(other.orderId)]
  const { paid } = await payAt(foreign)
  expect(await verify(link.token, other.orderId, paid)).toMatchObject({ status: 404 })
  expect(await verify(link.token, orderId, paid)).toMatchObject({ code: 'payment_refused' })
  expect(await verify(foreign.token, other.orderId, paid)).toMatchObject({ ok: true })
})

test('twenty openings at once are one order of the provider', async () => {
  const { orderId } = await inCash()
  const link = await linkOf(orderId)
  const opened = await Promise.all(Array.from({ length: 20 }, () => open(link.token, link.total)))
  const ids = new Set(opened.map((one) => (one.ok ? one.data.razorpayOrderId : one.message)))
  expect(ids.size).toBe(1)
})
