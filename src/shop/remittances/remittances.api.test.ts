import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  buy,
  expectInvariants,
  newShopper,
  orderInCash,
  ordersOf,
  type Shopper,
  tee,
  tote,
  type Wanted,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { describeCashOnItsWay, describeUnsettled } from './on-its-way.server.ts'

let shop: TestShop
let meera: SignedInStaff
withCheckoutShop((fixture) => ({ shop } = fixture))
beforeAll(async () => {
  meera = await signInStaff(shop, 'manager', 'meera')
  await changeSettings(shop.shop, STAFF, { 'cash.on': true, 'cash.openOrders': 0 })
})

let parcels = 0
const call = (method: string, path: string, body?: unknown) => meera.browser.call(method, path, body)

/** An order in cash whose parcels have left, one for each list of SKUs' lines, and are delivered. */
async function deliveredInCash(who: Shopper, lines: Wanted[]): Promise<{ id: string; awb: string; total: number }> {
  const placed = await orderInCash(who, lines)
  if (!placed.ok || !('due' in placed.data)) throw new Error('the order wasn’t placed')
  const { orderId: id, total } = placed.data
  const awb = `COD${++parcels}`
  expect(await call('POST', `/orders/${id}/ship`, { carrier: 'Delhivery', tracking: awb })).toMatchObject({
    status: 200,
  })
  expect(await call('POST', `/orders/${id}/parcels/${awb}/state`, { state: 'delivered' })).toMatchObject({
    status: 200,
  })
  return { id, awb, total }
}

const fileOf = (...rows: string[]) => new TextEncoder().encode(['AWB,Amount,UTR,Date', ...rows].join('\n'))
const check = async (...rows: string[]) => call('POST', '/remittances', fileOf(...rows))
async function apply(...rows: string[]) {
  const { body } = await check(...rows)
  return call('POST', `/remittances/${String(body.id)}/apply`)
}
const eventsOf = async (id: string) => {
  const { rows } = await sql<{ type: string }>`
    select type from shop_events where subject = ${`order:${id}`} and type like 'order.p%' order by id`.execute(
    shop.shop.db,
  )
  return rows.map(({ type }) => type)
}
const reportOf = async () => (await call('GET', '/reports/cash')).body.items

test('a carrier’s file pays an order once it’s taken over, and not before', async () => {
  const asha = await newShopper(shop)
  const { id, awb, total } = await deliveredInCash(asha, [tee])
  expect(await describeCashOnItsWay(shop.shop.db)).toEqual([
    `Cash on its way: Delhivery Rs. ${plain(total)} in 1 parcel`,
  ])
  expect(await reportOf()).toEqual([{ carrier: 'Delhivery', parcels: 1, due: total, received: 0, oldestDays: 0 }])
  const checked = await check(`${awb},"${total.toLocaleString('en-IN')}",utr9,28-11-2026`)
  expect(checked).toMatchObject({ status: 201, body: { matched: 1, short: [], double: [], unknown: [] } })
  expect((await ordersOf(asha))[0]).toMatchObject({ payment: { state: 'due', due: total } })
  expect(await eventsOf(id)).toEqual(['order.placed'])
  const path = `/remittances/${String(checked.body.id)}/apply`
  expect(await call('POST', path)).toMatchObject({ status: 200, body: { matched: 1 } })
  expect((await ordersOf(asha))[0]).toMatchObject({ payment: { method: 'cash', state: 'received', due: 0 } })
  expect(await eventsOf(id)).toEqual(['order.placed', 'order.paid'])
  // Again, and the same file again: nothing changes twice.
  expect(await call('POST', path)).toMatchObject({ status: 200, body: { matched: 1 } })
  expect(await apply(`${awb},${total},UTR9,2026-11-28`)).toMatchObject({
    body: { matched: 0, double: [{ awb, utr: 'UTR9' }] },
  })
  expect(await eventsOf(id)).toEqual(['order.placed', 'order.paid'])
  expect(await reportOf()).toEqual([{ carrier: 'Delhivery', parcels: 0, due: 0, received: total, oldestDays: 0 }])
  expect(await describeCashOnItsWay(shop.shop.db)).toEqual([])
  expect(await call('GET', '/remittances')).toMatchObject({
    body: {
      items: [
        { appliedAt: expect.any(String), rows: 1 },
        { matched: 1, total, by: expect.stringContaining('meera') },
      ],
    },
  })
  await expectInvariants(shop)
})

