import { beforeAll, beforeEach, expect, test } from 'vitest'
import { indianDay } from '#platform/india-time.ts'
import {
  buy,
  expectInvariants,
  findOrder,
  newShopper,
  orderInCash,
  runJobsAfter,
  type Shopper,
  tee,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import {
  deliverOrder,
  exchangeParcel,
  exchangeStep,
  finishExchange,
  shownExchange,
} from '../../../tests/support/exchange-fixture.ts'
import { addOffer, stopOffers } from '../../../tests/support/offer-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { settleCashIn } from '../checkout/settle.server.ts'
import { exportDocuments } from '../invoices/export.server.ts'
import { readCreditNote, readDebitNote } from '../invoices/issue.server.ts'
import { listCreditNotes } from '../invoices/sql.server.ts'
import { cancelOrder } from '../refunds/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import { giveBackWaiting } from './difference.server.ts'

let shop: TestShop
let owner: SignedInStaff
let who: Shopper
withCheckoutShop((fixture) => ({ shop } = fixture), {
  products: [{ id: 'boxy-tee', name: 'Boxy Tee', price: 1299, stock: { Black: { M: 500, L: 500 } } }],
})
beforeAll(async () => {
  owner = await signInStaff(shop, 'owner')
  await changeSettings(shop.shop, STAFF, { 'cash.on': true, 'cash.openOrders': 0 })
})
beforeEach(async () => {
  who = await newShopper(shop)
  await extra('M', 0)
  await extra('L', 0)
})

const staff = () => ({ ...shop.shop, actor: STAFF })
const extra = (size: string, paise: number) =>
  shop.shop.db.updateTable('stock').set({ extra_paise: paise }).where('size', '=', size).execute()
const post = (id: string, action: string, body?: object) => exchangeStep(owner, id, action, body)
const show = (id: string) => shownExchange(owner, id)

const parcel = exchangeParcel

/** Asks to exchange the tee of a delivered order for a larger one. */
async function exchange(orderId: string): Promise<string> {
  await deliverOrder(shop, orderId)
  const asked = await who.api('POST /user/addExchange', {
    body: { orderId, productId: tee.productId, reasonForExchange: 'Size Issue', problem: 'Too tight.', size: 'L' },
  })
  if (!asked.ok) throw new Error(asked.message)
  return asked.data.exchange._id
}

async function credit(): Promise<number> {
  const found = await who.api('GET /user/credit/{userId}', { params: { userId: who.id } })
  return found.ok ? found.data.balance : 0
}

const finish = (id: string) => finishExchange(owner, id)

test('what a discount took off the piece it takes off the difference too, in the same share', async () => {
  await addOffer(shop, { name: 'Ten off' })
  const quoted = await who.api('POST /user/quote', {
    body: { userId: who.id, addressId: who.addressId, productDetails: [tee] },
  })
  const { orderId } = await buy(shop, who, [tee], { totalPrice: quoted.ok ? quoted.data.total : 0 })
  await stopOffers(shop)
  await extra('L', 10_000)
  // Rs. 100 − 10 %, with 5 % GST.
  expect(await show(await exchange(orderId))).toMatchObject({ priceDifference: 94.5 })
})

test('what was paid for a replacement that isn’t coming goes back once, as store credit if staff took it', async () => {
  await extra('L', 10_000)
  const ends = {
    refused: (id: string) => post(id, 'refuse', { reason: 'Worn.' }),
    refunded: (id: string) => post(id, 'refund', { reason: 'None left.' }),
    cancelled: async (id: string, orderId: string) => {
      const done = await who.api('POST /user/cancelProductExchange', { body: { orderId, exchangeId: id } })
      return { status: done.status }
    },
  }
  for (const [name, end] of Object.entries(ends)) {
    const before = await credit()
    const { orderId } = await buy(shop, who, [tee], { totalPrice: 1403.95 })
    const id = await exchange(orderId)
    expect((await post(id, 'difference', { method: 'upi', reference: '412' })).status).toBe(200)
    expect((await end(id, orderId)).status, name).toBe(200)
    expect(await credit(), name).toBe(before + 105)
    expect(await show(id)).toMatchObject({ differencePaid: { backAt: expect.any(String) } })
  }
  // Of one that is cancelled on its way it goes back with the replacement.
  const before = await credit()
  const { orderId } = await buy(shop, who, [tee], { totalPrice: 1403.95 })
  const id = await exchange(orderId)
  await post(id, 'difference', { method: 'cash' })
  await post(id, 'approve')
  await post(id, 'ship', parcel())
  await who.api('POST /user/cancelProductExchange', { body: { orderId, exchangeId: id } })
  expect(await credit()).toBe(before)
  expect((await post(id, 'receive')).status).toBe(200)
  expect(await credit()).toBe(before + 105)
})

const documentOf = async (id: string) => (await readDebitNote(shop.shop, id))?.document
const monthOf = async () => {
  const month = indianDay(new Date()).slice(0, 7)
  return (await Array.fromAsync(exportDocuments(shop.shop, month))).map((line) => line.trim().split(','))
}

test('what is paid by hand has a debit note by the line’s rate, which is mailed, and a credit note once it goes back', async () => {
  await changeSettings(shop.shop, STAFF, { 'shop.gstin': '27AAPFU0939F1ZV' })
  await extra('L', 10_000)
  const { orderId } = await buy(shop, who, [tee], { totalPrice: 1403.95 })
  const id = await exchange(orderId)
  expect(await documentOf(id)).toBeUndefined()
  expect((await post(id, 'difference', { method: 'upi', reference: '412' })).status).toBe(200)
  const document = await documentOf(id)
  expect(document).toMatchObject({
    lines: [
      {
        description: 'Price difference: Boxy Tee, Black, M exchanged for Black, L',
        percent: 5,
        quantity: 1,
        taxable: 10_000,
        cgst: 250,
        sgst: 250,
        igst: 0,
        total: 10_500,
      },
    ],
  })
  const number = (await readDebitNote(shop.shop, id))?.number
  expect(number).toMatch(/^DBN\/\d\d-\d\d\/\d{5}$/)
  await expect
    .poll(async () => ((await shop.mailbox?.list({ to: who.email })) ?? []).flatMap(({ attachments }) => attachments))
    .toContainEqual(expect.objectContaining({ filename: `debit-note-${number?.replaceAll('/', '-')}.pdf` }))
  const row = (await monthOf()).find((cells) => cells.includes(number ?? ''))
  expect(row).toEqual(expect.arrayContaining(['Debit note', '105', '100', '5']))
  expect((await post(id, 'refuse', { reason: 'Worn.' })).status).toBe(200)
  const [note] = await listCreditNotes(shop.shop.db, orderId, id)
  expect(note?.document).toMatchObject({ reason: 'The replacement isn’t sent', lines: [{ total: 10_500 }] })
  expect(await readCreditNote(shop.shop, note?.refund_id ?? '')).toMatchObject({ credits: { invoice: number } })
  // The invoice is still to be credited whole.
  expect(await cancelOrder(staff(), orderId, { reason: 'No.', restock: true })).toMatchObject({
    ok: true,
    data: { refund: 1403.95 },
  })
  await runJobsAfter(shop, 0, orderId)
  await changeSettings(shop.shop, STAFF, { 'shop.gstin': null })
})

test('what a replacement costs less goes to where it was paid from, or as store credit if staff say so', async () => {
  await extra('M', 10_000)
  const total = 1508.95
  for (const to of ['source', 'credit'] as const) {
    await extra('M', 10_000)
    const { orderId } = await buy(shop, who, [tee], { totalPrice: total })
    const id = await exchange(orderId)
    expect(await show(id)).toMatchObject({ priceDifference: -105, differenceTo: null })
    expect((await post(id, 'difference', { method: 'cash' })).body).toMatchObject({ code: 'conflict' })
    expect((await post(id, 'difference', { to, method: 'cash' })).status).toBe(400)
    expect((await post(id, 'difference', { to })).status).toBe(200)
    expect(await show(id)).toMatchObject({ differenceTo: to })
    await finish(id)
    expect((await findOrder(who, orderId)).refunds).toMatchObject([{ amount: 105, to }])
    expect((await post(id, 'difference', { to: 'credit' })).body).toMatchObject({ code: 'conflict' })
  }
  expect(await credit()).toBe(105)
})

test('of an order in cash it waits for the cash, and then goes back once', async () => {
  await extra('M', 10_000)
  const made = await orderInCash(who, [tee])
  if (!made.ok) throw new Error(made.message)
  const { orderId } = made.data
  // It leaves only in a parcel, which collects the cash.
  expect((await shipOrder(staff(), orderId, parcel())).ok).toBe(true)
  const id = await exchange(orderId)
  // Cash has no source: it's neither offered nor taken.
  expect(await show(id)).toMatchObject({ differenceWays: ['credit'], differenceAwaitsCash: true })
  expect(await post(id, 'difference', { to: 'source' })).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: expect.stringContaining('becomes store credit') },
  })
  expect((await post(id, 'difference', { to: 'credit' })).status).toBe(200)
  await finish(id)
  expect((await findOrder(who, orderId)).refunds).toEqual([])
  expect(await show(id)).toMatchObject({ state: 'done', differenceAwaitsCash: true })
  for (const isIn of [true, false])
    await shop.shop.db.transaction().execute(async (tx) => {
      expect(await settleCashIn(shop.shop, tx, orderId)).toBe(isIn)
      await giveBackWaiting(staff(), tx, orderId)
    })
  expect((await findOrder(who, orderId)).refunds).toMatchObject([{ amount: 105, to: 'credit' }])
  expect(await credit()).toBe(105)
  expect(await show(id)).toMatchObject({ differenceWays: [], differenceAwaitsCash: false })
  await expectInvariants(shop)
})
