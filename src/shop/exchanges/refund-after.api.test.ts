import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  buy,
  deliver,
  findOrder,
  newShopper,
  runJobsAfter,
  type Shopper,
  shirt,
  tee,
  tote,
  type Wanted,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { deliverOrder, exchangeStep, finishExchange } from '../../../tests/support/exchange-fixture.ts'
import { paymentProof } from '../../../tests/support/sandbox-control.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { listCreditNotes } from '../invoices/sql.server.ts'
import { changeSettings } from '../settings/staff.server.ts'

let shop: TestShop
let owner: SignedInStaff
let who: Shopper
withCheckoutShop((fixture) => ({ shop } = fixture), {
  products: [
    { id: 'boxy-tee', name: 'Boxy Tee', price: 1299, stock: { Black: { M: 500 } } },
    { id: 'linen-shirt', name: 'Linen Shirt', price: 2299, stock: { Blue: { XL: 500 } } },
    { id: 'tin-tote', name: 'Tin Tote', price: 27, stock: { White: { 'Free Size': 500 } } },
  ],
})
beforeAll(async () => {
  owner = await signInStaff(shop, 'owner')
  await changeSettings(shop.shop, STAFF, { 'exchange.otherProducts': true, 'shop.gstin': '27AAPFU0939F1ZV' })
})
beforeEach(async () => {
  who = await newShopper(shop)
})

const SHIRT = { productId: shirt.productId, color: shirt.color, size: shirt.size }
const TEE = { productId: tee.productId, color: tee.color, size: tee.size }
/** With delivery and 5 % GST: (1,299 + 40 + 64.95) + 27 × 1.05, and the same of a shirt. */
const TEE_AND_TOTE = 1432.3
const SHIRT_AND_TOTE = 2482.3

const call = (orderId: string, action: string, body: object) =>
  owner.browser.call('POST', `/orders/${orderId}/${action}`, body)
const BECAUSE = { reason: 'Returned.', restock: true }

async function skuOf(productId: string): Promise<string> {
  const found = shop.shop.db.selectFrom('stock').select('sku').where('product_id', '=', productId)
  return (await found.executeTakeFirstOrThrow()).sku
}

async function credit(): Promise<number> {
  const found = await who.api('GET /user/credit/{userId}', { params: { userId: who.id } })
  return found.ok ? found.data.balance : 0
}

type Paid = 'online' | 'cash'

/** Buys `line` and a tote, exchanges all of `line` for `instead`, and finishes the exchange. */
async function exchanged(line: Wanted, instead: typeof SHIRT, paid: Paid | null, pieces?: number) {
  const { orderId } = await buy(shop, who, [line, tote])
  await deliverOrder(shop, orderId)
  const lineId = (await findOrder(who, orderId)).productDetails.find(
    ({ productId }) => productId._id === line.productId,
  )?._id
  const asked = await who.api('POST /user/addExchange', {
    body: {
      orderId,
      productId: line.productId,
      reasonForExchange: 'Other',
      problem: 'I like that one more.',
      instead,
      ...(pieces === undefined ? {} : { pieces: [{ lineId: lineId ?? '', quantity: pieces }] }),
    },
  })
  if (!asked.ok) throw new Error(asked.message)
  const id = asked.data.exchange._id
  if (paid === 'cash') expect((await exchangeStep(owner, id, 'difference', { method: 'cash' })).status).toBe(200)
  if (paid === 'online') await payByLink(id)
  await finishExchange(owner, id)
  await runJobsAfter(shop, 0, orderId)
  return { orderId, id, sku: await skuOf(line.productId) }
}

async function payByLink(id: string): Promise<void> {
  const { body } = await exchangeStep(owner, id, 'pay-link')
  const token = String(body.link).split('/pay/')[1] ?? ''
  const opened = await shop.api('POST /user/pay/{token}', {
    params: { token },
    body: { totalPrice: Number(body.total) },
  })
  if (!opened.ok) throw new Error(opened.message)
  const proof = paymentProof(opened.data.orderId, await shop.sandbox.pay(opened.data.razorpayOrderId))
  expect((await shop.api('POST /user/pay/{token}/verify', { params: { token }, body: proof })).status).toBe(200)
}

/** What went back of the payment for the replacement, and of the order's, in rupees. */
async function backOf(orderId: string) {
  const { rows } = await sql<{ isExchange: boolean; amount: number; target: string; state: string }>`
    select p.exchange_id is not null as "isExchange", r.amount_paise / 100.0::float8 as amount, r.target, r.state
    from refunds r join payments p on p.id = r.payment_id where r.order_id = ${orderId} order by r.created_at, p.exchange_id nulls first`.execute(
    shop.shop.db,
  )
  return rows
}

