import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  newShopper,
  order,
  ordersOf,
  type Shopper,
  shirt,
  stockOf,
  tee,
  tote,
  type Wanted,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { addOffer, stopOffers } from '../../../tests/support/offer-fixture.ts'
import { paymentProof } from '../../../tests/support/sandbox-control.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { changeProduct } from '../catalog/product/staff.server.ts'
import { readInvoice } from '../invoices/issue.server.ts'
import { refundOrder } from '../refunds/staff.server.ts'

let shop: TestShop
let asha: Shopper
let manager: SignedInStaff | null = null

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

async function staff(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  manager ??= await signInStaff(shop, 'manager')
  return manager.browser.call(method, path, body, headers)
}

async function skuOf({ productId, color, size }: Wanted): Promise<string> {
  const { sku } = await shop.shop.db
    .selectFrom('stock')
    .select('sku')
    .where('product_id', '=', productId)
    .where('color', '=', color)
    .where('size', '=', size)
    .executeTakeFirstOrThrow()
  return sku
}

const customer = { name: 'Meera Nair', phone: '98200 00001' }
const PUNE = {
  firstName: 'Meera',
  phoneNumber: '98200 00001',
  streetAddress: '7, Fergusson Road',
  townCity: 'Pune',
  state: 'Maharashtra',
  zipCode: '411001',
}

