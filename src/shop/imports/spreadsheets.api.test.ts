import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { readProducts } from '../catalog/sql.server.ts'
import { importCatalog } from './import-catalog.server.ts'
import { readLines } from './lines.server.ts'

const open = openCatalogTables()

const SHOPIFY = 'Handle,Title,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price'

async function importBytes(bytes: Buffer) {
  const path = join(tmpdir(), `spreadsheet-${process.pid}.csv`)
  await writeFile(path, bytes)
  return importCatalog(open.db, readLines(path))
}

test.for([
  ['"1,299.00"', 1299],
  ['"1.299,00"', 1299],
  ['₹ 1299', 1299],
  ['"₹ 1,29,900"', 129900],
  ['1 299', 1299],
  ['Rs. 499/-', 499],
] as const)('the price %s is %d rupees, and a stock of "1,200" is 1200', async ([price, rupees]) => {
  expect(await importCatalog(open.db, [SHOPIFY, `tee,Tee,Men,Size,M,T-M,"1,200",${price}`])).toMatchObject({ ok: true })
  const [tee] = await readProducts(open.db, ['tee'])
  expect(tee).toMatchObject({ price: rupees, variants: [{ quantity: 1200 }] })
})

test('a number that could be two, or is none, is refused by line and column', async () => {
  const woo = 'ID,Type,SKU,Name,Published,Stock,Sale price,Regular price'
  const { errors } = await importCatalog(open.db, [woo, '1,simple,A,A,1,1,,1.299', '2,simple,B,B,1,1,cheap,499'])
  expect(errors.map(({ line, column, message }) => [line, column, message])).toEqual([
    [2, 'regular price', 'the price "1.299" could be 1299 or 1.299; write it without a mark between thousands'],
    [3, 'sale price', 'the price "cheap" isn’t a number'],
  ])
})

const TEXT = `${SHOPIFY}\r\ncafe,Café Tee,Men,Size,M,C-M,3,599\r\n`

test.for([
  ['UTF-8 with a byte order mark and semicolons', Buffer.from(`\ufeff${TEXT.replaceAll(',', ';')}`)],
  ['Windows-1252 with semicolons', Buffer.from(TEXT.replaceAll(',', ';'), 'latin1')],
  ['UTF-16 with tabs', Buffer.from(`\ufeff${TEXT.replaceAll(',', '\t')}`, 'utf16le')],
  ['UTF-16, big-endian', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ['lines that end with CR', Buffer.from(TEXT.replaceAll('\r\n', '\r'))],
] as const)('%s is read', async ([, bytes]) => {
  expect(await importBytes(bytes)).toMatchObject({ ok: true, created: 1 })
  expect(await readProducts(open.db, ['cafe'])).toMatchObject([{ name: 'Café Tee', price: 599 }])
})

test('a spreadsheet’s own file is named as what it is', async () => {
  const { errors } = await importBytes(Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000', 'latin1'))
  expect(errors).toMatchObject([{ line: 1, message: 'this is a spreadsheet’s own file; save it as CSV (UTF-8) first' }])
})

test.for(['sep=;', 'SEP=;', '"sep=;"', '\ufeffsep=;', '', 'sep=;\n'])(
  'what stands above the columns, %j, is passed over',
  async (above) => {
    const rows = [SHOPIFY, 'tee,Tee,Men,Size,M,T-M,1,499', 'cap,Cap,Men,Size,M,#NAME?,1,499']
      .join('\n')
      .replaceAll(',', ';')
    const lines = `${above}\n`.split('\n').length - 1
    const report = await importBytes(Buffer.from(`${above}\n${rows}\n`))
    expect(report.errors).toMatchObject([{ id: 'cap', line: lines + 3 }])
  },
)

test('SKUs that a spreadsheet damaged are refused or named', async () => {
  const row = (sku: string, size: string) => `tee,Tee,Men,Size,${size},${sku},1,499`
  const lost = await importCatalog(open.db, [SHOPIFY, row('1.23E+12', 'M'), row('########', 'L'), row('#NAME?', 'XL')])
  expect(lost.errors.map(({ line, column }) => [line, column])).toEqual([2, 3, 4].map((line) => [line, 'variant sku']))
  expect(lost.errors[0]?.message).toContain('the SKU 1.23E+12 was changed by a spreadsheet')

  const doubtful = ['12-Mar', '03/12/2026', '8901234567890120000', '8901234', '8901235', '901236']
  const report = await importCatalog(open.db, [SHOPIFY, ...doubtful.map((sku, at) => row(sku, `S${at}`))])
  expect(report.ok).toBe(true)
  const texts = report.notes.map(({ message }) => message).join('\n')
  for (const sku of doubtful.slice(0, 3)) expect(texts).toContain(`the SKU ${sku} looks like`)

  const usual = await importCatalog(open.db, [SHOPIFY, row('May', 'M'), row('TEE-12', 'L'), row('2-XL', 'XL')])
  expect(usual.notes.filter(({ message }) => message.includes('looks like'))).toEqual([])

  const barcodes = ['08901234', '18901235', '901236'].map((sku, at) => row(sku, `S${at}`))
  const { notes } = await importCatalog(open.db, [SHOPIFY, ...barcodes])
  expect(notes.map(({ line, message }) => `${line} ${message}`)).toContain(
    '4 the SKU 901236 is shorter than others of 8 digits; a spreadsheet may have removed zeros at its beginning',
  )
})

test('a SKU that the shop has with zeros at its beginning is refused without them', async () => {
  const file = (sku: string) => [SHOPIFY, `tee,Tee,Men,Size,M,${sku},1,499`]
  await importCatalog(open.db, file('00417'))
  const report = await importCatalog(open.db, file('417'))
  expect(report).toMatchObject({ ok: false, errorCount: 1 })
  expect(report.errors[0]?.message).toBe(
    'SKU 417 is 00417 in the shop: a spreadsheet has removed the zeros at its beginning',
  )
  expect(await importCatalog(open.db, file('00417'), { keepStock: true })).toMatchObject({ ok: true, unchanged: 1 })
})

test('a price of 0 is named', async () => {
  const { ok, notes } = await importCatalog(open.db, [SHOPIFY, 'tee,Tee,Men,Size,M,T-M,1,0'])
  expect(ok).toBe(true)
  expect(notes).toContainEqual(expect.objectContaining({ message: 'its price is Rs. 0' }))
})

test('a file that isn’t a product file is closed', async () => {
  let isClosed = false
  async function* lines() {
    try {
      yield 'PK\u0003\u0004'
      yield 'more'
    } finally {
      isClosed = true
    }
  }
  expect(await importCatalog(open.db, lines())).toMatchObject({ ok: false })
  expect(isClosed).toBe(true)
})
