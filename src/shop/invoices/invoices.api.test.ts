import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paise } from '#platform/money.ts'
import {
  ageOrders,
  buy,
  expectInvariants,
  newShopper,
  openOrder,
  ordersOf,
  type Shopper,
  served,
  tee,
  tote,
  verify,
  verifyUnconfirmed,
} from '../../../tests/support/checkout-fixture.ts'
import { killAt } from '../../../tests/support/checkout-kill.ts'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { ordersPerson } from '../orders/person-sql.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { type CreditedRefund, issueCreditNote, readCreditNote, readInvoice } from './issue.server.ts'

const GSTIN = '27AAPFU0939F1ZV'

let shop: TestShop
let asha: Shopper

beforeAll(async () => {
  shop = await openTestShop({
    products: [
      { id: 'boxy-tee', price: 1299, stock: { Black: { M: 1000 } } },
      { id: 'tin-tote', price: 27, stock: { White: { 'Free Size': 1000 } } },
    ],
  })
  asha = await newShopper(shop)
})
afterEach(async () => {
  await expectInvariants(shop)
})
afterAll(() => shop.close())

/** The invoice as its customer gets it. */
async function download(who: Shopper, orderId: string, path = 'invoice') {
  const response = await shop.fetch(`/api/user/${path}/${who.id}/${orderId}`, {
    headers: { authorization: `Bearer ${who.token}` },
  })
  const file = Buffer.from(await response.arrayBuffer())
  return { response, file, text: response.ok ? pdfText(file) : file.toString() }
}

async function numbers(): Promise<number[]> {
  const rows = await shop.shop.db.selectFrom('invoices').select('position').orderBy('position').execute()
  return rows.map(({ position }) => position)
}

/** Few enough that a busy machine doesn't refuse any. */
const MANY = 20
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('without a GSTIN a paid order has a receipt that shows no tax and adds up to what was paid', async () => {
  const { orderId } = await buy(shop, asha, [tee, { ...tote, quantity: 3 }])
  const { response, text } = await download(asha, orderId)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="receipt-INV-\d\d-\d\d-00001\.pdf"$/,
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(text).toMatch(/^Fourth Seat\n/)
  expect(text).toContain('\nReceipt\nNo. INV/')
  expect(text).toContain('The seller is not registered under GST.')
  expect(text).not.toMatch(/CGST|SGST|IGST|GSTIN|HSN|Tax Invoice/)
  // 1299 + 3 × 27 + 40 + 5 % of 1380
  expect(text).toContain('\nTotal paid\n₹1,489.00\nRupees One Thousand Four Hundred Eighty Nine Only')
})

test('a shop with a GSTIN issues tax invoices: CGST and SGST in its state, IGST in others', async () => {
  await changeSettings(shop.shop, STAFF, { 'shop.gstin': GSTIN, 'shop.legalName': 'Blue Door LLP' })
  const { orderId } = await buy(shop, asha, [tee])
  const { text, response } = await download(asha, orderId)
  expect(response.headers.get('content-disposition')).toContain('tax-invoice-INV-')
  for (const part of [
    'Tax Invoice\n',
    'Blue Door LLP\n',
    `GSTIN ${GSTIN}\n`,
    `Order ${(await ordersOf(asha)).find(({ _id }) => _id === orderId)?.orderNumber}\n`,
    'Asha\n28, Cadell Road\nMumbai 400028\nIndia\n98200 00028\n',
    'Place of supply: Maharashtra (27)\n',
    'Tax payable on reverse charge: No\n',
    '1\nboxy-tee, Black, M\n6109\n1\n1,299.00\n1,299.00\n5%\n32.47\n32.47\n1,363.94\n',
    '2\nDelivery\n6109\n38.10\n5%\n0.95\n0.95\n40.00\n',
    'Taxable value\n1,337.10\nCGST\n33.42\nSGST\n33.42\nRound off\n0.01\nTotal paid\n₹1,403.95\n',
    'Rupees One Thousand Four Hundred Three and Ninety Five Paise Only\n',
  ])
    expect(text).toContain(part)

  const bina = await newShopper(shop, 'Bina Rao')
  const moved = await bina.api('POST /user/updateAddress', {
    body: { userId: bina.id, addressId: bina.addressId, updatedDetails: { state: 'karnataka', zipCode: '560001' } },
  })
  expect(moved.ok).toBe(true)
  const other = await download(bina, (await buy(shop, bina, [tee])).orderId)
  expect(other.text).toContain('Place of supply: Karnataka (29)\n')
  expect(other.text).toContain('Taxable value\n1,337.10\nIGST\n66.85\nTotal paid\n₹1,403.95\n')
  expect(other.text).not.toContain('CGST')
})