/** Enters an order. Without more it's one tee for Meera, who has no account. */
async function enter(more: Record<string, unknown> = {}, wanted: Wanted = tee) {
  const lines = [{ sku: await skuOf(wanted), quantity: 1 }]
  const { status, body } = await staff('POST', '/draft-orders', { lines, customer, source: 'whatsapp', ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  // Safe cast: the call's response.
  const entered = body as unknown as { id: string; link: string; total: number; holdUntil: string }
  return { ...entered, token: entered.link.split('/pay/')[1] ?? '' }
}

const page = (token: string) => shop.api('GET /user/pay/{token}', { params: { token } })
const pay = (token: string, body: { totalPrice: number; address?: typeof PUNE }) =>
  shop.api('POST /user/pay/{token}', { params: { token }, body })

/** Pays in the payment window, and sends what it returned. */
async function payOnline(token: string, body: { totalPrice: number; address?: typeof PUNE }) {
  const opened = await pay(token, body)
  if (!opened.ok) throw new Error(opened.message)
  const paid = await shop.sandbox.pay(opened.data.razorpayOrderId)
  const verified = await shop.api('POST /user/pay/{token}/verify', {
    params: { token },
    body: paymentProof(opened.data.orderId, paid),
  })
  expect(verified).toMatchObject({ ok: true, data: { orderId: opened.data.orderId } })
  return opened.data.orderId
}

test('an order entered for somebody holds its stock, is paid at its link without a login, and is an order like any other', async () => {
  const before = (await stockOf(shop, tee)).reserved
  const draft = await enter({ note: 'Ring first' })
  expect(draft.token).toMatch(/^[\w-]{22}$/)
  expect((await stockOf(shop, tee)).reserved).toBe(before + 1)
  expect(await page(draft.token)).toMatchObject({
    data: { state: 'open', total: 1403.95, due: 1403.95, delivery: 40, tax: 64.95, address: null, orderNumber: null },
  })
  expect(await pay(draft.token, { totalPrice: 1403.95 })).toMatchObject({ status: 422, code: 'address_incomplete' })
  expect(await pay(draft.token, { totalPrice: 1403.95, address: { ...PUNE, townCity: '' } })).toMatchObject({
    status: 422,
    problem: { errors: [{ path: 'address.townCity' }] },
  })
  expect(await pay(draft.token, { totalPrice: 1, address: PUNE })).toMatchObject({
    status: 409,
    code: 'total_changed',
    problem: { total: 1403.95 },
  })
  const orderId = await payOnline(draft.token, { totalPrice: 1403.95, address: PUNE })
  expect(await page(draft.token)).toMatchObject({
    data: { state: 'paid', due: 0, address: { townCity: 'Pune' }, orderNumber: expect.stringMatching(/^FS-\d+$/) },
  })
  expect(await pay(draft.token, { totalPrice: 1403.95 })).toMatchObject({ status: 409, code: 'already_placed' })
  expect((await staff('GET', `/orders/${orderId}`)).body).toMatchObject({
    note: 'Ring first',
    status: 'ordered',
    address: { firstName: 'Meera', townCity: 'Pune' },
  })
  expect((await staff('GET', `/draft-orders/${draft.id}`)).body).toMatchObject({
    state: 'paid',
    order: { id: orderId },
  })
  expect(await readInvoice(shop.shop, orderId)).not.toBe(null)
  expect((await stockOf(shop, tee)).reserved).toBe(before)
})

test('it belongs to the account with its e-mail address, whose owner gets the mails; the link is mailed too', async () => {
  const draft = await enter({ customer: { ...customer, email: asha.email }, address: PUNE })
  expect(await staff('POST', `/draft-orders/${draft.id}/send`, { by: 'mail' })).toMatchObject({
    status: 200,
    body: { sentTo: asha.email },
  })
  const mails = async () => (await shop.mailbox?.list({ to: asha.email })) ?? []
  await expect.poll(async () => (await mails()).some(({ text }) => text.includes(draft.link))).toBe(true)
  await payOnline(draft.token, { totalPrice: draft.total })
  expect((await ordersOf(asha))[0]).toMatchObject({ totalPrice: draft.total, address: { townCity: 'Pune' } })
  const nobody = await enter()
  expect(await staff('POST', `/draft-orders/${nobody.id}/send`, { by: 'mail' })).toMatchObject({ status: 400 })
})

test('its pieces aren’t those of the account that it belongs to, which can’t order, reopen or lose them', async () => {
  const { on_hand: onHand, reserved } = await stockOf(shop, shirt)
  const lines = [{ sku: await skuOf(shirt), quantity: onHand - reserved }]
  const draft = await enter({ lines, customer: { ...customer, email: asha.email }, address: PUNE })
  const opened = await pay(draft.token, { totalPrice: draft.total })
  if (!opened.ok) throw new Error(opened.message)
  expect(await order(asha, [shirt])).toMatchObject({ ok: false, code: 'insufficient_stock' })
  expect(await asha.api('GET /user/pending-orders/{userId}', { params: { userId: asha.id } })).toMatchObject({
    data: { orders: [] },
  })
  const { orderId } = opened.data
  expect(await asha.api('POST /user/pay-order', { body: { userId: asha.id, orderId } })).toMatchObject({ status: 404 })
  expect((await stockOf(shop, shirt)).reserved).toBe(onHand)
  expect(await page(draft.token)).toMatchObject({ data: { state: 'open' } })
})

test('at a stall it’s paid by hand, needs no address and no delivery fee, and is delivered at once', async () => {
  const draft = await enter(
    { pickup: true, source: 'stall', customer: { ...customer, email: 'stall@example.test' } },
    tote,
  )
  expect(draft.total).toBe(28.35)
  const paid = (body: unknown) => staff('POST', `/draft-orders/${draft.id}/paid`, body)
  expect(await paid({ method: 'upi' })).toMatchObject({ status: 400, body: { errors: [{ path: 'reference' }] } })
  const answer = await paid({ method: 'upi', reference: '4239871' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const orderId = String(answer.body.orderId)
  expect((await staff('GET', `/orders/${orderId}`)).body).toMatchObject({
    status: 'delivered',
    money: expect.anything(),
  })
  expect(await paid({ method: 'cash' })).toMatchObject({ status: 409, body: { code: 'already_placed' } })
  const found = async () => (await shop.mailbox?.list({ to: 'stall@example.test' }))?.length ?? 0
  await expect.poll(found).toBeGreaterThan(0)

  // Staff give back what they took: no provider is asked, and there's a credit note.
  const pieces = [{ sku: await skuOf(tote), count: 1 }]
  const context = { ...shop.shop, actor: STAFF }
  const preview = await staff('POST', `/orders/${orderId}/refund/preview`, {
    lines: [{ sku: pieces[0]?.sku, quantity: 1 }],
    restock: true,
  })
  expect(JSON.stringify(preview.body)).toContain('You took Rs. 28.35 in person. Please return it yourself')
  expect(await refundOrder(context, orderId, { wanted: { pieces }, reason: 'torn', restock: true })).toMatchObject({
    ok: true,
  })
  await shop.jobs.tick()
  const { rows } = await sql<{ state: string; notes: number }>`
    select r.state, (select count(*)::integer from credit_notes n where n.refund_id = r.id) as notes
    from refunds r where r.order_id = ${orderId}`.execute(shop.shop.db)
  expect(rows).toEqual([{ state: 'done', notes: 1 }])
  const texts = async () => (await shop.mailbox?.list({ to: 'stall@example.test' }))?.map(({ text }) => text).join('')
  await expect.poll(texts).toContain('You paid Rs. 28.35 to us directly, so we’ll give it back to you ourselves.')
})

test('paid at the stall but sent, it needs its address first', async () => {
  const draft = await enter()
  const paid = () => staff('POST', `/draft-orders/${draft.id}/paid`, { method: 'cash' })
  expect(await paid()).toMatchObject({ status: 422, body: { code: 'address_incomplete' } })
  expect((await staff('PATCH', `/draft-orders/${draft.id}`, { address: PUNE })).status).toBe(200)
  const { body } = await paid()
  expect((await staff('GET', `/orders/${String(body.orderId)}`)).body).toMatchObject({ status: 'ordered' })
})

test('a changed draft changes the sum at its link; a price by hand needs a reason and stays what it was', async () => {
  const draft = await enter({ address: PUNE })
  const opened = await pay(draft.token, { totalPrice: draft.total })
  expect(opened.ok).toBe(true)
  const sku = await skuOf(tee)
  const change = (body: unknown, version?: string) =>
    staff('PATCH', `/draft-orders/${draft.id}`, body, version === undefined ? {} : { 'if-match': `"${version}"` })
  expect(await change({ lines: [{ sku, quantity: 2, price: 1000 }] })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'lines.0.reason' }] },
  })
  const { version } = (await staff('GET', `/draft-orders/${draft.id}`)).body
  const changed = await change({ lines: [{ sku, quantity: 2, price: 1000, reason: 'Two at once' }] }, String(version))
  expect(changed).toMatchObject({ status: 200, body: { draft: { total: 2140, lines: [{ reason: 'Two at once' }] } } })
  expect(await change({ lines: [{ sku, quantity: 3 }] }, String(version))).toMatchObject({
    status: 412,
    body: { fields: ['lines'] },
  })
  await changeProduct(shop.shop.db, STAFF, tee.productId, { price: 1499 })
  expect(await page(draft.token)).toMatchObject({ data: { total: 2140 } })
  expect(await pay(draft.token, { totalPrice: draft.total })).toMatchObject({ status: 409, code: 'total_changed' })
  await payOnline(draft.token, { totalPrice: 2140 })
  await changeProduct(shop.shop.db, STAFF, tee.productId, { price: 1299 })
})

