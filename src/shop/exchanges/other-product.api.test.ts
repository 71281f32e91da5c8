import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  buy,
  findOrder,
  newShopper,
  type Shopper,
  shirt,
  tee,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { deliverOrder, exchangeStep, shownExchange } from '../../../tests/support/exchange-fixture.ts'
import { addOffer, stopOffers } from '../../../tests/support/offer-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { readDebitNote } from '../invoices/issue.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { listPickLines } from '../shipping/pick-list-sql.server.ts'

let shop: TestShop
let owner: SignedInStaff
let who: Shopper
withCheckoutShop((fixture) => ({ shop } = fixture), {
  products: [
    { id: 'boxy-tee', name: 'Boxy Tee', price: 1299, stock: { Black: { M: 500, L: 500 }, White: { L: 50 } } },
    { id: 'linen-shirt', name: 'Linen Shirt', price: 2299, stock: { Blue: { XL: 500, S: 1 }, White: { XL: 0 } } },
  ],
})
beforeAll(async () => {
  owner = await signInStaff(shop, 'owner')
})
beforeEach(async () => {
  who = await newShopper(shop)
  await changeSettings(shop.shop, STAFF, { 'exchange.otherProducts': true })
})

const SHIRT = { productId: 'linen-shirt', color: 'Blue', size: 'XL' }
const post = (id: string, action: string, body?: object) => exchangeStep(owner, id, action, body)
const show = (id: string) => shownExchange(owner, id)

const delivered = (orderId: string) => deliverOrder(shop, orderId)

const about = (orderId: string, productId = tee.productId) =>
  ({ orderId, productId, reasonForExchange: 'Other' as const }) satisfies object
const quote = (orderId: string, instead: object, productId?: string) =>
  // Safe cast: some tests send what the contract refuses.
  who.api('POST /user/quoteExchange', { body: { ...about(orderId, productId), instead: instead as typeof SHIRT } })
const ask = (orderId: string, more: object, productId?: string) =>
  who.api('POST /user/addExchange', {
    body: { ...about(orderId, productId), problem: 'I like that one more.', ...more },
  })
async function asked(orderId: string, more: object = { instead: SHIRT }, productId?: string): Promise<string> {
  const made = await ask(orderId, more, productId)
  if (!made.ok) throw new Error(made.message)
  return made.data.exchange._id
}

const stockOf = (sku: string) =>
  shop.shop.db.selectFrom('stock').select(['on_hand', 'reserved']).where('sku', '=', sku).executeTakeFirstOrThrow()
const skuOf = async (color: string, size: string, productId = 'linen-shirt') =>
  (
    await shop.shop.db
      .selectFrom('stock')
      .select('sku')
      .where('product_id', '=', productId)
      .where('color', '=', color)
      .where('size', '=', size)
      .executeTakeFirstOrThrow()
  ).sku

test('off, an exchange brings the same product only, and the form’s call says so', async () => {
  await changeSettings(shop.shop, STAFF, { 'exchange.otherProducts': false })
  const orderId = await delivered((await buy(shop, who, [tee])).orderId)
  const refused = { status: 400, code: 'invalid_input', problem: { errors: [{ path: 'instead' }] } }
  expect(await quote(orderId, SHIRT)).toMatchObject(refused)
  expect(await ask(orderId, { instead: SHIRT })).toMatchObject(refused)
})