test('an issued invoice never changes, except when the customer’s data is removed', async () => {
  const { orderId } = await buy(shop, asha, [tote])
  const before = await readInvoice(shop.shop, orderId)
  await changeSettings(shop.shop, STAFF, { 'shop.legalName': 'Red Door LLP', 'shop.gstin': null })
  expect(await readInvoice(shop.shop, orderId)).toEqual(before)
  await changeSettings(shop.shop, STAFF, { 'shop.legalName': null, 'shop.gstin': GSTIN })
  const change = sql`update invoices set document = '{}' where order_id = ${orderId}`.execute(shop.shop.db)
  await expect(change).rejects.toThrow('never changed')
  await expect(shop.shop.db.deleteFrom('invoices').execute()).rejects.toThrow('never changed')

  const gone = await newShopper(shop, 'Gone Person')
  const order = await buy(shop, gone, [tote])
  await shop.shop.db.transaction().execute((tx) => ordersPerson.forget(tx, { email: gone.email, customer: gone.id }))
  const forgotten = await download(gone, order.orderId)
  expect(forgotten.text).not.toMatch(/Asha|Cadell/)
  expect(forgotten.text).toContain('Place of supply: Maharashtra (27)\n')
})

test('only the customer of an order gets its document', async () => {
  const { orderId } = await buy(shop, asha, [tote])
  const other = await newShopper(shop)
  expect((await download(other, orderId)).response.status).toBe(404)
  const open = await openOrder(asha, [tee])
  expect((await download(asha, open.orderId)).response.status).toBe(404)
  const anonymous = await shop.fetch(`/api/user/invoice/${asha.id}/${orderId}`)
  expect(anonymous.status).toBe(401)
})

test('the mail about the paid order has the invoice attached', async () => {
  const bina = await newShopper(shop)
  const { orderId } = await buy(shop, bina, [tee])
  await shop.mailTo(bina.email)
  const [mail] = (await shop.mailbox?.list({ to: bina.email })) ?? []
  expect(mail?.attachments).toMatchObject([{ contentType: 'application/pdf' }])
  expect(mail?.attachments[0]?.filename).toMatch(/^tax-invoice-INV-\d\d-\d\d-\d{5}\.pdf$/)
  const file = await shop.mailbox?.file(mail?.id ?? '', 0)
  expect(pdfText(file?.content ?? Buffer.alloc(0))).toBe((await download(bina, orderId)).text)
})

test('a payment proven only by its signature has no invoice until the provider confirms it', async () => {
  const bina = await newShopper(shop)
  const open = await openOrder(bina, [tee])
  const paid = await shop.sandbox.pay(open.razorpayOrderId)
  expect(await verifyUnconfirmed(shop, bina, open, paid)).toMatchObject({ ok: true })
  const early = await download(bina, open.orderId)
  expect(early.response.status).toBe(404)
  expect(early.text).toContain('once your payment is confirmed')
  await ageOrders(shop, 60, open.orderId)
  await shop.jobs.tick()
  expect((await download(bina, open.orderId)).text).toContain('₹1,403.95')
  await shop.mailTo(bina.email, 'Your invoice')
})