test('a short payment is named and waits for its rest, however many files at once bring it', async () => {
  const asha = await newShopper(shop)
  const { awb, total } = await deliveredInCash(asha, [tee, tote])
  expect(await apply(`${awb},${total - 100},S1,2026-11-28`)).toMatchObject({
    body: { matched: 0, short: [{ awb, due: total, got: total - 100 }] },
  })
  expect((await ordersOf(asha))[0]).toMatchObject({ payment: { state: 'due' } })
  const rest = await Promise.all([1, 2, 3].map((file) => apply(`${awb},100,S2-${file},2026-11-29`)))
  expect(rest.map(({ body }) => body.matched).sort()).toEqual([0, 0, 1])
  expect((await ordersOf(asha))[0]).toMatchObject({ payment: { state: 'received' } })
  await expectInvariants(shop)
})

test('prepaid parcels, unknown numbers and too much are unknown, and change nothing', async () => {
  const asha = await newShopper(shop)
  const { orderId } = await buy(shop, asha, [tee])
  await call('POST', `/orders/${orderId}/ship`, { carrier: 'Delhivery', tracking: 'PREPAID1' })
  const { awb, total } = await deliveredInCash(asha, [tee])
  expect(
    await apply(`PREPAID1,${total},U1,2026-11-28`, 'NOBODY1,5,U1,2026-11-28', `${awb},${total + 1},U1,2026-11-28`),
  ).toMatchObject({ body: { matched: 0, short: [], double: [], unknown: ['PREPAID1', 'NOBODY1', awb] } })
  expect((await ordersOf(asha))[0]).toMatchObject({ payment: { state: 'due', due: total } })
  await expectInvariants(shop)
})

test('a carrier’s own column names are read, in any order', async () => {
  const asha = await newShopper(shop)
  const { awb, total } = await deliveredInCash(asha, [tote])
  const file = new TextEncoder().encode(
    `Remittance Date;UTR Number;COD Amount;AWB Code\n2026-11-28;N1;Rs. ${total};${awb}\n`,
  )
  expect(await call('POST', '/remittances', file)).toMatchObject({ status: 201, body: { matched: 1 } })
})

test.each([
  ['AWB,Amount,Date\nA1,5,2026-11-28', 1],
  ['', 1],
  ['AWB,Amount,UTR,Date', 1],
  ['AWB,Amount,UTR,Date\nA1,5,U1,2026-11-28\nA2,-5,U1,2026-11-28', 3],
  ['AWB,Amount,UTR,Date\nA1,1.999,U1,2026-11-28', 2],
  ['AWB,Amount,UTR,Date\nA1,5,U1,31-02-2026', 2],
  ['AWB,Amount,UTR,Date\nA1,5,,2026-11-28', 2],
  ['AWB,Amount,UTR,Date\n,5,U1,2026-11-28', 2],
])('a bad row is refused with its number, and none is taken: %j', async (text, row) => {
  const before = (await call('GET', '/remittances')).body.items
  expect(await call('POST', '/remittances', new TextEncoder().encode(text))).toMatchObject({
    status: 422,
    body: { code: 'unreadable_file', errors: [{ row, message: expect.any(String) }] },
  })
  expect((await call('GET', '/remittances')).body.items).toEqual(before)
})

function plain(rupees: number): string {
  return rupees.toLocaleString('en-IN', { minimumFractionDigits: 2 })
}

