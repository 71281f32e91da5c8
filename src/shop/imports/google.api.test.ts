import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { googleFeed } from '../catalog/google-feed.server.ts'
import { changeProduct, showProduct } from '../catalog/product/staff.server.ts'
import { findMovedProduct, readProducts } from '../catalog/sql.server.ts'
import { DEFAULT_SETTINGS } from '../settings/definitions.ts'
import { importCatalog } from './import-catalog.server.ts'

const open = openCatalogTables()

const COLUMNS =
  'id|title|description|link|image_link|additional_image_link|availability|price|sale_price|item_group_id|color|size|gender|age_group|material|pattern|product_type'
/** A tab-separated feed in which the variants of a group aren't adjacent. */
const TEXT = [
  COLUMNS,
  'KU-R-M|Nila Kurta - Red, M|A <b>cotton</b> kurta; its 12" yoke is smocked.|https://old.example/p/nila-kurta.html?ref=1|https://pics.example/r.jpg|https://pics.example/r2.jpg,https://pics.example/r3.jpg|in_stock|1,499.00 INR|999.00 INR|KU|Crimson/White|M|female|adult|Cotton/Polyester|Printed|Home > Women > Kurtas',
  'CAP|Sea Cap|A cap.|https://old.example/products/Sea-Cap|https://pics.example/cap.jpg||out of stock|499 INR||||One Size|unisex|adult|||Caps',
  'KU-B-L|Nila Kurta - Blue, L|A kurta.|https://old.example/p/nila-kurta.html|https://pics.example/b.jpg||out_of_stock|1,499.00 INR|999.00 INR|KU|Navy|L|female|adult|Cotton|Printed|Home > Women > Kurtas',
].map((line) => line.replaceAll('|', '\t'))

test('a text feed is recognised by its columns; the items of a group are variants of one product', async () => {
  const report = await importCatalog(open.db, TEXT)
  expect(report).toMatchObject({ ok: true, products: 2, created: 2, errors: [] })
  const products = await readProducts(open.db, ['nila-kurta', 'sea-cap'])
  expect(products.find(({ _id }) => _id === 'nila-kurta')).toMatchObject({
    name: 'Nila Kurta',
    price: 999,
    mrp: 1499,
    categories: 'Woman',
    subcategory: 'Kurtas',
    fabric: 'Cotton',
    pattern: 'Printed',
    description: 'A cotton kurta; its 12" yoke is smocked.',
    colors: ['Crimson/White', 'Navy'],
    variants: [
      { sku: 'KU-R-M', color: 'Crimson/White', size: 'M', quantity: 1 },
      { sku: 'KU-B-L', color: 'Navy', size: 'L', quantity: 0 },
    ],
    images: [
      'https://pics.example/r.jpg',
      'https://pics.example/r2.jpg',
      'https://pics.example/r3.jpg',
      'https://pics.example/b.jpg',
    ],
  })
  expect(products.find(({ _id }) => _id === 'sea-cap')).toMatchObject({
    categories: 'Other',
    variants: [{ sku: 'CAP', size: 'Free Size', quantity: 0 }],
  })
  expect(report.notes).toContainEqual(expect.objectContaining({ message: expect.stringContaining('gets 1 piece') }))
  expect(await findMovedProduct(open.db, '/p/nila-kurta.html')).toBe('nila-kurta')
})

const rss = (items: string, currency = 'INR') => `<?xml version="1.0"?>
<!DOCTYPE rss [<!ENTITY big "ha">]>
<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Old shop</title>
<item>
  <g:id>T1</g:id><title>Plain Tee</title><g:description><![CDATA[<p>Soft &amp; <b>light</b></p>]]></g:description>
  <link>https://old.example/product/plain-tee/</link><g:image_link>https://pics.example/t.jpg?a=1&amp;b=2</g:image_link>
  <g:additional_image_link>https://pics.example/t2.jpg</g:additional_image_link><g:additional_image_link>https://pics.example/t3.jpg</g:additional_image_link>
  <g:price>599.00 ${currency}</g:price><g:availability>in_stock</g:availability><g:sell_on_google_quantity>7</g:sell_on_google_quantity>
  <g:shipping><g:country>IN</g:country><g:price>50 USD</g:price></g:shipping><g:gender>male</g:gender><g:size>M</g:size>
</item>${items}
</channel></rss>`

