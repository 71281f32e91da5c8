import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indianDay } from '#platform/india-time.ts'
import { paise } from '#platform/money.ts'
import { buy, newShopper, type Shopper, tee, tote } from '../../../tests/support/checkout-fixture.ts'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { changeProduct } from '../catalog/product/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { tallyVouchers, zohoRows } from './books.server.ts'
import { exportDocuments } from './export.server.ts'
import { issueCreditNote } from './issue.server.ts'
import { printPackingSlips } from './packing-slip.server.ts'

let shop: TestShop
let asha: Shopper
const orders: string[] = []

beforeAll(async () => {
  shop = await openTestShop()
  const { db } = shop.shop
  asha = await newShopper(shop)
  const where = { userId: asha.id, addressId: asha.addressId }
  const moveTo = (updatedDetails: { state: string; zipCode: string; firstName?: string }) =>
    asha.api('POST /user/updateAddress', { body: { ...where, updatedDetails } })
  await changeProduct(db, STAFF, 'tin-tote', { hsn: '4202' })
  orders.push((await buy(shop, asha, [tote])).orderId)
  await changeSettings(shop.shop, STAFF, { 'shop.gstin': '27AAPFU0939F1ZV' })
  orders.push((await buy(shop, asha, [tee, { ...tote, quantity: 2 }])).orderId)
  await moveTo({ state: 'Goa', zipCode: '403001', firstName: '=Asha' })
  orders.push((await buy(shop, asha, [tee])).orderId)
  const refund = { orderId: orders[2] ?? '', refundId: 'r'.repeat(22), amount: paise(140_395), reason: 'Cancelled' }
  await db.transaction().execute((tx) => issueCreditNote(tx, refund))
})
afterAll(() => shop.close())

test('exports a month with GSTR-1’s columns, a row per document, rate and HSN code, and negative credit notes', {
  tags: 'A27',
}, async () => {
  const today = indianDay(new Date())
  const lines: string[] = []
  for await (const line of exportDocuments(shop.shop, today.slice(0, 7))) lines.push(line)
  const rows = lines.map((line) => line.split(','))
  expect(rows[0]).toHaveLength(18)
  const number = (place: number) => expect.stringMatching(new RegExp(`^(INV|CRN)/\\d\\d-\\d\\d/0000${place}$`))
  const shown = rows
    .slice(1)
    .map(([section, type, document, , , , value, place, rate, hsn, , count, ...amounts]) => [
      section,
      type,
      document,
      Number(value),
      place,
      `${rate}% ${hsn}`,
      Number(count),
      amounts.slice(0, 4).map(Number),
    ])
  const local = '27-Maharashtra'
  expect(shown).toEqual([
    ['Receipt', 'Invoice', number(1), 68.35, local, '0% 4202', 1, [67, 0, 0, 0]],
    ['Receipt', 'Invoice', number(1), 68.35, local, '0% ', 0, [1.35, 0, 0, 0]],
    // The delivery is under the first HSN code with its rate.
    ['B2CS', 'Invoice', number(2), 1460.65, local, '5% 6109', 1, [1337.1, 0, 33.42, 33.42]],
    ['B2CS', 'Invoice', number(2), 1460.65, local, '5% 4202', 2, [54, 0, 1.35, 1.35]],
    ['B2CS', 'Invoice', number(3), 1403.95, '30-Goa', '5% 6109', 1, [1337.1, 66.85, 0, 0]],
    ['B2CS', 'Credit note', number(1), -1403.95, '30-Goa', '5% 6109', 0, [-1337.1, -66.85, 0, 0]],
  ])
  expect(rows.at(-1)?.[4]).toBe(rows.at(-2)?.[2])
  expect(rows.at(-1)?.[3]).toMatch(/^\d\d-[A-Z][a-z][a-z]-\d{4}$/)
  for await (const line of exportDocuments(shop.shop, '2020-01')) expect(line).toBe(lines[0])
})

/** The text of an XML element. */
const textOf = (xml: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1] ?? ''

test('Tally’s vouchers balance, name only accounts of the file, and are as many and as much as the documents', async () => {
  const month = indianDay(new Date()).slice(0, 7)
  const xml = await tallyVouchers(shop.shop, month)
  const accounts = [...xml.matchAll(/<LEDGER ACTION="Create"><NAME>(.*?)<\/NAME>/g)].map(([, name]) => name)
  const vouchers = xml.match(/<VOUCHER .*?<\/VOUCHER>/g) ?? []
  const shown = vouchers.map((voucher) => {
    const entries = (voucher.match(/<ALLLEDGERENTRIES\.LIST>.*?<\/ALLLEDGERENTRIES\.LIST>/g) ?? []).map((entry) => {
      const amount = Math.round(Number(textOf(entry, 'AMOUNT')) * 100)
      expect(accounts).toContain(textOf(entry, 'LEDGERNAME'))
      expect(textOf(entry, 'ISDEEMEDPOSITIVE')).toBe(amount < 0 ? 'Yes' : 'No')
      return [textOf(entry, 'LEDGERNAME'), amount] as const
    })
    expect(entries.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0)
    return [textOf(voucher, 'VOUCHERTYPENAME'), Object.fromEntries(entries)]
  })
  expect(shown).toEqual([
    ['Sales', { 'Online customers': -6835, 'Online sales 0%': 6835 }],
    [
      'Sales',
      {
        'Online customers': -146_065,
        'Online sales 5%': 139_110,
        'Output CGST 2.5%': 3477,
        'Output SGST 2.5%': 3477,
        'Round off': 1,
      },
    ],
    ['Sales', { 'Online customers': -140_395, 'Online sales 5%': 133_710, 'Output IGST 5%': 6685 }],
    ['Credit Note', { 'Online customers': 140_395, 'Online sales 5%': -133_710, 'Output IGST 5%': -6685 }],
  ])
  expect(textOf(vouchers[3] ?? '', 'REFERENCE')).toBe(textOf(vouchers[2] ?? '', 'VOUCHERNUMBER'))
  expect(new Set(vouchers.map((voucher) => /REMOTEID="(.*?)"/.exec(voucher)?.[1])).size).toBe(4)
})

