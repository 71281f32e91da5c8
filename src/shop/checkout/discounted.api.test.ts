import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  openOrder,
  ordersOf,
  type Shopper,
  shirt,
  tee,
  verify,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { readCreditNote, readInvoice } from '../invoices/issue.server.ts'
import { sumLines } from '../invoices/rules.ts'
import { refundOrder } from '../refunds/staff.server.ts'
import { checkInvariants } from './invariants.server.ts'

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

/**
 * An order as an offer leaves it: Rs. 300 off two tees at Rs. 1,449, and delivery for Rs. 0 instead of Rs. 60. It costs what
 * the checkout asked.
 */
async function buyDiscounted() {
  const open = await openOrder(asha, [{ ...tee, quantity: 2 }, shirt])
  const discounts = [
    { offer: 'o1', name: 'Festival', code: 'FESTIVAL', amount: 30_000 },
    { offer: 'o2', name: 'Free delivery', code: null, amount: 6000 },
  ]
  await sql`
    update orders set goods_paise = goods_paise + 30000, discount_paise = 30000, delivery_paise = delivery_paise + 6000,
      delivery_discount_paise = 6000, discounts = ${JSON.stringify(discounts)} where id = ${open.orderId}`.execute(
    shop.shop.db,
  )
  await sql`
    update order_lines set price_paise = price_paise + 15000, discount_paise = 30000
    where order_id = ${open.orderId} and product_id = ${tee.productId}`.execute(shop.shop.db)
  expect(await verify(asha, open, await shop.sandbox.pay(open.razorpayOrderId))).toMatchObject({ ok: true })
  return open.orderId
}

test('what was taken off stands in the order, its mail and its invoice, by line; the ledger agrees', async () => {
  const orderId = await buyDiscounted()
  const [order] = await ordersOf(asha)
  expect(order).toMatchObject({
    totals: { goods: 5197, delivery: 100, tax: 244.85, total: 5181.85 },
    discounts: [
      { offer: 'o1', name: 'Festival', code: 'FESTIVAL', amount: 300 },
      { offer: 'o2', name: 'Free delivery', code: null, amount: 60 },
    ],
    cashFee: 0,
    note: '',
    gstin: '',
  })
  const mail = async () => (await shop.mailbox?.list({ to: asha.email }))?.find(({ text }) => text.includes('Festival'))
  await expect.poll(async () => (await mail())?.text).toMatch(/Festival \(FESTIVAL\): +−Rs. 300.00\n.*−Rs. 60.00/)
  const lines = (await readInvoice(shop.shop, orderId))?.document.lines ?? []
  expect(lines[0]).toMatchObject({ price: 144_900, quantity: 2, discount: 30_000, total: 259_800 })
  expect(sumLines(lines).total).toBe(518_185)

  // The ledger finds discounts that aren't those of lines and delivery.
  const setAmount = (amount: string) =>
    sql`update orders set discounts = jsonb_set(discounts, '{0,amount}', ${amount}::jsonb) where id = ${orderId}`.execute(
      shop.shop.db,
    )
  await setAmount('29999')
  expect(await checkInvariants(shop.shop.db)).toMatchObject({
    findings: [{ invariant: 'I4', message: 'its discounts are 35999 paise, its lines and delivery have 36000' }],
  })
  await setAmount('30000')
})

test('a refund of some pieces is what was paid for them, and its credit note says so', async () => {
  const orderId = await buyDiscounted()
  const { rows } = await sql<{ sku: string }>`
    select sku from order_lines where order_id = ${orderId} and product_id = ${tee.productId}`.execute(shop.shop.db)
  const pieces = [{ sku: rows[0]?.sku ?? '', count: 1 }]
  const refunded = await refundOrder({ ...shop.shop, actor: STAFF }, orderId, {
    wanted: { pieces },
    reason: 'damaged',
    restock: false,
  })
  // Rs. 1,299 of Rs. 4,897, with its share of the tax and of the Rs. 40 for delivery.
  expect(refunded).toMatchObject({ ok: true, data: { refund: 1299 + 64.95 + 10.61 } })
  await shop.jobs.tick()
  const { rows: refunds } = await sql<{ id: string }>`select id from refunds where order_id = ${orderId}`.execute(
    shop.shop.db,
  )
  const note = await readCreditNote(shop.shop, refunds[0]?.id ?? '')
  expect(sumLines(note?.document.lines ?? []).total).toBe(129_900 + 6495 + 1061)
})
