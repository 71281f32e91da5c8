import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  newShopper,
  order,
  type Shopper,
  shirt,
  tee,
  tote,
  verify,
  type Wanted,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { addOffer } from '../../../tests/support/offer-fixture.ts'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { refundOrder } from '../refunds/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { readCreditNote, readInvoice } from './issue.server.ts'
import { printDocument } from './pdf.server.ts'

let shop: TestShop

withCheckoutShop((fixture) => ({ shop } = fixture))

/** A row of a printed document, in paise; `taxes`: CGST and SGST, or IGST. */
interface Row {
  quantity: bigint
  /** Price and discount, as far as they're printed. */
  asked: bigint[]
  taxable: bigint
  percent: bigint
  taxes: bigint[]
  total: bigint
}

const AMOUNT = /^[\d,]+\.\d\d$/
const paiseOf = (text = '') => BigInt(text.replace(/[₹,.]/g, ''))
const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
const gap = (one: bigint, other: bigint) => (one > other ? one - other : other - one)

/** Reads a printed document as a bookkeeper does, who knows nothing of the shop's own arithmetic. */
function readPrinted(text: string) {
  const lines = text.split('\n')
  const rows = lines.flatMap((line, at): Row[] => {
    if (!/^\d+%$/.test(line)) return []
    let first = at
    while (AMOUNT.test(lines[first - 1] ?? '')) first -= 1
    let last = at
    while (AMOUNT.test(lines[last + 1] ?? '')) last += 1
    const before = lines.slice(first, at).map(paiseOf)
    const after = lines.slice(at + 1, last + 1).map(paiseOf)
    const isCounted = /^\d{4,8}$/.test(lines[first - 2] ?? '')
    return [
      {
        quantity: isCounted ? BigInt(lines[first - 1] ?? '0') : 0n,
        asked: before.slice(0, -1),
        taxable: before.at(-1) ?? 0n,
        percent: BigInt(line.replace('%', '')),
        taxes: after.slice(0, -1),
        total: after.at(-1) ?? 0n,
      },
    ]
  })
  const after = (label: string) => paiseOf(lines[lines.lastIndexOf(label) + 1])
  return {
    rows,
    taxable: after('Taxable value'),
    taxes: lines.includes('CGST') ? [after('CGST'), after('SGST')] : [after('IGST')],
    roundOff: lines.includes('Round off') ? after('Round off') : 0n,
    total: lines.includes('Total paid') ? after('Total paid') : after('Total refunded'),
  }
}

/** Adds a document up: each row by itself, the sums of its columns, and what was paid or refunded. */
function addUp(text: string, moved: number): ReturnType<typeof readPrinted> {
  const read = readPrinted(text)
  expect(read.rows.length).toBeGreaterThan(0)
  for (const { taxable, percent, taxes, total } of read.rows) {
    expect(taxable + sumOf(taxes)).toBe(total)
    // A tax is rounded, so that it may be a paisa off: taxable × percent ÷ 100, over one tax or two.
    for (const tax of taxes) expect(gap(tax * 100n * BigInt(taxes.length), taxable * percent)).toBeLessThan(201n)
  }
  expect(sumOf(read.rows.map(({ taxable }) => taxable))).toBe(read.taxable)
  for (const [at, tax] of read.taxes.entries()) expect(sumOf(read.rows.map(({ taxes }) => taxes[at] ?? 0n))).toBe(tax)
  expect(sumOf(read.rows.map(({ total }) => total)) + read.roundOff).toBe(read.total)
  expect(read.total).toBe(BigInt(moved))
  return read
}

/** A shopper of another state, if wanted. */
async function shopperAt(at: number, isElsewhere: boolean): Promise<Shopper> {
  const who = await newShopper(shop)
  const place = isElsewhere ? { zipCode: '560001', townCity: 'Bengaluru', state: 'Karnataka' } : {}
  const updatedDetails = { phoneNumber: `98500 ${10_000 + at}`, streetAddress: `${at}, Ledger Lane`, ...place }
  const body = { userId: who.id, addressId: who.addressId, updatedDetails }
  expect(await who.api('POST /user/updateAddress', { body })).toMatchObject({ ok: true })
  return who
}

