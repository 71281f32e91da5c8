import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { listAudit } from '../audit/sql.server.ts'
import { addStore, removeStore } from './staff.server.ts'

let shop: TestShop
let asha: SignedInStaff
let meera: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
  asha = await signInStaff(shop, 'manager', 'asha')
  meera = await signInStaff(shop, 'owner', 'meera')
})
afterAll(() => shop.close())
beforeEach(() => sql`delete from branches`.execute(shop.shop.db))

const BANDRA = {
  name: 'Neem Bandra',
  address: 'Linking Road, Mumbai 400050',
  lat: 19.0628,
  lng: 72.8352,
  status: 'Open',
}
const OPENING = [{ days: ['Mon', 'Tue'], from: '11:00', to: '20:00' }]

type Store = Record<string, unknown> & { id: string }
const call = (method: string, path: string, body?: unknown, who = asha, headers: Record<string, string> = {}) =>
  who.browser.call(method, path, body, headers)
const add = async (fields: object = BANDRA) => (await call('POST', '/stores', fields)).body.store as Store
const list = async () => (await call('GET', '/stores')).body.items as Store[]
const names = async () => (await list()).map(({ name }) => name)
const takeBack = (undo: unknown, who = asha) => call('POST', `/undo/${String(undo)}`, undefined, who)
const shoppersSee = async () => {
  const response = await shop.api('GET /stores')
  return response.ok ? response.data.stores.map(({ name }) => name) : []
}

test('a store is added with an id of its name, shown to shoppers with the response, changed and removed', {
  tags: ['A13', 'A26'],
}, async () => {
  const added = await call('POST', '/stores', { ...BANDRA, opening: OPENING, note: '  No lift ' })
  const bandra = { ...BANDRA, id: 'neem-bandra', phone: '', hours: '', opening: OPENING, note: 'No lift', hindi: {} }
  expect(added).toMatchObject({ status: 201, body: { store: bandra, undo: expect.any(String) } })
  expect((await add({ ...BANDRA, name: 'Neem, Bandra!' })).id).toBe('neem-bandra-2')
  expect((await add({ ...BANDRA, name: 'नीम' })).id).toBe('store')
  expect(await shoppersSee()).toEqual(['Neem Bandra', 'Neem, Bandra!', 'नीम'])
  const changed = await call('PATCH', '/stores/neem-bandra', {
    status: 'Closed',
    hindi: { note: ' लिफ़्ट नहीं ', hours: '' },
  })
  expect(changed.body.store).toEqual({
    ...bandra,
    version: expect.any(String),
    status: 'Closed',
    hindi: { note: 'लिफ़्ट नहीं' },
  })
  expect(await listAudit(shop.shop.db, { subject: 'store:neem-bandra', limit: 1 })).toMatchObject([
    {
      action: 'store.set',
      actor: expect.stringContaining('asha'),
      before: { status: 'Open', hindi: {} },
      after: { status: 'Closed', hindi: { note: 'लिफ़्ट नहीं' } },
    },
  ])
  expect((await call('DELETE', '/stores/neem-bandra')).status).toBe(200)
  expect(await shoppersSee()).toEqual(['Neem, Bandra!', 'नीम'])
})

