import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ORIGIN, openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type StaffBrowser, signInStaff } from '../../../tests/support/staff.ts'
import { exportCatalog } from '../catalog/product/line.server.ts'
import { importCatalog } from './import-catalog.server.ts'

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
  await shop.close()
})
beforeEach(async () => {
  await sql`delete from products where id like 'kurta%'`.execute(shop.shop.db)
  expect((await importCatalog(shop.shop.db, [JSON.stringify(KURTA)])).errors).toEqual([])
})

const get = async () => (await asha.call('GET', '/products/kurta')).body
const patch = (browser: StaffBrowser, fields: object, version: unknown) =>
  browser.call('PATCH', '/products/kurta', fields, { 'if-match': `"${version}"` })
const exported = async () =>
  (await Array.fromAsync(exportCatalog(shop.shop.db))).find((line) => line.includes('"_id":"kurta"'))

test('picture files find their products by SKU, id or folder, with the colour that their names say', async () => {
  const second = { ...KURTA, _id: 'kurta-long', name: 'Long Kurta', colors: ['Sky Blue', 'Red'], pictures: [] }
  const variants = ['Sky Blue', 'Red'].map((color) => ({
    sku: `KUL_${color.replace(' ', '_')}`,
    color,
    size: 'M',
    quantity: 1,
  }))
  expect((await importCatalog(shop.shop.db, [JSON.stringify({ ...second, variants })])).errors).toEqual([])
  const files = ['KU-M_2.jpg', 'kurta front.jpg', 'kul sky blue-1.png', 'photos/kurta-long/red.jpg', 'IMG_1.jpg']
  const { status, body } = await asha.call('POST', '/pictures/match', { files })
  const items = body.items as { file: string; product: { id: string } | null; color: string }[]
  expect(status).toBe(200)
  expect(items.map(({ file, product, color }) => [file, product?.id ?? null, color])).toEqual([
    ['KU-M_2.jpg', 'kurta', 'Indigo'],
    ['kurta front.jpg', 'kurta', 'Indigo'],
    ['kul sky blue-1.png', 'kurta-long', 'Sky Blue'],
    ['photos/kurta-long/red.jpg', 'kurta-long', 'Red'],
    ['IMG_1.jpg', null, ''],
  ])
})

test('saving one price takes six statements in its transaction, and makes no temporary table', {
  tags: ['A4'],
}, async () => {
  const { version } = await get()
  const sent: { client: pg.Client; text: string }[] = []
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [{ text }] = args as [{ text: string }]
    sent.push({ client: this, text })
    return Reflect.apply(query, this, args)
  } as never)
  const saved = await patch(asha, { price: 1599 }, version).finally(() => spy.mockRestore())
  expect(saved.body.product).toMatchObject({ price: 1599, mrp: 2499 })
  // The shop's jobs ask on other connections meanwhile.
  const { client } = sent.find(({ text }) => text.startsWith('update "products"')) ?? {}
  const texts = sent.filter((one) => one.client === client).map(({ text }) => text)
  const inTransaction = texts.slice(texts.indexOf('begin') + 1, texts.indexOf('commit'))
  // Its lock, the product, the columns that change, the line of the log, the stock that the answer shows, and the undo.
  expect(inTransaction.map((text) => text.trim().split(/\s/, 1)[0])).toEqual([
    'select',
    'select',
    'update',
    'insert',
    'select',
    'insert',
  ])
  expect(inTransaction[2], 'the column that changes alone').toContain('set "price_paise" = $1 where')
})

test('a product has the fields of an export, its version, stock, and an ETag; only staff’s own see it', async () => {
  const { status, body, headers } = await asha.call('GET', '/products/kurta')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...KURTA,
    state: 'published',
    version: expect.any(Number),
    coming: [],
    page: '/product-details/kurta',
  })
  expect(body.stock).toMatchObject([
    { sku: 'KU-M', onHand: 4, held: 0, available: 4, low: 2, isLow: false, waiting: 0, daysLeft: null },
    { sku: 'KU-L', onHand: 9 },
  ])
  expect(headers.get('etag')).toBe(`"${body.version}"`)
  expect((await asha.call('GET', '/products/none')).status).toBe(404)
})

test('only fields that are sent change; others’ different fields both stay, the same field is 412 with both values', {
  tags: ['A3', 'A32'],
}, async () => {
  const { version } = await get()
  expect((await asha.call('PATCH', '/products/kurta', { name: 'A' })).status).toBe(428)
  const first = await patch(asha, { name: 'Kurta of Jaipur' }, version)
  expect(first).toMatchObject({ status: 200, body: { product: { name: 'Kurta of Jaipur', price: 1799 } } })
  const second = await patch(ravi, { price: 1699, badge: null }, version)
  expect(second).toMatchObject({ status: 200, body: { product: { name: 'Kurta of Jaipur', price: 1699 } } })
  expect(second.body.product).not.toHaveProperty('badge')
  const third = await patch(asha, { price: 1899, fabric: 'Silk' }, version)
  expect(third).toMatchObject({
    status: 412,
    body: {
      code: 'changed_meanwhile',
      current: { price: 1699 },
      fields: ['price'],
      by: expect.stringContaining('ravi'),
    },
  })
  expect((await get()).fabric, 'all or none').toBe('')
  expect((await patch(asha, { price: 1699 }, version)).status, 'what the other wrote').toBe(200)
  expect((await patch(asha, { price: 1899 }, (await get()).version)).status).toBe(200)
})