test('a dearer product is priced before it’s asked for, held, paid, named to staff, and sent', async () => {
  await changeSettings(shop.shop, STAFF, { 'shop.gstin': '27AAPFU0939F1ZV' })
  const orderId = await delivered((await buy(shop, who, [tee])).orderId)
  // Rs. 2,299 − 1,299, with 5 % GST.
  expect(await quote(orderId, SHIRT)).toMatchObject({ data: { difference: 1050, fee: 0 } })
  expect(await ask(orderId, { instead: SHIRT, difference: 1000 })).toMatchObject({ status: 409, code: 'total_changed' })
  const sku = await skuOf('Blue', 'XL')
  const before = await stockOf(sku)
  const id = await asked(orderId, { instead: SHIRT, difference: 1050 })
  expect(await stockOf(sku)).toEqual({ on_hand: before.on_hand, reserved: before.reserved + 1 })
  const shown = await show(id)
  expect(shown).toMatchObject({
    product: 'Boxy Tee',
    from: 'Black M',
    to: 'Linen Shirt, Blue XL',
    priceDifference: 1050,
    lines: [{ name: 'Boxy Tee', replacement: { name: 'Linen Shirt', sku, color: 'Blue', size: 'XL' } }],
  })
  expect((await owner.browser.call('GET', '/exchanges?state=waiting')).body.items).toContainEqual(
    expect.objectContaining({ id, to: 'Linen Shirt, Blue XL' }),
  )
  expect((await findOrder(who, orderId)).exchanges).toMatchObject([
    { productId: { _id: 'boxy-tee' }, other: { _id: 'linen-shirt', name: 'Linen Shirt' }, color: 'Blue', size: 'XL' },
  ])
  expect((await post(id, 'approve')).body).toMatchObject({ code: 'difference_unpaid' })
  expect((await post(id, 'difference', { method: 'upi', reference: '412' })).status).toBe(200)
  expect((await readDebitNote(shop.shop, id))?.document.lines).toMatchObject([
    {
      description: 'Price difference: Boxy Tee, Black, M exchanged for Linen Shirt, Blue, XL',
      percent: 5,
      taxable: 100_000,
      total: 105_000,
    },
  ])
  expect((await post(id, 'approve')).status).toBe(200)
  expect(await listPickLines(shop.shop.db, [orderId])).toMatchObject([{ sku, product: 'Linen Shirt', count: 1 }])
  // Safe cast: the call's response.
  const packed = (await owner.browser.call('GET', '/pack')).body.items as { id: string; lines: object[] }[]
  expect(packed.find((row) => row.id === id)).toMatchObject({ lines: [{ name: 'Linen Shirt', sku }] })
  await post(id, 'receive')
  await post(id, 'ship', { carrier: 'Delhivery', tracking: `OTHER${Date.now()}` })
  await post(id, 'arrived')
  expect(await show(id)).toMatchObject({ state: 'done' })
  expect(await stockOf(sku)).toEqual({ on_hand: before.on_hand - 1, reserved: before.reserved })
  await expect
    .poll(async () => ((await shop.mailbox?.list({ to: who.email })) ?? []).map(({ text }) => text).join())
    .toContain('Linen Shirt, Blue, XL')
  await changeSettings(shop.shop, STAFF, { 'shop.gstin': null })
})

test('what a cheaper product costs less goes back when the exchange is done', async () => {
  const orderId = await delivered((await buy(shop, who, [shirt])).orderId)
  const instead = { productId: tee.productId, color: 'White', size: 'L' }
  expect(await quote(orderId, instead, 'linen-shirt')).toMatchObject({ data: { difference: -1050 } })
  const id = await asked(orderId, { instead, difference: -1050 }, 'linen-shirt')
  for (const [action, body] of [
    ['approve'],
    ['receive'],
    ['ship', { carrier: 'Delhivery', tracking: `LESS${Date.now()}` }],
    ['arrived'],
  ] as const)
    expect((await post(id, action, body)).status, action).toBe(200)
  expect((await findOrder(who, orderId)).refunds).toMatchObject([{ amount: 1050 }])
})

test('what an offer took off stays with what goes back; the new product costs what it costs today', async () => {
  await addOffer(shop, { name: 'Ten off' })
  const quoted = await who.api('POST /user/quote', {
    body: { userId: who.id, addressId: who.addressId, productDetails: [tee] },
  })
  const { orderId } = await buy(shop, who, [tee], { totalPrice: quoted.ok ? quoted.data.total : 0 })
  await stopOffers(shop)
  await delivered(orderId)
  await sql`update products set price_paise = 199900 where id = 'linen-shirt'`.execute(shop.shop.db)
  // Rs. 1,999 − (1,299 − 10 %), with 5 % GST.
  expect(await quote(orderId, SHIRT)).toMatchObject({ data: { difference: 871.4 } })
  await sql`update products set price_paise = 229900 where id = 'linen-shirt'`.execute(shop.shop.db)
})

