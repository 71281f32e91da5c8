import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indianDay } from '#platform/india-time.ts'
import {
  buy,
  newShopper,
  openOrder,
  order,
  ordersOf,
  type Shopper,
  tee,
  tote,
  verify,
} from '../../../tests/support/checkout-fixture.ts'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { signInStaff } from '../../../tests/support/staff.ts'
import { changeProduct } from '../catalog/product/staff.server.ts'
import { refundOrder } from '../refunds/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { readCreditNote, readInvoice } from './issue.server.ts'
import { printDocument } from './pdf.server.ts'

const SELLER = '27AAPFU0939F1ZV'
const BUYER = '29AAGCB7383J1Z4'

let shop: TestShop
let asha: Shopper

beforeAll(async () => {
  shop = await openTestShop()
  asha = await newShopper(shop)
  await changeSettings(shop.shop, STAFF, { 'shop.gstin': SELLER })
  await changeProduct(shop.shop.db, STAFF, 'tin-tote', { hsn: '4202' })
})
afterAll(() => shop.close())

const textOf = async (document: Awaited<ReturnType<typeof readInvoice>>) =>
  document ? pdfText(await printDocument(document)) : ''

test('an address and an order take a GSTIN whose check character fits, and 422 names the field of another', async () => {
  const { id: userId, addressId } = asha
  const update = (gstin: string) =>
    asha.api('POST /user/updateAddress', { body: { userId, addressId, updatedDetails: { gstin } } })
  expect(await update(`${BUYER.slice(0, -1)}5`)).toMatchObject({
    status: 422,
    code: 'wrong_gstin',
    problem: { errors: [{ path: 'updatedDetails.gstin' }] },
  })
  expect(await asha.api('POST /user/addAddress', { body: { userId, address: { gstin: '29' } } })).toMatchObject({
    status: 422,
    problem: { errors: [{ path: 'address.gstin' }] },
  })
  expect(await order(asha, [tee], { gstin: 'AAGCB' })).toMatchObject({
    status: 422,
    problem: { errors: [{ path: 'gstin' }] },
  })
  expect(await update(` ${BUYER.toLowerCase()} `)).toMatchObject({ ok: true, data: { address: { gstin: BUYER } } })
})

test('the address’s GSTIN is the order’s unless the order says another; the newest request of an unpaid order counts', async () => {
  await buy(shop, asha, [tee])
  expect((await ordersOf(asha))[0]).toMatchObject({ gstin: BUYER })
  const first = await openOrder(asha, [tote], { gstin: SELLER })
  const open = await openOrder(asha, [tote], { gstin: '' })
  expect(open.orderId).toBe(first.orderId)
  await verify(asha, open, await shop.sandbox.pay(open.razorpayOrderId))
  expect((await ordersOf(asha))[0]).toMatchObject({ gstin: '' })
})

test('invoice, credit note and the portal’s sheets have the GSTIN; only businesses are in the sheets', async () => {
  const { orderId } = await buy(shop, asha, [tee, { ...tote, quantity: 2 }])
  const { rows } = await sql<{ sku: string }>`
    select sku from order_lines where order_id = ${orderId} and product_id = ${tee.productId}`.execute(shop.shop.db)
  const wanted = { pieces: [{ sku: rows[0]?.sku ?? '', count: 1 }] }
  await refundOrder({ ...shop.shop, actor: STAFF }, orderId, { wanted, reason: 'damaged', restock: true })
  await shop.jobs.tick()
  const { rows: refunds } = await sql<{ id: string }>`select id from refunds where order_id = ${orderId}`.execute(
    shop.shop.db,
  )
  const [invoice, note] = [await readInvoice(shop.shop, orderId), await readCreditNote(shop.shop, refunds[0]?.id ?? '')]
  for (const document of [invoice, note]) expect(await textOf(document)).toContain(`GSTIN ${BUYER}`)

  const owner = await signInStaff(shop, 'owner')
  const month = indianDay(new Date()).slice(0, 7)
  const sheet = async (name: string) => {
    const response = await shop.fetch(`/api/admin/reports/gstr-1.csv?month=${month}${name}`, {
      headers: { cookie: owner.browser.cookie },
    })
    return (await response.text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
  }
  const b2b = await sheet('&sheet=b2b')
  expect(b2b[0]?.join()).toBe(
    'GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount',
  )
  const day = expect.stringMatching(/^\d\d-[A-Z][a-z][a-z]-\d{4}$/)
  const supply = ['27-Maharashtra', 'N']
  // Goods of one rate are one line, whatever their HSN code is: 1,299 + 2 × 27 and delivery without its tax.
  expect(b2b.slice(1)).toEqual([
    [BUYER, 'Asha', expect.any(String), day, '1403.95', ...supply, '', 'Regular B2B', '', '5', '1337.1', '0'],
    [BUYER, 'Asha', invoice?.number, day, '1460.65', ...supply, '', 'Regular B2B', '', '5', '1391.1', '0'],
  ])
  const cdnr = await sheet('&sheet=cdnr')
  expect(cdnr[0]?.join()).toBe(
    'GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
  )
  expect(cdnr.slice(1)).toEqual([
    [
      BUYER,
      'Asha',
      note?.number,
      day,
      'C',
      ...supply,
      'Regular B2B',
      expect.any(String),
      '',
      '5',
      expect.any(String),
      '0',
    ],
  ])
  expect(Number(cdnr[1]?.[8])).toBeCloseTo(1402.36, 0)
  const sections = (await sheet('')).slice(1).map(([section]) => section)
  expect(sections).toEqual(['B2B', 'B2CS', 'B2B', 'B2B', 'CDNR', 'CDNR'])
  expect((await owner.browser.call('GET', `/reports/gstr-1.csv?month=${month}&sheet=hsn`)).status).toBe(400)
})
