import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  buy,
  findOrder,
  newShopper,
  type Shopper,
  stockOf,
  tee,
  tote,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { addOffer, stopOffers } from '../../../tests/support/offer-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import type { OrderRequest } from '../checkout/contract.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { cancelOrder, refundOrder } from '../refunds/staff.server.ts'
import { receiveExchange } from './receive.server.ts'
import { advanceExchange, approveExchange, refundExchange, refuseExchange, shipExchange } from './staff.server.ts'

/** Shoppers who want the last piece at once; `npm run faults -- refunds` has 50. */
const SHOPPERS = Number(process.env.SHOPPERS ?? 20)

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture), {
  products: [
    { id: 'boxy-tee', price: 1299, stock: { Black: { M: 500, L: 60 }, White: { M: 3 } } },
    { id: 'tin-tote', price: 27, stock: { White: { 'Free Size': 60, M: 1 } } },
  ],
})

type Line = OrderRequest['productDetails'][number]

/** An inspection result with nothing damaged or missing. */
const none = { damaged: {}, missing: {} }
const staff = () => ({ ...shop.shop, actor: STAFF })
const large = { ...tee, size: 'L' }
const parcel = { carrier: 'Delhivery', tracking: '5512345678901' }

async function delivered(who: Shopper, lines: Line[], more: Record<string, unknown> = {}): Promise<string> {
  const { orderId } = await buy(shop, who, lines, more)
  for (let stage = 0; stage < 3; stage++) await advanceOrder(staff(), orderId)
  return orderId
}

function request(who: Shopper, orderId: string, more: Record<string, unknown> = {}) {
  const wanted = { reasonForExchange: 'Size Issue', problem: 'Too tight.', productId: tee.productId, ...more }
  return who.api('POST /user/addExchange', { body: { orderId, ...wanted } as never })
}

async function requested(who: Shopper, orderId: string, more: Record<string, unknown> = {}): Promise<string> {
  const response = await request(who, orderId, more)
  if (!response.ok) throw new Error(`${response.status} ${messageOf(response)}`)
  return response.data.exchange._id
}

const messageOf = (response: Awaited<ReturnType<typeof request>>) => (response.ok ? '' : response.message)

const exchangeOf = async (orderId: string) => (await findOrder(asha, orderId)).exchanges[0]
async function skuOf(lineId = ''): Promise<string> {
  const { db } = shop.shop
  return (await db.selectFrom('order_lines').select('sku').where('id', '=', lineId).executeTakeFirstOrThrow()).sku
}
const cancel = (who: Shopper, orderId: string, exchangeId: string) =>
  who.api('POST /user/cancelProductExchange', { body: { orderId, exchangeId } })

test('a request holds the replacement, shipping takes it, and the returned piece is restocked', async () => {
  const orderId = await delivered(asha, [tee])
  const [medium, instead] = [await stockOf(shop, tee), await stockOf(shop, large)]
  const id = await requested(asha, orderId, { size: 'L' })
  expect(await stockOf(shop, large)).toEqual({ ...instead, reserved: instead.reserved + 1 })
  expect(await shipExchange(staff(), id, parcel)).toMatchObject({
    ok: false,
    message: expect.stringContaining('isn’t approved yet'),
  })
  expect(await approveExchange(staff(), id, { ...parcel, tracking: '5512345678999' })).toMatchObject({ ok: true })
  expect(await exchangeOf(orderId)).toMatchObject({
    exchangeStatus: 'packaging',
    pickup: { carrier: 'Delhivery', number: '5512345678999', url: expect.stringContaining('5512345678999') },
    tracking: null,
    receivedDate: null,
  })
  await shop.mailTo(asha.email, 'We’re picking up your old item')
  expect(await shipExchange(staff(), id, parcel)).toEqual({ ok: true, data: { exchangeId: id, status: 'ontheway' } })
  expect(await shipExchange(staff(), id, parcel)).toMatchObject({ ok: false, code: 'conflict' })
  expect(await stockOf(shop, large)).toEqual({ ...instead, on_hand: instead.on_hand - 1 })
  const received = await receiveExchange(staff(), id, none)
  expect(received).toMatchObject({ ok: true, data: { pieces: [{ good: 1, damaged: 0 }] } })
  expect(await receiveExchange(staff(), id, none)).toMatchObject({ ok: false, code: 'already_received' })
  expect(await stockOf(shop, tee)).toEqual({ ...medium, on_hand: medium.on_hand + 1 })
  expect(await cancel(asha, orderId, id)).toMatchObject({ status: 409 })
  expect(await refuseExchange(staff(), id, 'late')).toMatchObject({ ok: false, code: 'conflict' })
  expect(await advanceExchange(staff(), id)).toMatchObject({ data: { status: 'delivered' } })
  expect(await exchangeOf(orderId)).toMatchObject({
    exchangeStatus: 'delivered',
    tracking: { number: parcel.tracking },
    receivedDate: expect.any(String),
  })
})