test('parallel payments, and a process killed while it holds the counter, leave no gap in the numbers', async () => {
  const before = await numbers()
  const shoppers = await Promise.all(Array.from({ length: MANY }, () => newShopper(shop)))
  const open = await Promise.all(shoppers.map((who) => openOrder(who, [tote])))
  const paid = await Promise.all(open.map((one) => shop.sandbox.pay(one.razorpayOrderId)))
  const unlucky = await newShopper(shop)
  const killed = killAt(shop, 'settle:before-commit', unlucky, { scenario: 'ok', source: 'browser' })
  const verified = await Promise.all(
    shoppers.map((who, index) => {
      const [order, proof] = [open[index], paid[index]]
      if (!order || !proof) throw new Error('an order is missing')
      return served(() => verify(who, order, proof))
    }),
  )
  expect(verified.filter(({ ok }) => ok)).toHaveLength(MANY)
  expect(await killed).toBe('SIGKILL')
  expect(await numbers()).toEqual(upTo(before.length + MANY))
  const orders = await shop.shop.db.selectFrom('orders').select('id').where('customer_id', '=', unlucky.id).execute()
  for (const { id } of orders) await ageOrders(shop, 61, id)
  await shop.jobs.tick()
  expect(await numbers()).toEqual(upTo(before.length + MANY + 1))
})

test('numbers restart at 1 each financial year, at midnight in India', async () => {
  const { rows } = await sql<{ before: string; after: string }>`
    select financial_year('2027-03-31T18:29:59Z') as before, financial_year('2027-03-31T18:30:00Z') as after`.execute(
    shop.shop.db,
  )
  expect(rows).toEqual([{ before: '2026-27', after: '2027-28' }])
})

const credit = (refund: CreditedRefund) => shop.shop.db.transaction().execute((tx) => issueCreditNote(tx, refund))

test('a refund has one credit note, in its own series; parts add up to the invoice, and more than that is refused', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  const refund = { orderId, refundId: 'r'.repeat(22), amount: paise(50_000), reason: 'One seam was open' }
  const first = await credit(refund)
  expect(first?.number).toMatch(/^CRN\/\d\d-\d\d\/00001$/)
  expect(await credit(refund)).toEqual(expect.objectContaining({ number: first?.number }))
  const { text } = await download(asha, refund.refundId, 'credit-note')
  const invoice = await readInvoice(shop.shop, orderId)
  for (const part of [
    'Credit Note\n',
    `Against ${invoice?.number} of `,
    'Reason: One seam was open',
    'Total refunded\n₹500.00\nRupees Five Hundred Only',
  ])
    expect(text).toContain(part)
  await expect(credit({ ...refund, refundId: 's'.repeat(22), amount: paise(90_396) })).rejects.toThrow(
    'refunds can’t exceed the invoice',
  )
  await credit({ ...refund, refundId: 't'.repeat(22), amount: paise(90_395) })
  const notes = await Promise.all(['r', 't'].map((letter) => readCreditNote(shop.shop, letter.repeat(22))))
  const sum = (key: 'taxable' | 'cgst' | 'sgst' | 'total', documents: (typeof invoice)[]) =>
    documents.flatMap((one) => one?.document.lines ?? []).reduce((total, line) => total + line[key], 0)
  for (const key of ['taxable', 'cgst', 'sgst', 'total'] as const) expect(sum(key, notes)).toBe(sum(key, [invoice]))
  for (const line of notes.flatMap((note) => note?.document.lines ?? [])) expect(line.cgst).toBe(line.sgst)
})

test('parallel refunds of different orders have consecutive numbers', async () => {
  const rows = await shop.shop.db
    .selectFrom('invoices')
    .select('order_id')
    .orderBy('position', 'desc')
    .offset(1)
    .limit(MANY)
    .execute()
  const before = await shop.shop.db.selectFrom('credit_notes').select('position').execute()
  await Promise.all(
    rows.map(({ order_id: orderId }, index) =>
      credit({ orderId, refundId: `refund-${index}`.padEnd(22, '_'), amount: paise(100), reason: 'Test' }),
    ),
  )
  const after = await shop.shop.db.selectFrom('credit_notes').select('position').orderBy('position').execute()
  expect(after.map(({ position }) => position)).toEqual(upTo(before.length + rows.length))
})
