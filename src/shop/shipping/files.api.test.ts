import { expect, test } from 'vitest'
import {
  buy,
  findOrder,
  newShopper,
  type Shopper,
  tee,
  tote,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { listAudit } from '../audit/sql.server.ts'
import { readCsvRows } from '../imports/csv.server.ts'
import { listOrders, showOrder } from '../orders/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { type ExportFormat, exportOrders } from './export-orders.server.ts'
import { importTracking } from './import-tracking.server.ts'
import { changePlace, pickList } from './pick-list.server.ts'
import { shipOrder } from './staff.server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const staff = () => ({ ...shop.shop, actor: STAFF })
const importLines = (lines: string[], options?: { dryRun: boolean }) => importTracking(staff(), lines, options)

async function exported(format: ExportFormat, period: { from?: Date; to?: Date } = {}) {
  const rows: Record<string, string>[] = []
  for await (const { cells } of readCsvRows(await exportOrders(shop.shop, { format, ...period }))) rows.push(cells)
  return rows
}

/** A new order: its id and its number. */
async function place(who: Shopper, lines: Parameters<typeof buy>[2]): Promise<{ id: string; number: string }> {
  const { orderId } = await buy(shop, who, lines)
  return { id: orderId, number: (await findOrder(who, orderId)).orderNumber }
}

const orderOf = async (id: string) => showOrder(staff(), id)

test('the shop’s export has no formulas and can be imported with tracking numbers filled in', async () => {
  const eve = await newShopper(shop, 'Eve')
  await eve.api('POST /user/updateAddress', {
    body: {
      userId: eve.id,
      addressId: eve.addressId,
      updatedDetails: { firstName: '=HYPERLINK("http://x.example")', phoneNumber: '+91 98200 00028' },
    },
  })
  const { id, number } = await place(eve, [{ ...tee, quantity: 2 }, tote])
  const lines = await exportOrders(shop.shop, {})
  expect(lines.join('\n')).toContain(`"'=HYPERLINK(""http://x.example"")"`)
  const [row] = (await exported('shop')).filter((one) => one.order === number)
  expect(row).toMatchObject({
    id,
    status: 'ordered',
    email: eve.email,
    phone: "'+91 98200 00028",
    pin: '400028',
    pieces: '3',
    goods: '2625',
    delivery: '40',
    total: '2796.25',
    carrier: '',
    tracking: '',
  })
  expect(row?.items).toMatch(/^2 × \S+ Boxy Tee \(Black, M\); 1 × \S+ Tin Tote \(White, Free Size\)$/)

  // As a spreadsheet writes it back: separated by semicolons, the other orders still without a parcel.
  const { number: waiting } = await place(asha, [tee])
  const filled = ['order;carrier;tracking;url', `${number};DTDC;D 123 45678;`, `${waiting};;;`]
  expect(await importLines(filled, { dryRun: true })).toMatchObject({
    ok: true,
    shipped: [{ orderId: id }],
    skipped: 1,
  })
  expect((await orderOf(id))?.tracking).toBeNull()
  expect(await importLines(filled)).toMatchObject({ ok: true, shipped: [{ orderId: id, pieces: 3 }], already: 0 })
  expect((await orderOf(id))?.tracking).toMatchObject({ carrier: 'DTDC', number: 'D12345678' })
  expect(await importLines(filled)).toMatchObject({ ok: true, shipped: [], already: 1 })
  // The export has the parcel, and importing it changes nothing.
  expect(await importLines(await exportOrders(shop.shop, {}))).toMatchObject({ ok: true, shipped: [], already: 1 })
})

test('an export can be limited to a period', async () => {
  const { number } = await place(asha, [tote])
  const now = Date.now()
  const numbers = async (from: number, to: number) =>
    (await exported('shop', { from: new Date(from), to: new Date(to) })).map(({ order }) => order)
  expect(await numbers(now - 60_000, now + 60_000)).toContain(number)
  expect(await numbers(now + 60_000, now + 120_000)).toEqual([])
  expect(await numbers(now - 120_000, now - 60_000)).not.toContain(number)
})

test('a carrier’s file has what is to be packed, in the columns of its upload', async () => {
  await changeSettings(shop.shop, STAFF, {
    'shipping.pickupPlace': 'Bandra shop',
    'shipping.parcel': { grams: 450, lengthCm: 30, breadthCm: 25, heightCm: 4 },
  })
  const { id, number } = await place(asha, [{ ...tee, quantity: 2 }, tote])
  const sku = (await orderOf(id))?.lines[0]?.sku ?? ''
  await shipOrder(staff(), id, { carrier: 'DTDC', tracking: 'PART1', pieces: { [sku]: 1 } })
  const { number: gone } = await place(asha, [tee])
  await shipOrder(staff(), gone, { carrier: 'DTDC', tracking: 'GONE1' })

  const shiprocket = await exported('shiprocket')
  expect(shiprocket.filter((row) => row['*order id'] === number)).toMatchObject([
    {
      '*payment method(cod/prepaid)': 'Prepaid',
      '*customer mobile': '9820000028',
      '*shipping address postcode': '400028',
      '*master sku': sku,
      '*product quantity': '1',
      '*selling price(per unit item, inclusive of tax)': '1363.95',
      'hsn code': '6109',
      'shipping charges(per order)': '40',
      '*weight of shipment(kg)': '0.45',
      '*length (cm)': '30',
    },
    { '*product name': 'Tin Tote (White, Free Size)', 'shipping charges(per order)': '' },
  ])
  expect(shiprocket.map((row) => row['*order id'])).not.toContain(gone)
  expect(shiprocket[0]?.['order date as dd-mm-yyyy hh:mm']).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d$/)

  const delhivery = (await exported('delhivery')).filter((row) => row['*sale order number'] === number)
  expect(delhivery).toMatchObject([
    { '*pickup location name': 'Bandra shop', '*item sku code': sku, 'packaged product weight (gm)': '450' },
    { '*quantity ordered': '1', '*payment mode': 'Prepaid' },
  ])
  const post = (await exported('indiapost')).filter(({ ref }) => ref === number)
  expect(post).toMatchObject([
    {
      barcode: '',
      pincode: '400028',
      addrmobile: '9820000028',
      weight: '450',
      add1: expect.stringContaining('28, Cadell Road'),
    },
  ])
})

