import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/db/database.server.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { listAudit } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { DEFAULT_SETTINGS, sharedSettings } from './definitions.ts'
import { createSettingsInMemory } from './settings-in-memory.server.ts'
import { insertVersion, lockSettings, querySettings } from './sql.server.ts'
import { changeSettings, importSettings, previewReplacement, returnToVersion, undoSettings } from './staff.server.ts'
import { listChanges } from './version-changes.server.ts'

let shop: TestShop
let second: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  second = await openTestShop({ beside: shop })
})
afterAll(async () => {
  await second.close()
  await shop.close()
})

const shown = async (instance: TestShop) => {
  const response = await instance.api('GET /user/shopSettings', {})
  return response.ok ? response.data : null
}

test('a change is a version with its audit line, and every instance shows it', async () => {
  expect(await shown(second)).toEqual({
    ...sharedSettings(DEFAULT_SETTINGS),
    'services.returns': '7-day exchanges, picked up from you. No refunds on returns.',
    deliveryVaries: false,
    offers: { running: false, codes: false },
    notes: {
      addedLater: '5% GST and Rs. 40 delivery added at checkout',
      policy: expect.stringContaining('the flat Rs. 40 delivery'),
      seller: expect.stringContaining('Grievance Officer: A. Kamble, {email}.'),
    },
    brand: { mark: 'bars', styles: '' },
  })
  const changed = await changeSettings(shop.shop, STAFF, { 'shop.name': 'Blue Door', 'order.delivery': 60 })
  expect(changed).toMatchObject({ ok: true, data: { 'shop.name': 'Blue Door', 'order.delivery': 60 } })
  // The instance that made the change has it at once, the other ones when they are notified.
  expect(shop.shop.settings()).toEqual(changed.ok && changed.data)
  await expect.poll(() => second.shop.settings()).toEqual(shop.shop.settings())
  await expect.poll(() => shown(second)).toMatchObject({ 'shop.name': 'Blue Door', 'order.taxPercent': 5 })
  expect(await listAudit(shop.shop.db, { subject: 'settings', limit: 1 })).toMatchObject([
    {
      actor: 'tests (owner)',
      before: { 'shop.name': 'Fourth Seat', 'order.delivery': 40 },
      after: { 'shop.name': 'Blue Door', 'order.delivery': 60 },
    },
  ])
  await changeSettings(shop.shop, STAFF, { 'order.delivery': null })
  expect((await querySettings(shop.shop.db))['order.delivery']).toBe(40)
  await undoSettings(shop.shop, STAFF)
  expect((await querySettings(shop.shop.db))['order.delivery']).toBe(60)
})

test.each([
  [{ 'shop.nmae': 'x' }, 'Unknown setting shop.nmae. Did you mean shop.name?'],
  [{ 'shop.name': '' }, 'shop.name can’t be empty'],
  [{ 'shop.gstin': '123' }, 'shop.gstin must be a GSTIN'],
  [{ 'shop.gstin': '08AAAAA0000A1Z3' }, 'shop.gstin has a typing error'],
  [{ 'shop.phone': '98290' }, 'shop.phone must be a phone number'],
  [{ 'grievance.phone': '12' }, 'grievance.phone must be a phone number'],
  [{ 'shop.address': '29AAAAA0000A1Z0' }, 'shop.address must contain the PIN code'],
  [{ 'shop.city': '12 Hill Road' }, 'shop.city must be the name of a city'],
  [{ 'shop.email': 'nobody' }, 'shop.email must be an e-mail address'],
  [{ 'order.delivery': -1 }, 'order.delivery must be from 0 to 100000 rupees'],
  [{ 'order.delivery': 1.234 }, 'order.delivery must have at most two decimals'],
  [{ 'order.taxPercent': 'five' }, 'order.taxPercent must be a whole number'],
  [{ 'instagram.url': 'javascript:alert(1)' }, 'instagram.url must be an https address'],
])('%j is refused, and nothing of it is set', async (changes, message) => {
  const before = await querySettings(shop.shop.db)
  const refused = await changeSettings(shop.shop, STAFF, { 'shop.hours': 'never', ...changes })
  expect(refused).toMatchObject({ ok: false, code: 'invalid_input', message: expect.stringContaining(message) })
  expect(await querySettings(shop.shop.db)).toEqual(before)
})

test('a GSTIN of another state than the shop’s is refused, and so is the other way round', async () => {
  const set = (changes: Record<string, unknown>) => changeSettings(shop.shop, STAFF, changes)
  const refused = { ok: false, code: 'conflict', message: expect.stringContaining('The GSTIN begins with 27') }
  await set({ 'shop.state': 'Rajasthan' })
  expect(await set({ 'shop.gstin': '27AAPFU0939F1ZV' })).toMatchObject(refused)
  expect(await set({ 'shop.gstin': '27AAPFU0939F1ZV', 'shop.state': 'MH' })).toMatchObject({ ok: true })
  expect(await set({ 'shop.state': 'Rajasthan' })).toMatchObject(refused)
  await set({ 'shop.gstin': null, 'shop.state': null })
})