test('a sale changes no version, and saving a form never sets stock back', { tags: ['A3', 'A18'] }, async () => {
  const { version, variants } = await get()
  await sql`update stock set on_hand = on_hand - 1 where sku = 'KU-M'`.execute(shop.shop.db)
  await sql`insert into stock_ledger (sku, delta_on_hand, reason) values ('KU-M', -1, 'sold')`.execute(shop.shop.db)
  expect((await get()).version).toBe(version)
  const more = [...(variants as object[]), { sku: 'KU-S', color: 'Red', size: 'S', quantity: 7 }]
  const saved = await patch(asha, { description: 'New', variants: more }, version)
  expect(saved).toMatchObject({ status: 200, body: { product: { colors: ['Indigo', 'Red'], description: 'New' } } })
  expect(saved.body.product).toMatchObject({
    stock: [
      { sku: 'KU-M', onHand: 3 },
      { sku: 'KU-L', onHand: 9 },
      { sku: 'KU-S', onHand: 7 },
    ],
  })
  const clash = await patch(ravi, { variants: [more[0]] }, version)
  expect(clash).toMatchObject({ status: 412, body: { fields: ['variants'] } })
})

test('whatever the form sends is checked as in a file, each field with its sentence', async () => {
  const { version } = await get()
  const cases: [object, string][] = [
    [{ price: '99' }, 'price'],
    [{ mrp: 1 }, 'mrp'],
    [{ categories: 'Cat' }, 'categories'],
    [{ variants: [] }, 'variants'],
    [{ pictures: [{ file: '../x.webp' }] }, 'pictures'],
    [{ pictures: [{ file: 'not-there.webp' }] }, 'pictures.0'],
    [{ colour: 'Red' }, 'colour'],
    [{ scheduled: [{ at: 'soon', state: 'hidden' }] }, 'scheduled'],
  ]
  for (const [fields, path] of cases) {
    const { status, body } = await patch(asha, fields, version)
    expect({ status, path: (body.errors as { path: string }[])[0]?.path }, JSON.stringify(fields)).toEqual({
      status: 400,
      path,
    })
  }
  const taken = { sku: 'BOXY-TEE-BLACK-M', color: 'Indigo', size: 'XL', quantity: 1 }
  expect((await patch(asha, { variants: [taken] }, version)).body.message).toContain('belongs to boxy-tee')
  expect(await exported()).toBe(await exported())
  expect((await get()).version).toBe(version)
})

test('a picture keeps the point that stays in view, as a part of its address wherever it’s shown', async () => {
  const [first, second] = (await get()).pictures as object[]
  const saved = await patch(asha, { pictures: [{ ...first, focus: { x: 31, y: 100 } }, second] }, (await get()).version)
  expect(saved.body.product).toMatchObject({ pictures: [{ ...first, focus: { x: 30, y: 100 } }, second] })
  const response = await shop.fetch('/api/product/getProductDetail/kurta')
  const { data } = (await response.json()) as { data: { images: string[]; pictures: { src: string }[] } }
  expect(data.images[0]).toMatch(/^\/media\/.*\?v=\w+&focus-x=30&focus-y=100$/)
  expect(data.pictures[0]).toMatchObject({ src: data.images[0] })
  expect(data.pictures[0]).not.toHaveProperty('focus')
  for (const focus of [{ x: -1, y: 0 }, { x: 0, y: 101 }, { x: 'left', y: 0 }, { x: 3 }])
    expect((await patch(asha, { pictures: [{ ...first, focus }] }, (await get()).version)).status).toBe(400)
  expect((await asha.call('POST', `/undo/${saved.body.undo}`)).status).toBe(200)
  expect((await get()).pictures).toEqual([first, second])
})

test('an edit is taken back as it was; what changed again since stays', async () => {
  const before = await exported()
  const { version } = await get()
  const saved = await patch(
    asha,
    { name: 'B', price: 1500, mrp: null, pictures: [picture('kurta-b.webp')], rows: { latestArrivals: 3 } },
    version,
  )
  expect(saved.status).toBe(200)
  expect((await ravi.call('POST', `/undo/${saved.body.undo}`)).status, 'somebody else’s').toBe(404)
  expect((await asha.call('POST', `/undo/${saved.body.undo}`)).status).toBe(200)
  expect(await exported()).toBe(before)
  const again = await patch(asha, { name: 'C' }, (await get()).version)
  await patch(ravi, { name: 'D' }, (await get()).version)
  expect((await asha.call('POST', `/undo/${again.body.undo}`)).body.code).toBe('conflict')
  const { body } = await asha.call('GET', '/products/kurta/history?limit=2')
  expect(body.items).toMatchObject([
    { action: 'product.set', by: expect.stringContaining('ravi'), before: { name: 'C' }, after: { name: 'D' } },
    { action: 'product.set', by: expect.stringContaining('asha'), before: { name: 'Kurta' }, after: { name: 'C' } },
  ])
})

