import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import {
  buy,
  cartOf,
  newShopper,
  order,
  orderInCash,
  ordersOf,
  type Shopper,
  shirt,
  stockOf,
  tee,
  tote,
  type Wanted,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { signInStaff } from '../../../tests/support/staff.ts'
import { changeProduct } from '../catalog/product/staff.server.ts'
import { cancelOrder } from '../refunds/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { exportOrders } from '../shipping/export-orders.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

/** Each test's buyer has a phone number of their own, because open orders count by phone too. */
let phones = 0
async function newBuyer(): Promise<Shopper> {
  const who = await newShopper(shop)
  phones += 1
  const updatedDetails = { phoneNumber: `98300 ${String(10_000 + phones)}` }
  const saved = await who.api('POST /user/updateAddress', {
    body: { userId: who.id, addressId: who.addressId, updatedDetails },
  })
  if (!saved.ok) throw new Error(saved.message)
  return who
}

const CASH = {
  'cash.on': null,
  'cash.from': null,
  'cash.to': null,
  'cash.fee': null,
  'cash.openOrders': null,
  'cash.discountOnline': null,
  'shipping.zones': null,
}
const set = (values: Record<string, unknown>) => changeSettings(shop.shop, STAFF, values)
const staff = () => ({ ...shop.shop, actor: STAFF })

afterEach(async () => {
  await set(CASH)
})

/** What is in stock of a piece that nobody holds. */
async function onHand(piece: Wanted): Promise<number> {
  const { on_hand, reserved } = await stockOf(shop, piece)
  expect(reserved).toBe(0)
  return on_hand
}

async function skuOf({ productId, color, size }: Wanted): Promise<string> {
  const { rows } = await sql<{ sku: string }>`
    select sku from stock where product_id = ${productId} and color = ${color} and size = ${size}`.execute(shop.shop.db)
  return rows[0]?.sku ?? ''
}

async function eventsOf(orderId: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from shop_events where subject = ${`order:${orderId}`} order by id`.execute(shop.shop.db)
  return rows.map(({ type }) => type)
}

const quoteOf = async (who: Shopper, lines: Wanted[], more: object = {}) => {
  const body = { userId: who.id, addressId: who.addressId, productDetails: lines, ...more }
  const quote = await who.api('POST /user/quote', { body })
  if (!quote.ok) throw new Error(quote.message)
  return quote.data
}

test('off, nothing is paid in cash, and the refusal comes before any other total', async () => {
  expect(await orderInCash(asha, [tee], { totalPrice: 1 })).toMatchObject({
    status: 422,
    code: 'method_not_allowed',
    problem: { reason: 'off', status: 422 },
  })
})

test('an order in cash is placed at once, with its pieces, its mail and one event, and without a payment or an invoice', async () => {
  await set({ 'cash.on': true, 'cash.fee': 50 })
  const who = await newBuyer()
  const before = await onHand(tee)
  await who.api('POST /user/addToCart', { body: { userId: who.id, ...tee } })
  const quote = await quoteOf(who, [tee], { paymentMethod: 'cash' })
  expect(quote).toMatchObject({
    cashFee: 50,
    total: 1453.95,
    due: 1453.95,
    methods: [{}, { allowed: true, reason: null }],
  })
  const made = await orderInCash(who, [tee])
  expect(made).toMatchObject({ status: 201, data: { success: true, state: 'placed', total: 1453.95, due: 1453.95 } })
  if (!made.ok) return
  expect(Object.keys(made.data)).not.toContain('razorpayOrderId')
  expect(await onHand(tee)).toBe(before - 1)
  expect(await cartOf(who)).toEqual([])
  expect(await eventsOf(made.data.orderId)).toEqual(['order.placed'])
  expect((await ordersOf(who))[0]).toMatchObject({
    orderStatus: 'ordered',
    paymentMethod: 'cash',
    cashFee: 50,
    toConfirm: false,
    payment: { method: 'cash', due: 1453.95, state: 'due' },
  })
  expect(await who.api('GET /user/order-status/{orderId}', { params: { orderId: made.data.orderId } })).toMatchObject({
    data: { paid: false, state: 'placed', orderStatus: 'ordered' },
  })
  const { rows } = await sql`select from invoices where order_id = ${made.data.orderId}`.execute(shop.shop.db)
  expect(rows).toEqual([])
})

test('a prepaid order has both events, and is received', async () => {
  const who = await newBuyer()
  const { orderId } = await buy(shop, who, [tee])
  expect(await eventsOf(orderId)).toEqual(['order.placed', 'order.paid'])
  expect((await ordersOf(who))[0]).toMatchObject({ payment: { method: 'online', due: 0, state: 'received' } })
})

test('the same order again, from two tabs, is one', async () => {
  await set({ 'cash.on': true })
  const who = await newBuyer()
  const made = await Promise.all([orderInCash(who, [tote]), orderInCash(who, [tote]), orderInCash(who, [tote])])
  const ids = new Set(made.map((one) => (one.ok ? one.data.orderId : one.message)))
  expect(ids.size).toBe(1)
  expect(await ordersOf(who)).toHaveLength(1)
})

test('what isn’t allowed names its first reason: place, product, sum, open orders', async () => {
  const zones = [{ where: '400', days: null, serviceable: true, pickup: true, cash: false }]
  await set({ 'cash.on': true, 'shipping.zones': zones })
  const who = await newBuyer()
  const reason = async (lines: Wanted[]) => (await quoteOf(who, lines)).methods[1]
  expect(await reason([tee])).toMatchObject({
    allowed: false,
    reason: 'pin',
    message: expect.stringContaining('400028'),
  })
  await set({ 'shipping.zones': null })
  await changeProduct(shop.shop.db, STAFF, 'tin-tote', { cash: 'no' })
  expect(await reason([tee, tote])).toMatchObject({ reason: 'product', message: expect.stringContaining('Tote') })
  expect(await orderInCash(who, [tote])).toMatchObject({ status: 422, problem: { reason: 'product' } })
  // The cart knows it before the checkout.
  for (const line of [tee, tote]) await who.api('POST /user/addToCart', { body: { userId: who.id, ...line } })
  const own = await who.api('GET /user/getCartProduct/{userId}', { params: { userId: who.id } })
  expect(own.ok && own.data.cart.map(({ noCash = false }) => noCash)).toEqual([false, true])
  await changeProduct(shop.shop.db, STAFF, 'tin-tote', { cash: null })
  // Both bounds are included, and are of the total with the fee: 1299 + 64.95 + 40 + 10.
  await set({ 'cash.fee': 10, 'cash.from': 1413.95, 'cash.to': 1413.95 })
  expect(await reason([tee])).toMatchObject({ allowed: true })
  await set({ 'cash.from': 1413.96, 'cash.to': null })
  expect(await reason([tee])).toMatchObject({ reason: 'below', message: 'Cash on delivery starts at Rs. 1,413.96.' })
  await set({ 'cash.from': null, 'cash.to': 1413.94 })
  expect(await reason([tee])).toMatchObject({ reason: 'above' })
  await set({ 'cash.to': null, 'cash.openOrders': 1 })
  expect(await orderInCash(who, [tee])).toMatchObject({ status: 201 })
  expect(await orderInCash(who, [shirt])).toMatchObject({ status: 422, problem: { reason: 'open_orders' } })
  // The same phone with another account.
  const other = await newShopper(shop)
  const phoneNumber = `098300${10_000 + phones}`
  const body = { userId: other.id, addressId: other.addressId, updatedDetails: { phoneNumber } }
  await other.api('POST /user/updateAddress', { body })
  expect((await quoteOf(other, [tee])).methods[1]).toMatchObject({ reason: 'open_orders' })
  // Paying online stays possible.
  expect(await order(who, [shirt])).toMatchObject({ status: 201 })
})

test('two orders of one buyer at once don’t pass the bound', async () => {
  await set({ 'cash.on': true, 'cash.openOrders': 1 })
  const who = await newBuyer()
  const made = await Promise.all([orderInCash(who, [tee]), orderInCash(who, [shirt])])
  expect(made.map(({ status }) => status).sort()).toEqual([201, 422])
})

test('whoever pays now gets the owner’s per cent off, as a line of its own', async () => {
  await set({ 'cash.on': true, 'cash.discountOnline': 5 })
  const who = await newBuyer()
  const online = await quoteOf(who, [tee])
  expect(online.discounts).toEqual([{ offer: null, name: 'Paid online', code: null, amount: 64.95 }])
  expect((await quoteOf(who, [tee], { paymentMethod: 'cash' })).discounts).toEqual([])
  await buy(shop, who, [tee], { totalPrice: online.total })
  expect((await ordersOf(who))[0]?.discounts).toEqual(online.discounts)
})

test('cancelling an unpaid order gives its pieces back, refunds nothing, and it’s no sale', async () => {
  await set({ 'cash.on': true })
  const who = await newBuyer()
  const before = await onHand(tee)
  const [one, two] = [await orderInCash(who, [tee]), await orderInCash(who, [{ ...tee, quantity: 2 }])]
  if (!one.ok || !two.ok) throw new Error('no order')
  expect(await onHand(tee)).toBe(before - 3)
  const reason = 'Changed my mind'
  const body = { userId: who.id, orderId: one.data.orderId, reason }
  expect(await who.api('POST /user/cancelOrder', { body })).toMatchObject({ status: 200 })
  const done = await cancelOrder(staff(), two.data.orderId, { reason, restock: true })
  expect(done).toMatchObject({ ok: true, data: { refund: 0, cancelled: true } })
  expect(await cancelOrder(staff(), two.data.orderId, { reason, restock: true })).toMatchObject({
    data: { already: true },
  })
  expect(await onHand(tee)).toBe(before)
  for (const shown of await ordersOf(who))
    expect(shown).toMatchObject({
      orderStatus: 'cancelled',
      refunds: [],
      payment: { method: 'cash', due: 0, state: 'cancelled' },
    })
})

test('its invoice comes with the first parcel; its parcels collect the total, and carriers, slips and staff hear how much', async () => {
  await set({ 'cash.on': true, 'cash.fee': 30 })
  const who = await newBuyer()
  const made = await orderInCash(who, [{ ...tee, quantity: 2 }, tote])
  if (!made.ok) throw new Error(made.message)
  const { orderId, total } = made.data
  const cells = async (format: 'delhivery' | 'indiapost' | 'shiprocket') =>
    (await exportOrders(shop.shop, { format, withMoney: false })).filter((line) => line.includes(String(total)))
  // Once for an order, however many lines it has, and for whoever sees no prices, too.
  expect(await cells('delhivery')).toHaveLength(1)
  expect((await cells('delhivery'))[0]).toContain(',COD,')
  expect(await cells('indiapost')).toHaveLength(1)
  expect((await exportOrders(shop.shop, { format: 'shiprocket' })).some((line) => line.includes(',COD,'))).toBe(true)
  const packer = await signInStaff(shop, 'packer')
  const pack = await packer.browser.call('GET', `/pack?orders=${orderId}`)
  expect(pack.body.items).toMatchObject([{ collect: total }])
  const [teeSku, toteSku] = [await skuOf(tee), await skuOf(tote)]
  const first = { carrier: 'DTDC', tracking: `C${phones}1`, pieces: { [teeSku]: 1 } }
  expect(await shipOrder(staff(), orderId, first)).toMatchObject({ ok: true })
  const invoices = async () => (await sql`select from invoices where order_id = ${orderId}`.execute(shop.shop.db)).rows
  expect(await invoices()).toHaveLength(1)
  expect(
    await cancelOrder(staff(), orderId, { reason: 'too late', restock: false }),
    'what is away isn’t cancelled: it comes back',
  ).toMatchObject({ ok: false, code: 'conflict' })
  const rest = { carrier: 'DTDC', tracking: `C${phones}2`, pieces: { [teeSku]: 1, [toteSku]: 1 } }
  expect(await shipOrder(staff(), orderId, rest)).toMatchObject({ ok: true })
  expect(await invoices()).toHaveLength(1)
  const owner = await signInStaff(shop, 'owner')
  const { body } = await owner.browser.call('GET', `/orders/${orderId}`)
  // A tee with its tax, the delivery and the fee; then all the rest.
  expect(body).toMatchObject({
    parcels: [{ collect: 1299 + 64.95 + 40 + 30 }, { collect: Math.round((total - 1433.95) * 100) / 100 }],
    money: { due: total },
    payment: { state: 'due' },
  })
})