test('reports of Shiprocket, Delhivery and India Post are recognised by their first line', async () => {
  const orders: Awaited<ReturnType<typeof place>>[] = []
  for (const line of [tee, tote, tee, tote]) orders.push(await place(asha, [line]))
  const [one, two, three, four] = orders.map(({ number }) => number)
  const shiprocket = [
    'Order ID,AWB Code,Courier Company,Status',
    `${one},SR100001,Xpressbees Surface,IN TRANSIT`,
    `${two},SR100002,Kamdhenu Couriers,OUT FOR DELIVERY`,
    `FS-99999999,,,NEW`,
  ]
  expect(await importLines(shiprocket)).toMatchObject({ ok: true, format: 'Shiprocket', skipped: 1, delivered: 0 })
  expect((await orderOf(one ?? ''))?.tracking).toEqual({
    carrier: 'Xpressbees',
    number: 'SR100001',
    url: 'https://www.xpressbees.com/shipment/tracking?awbNo=SR100001',
  })
  expect((await orderOf(two ?? ''))?.tracking?.url).toBe('https://shiprocket.co/tracking/SR100002')
  const outForDelivery = async () => (await listOrders(staff(), { stage: 'out-for-delivery' })).map(({ id }) => id)
  expect(await outForDelivery()).toEqual([orders[1]?.id])

  expect(await importLines(['Waybill,Order ID,Current Status', `5500001,${three},Delivered`])).toMatchObject({
    ok: true,
    format: 'Delhivery',
    delivered: 1,
  })
  expect(await orderOf(three ?? '')).toMatchObject({ orderStatus: 'delivered', tracking: { carrier: 'Delhivery' } })
  const post = ['SL,Barcode,Ref', `1,EM123456789IN,${four}`]
  expect(await importLines(post)).toMatchObject({
    ok: true,
    format: 'India Post',
    shipped: [{ carrier: 'India Post' }],
  })

  // The next day's report of the same parcels.
  const next = shiprocket.map((line) => line.replace(/IN TRANSIT|OUT FOR DELIVERY/, 'DELIVERED'))
  expect(await importLines(next)).toMatchObject({ ok: true, shipped: [], already: 2, delivered: 2 })
  expect(await importLines(next)).toMatchObject({ ok: true, already: 2, delivered: 0 })
  expect(await outForDelivery()).toEqual([])
  expect((await orderOf(one ?? ''))?.orderStatus).toBe('delivered')
})

test('two imports of the same orders, by number and by id, do not deadlock', async () => {
  let orders = [await place(asha, [tee]), await place(asha, [tee])]
  // In the order of their numbers and of their ids these are different lists.
  while ((orders[0]?.id ?? '') < (orders[1]?.id ?? '')) orders = [...orders.slice(1), await place(asha, [tee])]
  const fileBy = (reference: 'id' | 'number') => [
    'order,carrier,tracking,url',
    ...orders.map((order) => `${order[reference]},Delhivery,DEAD-${order.number},`),
  ]
  const reports = await Promise.all([importLines(fileBy('number')), importLines(fileBy('id'))])
  expect(reports).toMatchObject([{ ok: true }, { ok: true }])
  expect(reports.reduce((sum, { shipped }) => sum + shipped.length, 0)).toBe(2)
})

