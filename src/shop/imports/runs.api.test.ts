import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ORIGIN, openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type StaffBrowser, signInStaff } from '../../../tests/support/staff.ts'
import { exportCatalog } from '../catalog/product/line.server.ts'
import { importCatalog } from './import-catalog.server.ts'
import { settleRuns } from './runs.server.ts'
import { undoImport } from './undo-import.server.ts'

let shop: TestShop
let asha: StaffBrowser
let ravi: StaffBrowser

const picture = (file: string) => ({
  file,
  color: 'Indigo',
  view: 'front',
  alt: file,
  width: 3,
  height: 4,
  tone: '#ffffff',
  hash: 'abc',
})
const KURTA = {
  _id: 'kurta',
  name: 'Kurta',
  price: 1799,
  mrp: 2499,
  description: 'Block printed.',
  categories: 'Woman',
  badge: '+New',
  variants: [
    { sku: 'KU-M', color: 'Indigo', size: 'M', quantity: 4, low: 2 },
    { sku: 'KU-L', color: 'Indigo', size: 'L', quantity: 9 },
  ],
  pictures: [picture('kurta-a.webp'), picture('kurta-b.webp')],
}

beforeAll(async () => {
  shop = await openTestShop()
  asha = (await signInStaff(shop, 'owner', 'asha')).browser
  ravi = (await signInStaff(shop, 'manager', 'ravi')).browser
})
afterAll(async () => {
  await settleRuns()
  await shop.close()
})
beforeEach(async () => {
  await sql`delete from products where id like 'kurta%'`.execute(shop.shop.db)
  expect((await importCatalog(shop.shop.db, [JSON.stringify(KURTA)])).errors).toEqual([])
})

const exported = async () =>
  (await Array.fromAsync(exportCatalog(shop.shop.db))).find((line) => line.includes('"_id":"kurta"'))
const get = async () => (await asha.call('GET', '/products/kurta')).body

const send = async (browser: StaffBrowser, path: string, body: BodyInit, type?: string) => {
  const headers = { origin: ORIGIN, cookie: browser.cookie, ...(type === undefined ? {} : { 'content-type': type }) }
  const response = await shop.fetch(`/api/admin${path}`, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json() }
}

const fileOf = (products: object[], name = 'kurtas.jsonl') => {
  const form = new FormData()
  form.append('file', new File([products.map((one) => JSON.stringify(one)).join('\n')], name))
  return form
}
const runOf = async (id: string) => {
  await settleRuns()
  return (await asha.call('GET', `/imports/${id}`)).body
}

test('nothing is written before the difference was shown; applied once; the same file again changes nothing; undone as one', {
  tags: ['A11', 'A29'],
}, async () => {
  const before = await exported()
  const products = [
    {
      ...KURTA,
      price: 799,
      variants: [{ ...KURTA.variants[0], color: 'Blue' }, KURTA.variants[1]],
      pictures: [picture('kurta-b.webp')],
      colors: ['Blue', 'Indigo'],
    },
    { ...KURTA, _id: 'kurta-new', variants: [{ sku: 'KN', color: 'Red', size: 'M', quantity: 3 }] },
  ]
  const taken = await send(asha, '/imports', fileOf(products))
  expect(taken.status).toBe(201)
  const { id } = taken.body
  const ready = await runOf(id)
  expect(ready).toMatchObject({
    state: 'ready',
    file: 'kurtas.jsonl',
    created: 1,
    changed: 1,
    unchanged: 0,
    refused: 0,
    progress: { part: 1, products: 2 },
    lowPrices: [{ row: 1, id: 'kurta', before: 1799, after: 799 }],
    changes: [
      {
        id: 'kurta',
        fields: { price: { before: 1799, after: 799 }, 'variant KU-M': { before: 'Indigo, M', after: 'Blue, M' } },
      },
      { id: 'kurta-new', fields: null },
    ],
  })
  expect(await exported()).toBe(before)
  expect((await ravi.call('POST', `/imports/${id}/apply`)).body.state).toBe('applying')
  expect(await runOf(id)).toMatchObject({
    state: 'applied',
    created: 1,
    changed: 1,
    canUndo: true,
    text: 'Imported: 1 new, 1 changed, 0 unchanged.',
  })
  expect((await asha.call('POST', `/imports/${id}/apply`)).status).toBe(409)
  expect(await get()).toMatchObject({ price: 799 })
  const again = await send(asha, '/imports', fileOf(products))
  expect(await runOf(again.body.id)).toMatchObject({
    state: 'ready',
    created: 0,
    changed: 0,
    unchanged: 2,
    text: 'Nothing would change.',
  })
  expect((await asha.call('POST', `/imports/${id}/undo`)).body).toEqual({ restored: 1, removed: 1, sold: [], kept: [] })
  expect(await exported()).toBe(before)
  expect((await asha.call('POST', `/imports/${id}/undo`)).status).toBe(409)
  expect((await asha.call('GET', '/imports')).body.items).toMatchObject([
    { id: again.body.id },
    { id, text: 'It was undone.' },
  ])
})

