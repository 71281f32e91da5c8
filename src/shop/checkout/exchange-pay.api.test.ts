import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  buy,
  capturedEvent,
  deliver,
  newShopper,
  type Shopper,
  tee,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { type KilledTask, killAt } from '../../../tests/support/checkout-kill.ts'
import { deliverOrder, exchangeStep, shownExchange } from '../../../tests/support/exchange-fixture.ts'
import { paymentProof } from '../../../tests/support/sandbox-control.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { readCreditNote, readDebitNote } from '../invoices/issue.server.ts'
import { listCreditNotes } from '../invoices/sql.server.ts'
import { changeSettings } from '../settings/staff.server.ts'

let shop: TestShop
let owner: SignedInStaff
let who: Shopper
withCheckoutShop((fixture) => ({ shop } = fixture), {
  products: [
    { id: 'boxy-tee', name: 'Boxy Tee', price: 1299, stock: { Black: { M: 500, L: 500, XL: 500 } } },
    { id: 'thin-hoodie', name: 'Thin Hoodie', price: 1399, stock: { Black: { M: 500 } } },
  ],
})
beforeAll(async () => {
  owner = await signInStaff(shop, 'owner')
  await changeSettings(shop.shop, STAFF, { 'shop.gstin': '27AAPFU0939F1ZV', 'exchange.otherProducts': true })
})
beforeEach(async () => {
  who = await newShopper(shop)
  await extra('L', 0)
})

const extra = (size: string, paise: number) =>
  shop.shop.db.updateTable('stock').set({ extra_paise: paise }).where('size', '=', size).execute()
const post = (id: string, action: string, body?: object) => exchangeStep(owner, id, action, body)
const show = (id: string) => shownExchange(owner, id)

/** Of another product: Rs. 105 more than the tee, with tax. */
const HOODIE = { productId: 'thin-hoodie', color: 'Black', size: 'M' }

/** An exchange whose replacement costs Rs. 105 more, with tax: a larger size, or another product. */
async function dearer(instead?: typeof HOODIE): Promise<{ orderId: string; id: string }> {
  const { orderId } = await buy(shop, who, [tee], { totalPrice: 1403.95 })
  await deliverOrder(shop, orderId)
  await extra('L', 10_000)
  const wish = instead ? { instead, difference: 105 } : { size: 'L' }
  const asked = await who.api('POST /user/addExchange', {
    body: { orderId, productId: tee.productId, reasonForExchange: 'Size Issue', problem: 'Too tight.', ...wish },
  })
  if (!asked.ok) throw new Error(asked.message)
  return { orderId, id: asked.data.exchange._id }
}

async function linkOf(id: string, body: object = {}) {
  const made = await post(id, 'pay-link', body)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return { token: String(made.body.link).split('/pay/')[1] ?? '', total: Number(made.body.total), body: made.body }
}

const page = (token: string) => shop.api('GET /user/pay/{token}', { params: { token } })
const open = (token: string, totalPrice = 105) =>
  shop.api('POST /user/pay/{token}', { params: { token }, body: { totalPrice } })
const verify = (token: string, orderId: string, paid: Awaited<ReturnType<TestShop['sandbox']['pay']>>) =>
  shop.api('POST /user/pay/{token}/verify', { params: { token }, body: paymentProof(orderId, paid) })

/** The provider's order behind a link. */
async function window(token: string, total = 105): Promise<string> {
  const opened = await open(token, total)
  if (!opened.ok) throw new Error(`${opened.status} ${opened.message}`)
  return opened.data.razorpayOrderId
}

const refundsOf = async (orderId: string) =>
  (
    await sql<{ reason: string; amount: number; target: string; state: string }>`
      select reason, amount_paise as amount, target, state from refunds where order_id = ${orderId} order by created_at`.execute(
      shop.shop.db,
    )
  ).rows

