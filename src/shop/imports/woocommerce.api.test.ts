import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { showProduct } from '../catalog/product/staff.server.ts'
import { findProductState, readProducts } from '../catalog/sql.server.ts'
import { importCatalog } from './import-catalog.server.ts'
import { readLines } from './lines.server.ts'

const open = openCatalogTables()

/** The relevant columns of WooCommerce's own export, in its order. A variation is far from its parent. */
const EXPORT = `ID,Type,SKU,Name,Published,"Short description",Description,Stock,"Sale price","Regular price",Categories,Tags,Images,Parent,"Attribute 1 name","Attribute 1 value(s)","Attribute 2 name","Attribute 2 value(s)"
44,variable,VNECK,"Harbour V-Neck",1,,"<p>A <b>cotton</b> tee.</p>",,,,"Men > T-Shirts, Sale",slim,"https://pics.example/v-red.jpg, https://pics.example/v-back.jpg",,Color,"Navy, Red",Size,"S, M"
45,simple,CAP,"Sea Cap",0,,,9,,499,Accessories,unisex,http://pics.example/cap.jpg,,,,,
60,variation,VNECK-N-S,"Harbour V-Neck - Navy, S",1,,,4,799,999,,,https://pics.example/v-navy.jpg,id:44,Color,Navy,Size,S
61,variation,VNECK-R-M,"Harbour V-Neck - Red, M",1,,,-1,799,999,,,,VNECK,Color,Red,Size,M
`

test('imports variations with their parent and the regular price as MRP', async () => {
  const report = await importCatalog(open.db, EXPORT.split('\n'))
  expect(report).toMatchObject({ ok: true, products: 2, created: 2, errors: [] })
  const [tee] = await readProducts(open.db, ['harbour-v-neck'])
  expect(tee).toMatchObject({
    name: 'Harbour V-Neck',
    price: 799,
    mrp: 999,
    categories: 'Man',
    subcategory: 'T-Shirts',
    fabric: 'Cotton',
    fit: 'Slim Fit',
    description: 'A cotton tee.',
    colors: ['Navy', 'Red'],
    variants: [
      { sku: 'VNECK-N-S', color: 'Navy', size: 'S', quantity: 4 },
      { sku: 'VNECK-R-M', color: 'Red', size: 'M', quantity: 0 },
    ],
    images: ['https://pics.example/v-navy.jpg', 'https://pics.example/v-red.jpg', 'https://pics.example/v-back.jpg'],
  })
  expect(await findProductState(open.db, 'sea-cap'), 'it was not published').toBe('hidden')
  expect(report.notes.map(({ message }) => message)).toContainEqual(expect.stringContaining('isn’t https'))
})

test('every line that can’t be imported is reported with its number and reason', async () => {
  const bad = EXPORT.replace(',id:44,', ',id:7,').replace('9,,499', '9,,free')
  const { ok, errors } = await importCatalog(open.db, bad.split('\n'))
  expect(ok).toBe(false)
  expect(errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '3 the price "free" isn’t a number',
    '4 its parent "id:7" isn’t in the file',
  ])
  const typeless = EXPORT.replace('45,simple', '45,')
  expect((await importCatalog(open.db, typeless.split('\n'))).errors).toMatchObject([{ line: 3, column: 'type' }])
})

test('imports any size, attributes and scheduled sales; unsupported product types are left out', async () => {
  const file = `ID,Type,SKU,Name,Published,Position,Stock,"In stock?","Sale price","Regular price","Date sale price starts","Date sale price ends",Categories,Parent,"Attribute 1 name","Attribute 1 value(s)","Attribute 2 name","Attribute 2 value(s)"
1,variable,TEE,"Tee &amp; Vest",1,2,,1,,,,,"Men &gt; Tees",,Color,"Red, Blue",Size,"S, M"
2,variation,TEE-R,"Tee - Red",1,0,5,1,,500,,,,TEE,Color,Red,Size,
3,variation,TEE-B,"Tee - Blue",1,0,,1,,500,,,,TEE,Color,Blue,Size,S
4,variable,HOOD,Hoodie,1,0,,1,,,,,Men,,Color,"Red, Blue",Logo,"Yes, No"
5,variation,HOOD-Y,Hoodie,1,0,-2,1,40,50,2030-01-01,2030-01-31,,HOOD,Color,Red,Logo,Yes
6,variation,HOOD-N,Hoodie,1,1,1,1,40,50,2030-01-01,2030-01-31,,HOOD,Color,Red,Logo,No
7,grouped,SET,Set,1,0,,1,,,,,,,,,,
8,"simple, downloadable, virtual",SONG,Song,1,0,,1,,15,,,,,,,,`
  const report = await importCatalog(open.db, file.split('\n'))
  expect(report).toMatchObject({ ok: true, products: 2, created: 2, errors: [] })
  const [tee, hood] = [await showProduct(open.db, 'tee-vest'), await showProduct(open.db, 'hoodie')]
  expect(tee?.fields).toMatchObject({ name: 'Tee & Vest', subcategory: 'Tees', categories: 'Man', position: 3 })
  expect(tee?.stock.map(({ sku, size, onHand }) => [sku, size, onHand])).toEqual([
    ['TEE-R-S', 'S', 5],
    ['TEE-R-M', 'M', 0],
    ['TEE-B', 'S', 1],
  ])
  expect(hood?.fields).toMatchObject({ price: 50, mrp: null, position: 1 })
  expect(hood?.stock.map(({ size, onHand }) => [size, onHand])).toEqual([
    ['Logo Yes', 0],
    ['Logo No', 1],
  ])
  expect(hood?.scheduled).toEqual([
    { at: '2029-12-31T18:30:00.000Z', change: { price: 40, mrp: 50 } },
    { at: '2030-01-31T18:30:00.000Z', change: { price: 50, mrp: null, endsSale: true } },
  ])
  expect(report.notes.map(({ line, message }) => `${line} ${message}`)).toEqual(
    expect.arrayContaining([
      '2 line 3 is for any size: S gets its stock of 5, others get 0',
      '5 line 6: the stock -2 counts as 0',
      '5 its option Logo is added to the size',
      '8 "Set" is left out: a product of type "grouped" can’t be sold here',
      '9 "Song" is left out: a product of type "simple, downloadable, virtual" can’t be sold here',
    ]),
  )
})