test('errors by row and column, all or none; what isn’t a file of products is refused with a sentence', {
  tags: 'A11',
}, async () => {
  const { body } = await send(asha, '/imports', fileOf([KURTA, { ...KURTA, _id: 'kurta-x', price: -1 }]))
  const refused = await runOf(body.id)
  expect(refused).toMatchObject({ state: 'refused', created: 0, changed: 0, unchanged: 0, refused: 2, errorCount: 1 })
  expect((refused.errors as { row: number }[])[0]).toMatchObject({ row: 2, id: 'kurta-x' })
  expect((await asha.call('POST', `/imports/${body.id}/apply`)).status).toBe(409)
  expect((await asha.call('POST', `/imports/${body.id}/undo`)).status).toBe(409)
  const text = await send(asha, '/imports', fileOf([], 'empty.jsonl'))
  expect(await runOf(text.body.id)).toMatchObject({ state: 'refused', text: 'there are no products' })
  const form = new FormData()
  form.append('other', 'x')
  expect((await send(asha, '/imports', form)).status).toBe(400)
  expect((await send(asha, '/imports', 'x', 'multipart/form-data; boundary=y')).status).toBe(400)
  expect((await send(asha, '/imports', '{}', 'application/json')).status).toBe(415)
  expect((await asha.call('GET', '/imports/none')).status).toBe(404)
  expect((await asha.call('POST', '/imports/none/apply')).status).toBe(404)
  expect((await asha.call('POST', '/imports/none/undo')).status).toBe(404)
})

test('an import whose process ended is settled by what it has written', async () => {
  const { body } = await send(asha, '/imports', fileOf([{ ...KURTA, name: 'Z' }]))
  await settleRuns()
  await sql`update import_runs set state = 'reading', beat_at = now() - interval '1 minute' where id = ${body.id}`.execute(
    shop.shop.db,
  )
  expect(await runOf(body.id)).toMatchObject({
    state: 'refused',
    text: expect.stringContaining('upload the file again'),
  })
  const { body: other } = await send(asha, '/imports', fileOf([{ ...KURTA, name: 'Z' }]))
  await settleRuns()
  await asha.call('POST', `/imports/${other.id}/apply`)
  await settleRuns()
  await sql`update import_runs set state = 'applying', import_id = null, beat_at = now() - interval '1 minute'
    where id = ${other.id}`.execute(shop.shop.db)
  expect(await runOf(other.id)).toMatchObject({ state: 'applied', canUndo: true })
})

test('an import that is taken back anywhere offers no undo any more, however the process ends after that', async () => {
  const { body } = await send(asha, '/imports', fileOf([{ ...KURTA, price: 899 }]))
  const id = String(body.id)
  await runOf(id)
  expect((await asha.call('POST', `/imports/${id}/apply`)).status).toBe(200)
  expect(await runOf(id)).toMatchObject({ state: 'applied', canUndo: true })
  const { import_id } = await shop.shop.db
    .selectFrom('import_runs')
    .select('import_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect((await undoImport(shop.shop.db, STAFF, Number(import_id))).ok).toBe(true)
  expect(await runOf(id)).toMatchObject({ canUndo: false })
})

const SHOPIFY = `Handle,Title,Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Status
kurta-long,Long kurta,K,Kurta,Women,TRUE,Size,M,KL-M,2,1299,active
kurta-long,,,,,,,XXL,KL-XXL,3,1399,
kurta-short,Short kurta,K,Kurta,Women,TRUE,Size,M,KS-M,4,999,active
kurta-wrong,Wrong kurta,K,Kurta,Women,TRUE,Size,M,KW-M,4,free,active`

test('what a file leaves open is chosen on the screen: what is wrong, and products without a picture', {
  tags: 'A11',
}, async () => {
  const form = new FormData()
  form.append('file', new File([SHOPIFY], 'shop.csv'))
  const { id } = (await send(asha, '/imports', form)).body
  expect(await runOf(id)).toMatchObject({
    state: 'refused',
    mayChoose: true,
    withoutPictures: 0,
    errors: [{ id: 'kurta-wrong' }],
  })
  const choose = async (body: object) => {
    expect((await asha.call('POST', `/imports/${id}/check`, body)).status).toBe(200)
    return runOf(id)
  }
  expect(await choose({ prices: 'highest' })).toMatchObject({
    state: 'refused',
    notes: expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining('does nothing') })]),
  })
  expect(await choose({ skipWrong: true })).toMatchObject({
    state: 'ready',
    created: 2,
    refused: 1,
    leftOut: [{ row: 5, id: 'kurta-wrong' }],
    withoutPictures: 2,
    changes: [
      { id: 'kurta-long', product: { name: 'Long kurta', price: 1299, sizes: ['M', 'XXL'], pieces: 5, pictures: 0 } },
      { id: 'kurta-short', product: { state: 'published' } },
    ],
  })
  expect(await choose({ draftsWithoutPictures: true })).toMatchObject({ state: 'ready', withoutPictures: 0 })
  await asha.call('POST', `/imports/${id}/apply`)
  expect(await runOf(id)).toMatchObject({ state: 'applied', created: 2, mayChoose: false })
  expect((await asha.call('GET', '/products/kurta-short')).body).toMatchObject({ state: 'draft' })
  expect((await asha.call('POST', `/imports/${id}/check`, {})).status).toBe(409)
  expect((await asha.call('POST', '/imports/none/check', {})).status).toBe(404)
})
