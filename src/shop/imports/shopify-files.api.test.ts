import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { showProduct } from '../catalog/product/staff.server.ts'
import { findMovedProduct, readProducts } from '../catalog/sql.server.ts'
import { importCatalog } from './import-catalog.server.ts'

const open = openCatalogTables()

test('handles without Latin letters get ids of their own, the same in every import', async () => {
  const header = 'Handle,Title,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price'
  const rows = [
    'लाल-कुर्ता,लाल कुर्ता,Kurta,Woman,Color,लाल,,3,799',
    'लाल-कुर्ता,,,,,नीला,,2,799',
    'नीला-कुर्ता,नीला कुर्ता,Kurta,Woman,Size,M,,3,799',
    'tee-लाल,Tee,Tees,Men,Size,M,,1,499',
    'tee,Tee,Tees,Men,Size,M,,1,499',
  ]
  const report = await importCatalog(open.db, [header, ...rows])
  expect(report).toMatchObject({ ok: true, created: 4, errors: [] })
  const ids = report.notes.flatMap(({ message, id }) =>
    message.startsWith('an id has Latin letters only') ? [id] : [],
  )
  expect(new Set(ids).size).toBe(3)
  expect(ids[2]).toMatch(/^tee-[0-9a-f]{10}$/)
  expect((await readProducts(open.db, ids.slice(0, 2))).map(({ name }) => name).sort()).toEqual([
    'नीला कुर्ता',
    'लाल कुर्ता',
  ])
  // Also in a file with other products.
  expect(await importCatalog(open.db, [header, rows[2] ?? ''], { keepStock: true })).toMatchObject({ unchanged: 1 })
})

test('handles that make one id are products of their own, and a handle that comes twice isn’t', async () => {
  const header = 'Handle,Title,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price'
  const long = 'a'.repeat(110)
  const handles = ['Dot.Tee', 'Dot-Tee', 'dot tee', `${long}-one`, `${long}-two`]
  const rows = handles.map((handle, at) => `${handle},Tee ${at},Men,Size,M,ONE-${at},1,499`)
  const report = await importCatalog(open.db, [header, ...rows])
  expect(report).toMatchObject({ ok: true, created: 5, errors: [] })
  const second = report.notes.find(({ message }) => message.includes('the product Dot-Tee is'))?.id ?? ''
  expect(second).toMatch(/^dot-tee-[0-9a-f]{10}$/)
  expect((await readProducts(open.db, ['dot-tee', second])).map(({ name }) => name)).toEqual(['Tee 0', 'Tee 1'])
  expect(await findMovedProduct(open.db, '/products/Dot-Tee')).toBe(second)
  expect(await importCatalog(open.db, [header, ...rows], { keepStock: true })).toMatchObject({ unchanged: 5 })
  const twice = await importCatalog(open.db, [header, rows[0] ?? '', rows[3] ?? '', rows[0] ?? ''])
  expect(twice.errors).toMatchObject([{ line: 4, message: 'the _id dot-tee is in line 2 too' }])
})

test('status and Published decide the state; what is neither is hidden with a note', async () => {
  const states = [
    ['active', 'TRUE', 'published'],
    ['Active', '', 'published'],
    ['active', 'false', 'hidden'],
    ['draft', 'TRUE', 'draft'],
    ['archived', 'TRUE', 'archived'],
    ['unlisted', 'TRUE', 'hidden'],
    ['', 'true', 'published'],
    ['', 'FALSE', 'hidden'],
    ['active', 'FALSCH', 'hidden'],
  ] as const
  const rows = states.map(([status, published], at) => `p${at},P ${at},Men,${published},M,S-${at},1,100,${status}`)
  const header = 'Handle,Title,Tags,Published,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Status'
  const { ok, notes } = await importCatalog(open.db, [header, ...rows])
  expect(ok).toBe(true)
  const read = await Promise.all(states.map(async (_, at) => (await showProduct(open.db, `p${at}`))?.state))
  expect(read).toEqual(states.map(([, , state]) => state))
  expect(notes.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'its status is unlisted, so it is hidden',
      '"falsch" under Published is neither TRUE nor FALSE, so it is hidden',
    ]),
  )
})

const PICTURES = `Handle,Title,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Image Position,Image Alt Text,Variant Image
kurta,Kurta,Woman,Color,Red,K-R,1,900,https://pics.example/1.jpg,1,,https://pics.example/1.jpg
kurta,,,,Black,K-B,1,900,https://pics.example/5.jpg,5,,https://pics.example/4.jpg
kurta,,,,Dark Red,K-D,1,900,https://pics.example/2.jpg,2,Back,https://pics.example/7.jpg
kurta,,,,,,,,https://pics.example/Kurta_Black-hem.jpg?v=1,3,,
kurta,,,,,,,,https://pics.example/4.jpg,4,,
kurta,,,,,,,,https://pics.example/6.jpg,6,The kurta in dark red,
kurta,,,,,,,,https://pics.example/7.jpg,7,,`

test('a picture has the colour that its text or name names, or that of the variant picture before it', async () => {
  expect(await importCatalog(open.db, PICTURES.split('\n'))).toMatchObject({ ok: true, errors: [] })
  const [kurta] = await readProducts(open.db, ['kurta'])
  expect(kurta?.pictures.map(({ src, color }) => [src.replace(/^.*\/|\?.*/g, ''), color])).toEqual([
    ['1.jpg', 'Red'],
    ['2.jpg', 'Red'],
    ['Kurta_Black-hem.jpg', 'Black'],
    ['4.jpg', 'Black'],
    ['5.jpg', 'Black'],
    ['6.jpg', 'Dark Red'],
    ['7.jpg', 'Dark Red'],
  ])
})