/** Lets what waits for the provider be due. */
async function runJobs(): Promise<void> {
  await sql`update exchange_provider_orders set next_check_at = now() where next_check_at is not null`.execute(
    shop.shop.db,
  )
  await sql`update refunds set next_at = now()`.execute(shop.shop.db)
  await shop.jobs.tick()
}

const subjects = async () => ((await shop.mailbox?.list({ to: who.email })) ?? []).map(({ subject }) => subject)

test('a dearer replacement is paid by the mailed link without a login, and the exchange can be approved', async () => {
  const { orderId, id } = await dearer()
  expect(await show(id)).toMatchObject({ can: ['pay-link', 'difference', 'refund', 'refuse'] })
  expect((await post(id, 'approve')).body).toMatchObject({ code: 'difference_unpaid' })
  const link = await linkOf(id, { by: 'mail' })
  expect(link).toMatchObject({ token: expect.stringMatching(/^[\w-]{22}$/), total: 105, body: { sentTo: who.email } })
  // Asked for again, it's the same one; stored is only its hash.
  expect((await linkOf(id)).body).toEqual({ ...link.body, sentTo: null })
  const stored = await shop.shop.db.selectFrom('exchange_pay_links').selectAll().where('exchange_id', '=', id).execute()
  expect(JSON.stringify(stored)).not.toContain(link.token)
  await expect.poll(subjects).toContainEqual(expect.stringContaining('Please pay Rs. 105.00 for your exchange'))
  expect(await page(link.token)).toMatchObject({
    data: {
      state: 'open',
      isExchange: true,
      goods: 100,
      tax: 5,
      total: 105,
      due: 105,
      address: null,
      orderNumber: null,
      lines: [{ name: 'Boxy Tee', color: 'Black', size: 'L', quantity: 1, replaces: { color: 'Black', size: 'M' } }],
    },
  })
  expect(await open(link.token, 100)).toMatchObject({ status: 409, code: 'total_changed', problem: { total: 105 } })
  const opened = await open(link.token)
  expect(opened).toMatchObject({ data: { orderId, amount: 10_500, total: 105, due: 105 } })
  const provider = await window(link.token)
  expect(opened).toMatchObject({ data: { razorpayOrderId: provider } })
  const paid = await shop.sandbox.pay(provider)
  expect(await verify(link.token, orderId, paid)).toMatchObject({ ok: true, data: { orderId } })
  expect(await verify(link.token, orderId, paid)).toMatchObject({ ok: true })
  expect(await page(link.token)).toMatchObject({
    data: { state: 'paid', due: 0, orderNumber: expect.stringMatching(/^FS-/) },
  })
  expect(await open(link.token)).toMatchObject({ status: 409, code: 'already_placed' })
  const number = (await readDebitNote(shop.shop, id))?.number
  expect(await show(id)).toMatchObject({
    can: expect.arrayContaining(['approve']),
    differencePaid: { method: 'online', reference: paid.razorpay_payment_id, debitNote: number },
    timeline: [{ what: 'requested' }, { what: 'paid', by: null }],
  })
  const { rows } = await sql<{ data: object }>`
    select data from shop_events where subject = ${`exchange:${id}`} and type = 'exchange.paid'`.execute(shop.shop.db)
  expect(rows).toMatchObject([{ data: { amount: 105, orderId } }])
  await expect
    .poll(async () => ((await shop.mailbox?.list({ to: who.email })) ?? []).flatMap(({ attachments }) => attachments))
    .toContainEqual(expect.objectContaining({ filename: `debit-note-${number?.replaceAll('/', '-')}.pdf` }))
  const file = await owner.browser.call('GET', `/exchanges/${id}/debit-note.pdf`)
  expect(file.status).toBe(200)
  expect((await post(id, 'pay-link')).body).toMatchObject({ code: 'conflict' })
  expect((await post(id, 'difference', { method: 'cash' })).body).toMatchObject({ code: 'conflict' })
  expect((await post(id, 'approve')).status).toBe(200)
})