test('a new product is a draft that nobody else sees, until it’s published; the same form twice makes one', async () => {
  const { _id: _, pictures: __, ...fields } = KURTA
  const form = { ...fields, name: 'Kurta Two', variants: [{ sku: 'K2', color: 'Red', size: 'M', quantity: 3 }] }
  const key = { 'idempotency-key': 'new-kurta' }
  const sent = await Promise.all([1, 2, 3, 4, 5].map(() => asha.call('POST', '/products', form, key)))
  expect(sent.filter(({ status }) => status !== 201).every(({ body }) => body.code === 'request_under_way')).toBe(true)
  const created = await asha.call('POST', '/products', form, key)
  expect(created).toMatchObject({ status: 201, body: { product: { _id: 'kurta-two', state: 'draft', version: 1 } } })
  expect((await shop.fetch('/api/product/getProductDetail/kurta-two')).status).toBe(404)
  expect((await asha.call('POST', '/products', { ...form, _id: 'kurta-two' })).status).toBe(409)
  expect((await asha.call('POST', '/products', { name: 'Kurta Three' })).status).toBe(400)
  expect((await asha.call('POST', '/products/kurta-two/publish', { from: 'draft' })).body.state).toBe('published')
  expect((await shop.fetch('/api/product/getProductDetail/kurta-two')).status).toBe(200)
  expect((await asha.call('POST', `/undo/${created.body.undo}`)).body.code, 'it was published').toBe('conflict')
  const other = await asha.call('POST', '/products', {
    ...form,
    name: 'Kurta Four',
    variants: [{ ...form.variants[0], sku: 'K4' }],
  })
  expect((await asha.call('POST', `/undo/${other.body.undo}`)).status).toBe(200)
  expect((await asha.call('GET', '/products/kurta-four')).status).toBe(404)
})

test('while a sale runs, a price is the one after it', async () => {
  await asha.call('POST', '/products/kurta/sale', { price: 999, to: '2126-12-31' })
  const { version } = await get()
  const saved = await patch(asha, { price: 1899, fabric: 'Linen' }, version)
  expect(saved.body.product).toMatchObject({
    price: 999,
    fabric: 'Linen',
    coming: [{ text: 'The sale ends: back to Rs. 1,899 (MRP Rs. 2,499)' }],
  })
})

const send = async (browser: StaffBrowser, path: string, body: BodyInit, type?: string) => {
  const headers = { origin: ORIGIN, cookie: browser.cookie, ...(type === undefined ? {} : { 'content-type': type }) }
  const response = await shop.fetch(`/api/admin${path}`, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json() }
}

test('a large photo goes in upright, after those of its colour; each bad file has its own sentence', {
  tags: 'A8',
}, async () => {
  const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#456789' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const added = await send(
    asha,
    '/products/kurta/pictures?color=Indigo&view=back&name=IMG_1.JPG',
    new Uint8Array(photo),
    'image/jpeg',
  )
  expect(added.status).toBe(201)
  expect(added.body.product.pictures.at(-1)).toMatchObject({
    file: expect.stringMatching(/^kurta-IMG-1-[0-9a-f]{16}\.webp$/),
    color: 'Indigo',
    view: 'back',
    alt: 'Kurta in Indigo, from behind',
    width: 1600,
    height: 2400,
  })
  expect((await shop.fetch(`/media/${added.body.product.pictures.at(-1).file}`)).status).toBe(200)
  const twice = await send(
    asha,
    '/products/kurta/pictures?color=Indigo&name=IMG_1.JPG',
    new Uint8Array(photo),
    'image/jpeg',
  )
  expect(twice).toMatchObject({ status: 409, body: { message: 'The product has this picture already.' } })
  const heic = await readFile(new URL('../../../package.json', import.meta.url))
  const wrong = await send(asha, '/products/kurta/pictures', new Uint8Array(heic), 'image/jpeg')
  expect(wrong).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('This picture isn’t a picture') },
  })
  expect((await send(asha, '/products/kurta/pictures', 'x', 'text/plain')).status).toBe(415)
  expect((await send(asha, '/products/kurta/pictures?color=Pink', new Uint8Array(photo), 'image/jpeg')).status).toBe(
    400,
  )
  expect((await send(asha, '/products/none/pictures', new Uint8Array(photo), 'image/jpeg')).status).toBe(404)
  expect((await asha.call('POST', `/undo/${added.body.undo}`)).status).toBe(200)
  expect((await get()).pictures).toEqual(KURTA.pictures)
})
