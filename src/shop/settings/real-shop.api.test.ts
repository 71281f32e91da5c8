import { afterAll, beforeAll, expect, test } from 'vitest'
import { newShopper, order, stockOf, tee } from '../../../tests/support/checkout-fixture.ts'
import { DETAILS } from '../../../tests/support/own-details.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { DEFAULT_SETTINGS, unsetIdentity } from './definitions.ts'
import { changeSettings, importSettings, undoSettings } from './staff.server.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ settings: { NODE_ENV: 'production' } })
})
afterAll(() => shop.close())

const set = (changes: Record<string, unknown>) => changeSettings(shop.shop, STAFF, changes)
const texts = () => JSON.stringify(shop.shop.settings())

test('a real shop without its own details is closed, and shows nothing of the demonstration’s', async () => {
  expect(texts()).not.toMatch(/fourth.?seat|mumbai|maharashtra|kamble|khisko|room for one more|bench/i)
  expect(shop.isOpen()).toBe(false)
  expect(await (await shop.fetch('/')).text()).toContain('This shop is opening soon')
  expect(await set({ 'shop.open': true })).toMatchObject({
    ok: false,
    message: 'Before the shop opens, set shop.name, shop.legalName, shop.address, shop.email, shop.phone.',
  })
  expect(await set(DETAILS)).toMatchObject({ ok: true, data: { 'shop.open': false } })
  expect(unsetIdentity(shop.shop.settings())).toEqual([])
  expect(shop.shop.settings()).toMatchObject({ 'shop.city': 'Jaipur', 'grievance.name': 'Neem & Noor LLP' })
  expect(await set({ 'shop.open': true })).toMatchObject({ ok: true })
  expect(shop.isOpen()).toBe(true)
})

test('what a new shop exports is taken back, and leaves it as it was', async () => {
  const fresh = await openTestShop({ settings: { NODE_ENV: 'production' } })
  try {
    const before = fresh.shop.settings()
    const file = JSON.stringify(before)
    for (const replace of [false, true]) {
      expect(await importSettings(fresh.shop, STAFF, file, { replace })).toMatchObject({
        ok: true,
        data: { changes: [] },
      })
      expect(fresh.shop.settings()).toEqual(before)
    }
    // What follows from the details wasn't set by the file, so it still follows them.
    expect(await changeSettings(fresh.shop, STAFF, DETAILS)).toMatchObject({
      ok: true,
      data: { 'shop.city': 'Jaipur' },
    })
    expect(await importSettings(fresh.shop, STAFF, file)).toMatchObject({ ok: true })
    expect(fresh.shop.settings()).toMatchObject({ 'shop.name': '', 'shop.city': '' })
  } finally {
    await fresh.close()
  }
})

test('a public shop without keys and mail server starts closed, takes no order, and can’t be opened', {
  tags: 'C2.15',
}, async () => {
  const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' }
  const bare = await openTestShop({ settings: env })
  const connected = await openTestShop({ beside: bare, settings: { ...env, ALLOW_SANDBOX: 'yes' } })
  try {
    expect(await changeSettings(bare.shop, STAFF, DETAILS)).toMatchObject({ ok: true })
    expect(await changeSettings(bare.shop, STAFF, { 'shop.open': true })).toMatchObject({
      ok: false,
      code: 'conflict',
      message:
        'Before the shop opens, it needs the keys of the payment provider and a mail server: enter them under Settings, Payment provider and e-mail.',
    })
    expect(await (await bare.fetch('/')).text()).toContain('Opening soon')
    // Opened where it was connected, and then started without.
    expect(await changeSettings(connected.shop, STAFF, { 'shop.open': true })).toMatchObject({ ok: true })
    await bare.shop.settingsChanged()
    expect([connected.isOpen(), bare.isOpen()]).toEqual([true, false])
    expect(await order(await newShopper(bare), [tee])).toMatchObject({ status: 409, code: 'shop_closed' })
    expect(await stockOf(bare, tee)).toMatchObject({ reserved: 0 })
    expect(await bare.outbox.stats()).toMatchObject({ sent: 0, failed: 0 })
  } finally {
    await connected.close()
    await bare.close()
  }
})

test('all instances on a database show the same shop, whatever the environment of each says', async () => {
  const own = await openTestShop({ settings: { NODE_ENV: 'production' } })
  const beside = await openTestShop({ beside: own, settings: { NODE_ENV: 'production', DEMO: 'on' } })
  const demonstration = await openTestShop({ settings: { NODE_ENV: 'production', DEMO: 'on' } })
  const second = await openTestShop({ beside: demonstration, settings: { NODE_ENV: 'production' } })
  try {
    expect(beside.shop.settings()).toEqual(own.shop.settings())
    expect([beside, own].map((one) => one.isOpen())).toEqual([false, false])
    expect(second.shop.settings()).toEqual(demonstration.shop.settings())
    expect([second, demonstration].map((one) => one.isOpen())).toEqual([true, true])
  } finally {
    for (const one of [beside, own, second, demonstration]) await one.close()
  }
})

test('an open shop can’t lose its details, and a closed one has none rather than the demonstration’s', async () => {
  const lost = { ok: false, code: 'conflict', message: expect.stringMatching(/^The shop is open, so shop\./) }
  expect(await set({ 'shop.address': null })).toMatchObject(lost)
  expect(await set({ 'shop.legalName': DEFAULT_SETTINGS['shop.legalName'] })).toMatchObject(lost)
  expect(await undoSettings(shop.shop, STAFF)).toMatchObject({ ok: true, data: { settings: { 'shop.open': false } } })
  await set({ 'shop.open': true })
  const file = '{"announcement":"Diwali"}'
  expect(await importSettings(shop.shop, STAFF, file, { replace: true })).toMatchObject(lost)
  expect(await importSettings(shop.shop, STAFF, file)).toMatchObject({ ok: true })
  expect(shop.shop.settings()).toMatchObject({ ...DETAILS, announcement: 'Diwali', 'shop.open': true })
  await set({ 'shop.open': false })
  expect(await set({ 'shop.address': null, 'shop.tagline': null })).toMatchObject({
    ok: true,
    data: { 'shop.address': '', 'shop.tagline': '' },
  })
})