test('two pieces cost twice as much; another colour and size of the same product costs what they differ by', async () => {
  const orderId = await delivered((await buy(shop, who, [{ ...tee, quantity: 2 }])).orderId)
  expect(await quote(orderId, SHIRT)).toMatchObject({ data: { difference: 2100 } })
  const instead = { productId: tee.productId, color: 'White', size: 'L' }
  expect(await quote(orderId, instead)).toMatchObject({ data: { difference: 0 } })
  const id = await asked(orderId, { instead, difference: 0 })
  expect(await show(id)).toMatchObject({ to: 'White L', lines: [{ replacement: { name: 'Boxy Tee' } }] })
  expect((await findOrder(who, orderId)).exchanges).toMatchObject([{ other: null, color: 'White', size: 'L' }])
})

test('refused: sold out, withdrawn, unknown, taxed at another rate', async () => {
  const orderId = await delivered((await buy(shop, who, [tee])).orderId)
  expect(await quote(orderId, { ...SHIRT, color: 'White' })).toMatchObject({ status: 409, code: 'insufficient_stock' })
  const gone = { status: 404, code: 'not_found', message: expect.stringContaining('isn’t sold') }
  expect(await quote(orderId, { ...SHIRT, productId: 'no-such-one' })).toMatchObject(gone)
  expect(await quote(orderId, { ...SHIRT, size: 'XXXL' })).toMatchObject({ status: 400 })
  await sql`update products set state = 'draft' where id = 'linen-shirt'`.execute(shop.shop.db)
  expect(await quote(orderId, SHIRT)).toMatchObject(gone)
  await sql`update products set state = 'published' where id = 'linen-shirt'`.execute(shop.shop.db)
  const table = [
    { hsn: '61', upTo: 2000, percent: 5, from: '2025-09-22' },
    { hsn: '61', percent: 18, from: '2025-09-22' },
  ]
  await changeSettings(shop.shop, STAFF, { 'tax.table': table })
  expect(await quote(orderId, SHIRT)).toMatchObject({
    status: 400,
    problem: { errors: [{ path: 'instead', message: expect.stringContaining('rate of GST') }] },
  })
  await changeSettings(shop.shop, STAFF, { 'tax.table': null })
})

test('of two who want the last piece at once one gets it, and another choice frees it', async () => {
  const last = { ...SHIRT, size: 'S' }
  const meena = await newShopper(shop, 'Meena Rao')
  const orders = [
    await delivered((await buy(shop, who, [tee])).orderId),
    await delivered((await buy(shop, meena, [tee])).orderId),
  ]
  const both = await Promise.all([
    ask(orders[0] ?? '', { instead: last }),
    meena.api('POST /user/addExchange', { body: { ...about(orders[1] ?? ''), problem: 'That one.', instead: last } }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const won = both[0]?.ok ? who : meena
  const [orderId = ''] = both[0]?.ok ? orders : orders.slice(1)
  const [exchange] = (await findOrder(won, orderId)).exchanges
  const exchangeId = exchange?._id ?? ''
  // The same again is its own to keep.
  expect(await won.api('POST /user/changeExchange', { body: { orderId, exchangeId, instead: last } })).toMatchObject({
    ok: true,
  })
  const instead = { productId: tee.productId, color: 'White', size: 'L' }
  expect(await won.api('POST /user/changeExchange', { body: { orderId, exchangeId, instead } })).toMatchObject({
    data: { exchange: { other: null, color: 'White', size: 'L', priceDifference: 0 } },
  })
  expect(await stockOf(await skuOf('Blue', 'S'))).toEqual({ on_hand: 1, reserved: 0 })
  expect((await post(exchangeId, 'refuse', { reason: 'Worn.' })).status).toBe(200)
})