test('a payment that nobody brings is found: by its event, however often that comes, and by the reconciler', async () => {
  for (const way of ['webhook', 'reconciler'] as const) {
    const { id } = await dearer()
    const { token } = await linkOf(id)
    const provider = await window(token)
    const paid = await shop.sandbox.pay(provider)
    for (const _ of way === 'webhook' ? [1, 2, 3] : [])
      expect(await deliver(shop, capturedEvent(provider, paid.razorpay_payment_id))).toBe(200)
    for (const _ of way === 'reconciler' ? [1, 2] : []) await runJobs()
    expect(await show(id), way).toMatchObject({ differencePaid: { method: 'online' } })
    const { rows } = await sql`
      select from shop_events where subject = ${`exchange:${id}`} and type = 'exchange.paid'`.execute(shop.shop.db)
    expect(rows, way).toHaveLength(1)
  }
})

test('a signature alone pays nothing while the provider is away', async () => {
  const { orderId, id } = await dearer()
  const { token } = await linkOf(id)
  const provider = await window(token)
  const paid = await shop.sandbox.pay(provider)
  await shop.sandbox.scenario({ scenario: 'rest_500', order_id: provider })
  expect(await verify(token, orderId, paid)).toMatchObject({ status: 503 })
  expect(await show(id)).toMatchObject({ differencePaid: null })
  await shop.sandbox.scenario({ scenario: 'ok', order_id: provider })
  await runJobs()
  expect(await show(id)).toMatchObject({ differencePaid: { method: 'online' } })
})

test('paid twice, in another sum, or after staff took it by hand: the money goes back by itself', async () => {
  const twice = await dearer()
  const link = await linkOf(twice.id)
  // Two tabs, and twenty at once, are one order of the provider.
  const windows = await Promise.all(Array.from({ length: 20 }, () => window(link.token)))
  expect(new Set(windows).size).toBe(1)
  const [provider = ''] = windows
  await shop.sandbox.scenario({ scenario: 'two_captures', order_id: provider })
  expect(await verify(link.token, twice.orderId, await shop.sandbox.pay(provider))).toMatchObject({ ok: true })
  await runJobs()
  await runJobs()
  expect(await refundsOf(twice.orderId)).toMatchObject([{ reason: 'second', amount: 10_500, state: 'done' }])
  await expect.poll(subjects).toContainEqual(expect.stringContaining('Your payment is being refunded'))

  const less = await dearer()
  const other = await linkOf(less.id)
  const short = await window(other.token)
  await shop.sandbox.scenario({ scenario: 'amount_less:1', order_id: short })
  expect(await verify(other.token, less.orderId, await shop.sandbox.pay(short))).toMatchObject({
    code: 'payment_returned',
  })
  expect(await show(less.id)).toMatchObject({ differencePaid: null })
  expect(await refundsOf(less.orderId)).toMatchObject([{ reason: 'mismatch' }])
  // The provider takes no second payment of that order, so another try has another one.
  const again = await window(other.token)
  expect(again).not.toBe(short)
  expect(await verify(other.token, less.orderId, await shop.sandbox.pay(again))).toMatchObject({ ok: true })

  const byHand = await dearer()
  const last = await linkOf(byHand.id)
  const late = await window(last.token)
  expect((await post(byHand.id, 'difference', { method: 'upi', reference: '412' })).status).toBe(200)
  await deliver(shop, capturedEvent(late, (await shop.sandbox.pay(late)).razorpay_payment_id))
  expect(await show(byHand.id)).toMatchObject({ differencePaid: { method: 'upi' } })
  expect(await refundsOf(byHand.orderId)).toMatchObject([{ reason: 'second' }])
})

test('a payment after the exchange has ended goes back, and its link is over', async () => {
  const { orderId, id } = await dearer()
  const { token } = await linkOf(id)
  const provider = await window(token)
  expect((await post(id, 'refuse', { reason: 'Worn.' })).status).toBe(200)
  expect(await page(token)).toMatchObject({ status: 410, code: 'link_over' })
  expect(await open(token)).toMatchObject({ status: 410 })
  expect(await verify(token, orderId, await shop.sandbox.pay(provider))).toMatchObject({ code: 'payment_returned' })
  expect(await refundsOf(orderId)).toMatchObject([{ reason: 'late', amount: 10_500 }])
  expect((await post(id, 'pay-link')).body).toMatchObject({ code: 'already_cancelled' })
})

