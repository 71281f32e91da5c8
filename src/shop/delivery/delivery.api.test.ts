import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buy, newShopper, order } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { stateCode } from '../settings/state-rules.ts'
import { chargesTo, findPin, stateOfPin } from './directory.server.ts'
import { INDIAN_STATES } from './indian-states.ts'
import { dayAfter } from './rules.ts'
import { readZones } from './staff.server.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(async () => {
  await set({
    'shipping.zones': null,
    'shipping.deliverDays': null,
    'shipping.usa': null,
    'shipping.usaSurcharge': null,
  })
})
afterAll(() => shop.close())

const set = (settings: Record<string, unknown>) => changeSettings(shop.shop, STAFF, settings)
const tee = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }

async function ask(pin: string) {
  const response = await shop.fetch(`/api/user/delivery/${pin}`)
  return { status: response.status, body: await response.json() }
}

test('the response for a PIN has its town, its state and the expected date', async () => {
  const { status, body } = await ask('400050')
  expect(status).toBe(200)
  const by = dayAfter(new Date(), 5)
  const place = { pin: '400050', city: 'Mumbai', state: 'Maharashtra' }
  expect(body).toEqual({ ...place, serviceable: true, by, exchangePickup: true })
})

test.each([
  ['999999', 404],
  ['40005', 400],
  ['4000500', 400],
  ['000050', 400],
  ['40005a', 400],
  ['%20', 400],
])('the PIN %s gets %i with a message', async (pin, expected) => {
  const { status, body } = await ask(pin)
  expect(status).toBe(expected)
  expect(body.message).toMatch(/\.$/)
})

test('every PIN of the directory is found with a state of India', () => {
  const text = readFileSync(join(import.meta.dirname, 'directory/pins.txt'), 'utf8')
  expect(text.length).toBeLessThan(100_000)
  let found = 0
  for (const line of text.trimEnd().split('\n')) {
    const [state = '', city = '', steps = ''] = line.split('|')
    expect(INDIAN_STATES).toContain(state)
    let pin = 0
    for (const step of steps.split(' ')) {
      pin += Number(step)
      expect(findPin(String(pin))).toEqual({ state, city })
      found += 1
    }
  }
  expect(found).toBeGreaterThan(19_000)
})

test.each([
  ['799001', 'West Tripura', 'Tripura'],
  ['823001', 'Gaya', 'Bihar'],
  ['824101', 'Aurangabad', 'Bihar'],
  ['160062', 'S.A.S Nagar', 'Punjab'],
  ['673310', 'Mahe', 'Puducherry'],
  ['384316', 'Mahesana', 'Gujarat'],
  ['400 028', 'Mumbai', 'Maharashtra'],
])('the PIN %s is in %s, %s, whatever a single office says', (pin, city, state) => {
  expect(findPin(pin)).toEqual({ city, state })
  expect(stateOfPin(pin)).toBe(stateCode(state))
})

test('a PIN missing from the directory has the state and town of its first three digits', () => {
  expect(findPin('400062')).toEqual({ city: 'Mumbai', state: 'Maharashtra' })
  expect(findPin('560046')).toEqual({ city: 'Bengaluru', state: 'Karnataka' })
  // Several towns, so none is guessed.
  expect(findPin('781999')).toEqual({ city: '', state: 'Assam' })
  expect(findPin('999999')).toBeNull()
})

test('the owner’s zones set days, reach and pick-up; an order has its zone’s expected date', async () => {
  const zones = await readZones(
    'where,days,serviceable,pickup\n400,2,yes,no\nAssam,9,yes,yes\n4000,3,,\n682,,no,no\n'.split('\n'),
  )
  expect(zones).toMatchObject({ ok: true })
  await set({ 'shipping.zones': zones.ok && zones.data })
  expect((await ask('400050')).body).toMatchObject({ by: dayAfter(new Date(), 3), exchangePickup: true })
  expect((await ask('781001')).body).toMatchObject({ by: dayAfter(new Date(), 9), state: 'Assam' })
  expect((await ask('682001')).body).toMatchObject({ serviceable: false, exchangePickup: false })
  expect((await ask('110001')).body).toMatchObject({ by: dayAfter(new Date(), 5) })
  const asha = await newShopper(shop)
  await buy(shop, asha, [tee])
  const mine = await asha.api('GET /user/user-orders/{userId}', { params: { userId: asha.id } })
  const [placed] = mine.ok ? mine.data.orders : []
  expect(placed?.estimatedDate.slice(0, 10)).toBe(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10))
})

test('delivery costs the fee of the address’s zone; an order with another total is refused', async () => {
  const zones = await readZones('where,fee\n4000,90\nAssam,0\n'.split('\n'))
  await set({ 'shipping.zones': zones.ok && zones.data })
  expect((await ask('400028')).body).toMatchObject({ fee: 90 })
  expect((await ask('781001')).body).toMatchObject({ fee: 0 })
  expect((await ask('110001')).body).not.toHaveProperty('fee')
  const asha = await newShopper(shop)
  const usual = await order(asha, [tee])
  expect(usual).toMatchObject({ ok: false, status: 409 })
  const goods = 1299
  expect(JSON.stringify(usual)).toContain(`"total":${goods * 1.05 + 90}`)
})