async function buyWith(who: Shopper, codes: string[], lines: Wanted[]) {
  const quote = await who.api('POST /user/quote', {
    body: { userId: who.id, addressId: who.addressId, productDetails: lines, codes },
  })
  if (!quote.ok) throw new Error(quote.message)
  expect(quote.data.refusedCodes).toEqual([])
  const open = await order(who, lines, { totalPrice: quote.data.total, codes })
  if (!open.ok) throw new Error(open.message)
  expect(await verify(who, open.data, await shop.sandbox.pay(open.data.razorpayOrderId))).toMatchObject({ ok: true })
  return { id: open.data.orderId, total: open.data.amount, discounts: quote.data.discounts }
}

test('ten discounted invoices and a credit note of each, as printed, are right to a second program’s arithmetic', async () => {
  await changeSettings(shop.shop, STAFF, { 'shop.gstin': '27AAPFU0939F1ZV' })
  const all = { combines: ['products', 'order', 'delivery'] }
  await addOffer(shop, { ...all, code: 'TENTH' })
  await addOffer(shop, { ...all, code: 'RUPEES', kind: 'amount', value: 33_333 })
  await addOffer(shop, { ...all, code: 'THREE', kind: 'price', goal: 'products', value: 99_900, buy_quantity: 3 })
  await addOffer(shop, {
    ...all,
    code: 'FREEONE',
    kind: 'buy',
    goal: 'products',
    value: 10_000,
    buy_quantity: 1,
    buy_free: 1,
  })
  await addOffer(shop, { ...all, code: 'CARRIED', kind: 'delivery', value: 0 })
  const carts: [string[], Wanted[]][] = [
    [['TENTH'], [{ ...tee, quantity: 2 }, tote]],
    [['RUPEES'], [tee, { ...tote, quantity: 3 }]],
    [['THREE'], [{ ...tee, quantity: 4 }]],
    [['FREEONE'], [tee, tote]],
    [
      ['TENTH', 'RUPEES', 'CARRIED'],
      [shirt, tote],
    ],
  ]
  for (let at = 0; at < 10; at++) {
    const isContained = at >= 5
    await changeSettings(shop.shop, STAFF, { 'tax.pricesInclude': isContained })
    const [codes, lines] = carts[at % 5] ?? [[], []]
    const who = await shopperAt(at, at % 2 === 1)
    const { id, total, discounts } = await buyWith(who, codes, lines)
    expect(discounts, codes.join()).toHaveLength(codes.length)
    const invoice = await readInvoice(shop.shop, id)
    if (!invoice) throw new Error('no invoice')
    const { rows } = addUp(pdfText(await printDocument(invoice)), total)
    const goods = rows.filter(({ quantity }) => quantity > 0n)
    expect(goods).toHaveLength(lines.length)
    for (const { quantity, asked, taxable, total: paid } of goods)
      expect(quantity * (asked[0] ?? 0n) - (asked[1] ?? 0n)).toBe(isContained ? paid : taxable)
    const off = sumOf(goods.map(({ asked }) => asked[1] ?? 0n))
    const told = discounts.filter(({ code }) => code !== 'CARRIED').reduce((sum, { amount }) => sum + amount, 0)
    expect(off).toBe(BigInt(Math.round(told * 100)))

    const { sku } = await shop.shop.db
      .selectFrom('order_lines')
      .select('sku')
      .where('order_id', '=', id)
      .orderBy('position')
      .executeTakeFirstOrThrow()
    const refund = { wanted: { pieces: [{ sku, count: 1 }] }, reason: 'Torn', restock: false }
    expect(await refundOrder({ ...shop.shop, actor: STAFF }, id, refund)).toMatchObject({ ok: true })
    await shop.jobs.tick()
    const [refunded] = (
      await sql<{ id: string; amount: number }>`
        select id, amount_paise as amount from refunds where order_id = ${id}`.execute(shop.shop.db)
    ).rows
    const note = await readCreditNote(shop.shop, refunded?.id ?? '')
    if (!note) throw new Error('no credit note')
    const credited = addUp(pdfText(await printDocument(note)), refunded?.amount ?? 0)
    // A share of each row, at the row's own rate.
    const [back, was] = [credited.rows[0], rows[0]]
    expect(back?.percent).toBe(was?.percent)
    expect(gap((back?.total ?? 0n) * (was?.quantity ?? 1n), was?.total ?? 0n)).toBeLessThan((was?.quantity ?? 1n) + 1n)
  }
})