test('each field is checked as in a file, with its sentence', { tags: 'A39' }, async () => {
  const wrong = {
    name: ' ',
    address: 'x'.repeat(301),
    lat: '19',
    lng: 181,
    status: 'Maybe',
    phone: '1\n2',
    opening: 'Mon',
  }
  const { status, body } = await call('POST', '/stores', wrong)
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' })
  expect(body.errors).toEqual([
    { path: 'name', message: 'Please enter the name of the store.' },
    { path: 'address', message: 'Please use at most 300 characters.' },
    { path: 'lat', message: 'The latitude is a number from -90 to 90.' },
    { path: 'lng', message: 'The longitude is a number from -180 to 180.' },
    { path: 'status', message: 'The status is Open or Closed.' },
    { path: 'phone', message: 'This text must be on one line.' },
    { path: 'opening', message: 'The hours are a list of days, from and to.' },
  ])
  const { id } = await add()
  const opening = [{ days: [], from: '9', to: '20:00' }]
  expect((await call('PATCH', `/stores/${id}`, { name: '', opening, hindi: { phone: '1' } })).body.errors).toEqual([
    { path: 'name', message: 'Please enter the name of the store.' },
    { path: 'opening.0.days', message: 'Please choose at least one day.' },
    { path: 'opening.0.from', message: 'Please give a time such as 09:30.' },
    { path: 'hindi', message: 'Hindi has a note and hours.' },
  ])
  expect((await call('POST', `/stores/${id}/move`, { to: 0 })).body.errors).toEqual([
    { path: 'to', message: 'A place is a whole number from 1.' },
  ])
  for (const [method, path, input] of [
    ['PATCH', '/stores/nowhere', { name: 'X' }],
    ['DELETE', '/stores/nowhere', undefined],
    ['POST', '/stores/nowhere/move', { to: 1 }],
  ] as const)
    expect(await call(method, path, input), path).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await list()).toHaveLength(1)
})

test('two people’s different fields both stay; of the same field the second sees the first one’s', {
  tags: ['A3', 'A32'],
}, async () => {
  const { id, version } = await add()
  const change = (fields: object, who = asha) =>
    call('PATCH', `/stores/${id}`, fields, who, { 'if-match': `"${version}"` })
  await change({ phone: '+91 22 5550 0101' }, meera)
  expect((await change({ note: 'No lift' })).body.store).toMatchObject({ phone: '+91 22 5550 0101', note: 'No lift' })
  expect(await change({ phone: '98200 00028', status: 'Closed' })).toMatchObject({
    status: 412,
    body: {
      code: 'changed_meanwhile',
      fields: ['phone'],
      by: expect.stringContaining('meera'),
      current: { phone: '+91 22 5550 0101', status: 'Open' },
    },
  })
  // What is the same already is no conflict.
  expect(await change({ phone: '+91 22 5550 0101' })).toMatchObject({ status: 200, body: { undo: null } })
})

test('stores are put in order by their places, which a removed one leaves and comes back to', async () => {
  for (const name of ['A', 'B', 'C', 'D']) await add({ ...BANDRA, name })
  expect((await call('POST', '/stores/d/move', { to: 2 })).status).toBe(200)
  expect(await names()).toEqual(['A', 'D', 'B', 'C'])
  expect((await call('POST', '/stores/a/move', { to: 99 })).status).toBe(200)
  expect(await shoppersSee()).toEqual(['D', 'B', 'C', 'A'])
  expect((await call('POST', '/stores/a/move', { to: 4 })).body.undo).toBeNull()
  const { undo } = (await call('DELETE', '/stores/b')).body
  await add({ ...BANDRA, name: 'E' })
  expect((await takeBack(undo)).status).toBe(200)
  expect(await names()).toEqual(['D', 'B', 'C', 'A', 'E'])
  expect(await listAudit(shop.shop.db, { subject: 'store:b', limit: 1 })).toMatchObject([
    { action: 'store.restore', before: null, after: { name: 'B' } },
  ])
})

test('an undo leaves what others changed in other fields, and is refused if they changed the same', {
  tags: ['A20'],
}, async () => {
  const { id } = await add()
  const phone = (await call('PATCH', `/stores/${id}`, { phone: '98200 00028' })).body.undo
  await call('PATCH', `/stores/${id}`, { note: 'No lift' }, meera)
  expect((await takeBack(phone)).status).toBe(200)
  expect(await list()).toMatchObject([{ phone: '', note: 'No lift' }])
  const closed = (await call('PATCH', `/stores/${id}`, { status: 'Closed' })).body.undo
  const conflict = { status: 409, body: { code: 'conflict' } }
  await call('PATCH', `/stores/${id}`, { status: 'Open' }, meera)
  expect(await takeBack(closed)).toMatchObject(conflict)
  const added = (await call('POST', '/stores', { ...BANDRA, name: 'Pune' })).body.undo
  await call('PATCH', '/stores/pune', { note: 'New' }, meera)
  expect(await takeBack(added)).toMatchObject(conflict)
  const removed = (await call('DELETE', '/stores/pune')).body.undo
  await add({ ...BANDRA, name: 'Pune' })
  expect(await takeBack(removed)).toMatchObject(conflict)
  const renamed = (await call('PATCH', `/stores/${id}`, { name: 'Neem' })).body.undo
  await call('DELETE', `/stores/${id}`, undefined, meera)
  expect(await takeBack(renamed)).toMatchObject(conflict)
})