test('one that lapses frees its stock, and its link is 410 and says whom to ask; a later end brings it back', async () => {
  const before = (await stockOf(shop, tote)).reserved
  const draft = await enter({ pickup: true }, tote)
  const lapse = sql`update draft_orders set hold_until = now() - interval '1 minute' where id = ${draft.id}`
  await lapse.execute(shop.shop.db)
  await sql`update orders set expires_at = now() - interval '1 minute', next_check_at = now() where draft_id = ${draft.id}`.execute(
    shop.shop.db,
  )
  await expect
    .poll(async () => {
      await shop.jobs.tick()
      return (await stockOf(shop, tote)).reserved
    })
    .toBe(before)
  const over = await page(draft.token)
  expect(over).toMatchObject({ status: 410, code: 'link_over', problem: { state: 'lapsed' } })
  expect(over.ok ? '' : over.message).toMatch(/Please ask .+ for a new one/)
  expect(await pay(draft.token, { totalPrice: draft.total })).toMatchObject({ status: 410 })
  expect((await staff('GET', '/draft-orders?state=lapsed')).body.items).toMatchObject([{ id: draft.id }])
  expect((await staff('GET', '/today')).body).toMatchObject({ lapsedDrafts: { count: 1 } })
  const holdUntil = new Date(Date.now() + 3_600_000).toISOString()
  expect((await staff('PATCH', `/draft-orders/${draft.id}`, { holdUntil })).status).toBe(200)
  expect(await page(draft.token)).toMatchObject({ data: { state: 'open' } })
  expect((await staff('DELETE', `/draft-orders/${draft.id}`)).status).toBe(204)
  expect((await page(draft.token)).status).toBe(410)
  expect((await staff('GET', `/draft-orders/${draft.id}`)).status).toBe(404)
  expect((await staff('GET', '/today')).body).toMatchObject({ lapsedDrafts: { count: 0 } })
  expect((await stockOf(shop, tote)).reserved).toBe(before)
})