async function creditedOf(orderId: string, exchangeId: string | null) {
  const notes = await listCreditNotes(shop.shop.db, orderId, exchangeId)
  return notes.map(({ document: { reason, lines } }) => ({ reason, totals: lines.map(({ total }) => total) }))
}

test('of a dearer replacement that was paid online, its line gives back what both payments were, each to its own', async () => {
  const { orderId, id, sku } = await exchanged(tee, SHIRT, 'online')
  const pieces = { lines: [{ sku, quantity: 1 }] }
  const review = await call(orderId, 'refund/preview', pieces)
  // 1,299 × 1.05 and its share of the delivery, and 1,050 more for the shirt.
  expect(review.body).toMatchObject({
    amount: 2453.14,
    maximum: TEE_AND_TOTE + 1050,
    lines: [{ exchange: 1050, amount: 2453.14 }],
    effects: expect.arrayContaining([
      expect.stringContaining('Rs. 2,453.14 is refunded to the original payment method'),
    ]),
  })
  expect(await call(orderId, 'refund', { ...pieces, ...BECAUSE })).toMatchObject({
    status: 200,
    body: { refund: 2453.14 },
  })
  await runJobsAfter(shop, 0, orderId)
  expect(await backOf(orderId)).toEqual([
    { isExchange: false, amount: 1403.14, target: 'source', state: 'done' },
    { isExchange: true, amount: 1050, target: 'source', state: 'done' },
  ])
  expect(await creditedOf(orderId, id)).toEqual([{ reason: 'Goods cancelled or returned', totals: [105_000] }])
  expect(await creditedOf(orderId, null)).toMatchObject([{ totals: [136_395, 0, expect.any(Number)] }])
  // The customer sees both, and the rest of the order is what is left.
  expect((await findOrder(who, orderId)).refunds.map(({ amount }) => amount).sort()).toEqual([1050, 1403.14])
  expect((await call(orderId, 'cancel/preview', {})).body).toMatchObject({ amount: 29.16 })
  await expect
    .poll(async () => ((await shop.mailbox?.list({ to: who.email })) ?? []).map(({ text }) => text).join())
    .toContain('refunding Rs. 2,453.14')
})

test('what staff took by hand becomes store credit, or is transferred with the rest', async () => {
  for (const [to, expected] of [
    [
      {},
      [
        ['source', false, 1403.14],
        ['credit', true, 1050],
      ],
    ],
    [
      { to: 'credit' },
      [
        ['credit', false, 1403.14],
        ['credit', true, 1050],
      ],
    ],
    [
      { to: 'bank', reference: 'N1' },
      [
        ['bank', false, 1403.14],
        ['bank', true, 1050],
      ],
    ],
  ] as const) {
    const before = await credit()
    const { orderId, sku } = await exchanged(tee, SHIRT, 'cash')
    const body = { lines: [{ sku, quantity: 1 }], ...BECAUSE, ...to }
    expect(await call(orderId, 'refund', body)).toMatchObject({ status: 200, body: { refund: 2453.14 } })
    const back = await backOf(orderId)
    expect(back.map(({ target, isExchange, amount }) => [target, isExchange, amount])).toEqual(expected)
    const given = expected.reduce((sum, [target, , amount]) => sum + (target === 'credit' ? amount : 0), 0)
    expect(await credit()).toBeCloseTo(before + given, 2)
    await runJobsAfter(shop, 0, orderId)
  }
})

