import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { indianDay } from '#platform/india-time.ts'
import { workBookings } from '#shop/carriers/booking.server.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import { RIGHTS } from '#shop/staff/rights.ts'
import { buy, findOrder, type Shopper, tee, withCheckoutShop } from '../support/checkout-fixture.ts'
import { ONE_PIXEL_PNG } from '../support/one-pixel-png.ts'
import { STAFF, type TestShop } from '../support/shop.ts'
import { type SignedInStaff, signInStaff } from '../support/staff.ts'
import type { Scenario, ScenarioContext } from './staff-scenario.ts'
import { bookedParcel, requestExchange, scenarios } from './staff-scenarios.ts'

let shop: TestShop
let asha: Shopper
let owner: SignedInStaff
let packer: SignedInStaff
withCheckoutShop((fixture) => ({ shop, asha } = fixture))
beforeAll(async () => {
  owner = await signInStaff(shop, 'owner')
  packer = await signInStaff(shop, 'packer')
  await asha.api('POST /user/updateAddress', {
    body: { userId: asha.id, addressId: asha.addressId, updatedDetails: { email: 'parcels@elsewhere.test' } },
  })
})

// Safe cast: the keys of the table.
const OF_PACKERS = (Object.keys(RIGHTS) as (keyof typeof RIGHTS)[]).filter((name) =>
  (RIGHTS[name] as readonly string[]).includes('packer'),
)

/** Their reads whose contents are meant to have amounts: what anybody reads in the shop, and invoices. */
const WITH_AMOUNTS: readonly string[] = [
  'GET /products',
  'GET /products/counts',
  'GET /products/timeline',
  'GET /products/{id}',
  'GET /orders/{id}/invoice.pdf',
]

/** The reads with parts that vary: ids, and what else they ask for. */
const READS: Readonly<
  Record<string, (ids: Record<'order' | 'number' | 'exchange' | 'photo' | 'sku' | 'booking', string>) => string[]>
> = {
  'GET /pick-list': ({ order }) => [`/pick-list?orders=${order}`],
  'GET /pack': ({ order }) => ['/pack', `/pack?orders=${order}`],
  'GET /pack/ticks': () => [`/pack/ticks?since=${encodeURIComponent(new Date(0).toISOString())}`],
  'GET /packing-slips.pdf': ({ order }) => [`/packing-slips.pdf?orders=${order}`],
  'GET /labels.pdf': ({ sku }) => [`/labels.pdf?skus=${encodeURIComponent(sku)}`],
  'GET /shipments/export.csv': () =>
    ['shiprocket', 'delhivery', 'indiapost'].map((format) => `/shipments/export.csv?format=${format}`),
  'GET /bookings/{id}/label.pdf': ({ booking }) => [`/bookings/${booking}/label.pdf`],
  'GET /exchanges/{id}': ({ exchange }) => [`/exchanges/${exchange}`],
  'GET /exchanges/photos/{id}': ({ photo }) => [`/exchanges/photos/${photo}`],
  'GET /orders': ({ number }) => ['/orders', `/orders?q=${number}`],
  'GET /orders/{id}': ({ order, number }) => [`/orders/${order}`, `/orders/${number}`],
  'GET /orders/{id}/packing-slip.pdf': ({ order }) => [`/orders/${order}/packing-slip.pdf`],
}

async function read(who: SignedInStaff, path: string) {
  const response = await shop.fetch(`/api/admin${path}`, { headers: { cookie: who.browser.cookie } })
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('latin1') }
}

/** What a packer may not see of an order. */
async function hiddenOf(order: string): Promise<string[]> {
  const { rows } = await sql<{ payment: string | null; total: number; goods: number }>`
    select payment_id as payment, total_paise as total, goods_paise as goods from orders where id = ${order}`.execute(
    shop.shop.db,
  )
  const [{ payment, total, goods } = { payment: null, total: 0, goods: 0 }] = rows
  const amounts = [total, goods, Math.round((goods / 3) * 1.05)].map((paise) => String(paise / 100))
  return [asha.email, 'parcels@elsewhere.test', asha.id, payment ?? 'no payment', ...amounts]
}