test('an exchange that is done, or whose old piece is back, can’t be refused or get a pick-up', async () => {
  const back = await requested(asha, await delivered(asha, [tee]))
  await receiveExchange(staff(), back, none)
  const complete = await requested(asha, await delivered(asha, [tee]))
  for (let stage = 0; stage < 3; stage++) await advanceExchange(staff(), complete)
  await receiveExchange(staff(), complete, none)
  for (const id of [back, complete]) {
    expect(await refuseExchange(staff(), id, 'late')).toMatchObject({
      ok: false,
      code: expect.stringMatching(/^conflict$|^already_/),
    })
    expect(await approveExchange(staff(), id, parcel)).toMatchObject({
      ok: false,
      code: expect.stringMatching(/^conflict$|^already_/),
    })
  }
})

test('a refund after an exchange restocks unexchanged pieces first, then the replacements', async () => {
  const orderId = await delivered(asha, [{ ...tee, quantity: 3 }])
  const [line] = (await findOrder(asha, orderId)).productDetails
  const id = await requested(asha, orderId, { size: 'L', pieces: [{ lineId: line?._id, quantity: 2 }] })
  await approveExchange(staff(), id)
  await shipExchange(staff(), id, parcel)
  await receiveExchange(staff(), id, none)
  await advanceExchange(staff(), id)
  const [medium, instead] = [await stockOf(shop, tee), await stockOf(shop, large)]
  const sku = await skuOf(line?._id)
  const refund = (count: number) =>
    refundOrder(staff(), orderId, { wanted: { pieces: [{ sku, count }] }, reason: 'sent back', restock: true })
  expect(await refund(2)).toMatchObject({ ok: true })
  expect(await stockOf(shop, tee)).toEqual({ ...medium, on_hand: medium.on_hand + 1 })
  expect(await stockOf(shop, large)).toEqual({ ...instead, on_hand: instead.on_hand + 1 })
  expect(await refund(1)).toMatchObject({ ok: true })
  expect(await stockOf(shop, tee)).toEqual({ ...medium, on_hand: medium.on_hand + 1 })
  expect(await stockOf(shop, large)).toEqual({ ...instead, on_hand: instead.on_hand + 2 })
})

test('each exchange is its own: another one in progress locks only its own pieces', async () => {
  const orderId = await delivered(asha, [{ ...tee, quantity: 3 }, tote])
  const lines = (await findOrder(asha, orderId)).productDetails
  const pieces = [{ lineId: lines[0]?._id, quantity: 2 }]
  const tees = await requested(asha, orderId, { size: 'L', pieces })
  const totes = await requested(asha, orderId, { productId: tote.productId, reasonForExchange: 'Product Damaged' })
  const refund = async (line: number, count: number) => {
    const wanted = { pieces: [{ sku: await skuOf(lines[line]?._id), count }] }
    return refundOrder(staff(), orderId, { wanted, reason: 'sent back', restock: true })
  }
  expect(await refund(1, 1)).toMatchObject({ ok: false, code: 'conflict' })
  expect(await refund(0, 2)).toMatchObject({ ok: false, message: expect.stringContaining('are in an exchange') })
  expect(await cancelOrder(staff(), orderId, { reason: 'lost', restock: false })).toMatchObject({ ok: false })
  expect(await refund(0, 1)).toMatchObject({ ok: true, data: { cancelled: false } })
  expect(await refundExchange(staff(), totes, 'torn')).toMatchObject({ ok: true })
  await approveExchange(staff(), tees)
  await shipExchange(staff(), tees, { ...parcel, tracking: '5512345678944' })
  expect(await advanceExchange(staff(), tees)).toMatchObject({ data: { status: 'delivered' } })
  expect(await refund(0, 2)).toMatchObject({ ok: true, data: { cancelled: true } })
})

