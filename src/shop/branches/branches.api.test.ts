import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { readLines } from '../imports/lines.server.ts'
import { importStores } from './staff.server.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** What an import of lines reports. */
async function imported(lines: Parameters<typeof importStores>[2]) {
  const result = await importStores(shop.shop.db, STAFF, lines)
  if (!result.ok) throw new Error(result.message)
  return result.data
}

async function stores() {
  const response = await shop.api('GET /stores')
  return response.ok ? response.data.stores : []
}

test('an imported list keeps its order, and replaces the previous one', async () => {
  expect(await stores()).toEqual([])
  const file = join(import.meta.dirname, '../../../catalogue/stores.jsonl')
  expect(await imported(readLines(file))).toMatchObject({ stores: 10, errors: [], added: 10, removed: 0, undo: null })
  await expect.poll(async () => (await stores()).length).toBe(10)
  expect((await stores())[0]).toMatchObject({ id: 'bandra', status: 'Open', lat: 19.0628 })
  const one = '{"id":"pune","name":"Pune","address":"FC Road","lat":18.52,"lng":73.84,"status":"Closed"}'
  expect(await imported([one])).toMatchObject({ errors: [], added: 1, removed: 10 })
  await expect.poll(async () => (await stores()).map((store) => store.id)).toEqual(['pune'])
})

test('hours given as data are a sentence in the call’s language, and data for machines', async () => {
  const place = { address: 'FC Road', lat: 18.52, lng: 73.84, status: 'Open' }
  const days = ['Mon', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const rows = [
    {
      id: 'a',
      name: 'A',
      ...place,
      opening: [{ days, from: '11:00', to: '21:30' }],
      note: 'No lift',
      hindi: { note: 'लिफ़्ट नहीं' },
    },
    {
      id: 'b',
      name: 'B',
      ...place,
      opening: [
        { days: ['Mon', 'Tue', 'Sun'], from: '00:00', to: '12:00' },
        { days: ['Fri'], from: '16:15', to: '01:00' },
      ],
    },
    { id: 'c', name: 'C', ...place, hours: 'By appointment' },
  ]
  expect((await imported(rows.map((row) => JSON.stringify(row)))).errors).toEqual([])
  const hours = async (query = '') =>
    (await (await shop.fetch(`/api/stores${query}`)).json()).stores.map((store: { hours: string }) => store.hours)
  await expect
    .poll(() => hours())
    .toEqual([
      'Wednesday to Monday, 11 am to 9.30 pm. No lift',
      'Sunday to Tuesday, 12 midnight to 12 noon; Friday, 4.15 pm to 1 am',
      'By appointment',
    ])
  expect(await hours('?language=hi')).toEqual([
    'बुधवार से सोमवार, सुबह 11 से रात 9.30 तक। लिफ़्ट नहीं',
    'रविवार से मंगलवार, आधी रात 12 से दोपहर 12 तक; शुक्रवार, शाम 4.15 से रात 1 तक',
    'By appointment',
  ])
  expect((await stores())[0]?.opening).toEqual([{ days, from: '11:00', to: '21:30' }])
  const late = JSON.stringify({ ...rows[0], opening: [{ days: ['Monday'], from: '11 am', to: '24:00' }] })
  expect((await imported([late])).errors).toEqual([
    { row: 1, column: 'opening.0.days.0', message: 'The days are Mon, Tue, Wed, Thu, Fri, Sat, Sun.' },
    { row: 1, column: 'opening.0.from', message: 'Please give a time such as 09:30.' },
    { row: 1, column: 'opening.0.to', message: 'Please give a time such as 09:30.' },
  ])
})

test('one invalid line leaves the list unchanged', async () => {
  const before = await stores()
  const { errors } = await imported([
    '{"id":"a","name":"A","address":"x","lat":91,"lng":0,"status":"Open"}',
    '{"id":"b","name":"B","address":"x","lat":1,"lng":0,"status":"Maybe"}',
    `{"name":7,"address":"${'x'.repeat(301)}","lat":1,"lng":0,"status":"Open"}`,
    'no json',
    '{"id":"c","name":"C","address":"x","lat":1,"lng":0,"status":"Open"}',
    '{"id":"c","name":"C","address":"x","lat":1,"lng":0,"status":"Open"}',
  ])
  expect(errors.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
    '1 lat: The latitude is a number from -90 to 90.',
    '2 status: The status is Open or Closed.',
    '3 name: Please enter the name of the store.',
    '3 address: Please use at most 300 characters.',
    '3 id: Please give an id of lowercase letters, digits and hyphens, such as bandra-west.',
    '4 : This line isn’t JSON.',
    '6 id: The id c is in line 5 too.',
  ])
  expect(await stores()).toEqual(before)
})

test('a file without stores doesn’t empty the list', async () => {
  const before = await stores()
  expect(await imported(['', ' '])).toMatchObject({
    stores: 0,
    errors: [{ row: 0, column: '', message: 'There are no stores in this file.' }],
    removed: 0,
  })
  expect((await imported(['[]'])).errors).toEqual([
    { row: 1, column: '', message: 'This line must be a store as a JSON object.' },
  ])
  expect(await stores()).toEqual(before)
})

test('the built-in map has no tiles by default; the key is inserted into their URL', {
  tags: 'C2.8',
}, async () => {
  expect(await shop.api('GET /map/settings')).toMatchObject({ ok: true, data: { tileUrl: null, attribution: '' } })
  const tiled = await openTestShop({
    settings: { MAP_TILE_URL: 'https://tiles.test/{z}/{x}/{y}.png?k={key}', MAP_KEY: 'k+1', MAP_ATTRIBUTION: '© T' },
  })
  expect(await tiled.api('GET /map/settings')).toMatchObject({
    ok: true,
    data: { tileUrl: 'https://tiles.test/{z}/{x}/{y}.png?k=k%2B1', attribution: '© T' },
  })
  await tiled.close()
})