test('the provider’s settlements are taken over by payment and refund, with the fee, and what isn’t settled is named', async () => {
  const asha = await newShopper(shop)
  const paymentOf = async (orderId: string) => {
    const { rows } = await sql<{ id: string; amount: number; refund: string | null }>`
      select p.id, p.amount_paise / 100.0 as amount, (select provider_refund_id from refunds where payment_id = p.id) as refund
      from payments p where p.order_id = ${orderId}`.execute(shop.shop.db)
    const [payment] = rows
    if (!payment) throw new Error('the order has no payment')
    return payment
  }
  const orders = [await buy(shop, asha, [tee]), await buy(shop, asha, [tote]), await buy(shop, asha, [tote])]
  const [one, two, open] = await Promise.all(orders.map(({ orderId }) => paymentOf(orderId)))
  expect(await call('POST', `/orders/${orders[1]?.orderId}/cancel`, { reason: 'Asked to' })).toMatchObject({
    status: 200,
  })
  await shop.jobs.tick()
  const { refund } = await paymentOf(String(orders[1]?.orderId))
  const row = (id: unknown, type: string, amount = 0, arrived = amount, fee = 0) =>
    `${String(id)},${type},${type === 'refund' ? arrived : 0},${type === 'refund' ? 0 : (arrived - fee).toFixed(2)},${amount},INR,${fee},0,UTR-SETTLED,29/11/2026 10:15:00`
  const head = 'entity_id,type,debit,credit,amount,currency,fee,tax,settlement_utr,settled_at'
  const fileOf = (...rows: string[]) => new TextEncoder().encode([head, ...rows].join('\n'))
  const rows = [
    row(one?.id, 'payment', Number(one?.amount), Number(one?.amount), 20),
    row(two?.id, 'payment', Number(two?.amount), Number(two?.amount) - 5),
    row(refund, 'refund', Number(two?.amount)),
    row('pay_SomebodyElses1', 'payment', 100),
    `${String(open?.id)},payment,0,0,27.00,INR,0,0,,`,
  ]
  const expected = {
    of: 'payments',
    matched: 2,
    short: [{ awb: two?.id, due: Number(two?.amount), got: Math.round(Number(two?.amount) * 100 - 500) / 100 }],
    double: [],
    unknown: ['pay_SomebodyElses1'],
  }
  const checked = await call('POST', '/remittances', fileOf(...rows))
  expect(checked).toMatchObject({ status: 201, body: expected })
  const { id } = checked.body
  const applied = await Promise.all([1, 2].map(() => call('POST', `/remittances/${String(id)}/apply`)))
  for (const answer of applied) expect(answer).toMatchObject({ status: 200, body: expected })
  // The same file again, from the provider's dashboard, pays nothing twice.
  const ofDashboard = new TextDecoder().decode(fileOf(...rows.slice(0, 3))).replace(',type,', ',transaction_entity,')
  const again = await call('POST', '/remittances', new TextEncoder().encode(ofDashboard))
  expect(again.body).toMatchObject({
    matched: 0,
    short: [],
    double: [one?.id, two?.id, refund].map((awb) => ({ awb, utr: 'UTR-SETTLED' })),
  })

  expect(await describeUnsettled(shop.shop.db)).toEqual([
    expect.stringMatching(/^On its way from the payment provider: Rs\. [\d,.]+ in \d+ payments$/),
  ])
  await sql`update payments set created_at = now() - interval '8 days'`.execute(shop.shop.db)
  const { unsettled } = (await call('GET', '/remittances')).body as { unsettled: { late: number } }
  expect(unsettled.late).toBeGreaterThanOrEqual(2)
  // It's of all payments, so it comes with the first page alone.
  const first = (await call('GET', '/remittances?limit=1')).body
  expect(first.unsettled).toEqual(unsettled)
  const later = (await call('GET', `/remittances?limit=1&cursor=${encodeURIComponent(String(first.next))}`)).body
  expect(later.items).toHaveLength(1)
  expect(later.unsettled).toBeNull()
  expect(
    await call('POST', '/remittances', fileOf(`${String(open?.id)},payment,0,27,abc,INR,0,0,UTR-1,29/11/2026`)),
  ).toMatchObject({
    status: 422,
    body: { errors: [{ row: 2 }] },
  })
})