test('a file shows what it changes, replaces the list as one, and the same file again changes nothing', {
  tags: ['A11'],
}, async () => {
  for (const name of ['A', 'B', 'C']) await add({ ...BANDRA, name })
  const file = async () =>
    (await shop.fetch('/api/admin/stores/file', { headers: { cookie: asha.browser.cookie } })).text()
  const before = await file()
  const [a, b] = before.trim().split('\n')
  const next = [b, a?.replace('"Open"', '"Closed"'), JSON.stringify({ ...BANDRA, id: 'd', name: 'D' })].join('\r\n')
  const read = (await call('POST', '/stores/import', { text: next, dryRun: true })).body
  expect(read).toMatchObject({
    errors: [],
    added: 1,
    changed: 1,
    removed: 1,
    unchanged: 1,
    isReordered: true,
    changes: [
      { key: 'C', from: BANDRA.address, to: null },
      { key: 'A', from: 'Open', to: 'Closed' },
      { key: 'D', from: null, to: BANDRA.address },
    ],
    undo: null,
  })
  expect(await names()).toEqual(['A', 'B', 'C'])
  const apply = (version: unknown) =>
    call('POST', '/stores/import', { text: next }, asha, { 'if-match': `"${String(version)}"` })
  // Somebody adds one that the file would remove unseen.
  const added = (await call('POST', '/stores', { ...BANDRA, name: 'E' }, meera)).body
  expect(await apply(read.version)).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } })
  await takeBack(added.undo, meera)
  const { undo } = (await apply(read.version)).body
  expect(await shoppersSee()).toEqual(['B', 'A', 'D'])
  expect((await call('POST', '/stores/import', { text: next })).body).toMatchObject({ unchanged: 3, undo: null })
  expect((await takeBack(undo)).status).toBe(200)
  expect(await file()).toBe(before)
  expect((await call('POST', '/stores/import', { text: 'no json' })).body).toMatchObject({
    errors: [{ row: 1, column: '', message: 'This line isn’t JSON.' }],
    undo: null,
  })
  expect(await file()).toBe(before)
})

test('an empty list gives an example file, which can be given back', async () => {
  const response = await shop.fetch('/api/admin/stores/file', { headers: { cookie: asha.browser.cookie } })
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="stores.jsonl"')
  const text = await response.text()
  expect((await call('POST', '/stores/import', { text })).body).toMatchObject({ errors: [], added: 1 })
  expect((await call('GET', '/stores')).body).toMatchObject({ items: [{ id: 'jaipur' }] })
  await call('DELETE', '/stores/jaipur')
})

test('what the command line and jobs change offers no undo, and packers see no stores', {
  tags: ['A6', 'A25'],
}, async () => {
  const job = { kind: 'system', job: 'a test' } as const
  const added = await addStore(shop.shop.db, job, {
    ...BANDRA,
    status: 'Open',
    phone: '',
    hours: '',
    opening: [],
    note: '',
    hindi: {},
  })
  expect(added).toMatchObject({ ok: true, data: { undo: null } })
  const packer = await signInStaff(shop, 'packer')
  expect(await call('GET', '/stores', undefined, packer)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await removeStore(shop.shop.db, job, 'neem-bandra')).toMatchObject({ ok: true, data: { undo: null } })
})
