import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { showProduct } from '../catalog/product/staff.server.ts'
import { readProducts } from '../catalog/sql.server.ts'
import { importCatalog } from './import-catalog.server.ts'

const open = openCatalogTables()

const HEADER =
  'ID,Type,SKU,Name,Published,Visibility in catalog,In stock?,Stock,Sale price,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Attribute 2 name,Attribute 2 value(s)'

async function importRows(rows: readonly string[], options = {}) {
  const report = await importCatalog(open.db, [HEADER, ...rows], options)
  return { ...report, texts: report.notes.map(({ message }) => message) }
}

async function stockOf(id: string) {
  const product = await showProduct(open.db, id)
  return { state: product?.state, stock: product?.stock.map(({ sku, size, onHand }) => [sku, size, onHand]) }
}

test('a disabled variation is left out, also when the product is imported again', async () => {
  const rows = (published: string) => [
    '907,variable,P,Partly,1,visible,1,,,,Men,,Size,"M, L, XL",1,1,,',
    `908,variation,P-M,,${published},visible,1,5,,799,,P,Size,M,,1,,`,
    '909,variation,P-L,,1,visible,1,5,,799,,P,Size,L,,1,,',
    '910,variation,P-XL,,1,visible,1,5,,,,P,Size,XL,,1,,',
  ]
  await importRows(rows('1'))
  expect((await stockOf('partly')).stock).toEqual([
    ['P-M', 'M', 5],
    ['P-L', 'L', 5],
  ])
  const { ok, texts } = await importRows(rows('0'), { keepStock: true })
  expect(ok).toBe(true)
  expect(texts).toEqual(
    expect.arrayContaining([
      'line 3 is left out: the variation is disabled (Published 0)',
      'line 5 is left out: the variation has no price',
    ]),
  )
  expect(await stockOf('partly')).toEqual({ state: 'published', stock: [['P-L', 'L', 5]] })
})

test('the variations of a draft stay; -1 under a published product is disabled', async () => {
  const rows = (parent: string) => [
    `1,variable,D,Draft,${parent},visible,1,,,,Men,,Size,"M, L",1,1,,`,
    '2,variation,D-M,,-1,visible,1,5,,799,,D,Size,M,,1,,',
    '3,variation,D-L,,1,visible,1,5,,799,,D,Size,L,,1,,',
  ]
  await importRows(rows('-1'))
  expect(await stockOf('draft')).toMatchObject({
    state: 'draft',
    stock: [
      ['D-M', 'M', 5],
      ['D-L', 'L', 5],
    ],
  })
  await importRows(rows('1'))
  expect(await stockOf('draft')).toEqual({ state: 'published', stock: [['D-L', 'L', 5]] })
  // What was on sale here is hidden: a draft never was.
  await importRows(rows('-1'))
  expect(await stockOf('draft')).toMatchObject({ state: 'hidden' })
})

test('a product whose variations are all disabled is hidden and has no stock', async () => {
  const { ok, texts } = await importRows([
    '1,variable,N,None,1,visible,1,,,,Men,,Size,"M, L",1,1,,',
    '2,variation,N-M,,0,visible,1,5,,799,,N,Size,M,,1,,',
    '3,variation,N-L,,0,visible,1,5,,799,,N,Size,L,,1,,',
  ])
  expect(ok).toBe(true)
  expect(texts).toContain('all its variations are disabled, so it is hidden')
  expect(await stockOf('none')).toEqual({
    state: 'hidden',
    stock: [
      ['N-M', 'M', 0],
      ['N-L', 'L', 0],
    ],
  })
})