test('a restart keeps what is held, and too little stock is refused by line', async () => {
  const draft = await enter({ pickup: true }, tote)
  await sql`update orders set next_check_at = now(), created_at = now() - interval '1 hour' where draft_id = ${draft.id}`.execute(
    shop.shop.db,
  )
  await shop.jobs.tick()
  expect(await page(draft.token)).toMatchObject({ data: { state: 'open' } })
  await payOnline(draft.token, { totalPrice: draft.total })
  const lines = [{ sku: await skuOf({ ...tee, color: 'White', size: 'L' }), quantity: 1 }]
  expect(await staff('POST', '/draft-orders', { lines, customer, source: 'phone' })).toMatchObject({
    status: 409,
    body: { code: 'insufficient_stock', errors: [{ path: 'lines.0.quantity' }] },
  })
  expect(
    await staff('POST', '/draft-orders', { lines: [{ sku: 'NONE', quantity: 1 }], customer, source: 'phone' }),
  ).toMatchObject({
    status: 404,
    body: { errors: [{ path: 'lines.0.sku' }] },
  })
})

const usesOf = async (offer: string) =>
  (await sql<{ used: number }>`select used from offers where id = ${offer}`.execute(shop.shop.db)).rows[0]?.used

test('a code and a running offer count; a held draft keeps them after their end, and its own use isn’t counted against it', async () => {
  const ria = { name: 'Ria', phone: '98200 00301' }
  const all = { combines: ['products', 'order', 'delivery'] }
  const offer = await addOffer(shop, {
    ...all,
    code: 'Once10',
    limit_total: 1,
    limit_per_customer: 1,
    who: 'first_order',
  })
  const weekend = await addOffer(shop, { ...all, name: 'Weekend', value: 500, goal: 'products' })
  const draft = await enter({ customer: ria, codes: [' once10 '] })
  const discounts = [
    { offer: weekend, name: 'Weekend', code: null, amount: 64.95 },
    { offer, name: 'Festival', code: 'Once10', amount: 123.41 },
  ]
  const shown = () => staff('GET', `/draft-orders/${draft.id}`)
  expect((await shown()).body).toMatchObject({ goods: 1299, discounts, total: draft.total })
  expect(await page(draft.token)).toMatchObject({ data: { discounts, total: draft.total } })
  expect([await usesOf(offer), await usesOf(weekend)]).toEqual([1, 1])
  const someoneElse = { customer: { name: 'Uma', phone: '98200 00302' }, source: 'phone', codes: ['ONCE10'] }
  const lines = [{ sku: await skuOf(tote), quantity: 1 }]
  expect(await staff('POST', '/draft-orders', { ...someoneElse, lines })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'codes.0', message: 'This code has been used as often as it can be.' }] },
  })
  await stopOffers(shop)
  const changed = await staff('PATCH', `/draft-orders/${draft.id}`, { note: 'Ring twice' })
  expect(changed).toMatchObject({ status: 200, body: { draft: { discounts, total: draft.total } } })
  await payOnline(draft.token, {
    totalPrice: draft.total,
    address: { ...PUNE, phoneNumber: ria.phone, streetAddress: '8, Karve Road' },
  })
  expect((await shown()).body).toMatchObject({ state: 'paid', discounts })
  expect([await usesOf(offer), await usesOf(weekend)]).toEqual([1, 1])
})

test('in cash it costs what it does without an offer for paying online only, and the screen says so before', async () => {
  const online = await addOffer(shop, { name: 'Online only', online_only: true })
  const other = await addOffer(shop, { name: 'Big order', kind: 'amount', value: 5000, minimum_goods_paise: 100_000 })
  const atStall = { pickup: true, source: 'stall' }
  const [first, second, third] = [await enter(atStall), await enter(atStall), await enter(atStall)]
  const shown = async (id: string) => (await staff('GET', `/draft-orders/${id}`)).body
  // 1299 − 129.90, with 5 % GST; in cash the offer that saves less counts: 1299 − 50.
  expect(await shown(first.id)).toMatchObject({ total: 1227.56, totalInCash: 1311.45 })
  expect(await page(first.token)).toMatchObject({ data: { total: 1227.56 } })
  const stock = await stockOf(shop, tee)
  const paid = (id: string, body: object) => staff('POST', `/draft-orders/${id}/paid`, body)
  expect(await paid(first.id, { method: 'cash', total: 1227.56 })).toMatchObject({
    status: 409,
    body: { code: 'total_changed', total: 1311.45 },
  })
  expect(await paid(first.id, { method: 'cash', total: 1311.45 })).toMatchObject({ status: 200 })
  expect(await shown(first.id)).toMatchObject({
    state: 'paid',
    total: 1311.45,
    totalInCash: 1311.45,
    discounts: [{ offer: other, amount: 50 }],
  })
  expect(await page(first.token)).toMatchObject({ data: { state: 'paid', total: 1311.45, due: 0 } })
  // A transfer isn't cash, and who says no sum pays what it costs.
  expect(await paid(second.id, { method: 'upi', reference: '77', total: 1227.56 })).toMatchObject({ status: 200 })
  expect((await shown(second.id)).total).toBe(1227.56)
  expect(await paid(third.id, { method: 'cash' })).toMatchObject({ status: 200 })
  expect((await shown(third.id)).total).toBe(1311.45)
  expect([await usesOf(online), await usesOf(other)]).toEqual([1, 2])
  expect(await stockOf(shop, tee)).toEqual({ on_hand: stock.on_hand - 3, reserved: stock.reserved - 3 })
  await stopOffers(shop)
})

