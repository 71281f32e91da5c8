import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { listAudit } from '../audit/sql.server.ts'
import { type ImportOptions, importCatalog } from './import-catalog.server.ts'

const open = openCatalogTables()

const picture = (name: string, color: string) => ({
  file: `kurta/${name}.webp`,
  color,
  view: 'front',
  alt: '',
  width: 3,
  height: 4,
  tone: '#ffffff',
  hash: 'abc',
})
const KURTA = {
  _id: 'kurta',
  name: 'Kurta',
  price: 1799,
  categories: 'Woman',
  variants: [
    { sku: 'K-TEA-M', color: 'Teal', size: 'M', quantity: 4 },
    { sku: 'K-TEA-L', color: 'Teal', size: 'L', quantity: 12 },
    { sku: 'K-IND-M', color: 'Indigo', size: 'M', quantity: 5 },
    { sku: 'K-IND-L', color: 'Indigo', size: 'L', quantity: 0 },
  ],
  pictures: [picture('teal', 'Teal'), picture('indigo', 'Indigo'), picture('back', 'Teal')],
}
const DUPATTA = { ...KURTA, _id: 'dupatta', pictures: [], variants: [{ ...KURTA.variants[0], sku: 'D' }] }
const importAll = (products: object[], options: ImportOptions = {}) =>
  importCatalog(
    open.db,
    products.map((product) => JSON.stringify(product)),
    { actor: STAFF, ...options },
  )
const [first, second, third, fourth] = KURTA.variants
const [teal, indigo, back] = KURTA.pictures

/** The differences of a second import of the kurta, the same in a dry run and in the import itself. */
async function differencesOf(changes: object) {
  await importAll([KURTA, DUPATTA])
  const dry = await importAll([{ ...KURTA, ...changes }, DUPATTA], { dryRun: true, diff: true })
  const real = await importAll([{ ...KURTA, ...changes }, DUPATTA], { diff: true })
  expect(real.changes).toEqual(dry.changes)
  for (const report of [dry, real])
    expect(report, 'it counts what it shows').toMatchObject({ updated: report.changes.length, unchanged: 1 })
  return real.changes[0]?.fields
}

test('a renamed SKU, a variant of another colour, a new one and one that is missing are differences', async () => {
  const variants = [
    { ...first, sku: 'K-TEAL-M' },
    { ...second, color: 'Rust' },
    third,
    { sku: 'K-IND-XL', color: 'Indigo', size: 'XL', quantity: 7 },
  ]
  expect(await differencesOf({ variants })).toEqual({
    colors: { before: ['Teal', 'Indigo'], after: ['Teal', 'Rust', 'Indigo'] },
    'SKU of Teal, M': { before: 'K-TEA-M', after: 'K-TEAL-M' },
    'variant K-TEA-L': { before: 'Teal, L', after: 'Rust, L' },
    [`variant ${fourth?.sku}`]: { before: 'Indigo, L: 0 in stock', after: null },
    'variant K-IND-XL': { before: null, after: 'Indigo, XL: 7 in stock' },
  })
})

test('stock is a difference only if it is imported', async () => {
  const variants = [{ ...first, quantity: 40 }, second, third, fourth]
  expect(await differencesOf({ variants })).toEqual({ 'stock K-TEA-M': { before: 4, after: 40 } })
  await importAll([{ ...KURTA, variants }])
  expect(await importAll([KURTA], { keepStock: true, diff: true })).toMatchObject({ unchanged: 1, changes: [] })
})

test('a picture of another colour, a new one, one that is missing and another order are differences', async () => {
  expect(await differencesOf({ pictures: [teal, { ...indigo, color: 'Teal' }, picture('hem', 'Teal')] })).toEqual({
    'picture kurta/indigo.webp': { before: 'Indigo, front', after: 'Teal, front' },
    'picture kurta/back.webp': { before: 'Teal, front', after: null },
    'picture kurta/hem.webp': { before: null, after: 'Teal, front' },
  })
  expect(await differencesOf({ pictures: [back, indigo, teal], variants: [second, first, third, fourth] })).toEqual({
    'order of pictures': {
      before: ['kurta/teal.webp', 'kurta/indigo.webp', 'kurta/back.webp'],
      after: ['kurta/back.webp', 'kurta/indigo.webp', 'kurta/teal.webp'],
    },
    'order of variants': {
      before: ['K-TEA-M', 'K-TEA-L', 'K-IND-M', 'K-IND-L'],
      after: ['K-TEA-L', 'K-TEA-M', 'K-IND-M', 'K-IND-L'],
    },
  })
})

test('prices that fall by more than half, now or later, and prices of 0 are named with their line', async () => {
  await importAll([KURTA, DUPATTA])
  const halved = { ...DUPATTA, price: 899.5 }
  const sale = { at: '2126-12-24T00:00:00.000Z', price: 99, mrp: 1799 }
  const free = { ...DUPATTA, _id: 'stole', price: 0, variants: [{ ...first, sku: 'S' }] }
  const file = [{ ...KURTA, price: 99 }, halved, free]
  expect((await importAll(file, { dryRun: true })).lowPrices).toEqual([
    { line: 1, id: 'kurta', before: 1799, after: 99 },
    { line: 3, id: 'stole', before: null, after: 0 },
  ])
  expect((await importAll([{ ...KURTA, scheduled: [sale] }])).lowPrices).toEqual([
    { line: 1, id: 'kurta', before: 1799, after: 99, from: sale.at },
  ])
  expect((await importAll([{ ...KURTA, scheduled: [sale] }])).lowPrices, 'it was named before').toEqual([])
})

test('an import is a line of history for each changed product, with before and after', async () => {
  // The log keeps the lines of the tests before.
  const [saree, stole] = [
    { ...KURTA, _id: 'saree' },
    { ...DUPATTA, _id: 'stole' },
  ]
  const { id } = await importAll([saree, stole])
  const history = async (subject: string) =>
    (await listAudit(open.db, { subject, limit: 9 })).map(({ action, actor, before, after }) => ({
      action,
      actor,
      before,
      after,
    }))
  const line = { action: 'catalog.import', actor: expect.stringContaining(STAFF.kind === 'staff' ? STAFF.name : '') }
  expect(await history('product:saree')).toMatchObject([
    { ...line, before: null, after: { import: id, name: 'Kurta', price: 1799 } },
  ])
  const second = await importAll([{ ...saree, price: 99 }, stole])
  expect(await history('product:saree')).toMatchObject([
    { ...line, before: { price: 1799 }, after: { import: second.id, price: 99 } },
    {},
  ])
  expect(await history('product:stole')).toHaveLength(1)
  const counts = { import: second.id, products: 2, created: 0, updated: 1 }
  expect((await history('catalog'))[0]).toMatchObject({ before: null, after: counts })
  const dry = await importAll([{ ...saree, price: 1 }], { dryRun: true })
  expect(dry.id).toBeNull()
  expect(await history('product:saree')).toHaveLength(2)
})