test('stock shared with the parent, a SKU that looks like an id, Indian times, escaped cells and subscriptions', async () => {
  const file = `ID,Type,SKU,Name,Published,Stock,"Sale price","Regular price","Date sale price starts","Date sale price ends",Parent,"Attribute 1 name","Attribute 1 value(s)"
71,variable,72,Pool,1,7,,,,,,Size,"S, M"
72,simple,LONE,Lone,1,'-2,40,50,2030-01-01 9:00:00,2030-01-31T00:00:00,,,
73,variation,POOL-S,Pool,1,parent,,500,,,72,Size,S
74,variation,POOL-M,Pool,1,parent,,500,,,id:71,Size,M
75,variable-subscription,SUB,Club,1,,,,,,,,
76,"variable, downloadable",FILE,File,1,,,,,,,,`
  const report = await importCatalog(open.db, file.split('\n'))
  expect(report).toMatchObject({ ok: true, products: 2, created: 2, errors: [] })
  const [pool, lone] = [await showProduct(open.db, 'pool'), await showProduct(open.db, 'lone')]
  expect(pool?.stock.map(({ sku, onHand }) => [sku, onHand])).toEqual([
    ['POOL-S', 7],
    ['POOL-M', 0],
  ])
  expect(lone?.stock).toMatchObject([{ onHand: 0 }])
  expect(lone?.scheduled.map(({ at }) => at)).toEqual(['2030-01-01T03:30:00.000Z', '2030-01-30T18:30:00.000Z'])
  expect(report.notes.map(({ line, message }) => `${line} ${message}`)).toEqual(
    expect.arrayContaining([
      '2 its variations share a stock of 7: line 4 gets it, others get 0',
      '6 "Club" is left out: a product of type "variable-subscription" can’t be sold here',
      '7 "File" is left out: a product of type "variable, downloadable" can’t be sold here',
    ]),
  )
})

test('a product whose name has no Latin letters is imported under its previous id', async () => {
  const file = 'ID,Type,SKU,Name,Published,Stock,Regular price,Categories\n77,simple,KU,कुर्ता,1,3,599,Men'
  expect(await importCatalog(open.db, file.split('\n'))).toMatchObject({ ok: true, created: 1, errors: [] })
  expect(await readProducts(open.db, ['77'])).toMatchObject([{ name: 'कुर्ता' }])
})

test('semicolons, Windows-1252, CR LF and a byte order mark are read', async () => {
  const path = join(tmpdir(), `woo-${process.pid}.csv`)
  const text =
    'ID;Type;SKU;Name;Published;Stock;Regular price;Categories\r\n7;simple;CAF\u00c9-1;Caf\u00e9 Tee;1;3;599;Women\r\n'
  await writeFile(path, Buffer.from(text, 'latin1'))
  expect(await importCatalog(open.db, readLines(path))).toMatchObject({ ok: true, created: 1 })
  expect(await readProducts(open.db, ['cafe-tee'])).toMatchObject([{ name: 'Café Tee', categories: 'Woman' }])
  await writeFile(path, `\uFEFF${text}`)
  expect(await importCatalog(open.db, readLines(path))).toMatchObject({ ok: true, unchanged: 1 })
})

test('a file of unknown format is refused with one sentence', async () => {
  const { ok, errors } = await importCatalog(open.db, ['colour,price', 'red,5'])
  expect({ ok, errors }).toEqual({
    ok: false,
    errors: [{ line: 1, id: '', message: expect.stringContaining('or give --format') }],
  })
})

test('a sale with an unreadable date is refused, because it would never end', async () => {
  const file = `ID,Type,SKU,Name,Published,Stock,"Sale price","Regular price","Date sale price starts","Date sale price ends"
1,simple,LONE,Lone,1,2,40,50,,31/12/2030`
  const report = await importCatalog(open.db, file.split('\n'))
  expect(report.errors).toMatchObject([
    { line: 2, column: 'date sale price ends', message: '"31/12/2030" isn’t a date such as 2026-11-30' },
  ])
  const reversed = file.replace(',,31/12/2030', ',2030-12-31,2030-12-01')
  expect((await importCatalog(open.db, reversed.split('\n'))).errors).toMatchObject([
    { line: 2, column: 'date sale price ends', message: 'the sale ends before it starts' },
  ])
})