test('Zoho Books gets a row for each line, whose prices with their taxes are the document’s total', async () => {
  const month = indianDay(new Date()).slice(0, 7)
  const read = async (sheet: 'invoices' | 'credit-notes'): Promise<Record<string, string>[]> => {
    const lines: string[] = []
    for await (const line of zohoRows(shop.shop, month, sheet)) lines.push(line)
    return parse(lines.join('\n'), { columns: true })
  }
  const invoices = await read('invoices')
  const totals = [...Map.groupBy(invoices, (row) => row['Invoice Number'])].map(([, rows]) =>
    rows.reduce((sum, row) => sum + Number(row['Item Price']) * (1 + Number(row['Item Tax %']) / 100), 0),
  )
  expect(totals.map((total) => total.toFixed(0))).toEqual(['68', '1461', '1404'])
  expect(invoices.at(-1)).toMatchObject({ 'Place of Supply': 'GA', 'Item Tax': 'IGST5', 'GST Treatment': 'consumer' })
  const [note] = await read('credit-notes')
  expect(note).toMatchObject({ 'Invoice#': invoices.at(-1)?.['Invoice Number'], 'Item Tax': 'IGST5' })
})

test('packing slips have address, phone and lines with SKU but no prices, in the order of the request', async () => {
  const ids = [orders[2] ?? '', orders[1] ?? '']
  const rows = await shop.shop.db
    .selectFrom('order_lines')
    .select('sku')
    .where('order_id', '=', ids[1] ?? '')
    .execute()
  for (const paper of ['a4', '4x6'] as const) {
    const printed = await printPackingSlips(shop.shop, ids, paper)
    const text = printed.ok ? pdfText(printed.data.file) : ''
    // Two slips are a page of A4, or two labels.
    expect(text.split('\f')).toHaveLength(paper === 'a4' ? 1 : 2)
    const [, first = '', second = ''] = text.split('Packing slip for ')
    expect(first).toMatch(/^order FS-\d+\nFS-\d+\n/)
    expect(first).toContain('=Asha\n28, Cadell Road\nMumbai 403001\nGoa, India\n98200 00028\n')
    expect(second.replaceAll('\n', ' ')).toMatch(/Free Size Tin Tote, White \S+ × 2/)
    expect(second.replaceAll('\n', '')).toContain('Wrong size? Exchange it within 7 days.')
    for (const { sku } of rows) expect(second.replaceAll('\n', '')).toContain(sku)
    expect(second).toContain('3 pieces')
    expect(first + second).not.toMatch(/₹|1,299/)
  }
  expect(await printPackingSlips(shop.shop, ['nobody', ...ids], 'a4')).toMatchObject({
    ok: false,
    message: 'There is no paid order nobody.',
  })
})

test('a slip with characters that can’t be printed says so, and so does the command’s result', async () => {
  const id = orders[1] ?? ''
  const write = (name: string) =>
    sql`update orders set address = jsonb_set(address, '{firstName}', to_jsonb(${name}::text)) where id = ${id}`.execute(
      shop.shop.db,
    )
  const print = async () => {
    const printed = await printPackingSlips(shop.shop, [id], 'a4')
    return printed.ok ? { omitted: printed.data.omitted, text: pdfText(printed.data.file) } : null
  }
  await write('محمد')
  expect(await print()).toMatchObject({ omitted: [], text: expect.not.stringContaining('[…]') })
  await write('王')
  expect(await print()).toMatchObject({
    omitted: [expect.stringMatching(/^order FS-\d+$/)],
    text: expect.stringMatching(/\[…\][\s\S]*can’t be printed/),
  })
  await write('=Asha')
})

test('an order whose pieces are all cancelled has no packing slip', async () => {
  const cancelled = orders[0] ?? ''
  await shop.shop.db
    .updateTable('order_lines')
    .set((line) => ({ cancelled: line.ref('quantity') }))
    .where('order_id', '=', cancelled)
    .execute()
  expect(await printPackingSlips(shop.shop, [orders[1] ?? '', cancelled], 'a4')).toMatchObject({
    ok: false,
    code: 'conflict',
    message: expect.stringMatching(/^Nothing is left to pack of FS-\d+\.$/),
  })
})