test('RSS is read with its CDATA, entities, repeated pictures and nested attributes', async () => {
  const report = await importCatalog(open.db, rss('').split('\n'))
  expect(report).toMatchObject({ ok: true, created: 1, errors: [] })
  expect(await readProducts(open.db, ['plain-tee'])).toMatchObject([
    {
      price: 599,
      description: 'Soft & light',
      categories: 'Man',
      images: ['https://pics.example/t.jpg?a=1&b=2', 'https://pics.example/t2.jpg', 'https://pics.example/t3.jpg'],
      variants: [{ sku: 'T1', size: 'M', quantity: 7 }],
    },
  ])
  expect(await findMovedProduct(open.db, '/product/plain-tee')).toBe('plain-tee')
})

test('Atom is read, even if it’s all on one line', async () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>Old</title><entry><g:id>A1</g:id>
<title>Atom Tee</title><link href="https://old.example/atom-tee"/><g:price>INR 299</g:price><g:availability>preorder</g:availability></entry></feed>`
  expect(await importCatalog(open.db, [atom.replaceAll('\n', '')])).toMatchObject({ ok: true, created: 1 })
  expect(await importCatalog(open.db, atom.split('\n'), { keepStock: true })).toMatchObject({ ok: true, unchanged: 1 })
  expect(await findMovedProduct(open.db, '/atom-tee')).toBe('atom-tee')
})

test('a sale with dates is scheduled at its regular price', async () => {
  const dated = TEXT.map(
    (line, at) =>
      `${line}\t${at === 0 ? 'sale_price_effective_date' : at === 2 ? '' : '2030-01-01T00:00+0530/2030-02-01T00:00+0530'}`,
  )
  expect(await importCatalog(open.db, dated)).toMatchObject({ ok: true })
  const kurta = await showProduct(open.db, 'nila-kurta')
  expect(kurta?.fields).toMatchObject({ price: 1499, mrp: null })
  expect(kurta?.scheduled).toEqual([
    { at: '2029-12-31T18:30:00.000Z', change: { price: 999, mrp: 1499 } },
    { at: '2030-01-31T18:30:00.000Z', change: { price: 1499, mrp: null, endsSale: true } },
  ])
})

test('a running sale sets the price and schedules its end; an ended one is ignored', async () => {
  const dated = (at: string) =>
    TEXT.map((line, row) => `${line}\t${row === 0 ? 'sale_price_effective_date' : row === 2 ? '' : at}`)
  await importCatalog(open.db, dated('2020-01-01T00:00+0530/2099-01-01T00:00+0530'))
  const kurta = await showProduct(open.db, 'nila-kurta')
  expect(kurta?.fields).toMatchObject({ price: 999, mrp: 1499 })
  expect(kurta?.scheduled).toEqual([
    { at: '2098-12-31T18:30:00.000Z', change: { price: 1499, mrp: null, endsSale: true } },
  ])
  await importCatalog(open.db, dated('2020-01-01T00:00+0530/2020-02-01T00:00+0530'))
  expect((await showProduct(open.db, 'nila-kurta'))?.fields).toMatchObject({ price: 1499, mrp: null })
  // Without a zone, times are India's, and a day is a whole one.
  await importCatalog(open.db, dated('2098-12-01T10:00/2098-12-31'))
  const times = (await showProduct(open.db, 'nila-kurta'))?.scheduled.map(({ at }) => at)
  expect(times).toEqual(['2098-12-01T04:30:00.000Z', '2098-12-31T18:30:00.000Z'])
  for (const wrong of ['2098-12-01', '01/12/2098 - 31/12/2098', '2098-12-01/2098-12-41'])
    expect((await importCatalog(open.db, dated(wrong))).errors[0]).toMatchObject({
      line: 2,
      column: 'sale_price_effective_date',
      message: expect.stringContaining(`"${wrong}" isn’t a beginning and an end`),
    })
  expect((await importCatalog(open.db, dated('2098-12-31/2098-12-01'))).errors[0]).toMatchObject({
    line: 2,
    column: 'sale_price_effective_date',
    message: 'the sale ends before it starts',
  })
})

test('colours with a common prefix stay separate, and a former path may have spaces, but no question mark', async () => {
  const item = (id: string, color: string, link: string) =>
    `${id}|Stripe Tee|A tee.|https://old.example${link}|https://pics.example/s.jpg||in_stock|599 INR||ST-${link}|${color}|M|male|adult|||Tees`
  const lines = [
    COLUMNS,
    item('S1', 'Navy/White', '/p/stripe%20tee'),
    item('S2', 'Navy/Red', '/p/stripe%20tee'),
    item('S3', 'Navy', '/p/why%3F'),
  ]
  const report = await importCatalog(
    open.db,
    lines.map((line) => line.replaceAll('|', '\t')),
  )
  expect(report).toMatchObject({ ok: true, errors: [] })
  const message = 'the path of its link can’t be stored, so its old URL won’t lead to it'
  expect(report.notes.filter((note) => note.message.includes('path'))).toMatchObject([{ line: 4, message }])
  const id = await findMovedProduct(open.db, '/p/stripe tee')
  const [product] = await readProducts(open.db, [id ?? ''])
  expect(product?.colors).toEqual(['Navy/White', 'Navy/Red'])
})

