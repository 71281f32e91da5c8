import { expect, test } from 'vitest'
import { indianTimestamp } from '#platform/india-time.ts'
import {
  buy,
  findOrder,
  openOrder,
  type Shopper,
  tee,
  verify,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { readCsvRows } from '../imports/csv.server.ts'
import { findAnyPaidOrder } from '../orders/sql.server.ts'
import { refundOrder } from '../refunds/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { exportOrders } from './export-orders.server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))

test('the accountant’s export has Indian times, the tax inside prices, refunds, and opens in a spreadsheet', async () => {
  const added = await buy(shop, asha, [tee])
  await changeSettings(shop.shop, STAFF, { 'tax.pricesInclude': true })
  const open = await openOrder(asha, [tee], { totalPrice: 1339 })
  await verify(asha, open, await shop.sandbox.pay(open.razorpayOrderId))
  const { orderId } = open
  const because = { reason: 'late', restock: false }
  await refundOrder({ ...shop.shop, actor: STAFF }, orderId, { wanted: { rupees: 200 }, ...because })
  const lines = await exportOrders(shop.shop, {})
  expect(lines[0]).toMatch(/^\ufefforder,/)
  const rows: Record<string, string>[] = []
  for await (const { cells } of readCsvRows(lines)) rows.push(cells)
  const order = await findAnyPaidOrder(shop.shop.db, orderId, shop.shop.settings())
  const date = indianTimestamp(new Date((await findOrder(asha, orderId)).orderedDate))
  expect(order?.totals.taxIncluded).toBeGreaterThan(60)
  const taxes = { tax: '0', taxincluded: String(order?.totals.taxIncluded), total: '1339', refunded: '200' }
  expect(rows.find(({ id }) => id === orderId)).toMatchObject({ date, ...taxes })
  expect(rows.find(({ id }) => id === added.orderId)).toMatchObject({ tax: '64.95', taxincluded: '0', refunded: '0' })
  await changeSettings(shop.shop, STAFF, { 'tax.pricesInclude': null })
  expect((await exportOrders(shop.shop, { format: 'delhivery' }))[0]).not.toMatch(/^\ufeff/)
})