test('private, password and outside of the catalogue are hidden; an empty cell is published', async () => {
  const header = `${HEADER},Password`
  const row = (id: number, name: string, published: string, visibility: string, password = '') =>
    `${id},simple,S-${id},${name},${published},${visibility},1,5,,799,Men,,,,,,,,${password}`
  const report = await importCatalog(open.db, [
    header,
    row(1, 'Open', '1', 'visible'),
    row(2, 'Search only', '1', 'search'),
    row(3, 'Private', '0', 'visible'),
    row(4, 'Pending', '-1', 'visible'),
    row(5, 'Secret link', '1', 'hidden'),
    row(6, 'Locked', '1', 'visible', 'sesame'),
    row(7, 'Plain', '', ''),
  ])
  expect(report.ok).toBe(true)
  const names = ['open', 'search-only', 'private', 'pending', 'secret-link', 'locked', 'plain']
  const states = await Promise.all(names.map(async (id) => (await stockOf(id)).state))
  expect(states).toEqual(['published', 'published', 'hidden', 'draft', 'hidden', 'hidden', 'published'])
  expect(report.notes.map(({ line, message }) => `${line} ${message}`)).toEqual(
    expect.arrayContaining([
      '6 it wasn’t in the previous shop’s catalogue, so it is hidden',
      '7 it had a password in the previous shop, so it is hidden',
    ]),
  )
})

test('a comma after a backslash belongs to the value; other commas separate values', async () => {
  const { ok, errors } = await importRows([
    '1,variable,C,Comma Sizes,1,visible,1,,,,"Men > Shirts\\, formal, Sale",,Size,"1\\, 2, 3\\, 4",1,0,Fabric,"Cotton\\, washed"',
    '2,variation,C-1,,1,visible,1,2,,799,,C,Size,"1\\, 2",,0,,',
    '3,variation,C-2,,1,visible,1,3,,799,,C,Size,"3\\, 4",,0,,',
    '4,variable,L,List,1,visible,1,,,,Men,,pa_size,"5, 6",0,1,,',
    '5,variation,L-1,,1,visible,1,2,,799,,L,pa_size,"5, 6",,1,,',
  ])
  expect({ ok, errors }).toEqual({ ok: true, errors: [] })
  // Filters join values with commas, so a value has none.
  expect((await stockOf('comma-sizes')).stock).toEqual([
    ['C-1', '1 2', 2],
    ['C-2', '3 4', 3],
  ])
  expect((await stockOf('list')).stock).toEqual([
    ['L-1-5', '5', 2],
    ['L-1-6', '6', 0],
  ])
  const { fields } = (await showProduct(open.db, 'comma-sizes')) ?? {}
  expect(fields).toMatchObject({ subcategory: 'Shirts formal', fabric: 'Cotton washed' })
})

test('a product’s pictures have the colour that their file name names, or that of the variation’s picture before', async () => {
  const pic = (name: string) => `https://pics.example/${name}.jpg`
  const gallery = ['1', 'red-hem', '2', '3', '4', 'Kurta_Red-back'].map(pic).join(', ')
  const { ok } = await importCatalog(open.db, [
    'ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Categories,Parent,Images,Attribute 1 name,Attribute 1 value(s)',
    `1,variable,K,Kurta,1,1,,,Women,,"${gallery}",Color,"Red, Black"`,
    `2,variation,K-R,,1,1,1,900,,K,${pic('1')},Color,Red`,
    `3,variation,K-B,,1,1,1,900,,K,${pic('3')},Color,Black`,
  ])
  expect(ok).toBe(true)
  const [kurta] = await readProducts(open.db, ['kurta'])
  const colorOf = new Map(kurta?.pictures.map(({ src, color }) => [src.replace(/^.*\/|\.jpg$/g, ''), color]))
  expect(Object.fromEntries(colorOf)).toEqual({
    '1': 'Red',
    'red-hem': 'Red',
    '2': 'Red',
    '3': 'Black',
    '4': 'Black',
    'Kurta_Red-back': 'Red',
  })
})

test('what wasn’t in stock in the previous shop isn’t sold, whatever its count', async () => {
  const { texts } = await importRows(['1,simple,R,Reserve,1,visible,0,5,,799,Men,,,,,,,'])
  expect(texts).toContain('line 2: the stock 5 counts as 0, because it isn’t in stock')
  expect((await stockOf('reserve')).stock).toEqual([['R', 'Free Size', 0]])
  const feed = 'id,title,link,price,availability,quantity\nP1,Later,https://old.example/later,499 INR,preorder,5'
  const { notes } = await importCatalog(open.db, feed.split('\n'))
  expect(notes.map(({ message }) => message)).toContain('line 2: the quantity 5 counts as 0, because it is preorder')
  expect((await stockOf('later')).stock).toEqual([['P1', 'Free Size', 0]])
})