test('every invalid row is reported by line, column and reason, and nothing is imported', async () => {
  const good = await place(asha, [tee])
  const kiran = await newShopper(shop, 'Kiran Shah')
  const other = await place(kiran, [tote])
  const report = await importLines([
    'order,carrier,tracking,url',
    `${good.number},Delhivery,SAME100,`,
    `FS-99999999,Delhivery,X100,`,
    `,Delhivery,X101,`,
    `${good.number},,X102,`,
    `${good.number},Delhivery,,`,
    `${good.number},Delhivery,"no spaces, please!",`,
    `${good.number},Delhivery,X103,http://carrier.example`,
    `${good.number},Delhivery,5.51E+12,`,
    `${other.number},Delhivery,SAME100,`,
  ])
  expect(report).toMatchObject({ ok: false, format: 'the shop’s own' })
  expect(report.errors.map(({ line, column, message }) => [line, column, message])).toEqual([
    [3, 'order', 'FS-99999999: Order not found.'],
    [4, 'order', 'is empty'],
    [5, 'carrier', 'must have 2 to 60 characters'],
    [6, 'tracking', 'is empty'],
    [7, 'tracking', '"no spaces, please!" isn’t a tracking number'],
    [8, 'url', 'must be an https URL of at most 500 characters'],
    [9, 'tracking', expect.stringContaining('"5.51E+12" was changed by a spreadsheet')],
    [10, 'order', expect.stringContaining('of another customer')],
  ])
  expect(await orderOf(good.id)).toMatchObject({ orderStatus: 'ordered', tracking: null })
  expect((await importLines(['PK\u0003\u0004'])).errors[0]?.message).toContain('save it as CSV (UTF-8) first')
  for (const lines of [[], [''], ['name,phone', 'a,b'], ['order,tracking', '"FS-1,2']])
    expect(await importLines(lines)).toMatchObject({ ok: false, errors: [{ line: 0 }] })
})

test('the pick list adds up what is to be packed, sorted by place', async () => {
  const before = await pickList(shop.shop, [])
  const one = await place(asha, [{ ...tee, quantity: 2 }])
  const two = await place(asha, [tee, tote])
  const [teeLine, toteLine] = (await orderOf(two.id))?.lines ?? []
  const db = shop.shop.db
  expect(await changePlace(db, STAFF, teeLine?.sku ?? '', ' shelf B4 ')).toMatchObject({ data: { place: 'shelf B4' } })
  expect(await changePlace(db, STAFF, toteLine?.sku ?? '', 'shelf A1')).toMatchObject({ data: { place: 'shelf A1' } })
  expect(await changePlace(db, STAFF, 'nope', 'A1')).toMatchObject({ ok: false })
  expect(await changePlace(db, STAFF, teeLine?.sku ?? '', 'x'.repeat(41))).toMatchObject({ ok: false })
  expect(await pickList(shop.shop, [one.number, two.id])).toMatchObject({
    ok: true,
    data: [
      { place: 'shelf A1', sku: toteLine?.sku, count: 1, orders: [two.number] },
      { place: 'shelf B4', sku: teeLine?.sku, count: 3, orders: [one.number, two.number] },
    ],
  })
  await shipOrder(staff(), two.id, { carrier: 'DTDC', tracking: 'PICK1', pieces: { [teeLine?.sku ?? '']: 1 } })
  expect(await pickList(shop.shop, [one.number, two.id])).toMatchObject({
    data: [{ count: 1 }, { count: 2, orders: [one.number] }],
  })
  expect(await pickList(shop.shop, ['FS-1'])).toMatchObject({ ok: false, message: 'There is no order FS-1.' })
  const all = await pickList(shop.shop, [])
  expect(before.ok && all.ok && all.data.length >= before.data.length).toBe(true)
  await changePlace(db, STAFF, teeLine?.sku ?? '', '')
  expect((await orderOf(one.id))?.lines).toMatchObject([{ place: null }])
  expect(await listAudit(db, { subject: `sku:${teeLine?.sku}`, limit: 9 })).toMatchObject([
    { action: 'stock.place', before: { place: 'shelf B4' }, after: { place: null } },
    { action: 'stock.place', before: { place: null }, after: { place: 'shelf B4' } },
  ])
})
