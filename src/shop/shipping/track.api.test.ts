import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buy, newShopper, type Shopper, tee, tote, withCheckoutShop } from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { findAnyPaidOrder } from '../orders/sql.server.ts'
import { createTrackPage } from '../orders/track-page.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { shipOrder } from './staff.server.ts'

let shop: TestShop
let asha: Shopper
withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const set = (isOn: boolean) => changeSettings(shop.shop, STAFF, { 'order.trackLinks': isOn })
beforeEach(() => set(true))

let parcels = 0
async function ship(order: string): Promise<string> {
  const tracking = `TRACK${++parcels}`
  const shipped = await shipOrder({ ...shop.shop, actor: STAFF }, order, { carrier: 'Delhivery', tracking })
  expect(shipped).toMatchObject({ ok: true })
  return tracking
}

/** The link to the order in a mail, as the query of the page for whoever isn't signed in. */
async function linkIn(who: Shopper, subject: string): Promise<{ whole: string; query: string | undefined }> {
  const { text } = await shop.mailTo(who.email, subject)
  const whole = /\S+\/my-orders\?order=\S+/.exec(text)?.[0] ?? ''
  const { search, searchParams } = new URL(whole)
  return { whole, query: searchParams.has('track') ? search : undefined }
}

async function open(query: string): Promise<{ status: number; headers: Headers; html: string }> {
  const response = await shop.fetch(`/track${query}`)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

test('the link in a mail shows state, parcel and the carrier’s page without a login, and nothing of the person', async () => {
  const { orderId } = await buy(shop, asha, [{ ...tee, quantity: 2 }, tote])
  const order = await findAnyPaidOrder(shop.shop.db, orderId, shop.shop.settings())
  const tracking = await ship(orderId)
  const { query = '' } = await linkIn(asha, 'Your order is on the way')
  const { status, headers, html } = await open(query)
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const url = `https://www.delhivery.com/track/package/${tracking}`
  for (const part of [order?.orderNumber ?? '', 'On the way', 'Delhivery', '3 pieces', `href="${url}"`])
    expect(html).toContain(part)
  expect(html).toMatch(/can be seen until \d+ \w+ \d{4}/)
  const { firstName, phoneNumber, streetAddress, zipCode, townCity } = order?.address ?? {}
  for (const part of [
    firstName,
    phoneNumber,
    streetAddress,
    zipCode,
    townCity,
    asha.email,
    'Rs.',
    'Boxy Tee',
    'Razorpay',
  ])
    expect(html).not.toContain(part)
})

test('a link opens one order, as it was signed', async () => {
  const ravi = await newShopper(shop, 'Ravi Rao')
  const [one, two] = [await buy(shop, asha, [tee]), await buy(shop, ravi, [tote])]
  await ship(two.orderId)
  const { query = '' } = await linkIn(ravi, 'Your order is on the way')
  expect((await open(query)).status).toBe(200)
  const track = new URLSearchParams(query).get('track') ?? ''
  for (const wrong of [
    `?order=${one.orderId}&track=${track}`,
    `?order=${two.orderId}`,
    `?order=${two.orderId}&track=${track.slice(0, -1)}`,
    `?order=${two.orderId}&track=${track.replace(/^\d{4}/, '2099')}`,
    '?order=%00&track=%00',
    '',
  ])
    expect((await open(wrong)).status, wrong).toBe(404)
})

test('a link ends 60 days after its mail, and all do if the owner turns them off', async () => {
  const ravi = await newShopper(shop, 'Ravi Rao')
  const { orderId } = await buy(shop, ravi, [tote])
  await ship(orderId)
  const { query = '' } = await linkIn(ravi, 'Your order is on the way')
  const later = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000)
  const at = async (now: Date) => {
    const page = createTrackPage({ ...shop.shop, clock: { now: () => now } })
    return (await page(new Request(`http://shop.test/track${query}`), '1.2.3.4')).status
  }
  expect(await at(later(60))).toBe(200)
  expect(await at(later(61))).toBe(410)
  await set(false)
  expect((await open(query)).status).toBe(404)
})

test('without the setting mails have the link that needs a login', async () => {
  await set(false)
  const ravi = await newShopper(shop, 'Ravi Rao')
  const { orderId } = await buy(shop, ravi, [tote])
  await ship(orderId)
  expect((await linkIn(ravi, 'Your order is on the way')).whole).toMatch(new RegExp(`/my-orders\\?order=${orderId}$`))
})

test('a client that asks too often waits', async () => {
  const page = createTrackPage(shop.shop)
  const ask = async (client: string) => (await page(new Request('http://shop.test/track'), client)).status
  for (let n = 0; n < 120; n++) expect(await ask('9.9.9.9')).toBe(404)
  expect(await ask('9.9.9.9')).toBe(429)
  expect(await ask('8.8.8.8')).toBe(404)
  await sql`delete from limit_hits`.execute(shop.shop.db)
})

test('the page is Hindi for a link in Hindi', async () => {
  const ravi = await newShopper(shop, 'Ravi Rao')
  const { orderId } = await buy(shop, ravi, [tote])
  await ship(orderId)
  const { query = '' } = await linkIn(ravi, 'Your order is on the way')
  const { html } = await open(`${query}&language=hi`)
  expect(html).toContain('पार्सल')
  expect(html).toContain('href="/hi/my-orders?order=')
})