test('fields that only this shop knows stay when another shop’s file is imported again', async () => {
  await importCatalog(open.db, TEXT)
  const own = { badge: 'New', latestArrivals: 2, position: 4 }
  await changeProduct(open.db, STAFF, 'nila-kurta', own)
  const report = await importCatalog(open.db, TEXT, { keepStock: true, diff: true })
  expect(report).toMatchObject({ ok: true, unchanged: 2, changes: [] })
  expect((await showProduct(open.db, 'nila-kurta'))?.fields).toMatchObject(own)
})

test('every item that can’t be sold here is reported with line, attribute and reason', async () => {
  const item = (more: string) =>
    `\n<item><g:id>X</g:id><title>X</title>${more}<g:availability>in_stock</g:availability></item>`
  const bad = rss(
    `${item('<g:price>free</g:price>')}${item('<g:price>20.00</g:price>')}\n<item><title>No id</title></item>\n<item><g:id>Y</g:id>`,
    'USD',
  )
    .replaceAll('<g:id>X</g:id>', () => `<g:id>X${Math.random()}</g:id>`)
    .replace(/<\/channel>[\s\S]*/, '')
  const { ok, errors } = await importCatalog(open.db, bad.split('\n'))
  expect(ok).toBe(false)
  expect(errors.map(({ line, column, message }) => [line, column, message])).toEqual([
    [4, 'price', 'the price "599.00 USD" is in USD; this shop sells in INR'],
    [11, 'price', 'the price "free" isn’t a number, such as "1499.00 INR"'],
    [12, 'price', 'the price "20.00" names no currency, as in "20.00 INR"'],
    [13, 'id', 'the id is missing'],
    [13, undefined, 'the file ends inside the item after this one'],
  ])
})

test('other XML and HTML are refused with one sentence', async () => {
  const sitemap = ['<?xml version="1.0"?>', '<urlset><url><loc>https://old.example/</loc></url></urlset>']
  expect((await importCatalog(open.db, sitemap)).errors[0]?.message).toBe('there are no products')
  expect((await importCatalog(open.db, ['<!doctype html>', '<p>No'])).errors[0]?.message).toContain('or give --format')
})

test('the shop’s own feed has an item for each variant, with its sale, and can be imported', async () => {
  await importCatalog(open.db, TEXT)
  const page = { origin: 'https://shop.example', settings: { ...DEFAULT_SETTINGS, 'shop.name': 'Blue & <Door>' } }
  let feed = ''
  for await (const part of googleFeed(open.db, ['nila-kurta', 'sea-cap', 'gone'], page)) feed += part
  expect(feed.match(/<item>/g)).toHaveLength(3)
  expect(feed).toContain('<g:brand>Blue &amp; &lt;Door&gt;</g:brand>')
  expect(feed).toContain('<g:price>1499.00 INR</g:price>\n<g:sale_price>999.00 INR</g:sale_price>')
  expect(feed).toContain('<g:link>https://shop.example/product-details/nila-kurta</g:link>')
  expect(feed).toContain('<g:gender>female</g:gender>')
  const report = await importCatalog(open.db, feed.split('\n'), { dryRun: true })
  expect(report).toMatchObject({ ok: true, products: 2, created: 0, errors: [] })
})