test('a code that doesn’t count is refused with why, and a draft that ends gives its uses back', async () => {
  const offer = await addOffer(shop, { code: 'BACK', limit_total: 1 })
  await addOffer(shop, { code: 'BIG', minimum_goods_paise: 200_000 })
  const ria = { name: 'Ria', phone: '98200 00303' }
  const lines = [{ sku: await skuOf(tee), quantity: 1 }]
  for (const [code, message] of [
    ['NONE', 'There’s no such code.'],
    ['BIG', 'Rs. 701 more for this code.'],
  ])
    expect(
      await staff('POST', '/draft-orders', { lines, customer: ria, source: 'phone', codes: ['BACK', code] }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'codes.1', message }] },
    })
  expect(await usesOf(offer)).toBe(0)
  const draft = await enter({ customer: ria, codes: ['BACK'] })
  expect(await usesOf(offer)).toBe(1)
  expect((await staff('PATCH', `/draft-orders/${draft.id}`, { codes: [] })).status).toBe(200)
  expect(await usesOf(offer)).toBe(0)
  expect((await staff('PATCH', `/draft-orders/${draft.id}`, { codes: ['BACK'] })).status).toBe(200)
  expect((await staff('DELETE', `/draft-orders/${draft.id}`)).status).toBe(204)
  expect(await usesOf(offer)).toBe(0)
  await stopOffers(shop)
})

test('one use that two drafts ask for at once is given to one', async () => {
  const offer = await addOffer(shop, { code: 'TWO', limit_total: 1 })
  const lines = [{ sku: await skuOf(tote), quantity: 1 }]
  const ask = (phone: string) =>
    staff('POST', '/draft-orders', { lines, customer: { name: 'Ria', phone }, source: 'phone', codes: ['TWO'] })
  const answers = await Promise.all(['98200 00304', '98200 00305', '98200 00306'].map(ask))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await usesOf(offer)).toBe(1)
  await stopOffers(shop)
})

test('a first-order code of a draft counts until the address tells that it isn’t the first', async () => {
  await addOffer(shop, { code: 'FIRST', who: 'first_order' })
  const ria = { name: 'Ria', phone: '98200 00307' }
  const place = { ...PUNE, phoneNumber: ria.phone, streetAddress: '9, Karve Road' }
  const before = await enter({ customer: ria, address: place })
  await payOnline(before.token, { totalPrice: before.total })
  const draft = await enter({ customer: { name: 'R', phone: '98200 00308' }, codes: ['FIRST'] })
  const address = { ...place, phoneNumber: '98200 00308' }
  expect(await pay(draft.token, { totalPrice: draft.total, address })).toMatchObject({
    status: 409,
    problem: { total: before.total, quote: { discounts: [] } },
  })
  await payOnline(draft.token, { totalPrice: before.total, address })
  await stopOffers(shop)
})

test('the token is stored as a hash only, and in no line of the log', async () => {
  const draft = await enter({ pickup: true }, tote)
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from draft_orders d where to_jsonb(d)::text like ${`%${draft.token}%`})
      or exists (select from audit_log a where to_jsonb(a)::text like ${`%${draft.token}%`}) as found`.execute(
    shop.shop.db,
  )
  expect(rows).toEqual([{ found: false }])
  const other = await newShopper(shop)
  expect((await page(other.id)).status).toBe(404)
})