test('a request without pieces exchanges the first line that isn’t fully cancelled', async () => {
  const orderId = await delivered(asha, [tee, large])
  const lines = (await findOrder(asha, orderId)).productDetails
  const sku = await skuOf(lines[0]?._id)
  const wanted = { pieces: [{ sku, count: 1 }] }
  expect(await refundOrder(staff(), orderId, { wanted, reason: 'lost', restock: false })).toMatchObject({ ok: true })
  await requested(asha, orderId)
  expect((await exchangeOf(orderId))?.pieces).toMatchObject([{ lineId: lines[1]?._id, quantity: 1 }])
})

test('some pieces of a line, or several lines, are exchanged within the free stock', async () => {
  const orderId = await delivered(asha, [{ ...tee, quantity: 3 }, large])
  const [mediums = '', larges = ''] = (await findOrder(asha, orderId)).productDetails.map(({ _id }) => _id)
  const white = { reasonForExchange: 'Color Mismatch', color: 'White' }
  const problemOf = async (pieces: unknown) => {
    const response = await request(asha, orderId, { ...white, pieces })
    return [response.status, messageOf(response)]
  }
  expect(await problemOf([{ lineId: mediums, quantity: 4 }])).toEqual([
    400,
    'Choose items of this product from this order.',
  ])
  expect(await problemOf([{ lineId: 'another', quantity: 1 }])).toEqual([400, 'This ID isn’t valid.'])
  for (const wrong of ['all', [], [{ lineId: mediums, quantity: 0 }], [{ lineId: mediums, quantity: '1' }], [7]])
    expect(await problemOf(wrong)).toEqual([400, 'This value isn’t valid.'])
  expect(await problemOf([{ lineId: mediums }])).toEqual([400, 'Please fill in this field.'])
  // White is not made in L, and there are three in M.
  expect(await problemOf([{ lineId: larges, quantity: 1 }])).toEqual([409, 'boxy-tee (White, L) is sold out.'])
  const free = await stockOf(shop, { ...tee, color: 'White' })
  const id = await requested(asha, orderId, { ...white, pieces: [{ lineId: mediums, quantity: 2 }] })
  expect(await stockOf(shop, { ...tee, color: 'White' })).toEqual({ ...free, reserved: 2 })
  expect((await exchangeOf(orderId))?.pieces).toMatchObject([{ lineId: mediums, quantity: 2 }])
  const sku = await skuOf(mediums)
  const before = await stockOf(shop, tee)
  expect(await receiveExchange(staff(), id, { damaged: { [sku]: 3 }, missing: {} })).toMatchObject({ ok: false })
  expect(await receiveExchange(staff(), id, { damaged: { [sku]: 1 }, missing: {} })).toMatchObject({
    ok: true,
    data: { pieces: [{ sku, good: 1, damaged: 1 }] },
  })
  expect(await stockOf(shop, tee)).toEqual({ ...before, on_hand: before.on_hand + 1 })
  const both = await delivered(asha, [tee, large])
  const lines = (await findOrder(asha, both)).productDetails
  const pieces = lines.map(({ _id }) => ({ lineId: _id, quantity: 1 }))
  await requested(asha, both, { pieces })
  expect(pieces).toHaveLength(2)
  expect((await exchangeOf(both))?.pieces).toMatchObject(pieces)
})

test('refusing with a reason and cancelling release the hold; a returned replacement is restocked', async () => {
  const [refused, cancelled, returned] = [
    await delivered(asha, [tee]),
    await delivered(asha, [tee]),
    await delivered(asha, [tee]),
  ]
  const before = await stockOf(shop, large)
  const first = await requested(asha, refused, { size: 'L' })
  expect(await refuseExchange(staff(), first, 'The tags are cut off.')).toMatchObject({ ok: true })
  expect(await exchangeOf(refused)).toMatchObject({ isCancelled: true, refusal: 'The tags are cut off.' })
  expect((await shop.mailTo(asha.email, 'We can’t exchange this item')).text).toContain('The tags are cut off.')
  expect(await cancel(asha, cancelled, await requested(asha, cancelled, { size: 'L' }))).toMatchObject({ status: 200 })
  expect(await stockOf(shop, large)).toEqual(before)
  const third = await requested(asha, returned, { size: 'L' })
  expect(await receiveExchange(staff(), first, none)).toMatchObject({ ok: false, code: 'already_cancelled' })
  await approveExchange(staff(), third)
  await shipExchange(staff(), third, { ...parcel, tracking: '5512345678977' })
  expect(await cancel(asha, returned, third)).toMatchObject({ status: 200 })
  expect(await stockOf(shop, large)).toEqual({ ...before, on_hand: before.on_hand - 1 })
  expect(await receiveExchange(staff(), third, none)).toMatchObject({ ok: true })
  expect(await stockOf(shop, large)).toEqual(before)
})