test('another replacement has another sum: the window that was open for the one before pays nothing', async () => {
  const { orderId, id } = await dearer()
  const { token } = await linkOf(id)
  const before = await window(token)
  await extra('XL', 20_000)
  const changed = await who.api('POST /user/changeExchange', { body: { orderId, exchangeId: id, size: 'XL' } })
  expect(changed.ok).toBe(true)
  expect(await page(token)).toMatchObject({ data: { total: 210 } })
  expect(await verify(token, orderId, await shop.sandbox.pay(before))).toMatchObject({ code: 'payment_returned' })
  const now = await window(token, 210)
  expect(now).not.toBe(before)
  expect(await verify(token, orderId, await shop.sandbox.pay(now))).toMatchObject({ ok: true })
  expect(await who.api('POST /user/changeExchange', { body: { orderId, exchangeId: id, size: 'L' } })).toMatchObject({
    code: 'already_approved',
  })
  // A replacement that costs nothing more ends the link.
  const cheap = await dearer()
  const over = await linkOf(cheap.id)
  await extra('XL', 0)
  await who.api('POST /user/changeExchange', { body: { orderId: cheap.orderId, exchangeId: cheap.id, size: 'XL' } })
  expect(await page(over.token)).toMatchObject({ status: 410 })
  expect((await post(cheap.id, 'pay-link')).body).toMatchObject({ code: 'conflict' })
})

