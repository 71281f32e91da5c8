import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { findProductState, readProducts } from '../catalog/store.server.ts'
import { importCatalog } from './import-catalog.server.ts'
import { readLines } from './lines.server.ts'

const open = openCatalogTables()

/** The columns of WooCommerce's own export that matter here, in its order; a variation stands far from its parent. */
const EXPORT = `ID,Type,SKU,Name,Published,"Short description",Description,Stock,"Sale price","Regular price",Categories,Tags,Images,Parent,"Attribute 1 name","Attribute 1 value(s)","Attribute 2 name","Attribute 2 value(s)"
44,variable,VNECK,"Harbour V-Neck",1,,"<p>A <b>cotton</b> tee.</p>",,,,"Men > T-Shirts, Sale",slim,"https://pics.example/v-red.jpg, https://pics.example/v-back.jpg",,Color,"Navy, Red",Size,"S, M"
45,simple,CAP,"Sea Cap",0,,,9,,499,Accessories,unisex,http://pics.example/cap.jpg,,,,,
60,variation,VNECK-N-S,"Harbour V-Neck - Navy, S",1,,,4,799,999,,,https://pics.example/v-navy.jpg,id:44,Color,Navy,Size,S
61,variation,VNECK-R-M,"Harbour V-Neck - Red, M",1,,,-1,799,999,,,,VNECK,Color,Red,Size,M
`

test('a WooCommerce export is known by its columns; variations join their parent, a sale price has the regular one as MRP', async () => {
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
    colors: ['Blue', 'Red'],
    variants: [
      { sku: 'VNECK-N-S', color: 'Blue', size: 'S', quantity: 4 },
      { sku: 'VNECK-R-M', color: 'Red', size: 'M', quantity: 0 },
    ],
    images: ['https://pics.example/v-navy.jpg', 'https://pics.example/v-red.jpg', 'https://pics.example/v-back.jpg'],
  })
  expect(await findProductState(open.db, 'sea-cap'), 'it was not published').toBe('hidden')
  expect(report.notes.map(({ message }) => message)).toContainEqual(expect.stringContaining('is not https'))
})

test('every line that cannot be imported is named with its number and reason', async () => {
  const bad = EXPORT.replace(',id:44,', ',id:7,').replace('9,,499', '9,,free').replace('45,simple', '45,external')
  const { ok, errors } = await importCatalog(open.db, bad.split('\n'))
  expect(ok).toBe(false)
  expect(errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '3 a product of type "external" cannot be sold here',
    '4 its parent "id:7" is not in the file',
  ])
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

test('a file of no known form is refused with one sentence', async () => {
  const { ok, errors } = await importCatalog(open.db, ['colour,price', 'red,5'])
  expect({ ok, errors }).toEqual({
    ok: false,
    errors: [{ line: 1, id: '', message: expect.stringContaining('--format says which') }],
  })
})