test('pieces that can’t be replaced are refunded, once', async () => {
  const orderId = await delivered(asha, [{ ...tee, quantity: 2 }])
  const [line] = (await findOrder(asha, orderId)).productDetails
  const before = await stockOf(shop, tee)
  const id = await requested(asha, orderId, {
    reasonForExchange: 'Product Damaged',
    pieces: [{ lineId: line?._id, quantity: 1 }],
  })
  expect(await stockOf(shop, tee)).toEqual({ ...before, reserved: before.reserved + 1 })
  const refunded = await refundExchange(staff(), id, 'the replacement has a hole')
  expect(refunded).toEqual({ ok: true, data: { exchangeId: id, status: 'ordered', refund: 1383.95 } })
  expect(await refundExchange(staff(), id, 'again')).toMatchObject({ ok: false, code: 'already_cancelled' })
  expect(await stockOf(shop, tee)).toEqual(before)
  await shop.jobs.tick()
  expect(await findOrder(asha, orderId)).toMatchObject({
    orderStatus: 'delivered',
    refunds: [{ amount: 1383.95, state: 'processed', creditNote: expect.any(String) }],
    exchanges: [{ isCancelled: true, refundedDate: expect.any(String) }],
  })
  expect(await receiveExchange(staff(), id, none)).toMatchObject({ ok: true, data: { pieces: [{ good: 1 }] } })
  expect(await stockOf(shop, tee)).toEqual({ ...before, on_hand: before.on_hand + 1 })
})

test('of many shoppers requesting the last piece one gets it, and the others read that it is sold out', async () => {
  const small = { ...tote, quantity: 1 }
  const shoppers = await Promise.all(
    Array.from({ length: SHOPPERS }, (_, index) => newShopper(shop, `Shopper ${index}`)),
  )
  const orders: string[] = []
  for (const who of shoppers) orders.push(await delivered(who, [small]))
  const responses = await Promise.all(
    shoppers.map((who, index) => request(who, orders[index] ?? '', { productId: small.productId, size: 'M' })),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = responses.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(SHOPPERS - 1)
  expect(new Set(refused.map(messageOf))).toEqual(new Set(['tin-tote (White, M) is sold out.']))
  expect(await stockOf(shop, { ...small, size: 'M' })).toMatchObject({ on_hand: 1, reserved: 1 })
  const { rows } = await sql`select from exchanges where product_id = 'tin-tote' and size = 'M'`.execute(shop.shop.db)
  expect(rows).toHaveLength(1)
})

test('an exchange of a discounted piece keeps what was paid: nothing more is asked for it, and instead of it that goes back', async () => {
  await addOffer(shop, { code: 'KEPT' })
  const lines = [{ ...tee, quantity: 2 }]
  const { id: userId, addressId } = asha
  const quote = await asha.api('POST /user/quote', {
    body: { userId, addressId, productDetails: lines, codes: ['KEPT'] },
  })
  const orderId = await delivered(asha, lines, { totalPrice: quote.ok ? quote.data.total : 0, codes: ['KEPT'] })
  await stopOffers(shop)
  const [line] = (await findOrder(asha, orderId)).productDetails
  const id = await requested(asha, orderId, { size: 'L', pieces: [{ lineId: line?._id, quantity: 1 }] })
  expect(await exchangeOf(orderId)).toMatchObject({ priceDifference: 0 })
  // Half of what was paid: 1,299 less 10 %, 5 % GST, and half of Rs. 40 for delivery.
  expect(await refundExchange(staff(), id, 'None left')).toMatchObject({
    ok: true,
    data: { refund: 1169.1 + 58.46 + 20 },
  })
  await shop.jobs.tick()
  const { refunds, discounts } = await findOrder(asha, orderId)
  expect({ refunds, discounts }).toMatchObject({
    refunds: [{ amount: 1247.56, creditNote: expect.any(String) }],
    discounts: [{ code: 'KEPT', amount: 259.8 }],
  })
})