test('the link ends after 48 hours and lives again; a window that was open in time still pays', async () => {
  const { orderId, id } = await dearer()
  const { token, body } = await linkOf(id)
  const hours = (Date.parse(String(body.until)) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(47.9)
  expect(hours).toBeLessThan(48.1)
  const provider = await window(token)
  await sql`update exchange_pay_links set until = now() where exchange_id = ${id}`.execute(shop.shop.db)
  expect(await page(token)).toMatchObject({ status: 410, problem: { state: 'lapsed' } })
  expect(await open(token)).toMatchObject({ status: 410 })
  expect((await linkOf(id)).token).toBe(token)
  await sql`update exchange_pay_links set until = now() where exchange_id = ${id}`.execute(shop.shop.db)
  expect(await verify(token, orderId, await shop.sandbox.pay(provider))).toMatchObject({ ok: true })
})

test('what was paid online goes back to its payment if the replacement isn’t sent, with a credit note', async () => {
  const ends = {
    refused: (id: string) => post(id, 'refuse', { reason: 'Worn.' }),
    refunded: (id: string) => post(id, 'refund', { reason: 'None left.' }),
    cancelled: (exchangeId: string, orderId: string) =>
      who.api('POST /user/cancelProductExchange', { body: { orderId, exchangeId } }),
  }
  for (const [name, end] of Object.entries(ends)) {
    const { orderId, id } = await dearer()
    const { token } = await linkOf(id)
    expect(await verify(token, orderId, await shop.sandbox.pay(await window(token)))).toMatchObject({ ok: true })
    expect((await end(id, orderId)).status, name).toBe(200)
    await runJobs()
    expect(await refundsOf(orderId), name).toContainEqual({
      reason: 'amount',
      amount: 10_500,
      target: 'source',
      state: 'done',
    })
    expect(await show(id)).toMatchObject({ differencePaid: { backAt: expect.any(String) } })
    const [note, ...more] = await listCreditNotes(shop.shop.db, orderId, id)
    expect(more, name).toEqual([])
    expect(await readCreditNote(shop.shop, note?.refund_id ?? '')).toMatchObject({
      credits: { invoice: (await readDebitNote(shop.shop, id))?.number },
      document: { lines: [{ total: 10_500 }] },
    })
    expect(await page(token), name).toMatchObject({ status: 410 })
  }
})

test('only its own payment pays it, and only by its own link', async () => {
  const [one, two] = [await dearer(), await dearer()]
  const [link, other] = [await linkOf(one.id), await linkOf(two.id)]
  const paid = await shop.sandbox.pay(await window(other.token))
  expect(await verify(link.token, one.orderId, paid)).toMatchObject({ code: 'payment_refused' })
  expect(await verify(link.token, two.orderId, paid)).toMatchObject({ status: 404 })
  expect(await verify(other.token, two.orderId, { ...paid, razorpay_signature: 'f'.repeat(64) })).toMatchObject({
    code: 'payment_refused',
  })
  expect(await verify(other.token, two.orderId, paid)).toMatchObject({ ok: true })
  expect(await page('A'.repeat(22))).toMatchObject({ status: 404 })
  expect((await post('A'.repeat(22), 'pay-link')).status).toBe(404)
})

test.each([
  { point: 'provider-order:created', source: 'browser', isPaid: false },
  { point: 'provider-order:stored', source: 'browser', isPaid: false },
  { point: 'verify:start', source: 'browser', isPaid: true },
  { point: 'payment:captured', source: 'browser', isPaid: true },
  { point: 'settle:before-commit', source: 'browser', isPaid: true },
  { point: 'settle:after-commit', source: 'browser', isPaid: true },
  { point: 'webhook:stored', source: 'webhook', isPaid: true },
  { point: 'payment:captured', source: 'browser', isPaid: true, instead: HOODIE },
  { point: 'settle:before-commit', source: 'browser', isPaid: true, instead: HOODIE },
  { point: 'settle:after-commit', source: 'browser', isPaid: true, instead: HOODIE },
] as const)(
  'killed at $point while the link of an exchange is paid ($instead.productId): it’s paid once, or not at all',
  async ({ point, source, isPaid, ...wish }) => {
    const { id } = await dearer('instead' in wish ? wish.instead : undefined)
    const link = await linkOf(id)
    const task: KilledTask = { scenario: 'ok', source, link }
    expect(await killAt(shop, point, who, task)).toBe('SIGKILL')
    await sql`update webhook_inbox set next_at = now()`.execute(shop.shop.db)
    await runJobs()
    await runJobs()
    expect((await show(id)).differencePaid !== null).toBe(isPaid)
    expect(await show(id)).toMatchObject({ to: 'instead' in wish ? 'Thin Hoodie, Black M' : 'Black L' })
  },
  60_000,
)

test('a revoked link says so, the next one is another, and a payment that was open by the first still counts', async () => {
  const { id } = await dearer()
  const revoke = () => owner.browser.call('DELETE', `/exchanges/${id}/pay-link`)
  expect(await revoke()).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const first = await linkOf(id)
  expect(await show(id)).toMatchObject({ payLinkUntil: first.body.until })
  const provider = await window(first.token)
  expect((await revoke()).status).toBe(200)
  expect(await show(id)).toMatchObject({ payLinkUntil: null })
  expect((await revoke()).status).toBe(409)
  const gone = { status: 410, code: 'link_revoked', message: expect.stringContaining('was withdrawn') }
  expect(await page(first.token)).toMatchObject(gone)
  expect(await open(first.token)).toMatchObject(gone)
  const second = await linkOf(id)
  expect(second.token).not.toBe(first.token)
  expect(await page(second.token)).toMatchObject({ data: { state: 'open', due: 105 } })
  expect(await page(first.token)).toMatchObject(gone)
  const logged = shop.shop.db.selectFrom('audit_log').select('action').where('subject', '=', `exchange:${id}`)
  expect((await logged.execute()).map(({ action }) => action)).toContain('exchange.revoke-link')
  // Its window was open before.
  await shop.sandbox.pay(provider)
  await runJobs()
  expect(await page(second.token)).toMatchObject({ data: { state: 'paid' } })
})