test('an import changes what its file names; with replace the others get their default, listed before', async () => {
  const { db } = shop.shop
  await changeSettings(shop.shop, STAFF, { 'shop.name': 'Blue Door', 'shop.hours': 'mornings', announcement: 'Hello' })
  const exported = JSON.stringify(await querySettings(db))
  const partial = '{"shop.name":"Third Row"}'
  const before = await querySettings(db)
  expect(await importSettings(shop.shop, STAFF, partial)).toMatchObject({
    ok: true,
    data: { changes: [{ name: 'shop.name', from: 'Blue Door', to: 'Third Row' }] },
  })
  expect(await querySettings(db)).toEqual({ ...before, 'shop.name': 'Third Row' })
  expect(await previewReplacement(shop.shop, partial)).toMatchObject({
    ok: true,
    data: expect.arrayContaining([
      { name: 'announcement', from: 'Hello', to: DEFAULT_SETTINGS.announcement },
      { name: 'shop.hours', from: 'mornings', to: DEFAULT_SETTINGS['shop.hours'] },
    ]),
  })
  await importSettings(shop.shop, STAFF, partial, { replace: true })
  expect(await querySettings(db)).toEqual({ ...DEFAULT_SETTINGS, 'shop.name': 'Third Row' })
  await importSettings(shop.shop, STAFF, exported)
  expect(JSON.stringify(await querySettings(shop.shop.db))).toBe(exported)
  for (const bad of ['', '[]', '7', '{"shop.name":7}'])
    expect(await importSettings(shop.shop, STAFF, bad)).toMatchObject({ ok: false, code: 'invalid_input' })
})

test('an undo waits for a change being written, and reverts that one', async () => {
  const { db } = shop.shop
  await changeSettings(shop.shop, STAFF, { 'shop.hours': 'mornings' })
  const { undone } = await db.transaction().execute(async (tx) => {
    await lockSettings(tx)
    const undone = undoSettings(shop.shop, STAFF)
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length)
      .toBeGreaterThan(0)
    await insertVersion(tx, 'another writer', { 'shop.hours': 'evenings' })
    return { undone }
  })
  expect(await undone).toMatchObject({ ok: true, data: { settings: { 'shop.hours': 'mornings' } } })
})

test('undo goes back change by change, past what was undone, and a version can be set again', async () => {
  const set = (announcement: string) => changeSettings(shop.shop, STAFF, { announcement })
  const shown = async () => (await querySettings(shop.shop.db)).announcement
  const undo = async () => ((await undoSettings(shop.shop, STAFF)).ok ? shown() : 'refused')
  for (const text of ['one', 'two', 'three']) await set(text)
  const [three] = await listChanges(shop.shop.db, 1, { real: false })
  expect(three).toMatchObject({ changes: [{ name: 'announcement', from: 'two', to: 'three' }] })
  expect([await undo(), await undo()]).toEqual(['two', 'one'])
  await set('four')
  expect(await undo()).toBe('one')
  expect(await undo()).not.toMatch(/^(?:one|two|three|four)$/)
  expect(await returnToVersion(shop.shop, STAFF, three?.id ?? 0)).toMatchObject({ ok: true })
  expect(await shown()).toBe('three')
  expect(await undo()).not.toBe('three')
  expect(await returnToVersion(shop.shop, STAFF, 2 ** 40)).toMatchObject({ ok: false, code: 'not_found' })
})

test('concurrent changes of different settings are both kept', async () => {
  await Promise.all([
    changeSettings(shop.shop, STAFF, { 'shop.phone': '+91 22 4000 0001' }),
    changeSettings(shop.shop, STAFF, { 'shop.hours': 'always' }),
  ])
  expect(await querySettings(shop.shop.db)).toMatchObject({ 'shop.phone': '+91 22 4000 0001', 'shop.hours': 'always' })
})

test('a version is parsed once, an older one never replaces a newer one, and without the database the last one counts', async () => {
  const { db } = shop.shop
  const memory = createSettingsInMemory(db, { real: false })
  await memory.refresh()
  const read = memory.current()
  await memory.refresh()
  expect(memory.current()).toBe(read)
  expect(Object.isFrozen(read)).toBe(true)
  await changeSettings(shop.shop, STAFF, { 'shop.hours': 'sometimes' })
  await Promise.all([memory.refresh(), changeSettings(shop.shop, STAFF, { 'shop.hours': 'never' }), memory.refresh()])
  await memory.refresh()
  expect(memory.current()['shop.hours']).toBe('never')

  const gone = openDatabase<Tables>({ connection: shop.database.connection, log: { warn: () => {} } })
  const cut = createSettingsInMemory(gone.db, { real: false })
  await cut.refresh()
  await gone.close()
  await expect(cut.refresh()).rejects.toThrow()
  expect(cut.current()['shop.hours']).toBe('never')
})

test('a stored value that now breaks its rule, and a setting of another version, are ignored', async () => {
  const { db } = shop.shop
  await db.transaction().execute(async (tx) => {
    await lockSettings(tx)
    await insertVersion(tx, 'another version', { 'order.delivery': 'free', 'order.forgotten': 1, 'shop.hours': 'days' })
  })
  await expect.poll(() => shop.shop.settings()).toEqual({ ...DEFAULT_SETTINGS, 'shop.hours': 'days' })
})

test('calls read no settings from the database', async () => {
  const asha = await shop.signIn()
  await shop.shop.db.transaction().execute(async (tx) => {
    // Whoever reads the table now waits for this transaction.
    await sql`lock table settings_versions in access exclusive mode`.execute(tx)
    const calls = await Promise.all([
      asha.api('GET /user/getCartProduct/{userId}', { params: { userId: asha.id } }),
      asha.api('GET /user/user-orders/{userId}', { params: { userId: asha.id } }),
      shop.api('GET /user/delivery/{pin}', { params: { pin: '400050' } }),
      shop.api('GET /user/pageText/{page}', { params: { page: 'terms' } }),
    ])
    expect(calls.map(({ status }) => status)).toEqual([200, 404, 200, 200])
  })
})
