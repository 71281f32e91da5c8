import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy, findOrder, type Shopper, tee, tote, withCheckoutShop } from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { listOrders, showOrder } from '../orders/staff.server.ts'
import { importTracking } from './import-tracking.server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const staff = () => ({ ...shop.shop, actor: STAFF })
const importLines = (lines: string[]) => importTracking(staff(), lines)
const orderOf = (id: string) => showOrder(staff(), id)

async function countMails(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from outbox where recipient = ${asha.email}`.execute(shop.shop.db)
  return rows[0]?.count ?? 0
}

interface Placed {
  id: string
  number: string
}

async function place(lines: Parameters<typeof buy>[2]): Promise<Placed> {
  const { orderId } = await buy(shop, asha, lines)
  return { id: orderId, number: (await findOrder(asha, orderId)).orderNumber }
}

const REPORTS = {
  Shiprocket: (order: string, number: string, state: string) => [
    'Order ID,AWB Code,Courier Company,Status',
    `${order},${number},Xpressbees Surface,${state}`,
  ],
  Delhivery: (order: string, number: string, state: string) => [
    'Waybill,Order ID,Current Status,Status Type',
    `${number},${order},${state}`,
  ],
  'India Post': (order: string, number: string, state: string) => ['Barcode,Ref,Event', `${number},${order},${state}`],
}

/** The order of every row that ships nothing. */
let staying: Placed | undefined

test.for([
  ['Shiprocket', 'CANCELED', 'its booking was cancelled'],
  ['Shiprocket', 'Cancellation Requested', 'its booking was cancelled'],
  ['Shiprocket', 'PICKUP EXCEPTION', 'the carrier doesn’t have it yet'],
  ['Shiprocket', 'TELEPORTED', 'not a known state of Shiprocket'],
  ['Delhivery', 'Not Picked,UD', 'the carrier doesn’t have it yet'],
] as const)('%s: %s ships nothing, mails nobody and is named', async ([format, state, meaning]) => {
  staying ??= await place([tote])
  const { id, number } = staying
  const mails = await countMails()
  const tracking = 'STAY0001'
  const report = await importLines(REPORTS[format](number, tracking, state))
  const [word] = state.split(',')
  expect(report).toMatchObject({ ok: true, format, shipped: [], already: 0, errors: [] })
  expect(report.notes).toMatchObject([
    { line: 2, message: `${number} ${tracking} is "${word}" (${meaning}); nothing was shipped` },
  ])
  expect(await countMails()).toBe(mails)
  expect(await orderOf(id)).toMatchObject({ orderStatus: 'ordered', tracking: null })
  expect((await listOrders(staff(), { stage: 'to-pack' })).map((one) => one.id)).toContain(id)
})

test('a parcel that couldn’t be delivered, or came back, is named and no longer simply on its way', async () => {
  const { id, number } = await place([tee])
  const row = (state: string) => REPORTS.Shiprocket(number, 'BACK0001', state)
  expect(await importLines(row('UNDELIVERED-1ST ATTEMPT'))).toMatchObject({
    shipped: [{ orderId: id }],
    notes: [{ message: `${number} BACK0001 is "UNDELIVERED-1ST ATTEMPT" (it couldn’t be delivered yet)` }],
  })
  expect(await importLines(row('RTO DELIVERED'))).toMatchObject({
    ok: true,
    already: 1,
    delivered: 0,
    updated: [{ orderId: id, state: 'returned' }],
    notes: [{ message: `${number} BACK0001 is "RTO DELIVERED" (it came back to the shop)` }],
  })
  expect(await orderOf(id)).toMatchObject({ orderStatus: 'ontheway' })
  const empty = await importLines(row(''))
  expect(empty.notes).toMatchObject([{ message: expect.stringContaining('has no state') }])
})

test('a cancelled row without a number, or for an order that the shop lacks, stops nothing', async () => {
  const { id, number } = await place([tee])
  const report = await importLines([
    'Order ID,AWB Code,Courier Company,Status',
    'FS-99999998,,,CANCELED',
    'FS-99999999,X1,,CANCELED',
    `${number},GOES0001,Delhivery,SHIPPED`,
  ])
  expect(report).toMatchObject({ ok: true, shipped: [{ orderId: id }], skipped: 0 })
  expect(report.notes.map(({ line }) => line)).toEqual([2, 3])
})

test('rows about one parcel count once; two that disagree are named with both lines', async () => {
  const { number } = await place([tee, tote])
  const file = (second: string) => [
    'Order ID,AWB Code,Courier Company,Status',
    `${number},TWICE001,Delhivery,IN TRANSIT`,
    `${number},TWICE001,Delhivery,${second}`,
  ]
  expect(await importLines(file('CANCELED'))).toMatchObject({
    ok: false,
    errors: [{ line: 3, message: `${number}: line 2 is about the same parcel and says something else` }],
  })
  expect(await importLines(file('IN TRANSIT'))).toMatchObject({ ok: true, shipped: [{ pieces: 2 }], already: 0 })
  const other = await place([tee])
  const both = ['order,carrier,tracking', `${other.number},DTDC,ONE0001`, `${other.number},DTDC,TWO0001`]
  expect((await importLines(both)).errors).toMatchObject([
    { line: 3, message: expect.stringMatching(/already been shipped\. Line 2 has the same order\.$/) },
  ])
})