test('an order to a place where the owner doesn’t deliver is refused', async () => {
  await set({ 'shipping.zones': [{ where: '4000', days: null, serviceable: false, pickup: false }] })
  const asha = await newShopper(shop)
  const refused = await order(asha, [tee])
  expect(refused).toMatchObject({ ok: false, status: 422 })
  expect(JSON.stringify(refused)).toContain('We don’t deliver to 400028 yet.')
})

test.each([
  ['', 'The file has no header line with its column names.'],
  ['place,days\n1,2', 'The file needs a column "where".'],
  ['place,days\n', 'The file needs a column "where".'],
  ['where,days\n40005,soon', 'line 2, days: soon must be a number of days from 0 to 60.'],
  ['where,serviceable\n40005,perhaps', 'line 2, serviceable: perhaps must be yes or no.'],
  ['where\n4000500', 'line 2, where: 4000500 is neither a PIN nor its beginning nor a state.'],
  ['where,fee\n40005,much', 'line 2, fee: much must be an amount in rupees.'],
  ['where,freeFrom\n40005,-1', 'line 2, freeFrom: -1 must be an amount in rupees.'],
  ['where,days\nAtlantis,2', 'line 2, where: Atlantis is neither a PIN nor its beginning nor a state.'],
  ['where,days\n400050,3\n400,2\n400050,5', 'line 4, where: 400050 is in line 2 too.'],
  ['where,days\nAssam,3\nassam,3', 'line 3, where: Assam is in line 2 too.'],
  ['PK\u0003\u0004\u0014', 'line 1: this is a spreadsheet’s own file; save it as CSV (UTF-8) first.'],
])('a file such as %j is refused, with its line where one is wrong', async (text, message) => {
  expect(await readZones(text.split('\n'))).toMatchObject({ ok: false, message })
})

test('delivery is free from a sum of goods: the shop’s, or that of the zone; 0 there is never', async () => {
  const zones = await readZones('where,fee,freeFrom\n4000,90,1300\n1100,,0\nAssam,70,\n'.split('\n'))
  if (!zones.ok) throw new Error(zones.message)
  await changeSettings(shop.shop, STAFF, { 'shipping.zones': zones.data, 'delivery.freeFrom': 1000 })
  const lines = (quantity: number) => [{ ...tee, quantity }]
  const quote = async (pin: string, quantity = 1) => {
    const quoted = await shop.api('POST /user/quote', { body: { productDetails: lines(quantity), pin } })
    if (!quoted.ok) throw new Error(quoted.message)
    return [quoted.data.delivery, quoted.data.freeDelivery]
  }
  // The tee costs Rs. 1,299: enough for the shop’s sum, not for Mumbai’s, whatever tax is added.
  expect(await quote('560001')).toEqual([0, { from: 1000, missing: 0 }])
  expect(await quote('781001')).toEqual([0, { from: 1000, missing: 0 }])
  expect(await quote('400028')).toEqual([90, { from: 1300, missing: 1 }])
  expect(await quote('400028', 2)).toEqual([0, { from: 1300, missing: 0 }])
  expect(await quote('110001', 2)).toEqual([40, null])
  expect((await ask('400028')).body).toMatchObject({ fee: 90, freeFrom: 1300 })
  expect((await ask('110001')).body).toMatchObject({ freeFrom: 0 })
  expect((await ask('560001')).body).toMatchObject({ freeFrom: 1000 })

  const who = await newShopper(shop)
  expect(await order(who, lines(1), { totalPrice: 1299 + 64.95 })).toMatchObject({
    code: 'total_changed',
    problem: { total: 1453.95, quote: { freeDelivery: { missing: 1 } } },
  })
  expect(await order(who, lines(2), { totalPrice: 2598 + 129.9 })).toMatchObject({ ok: true })
  const settings = { ...shop.shop.settings(), 'shipping.usaSurcharge': 900 }
  expect(chargesTo({ zipCode: '94110', state: 'CA', country: 'USA' }, settings)).toMatchObject({
    'order.delivery': 940,
    'delivery.freeFrom': 0,
  })
  await changeSettings(shop.shop, STAFF, { 'shipping.zones': null, 'delivery.freeFrom': null })
  expect((await ask('560001')).body).not.toHaveProperty('freeFrom')
})

test('the USA has a fee of its own, or nobody there can order', async () => {
  const asha = await newShopper(shop)
  const updatedDetails = { country: 'USA' as const, phoneNumber: '2125550100', zipCode: '94103' }
  await asha.api('POST /user/updateAddress', { body: { userId: asha.id, addressId: asha.addressId, updatedDetails } })
  await set({ 'shipping.usaSurcharge': 1500 })
  expect(JSON.stringify(await order(asha, [tee]))).toContain(`"total":${1299 * 1.05 + 1540}`)
  await set({ 'shipping.usa': false })
  expect(await order(asha, [tee])).toMatchObject({
    status: 422,
    message: 'We don’t deliver to the USA.',
    problem: { errors: [{ path: 'country' }] },
  })
})

test('a zone at a place that is none is refused, since it would change nothing', async () => {
  const zone = { where: 'USA', days: null, serviceable: false, pickup: false }
  expect(await set({ 'shipping.zones': [zone] })).toMatchObject({
    ok: false,
    message: expect.stringContaining('can’t have “USA”: each place is a PIN'),
  })
  expect(await set({ 'shipping.zones': [{ ...zone, where: 'KA' }] })).toMatchObject({ ok: true })
})