/** A photo that was sent with an exchange. */
async function sentPhoto(exchange: string): Promise<string> {
  await changeSettings(shop.shop, STAFF, { 'exchange.photos': 'optional' })
  const sent = await asha.api('POST /user/exchangePhoto', { body: ONE_PIXEL_PNG }, { fileType: 'image/png' })
  if (!sent.ok) throw new Error(sent.message)
  const { _id: id } = sent.data.photo
  await sql`update exchange_photos set exchange_id = ${exchange} where id = ${id}`.execute(shop.shop.db)
  return id
}

test('nothing that a packer reads has a customer’s mail address or account, a payment or an amount', {
  tags: ['A6'],
}, async () => {
  const { orderId: order } = await buy(shop, asha, [{ ...tee, quantity: 3 }])
  const { orderNumber: number } = await findOrder(asha, order)
  const { body } = await packer.browser.call('GET', `/orders/${order}`)
  // Safe cast: the shape of a record.
  const sku = (body as unknown as OrderRecord).lines[0]?.sku ?? ''
  const exchange = await requestExchange({ shop, asha, owner }, { isApproved: true })
  const photo = await sentPhoto(exchange)
  const booking = await bookedParcel({ shop, asha, owner })
  await workBookings(shop.shop)
  const hidden = await hiddenOf(order)
  // A manager's record has them all, so that looking for them shows something.
  const whole = await read(owner, `/orders/${order}`)
  expect(hidden.filter((value) => !whole.text.includes(value))).toEqual([hidden.at(-1)])
  const leaks: string[] = []
  for (const name of OF_PACKERS.filter((call) => call.startsWith('GET ') && !WITH_AMOUNTS.includes(call))) {
    const paths = READS[name]?.({ order, number, exchange, photo, sku, booking }) ?? [name.slice('GET '.length)]
    for (const path of paths) {
      const { status, text } = await read(packer, path)
      expect(status, `${path} ${text.slice(0, 200)}`).toBe(200)
      leaks.push(...hidden.filter((value) => text.includes(value)).map((value) => `${path}: ${value}`))
    }
  }
  expect(leaks).toEqual([])
})

test('nothing that a packer’s change answers has them either', async () => {
  const context: ScenarioContext = { shop, asha, owner: packer }
  for (const name of OF_PACKERS.filter((call) => /\/(?:orders|shipments|exchanges)\//.test(call))) {
    const scenario: Scenario | undefined = await scenarios[name]?.(context)
    if (!scenario) continue
    const [method = '', path = ''] = name.split(' ')
    const { status, body } = await packer.browser.call(method, scenario.path ?? path, scenario.body, scenario.headers)
    expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(300)
    const text = JSON.stringify(body)
    expect(
      [asha.email, 'parcels@elsewhere.test', asha.id, '68.35', '28.35', 'Rs.'].filter((value) => text.includes(value)),
      name,
    ).toEqual([])
  }
})

test('a carrier’s file has prices for a manager, and none for a program that ships', async () => {
  const { body } = await owner.browser.call('POST', '/keys', {
    name: 'Booking',
    scopes: ['orders:ship'],
    until: indianDay(new Date()),
  })
  const manager = await signInStaff(shop, 'manager')
  await buy(shop, asha, [{ ...tee, quantity: 3 }])
  const path = '/api/admin/shipments/export.csv?format=shiprocket'
  const fileFor = async (headers: Record<string, string>) => (await shop.fetch(path, { headers })).text()
  expect(await fileFor({ cookie: manager.browser.cookie })).toContain('1363.95')
  const file = await fileFor({ authorization: `Bearer ${String(body.key)}` })
  expect(file).toContain('400028')
  expect(file).not.toContain('1363.95')
})