test('of a cheaper replacement its line gives back what it cost less the difference, and nothing is taken from the others', async () => {
  const { orderId, sku } = await exchanged(shirt, TEE, null)
  const pieces = { lines: [{ sku, quantity: 1 }] }
  expect((await call(orderId, 'refund/preview', pieces)).body).toMatchObject({
    lines: [{ exchange: -1050 }],
    before: 1050,
    amount: 1403.49,
  })
  expect((await call(orderId, 'refund', { ...pieces, ...BECAUSE })).status).toBe(200)
  await runJobsAfter(shop, 0, orderId)
  // The credit notes take both from the shirt's line, with its delivery, and nothing from the tote's.
  const notes = await creditedOf(orderId, null)
  expect(notes).toMatchObject([
    { reason: 'The replacement costs less', totals: [105_000, 0, 0] },
    { reason: 'Goods cancelled or returned', totals: [136_395, 0, expect.any(Number)] },
  ])
  const rest = { lines: [{ sku: await skuOf(tote.productId), quantity: 1 }] }
  expect(await call(orderId, 'refund', { ...rest, ...BECAUSE })).toMatchObject({
    body: { refund: 28.81, cancelled: true },
  })
  expect((await backOf(orderId)).reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(SHIRT_AND_TOTE, 2)
})

test('of several pieces the last ones are the replacements, and each gives back its part of the difference', async () => {
  const { orderId, sku, id } = await exchanged({ ...tee, quantity: 3 }, SHIRT, 'online', 2)
  const one = { lines: [{ sku, quantity: 1 }], ...BECAUSE }
  const shares = []
  for (let piece = 0; piece < 3; piece++) {
    const { body } = await call(orderId, 'refund/preview', { lines: one.lines })
    // Safe cast: the call's response.
    shares.push((body.lines as { exchange: number }[])[0]?.exchange)
    expect((await call(orderId, 'refund', one)).status).toBe(200)
  }
  expect(shares).toEqual([0, 1050, 1050])
  await runJobsAfter(shop, 0, orderId)
  expect((await creditedOf(orderId, id)).map(({ totals }) => totals)).toEqual([[105_000], [105_000]])
})

test('an amount is of the order’s payment first, and then of that for the replacement', async () => {
  const { orderId } = await exchanged(tee, SHIRT, 'online')
  const amount = async (rupees: number) => call(orderId, 'refund', { amount: rupees, ...BECAUSE })
  expect(await amount(TEE_AND_TOTE + 1050.01)).toMatchObject({
    status: 409,
    body: { code: 'conflict', maximum: TEE_AND_TOTE + 1050 },
  })
  expect((await amount(TEE_AND_TOTE + 50)).status).toBe(200)
  expect((await amount(1000)).status).toBe(200)
  expect((await backOf(orderId)).map(({ isExchange, amount: part }) => [isExchange, part])).toEqual([
    [false, TEE_AND_TOTE],
    [true, 50],
    [true, 1000],
  ])
  await runJobsAfter(shop, 0, orderId)
})

test('a cancelled order gives back all of both payments', async () => {
  for (const paid of ['online', 'cash'] as const) {
    const { orderId } = await exchanged(tee, SHIRT, paid)
    expect((await call(orderId, 'cancel/preview', {})).body).toMatchObject({ amount: TEE_AND_TOTE + 1050 })
    expect(await call(orderId, 'cancel', BECAUSE)).toMatchObject({ body: { refund: TEE_AND_TOTE + 1050 } })
    await runJobsAfter(shop, 0, orderId)
    expect((await backOf(orderId)).map(({ isExchange, amount }) => [isExchange, amount])).toEqual([
      [false, TEE_AND_TOTE],
      [true, 1050],
    ])
  }
})

test('what the customer’s bank took of the payment for the replacement isn’t paid again', async () => {
  const { orderId, sku } = await exchanged(tee, SHIRT, 'online')
  const payment = shop.shop.db.selectFrom('payments').select('id').where('order_id', '=', orderId)
  const { id: payment_id } = await payment.where('exchange_id', 'is not', null).executeTakeFirstOrThrow()
  const entity = { id: `disp_${payment_id}`, payment_id, amount: 100_000, status: 'lost', phase: 'chargeback' }
  const dispute = { ...entity, reason_code: 'fraud', respond_by: Date.now() / 1000 }
  await deliver(shop, { event: 'payment.dispute.lost', payload: { dispute: { entity: dispute } } })
  const body = { lines: [{ sku, quantity: 1 }], ...BECAUSE }
  expect(await call(orderId, 'refund', body)).toMatchObject({ body: { refund: 1453.14 } })
  await runJobsAfter(shop, 0, orderId)
  expect((await backOf(orderId)).map(({ isExchange, amount }) => [isExchange, amount])).toEqual([
    [false, 1403.14],
    [true, 50],
  ])
})

test('an arrival isn’t taken back once the replacement was refunded', async () => {
  const { orderId } = await buy(shop, who, [tee])
  await deliverOrder(shop, orderId)
  const asked = await who.api('POST /user/addExchange', {
    body: { orderId, productId: tee.productId, reasonForExchange: 'Other', problem: 'That one.', instead: SHIRT },
  })
  const id = asked.ok ? asked.data.exchange._id : ''
  await exchangeStep(owner, id, 'difference', { method: 'cash' })
  await exchangeStep(owner, id, 'approve')
  await exchangeStep(owner, id, 'ship', { carrier: 'Delhivery', tracking: `BACK${Date.now()}` })
  const { undo } = (await exchangeStep(owner, id, 'arrived')).body
  expect(
    (await call(orderId, 'refund', { lines: [{ sku: await skuOf('boxy-tee'), quantity: 1 }], ...BECAUSE })).status,
  ).toBe(200)
  expect(await owner.browser.call('POST', `/undo/${undo}`)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  await runJobsAfter(shop, 0, orderId)
})
