import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, newShopper } from '../../../tests/support/checkout-fixture.ts'
import { FILTER_GARMENTS, type Garment } from '../../../tests/support/garments.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { listAudit } from '../audit/sql.server.ts'
import { changeProduct, changeProductState } from '../catalog/product/staff.server.ts'
import { countBoughtTogether } from './sql.server.ts'
import { changeGoesWith } from './staff.server.ts'

const tee = (id: string, more: Partial<Garment> = {}): Garment => ({
  id,
  price: 1299,
  stock: { Black: { M: 20 } },
  ...more,
})
const PRODUCTS = [
  ...FILTER_GARMENTS,
  tee('printed-tee', { pattern: 'Printed', price: 1400 }),
  tee('gone-tee', { stock: { Black: { M: 0 } } }),
  tee('expensive-tee', { price: 9000 }),
  tee('indigo-kurta', { categories: 'Other', subcategory: 'Kurtas', stock: { Indigo: { M: 5 } } }),
  tee('navy-sling', { categories: 'Other', subcategory: 'Bags', price: 450, stock: { Navy: { M: 5 } } }),
  tee('black-cap', { categories: 'Other', subcategory: 'Caps', price: 500 }),
  tee('navy-cargos', { categories: 'Other', subcategory: 'Cargos', price: 1500, stock: { Navy: { M: 5 } } }),
  tee('red-jacket', { categories: 'Other', subcategory: 'Jackets', price: 2000, stock: { Red: { M: 5 } } }),
  tee('black-cargos', { subcategory: 'Cargos', price: 1500 }),
  tee('black-bomber', { subcategory: 'Jackets', price: 2000 }),
  tee('navy-shorts', { subcategory: 'Shorts', price: 900, stock: { Navy: { M: 5 } } }),
]

let shop: TestShop
let second: TestShop

beforeAll(async () => {
  shop = await openTestShop({ products: PRODUCTS })
  second = await openTestShop({ beside: shop })
})
afterAll(async () => {
  await second.close()
  await shop.close()
})

async function related(...products: string[]) {
  const response = await second.api('GET /user/related', { query: { products: products.join() } })
  if (!response.ok) throw new Error(response.message)
  const ids = (cards: readonly { _id: string }[]) => cards.map(({ _id }) => _id)
  return { goesWith: ids(response.data.goesWith), similar: ids(response.data.similar) }
}

const goesWith = async (...products: string[]) => (await related(...products)).goesWith

test('similar products are worn alike and cost half to double; those of the same kind first, sold out last', async () => {
  const { similar } = await related('boxy-tee')
  expect(similar).not.toContain('boxy-tee')
  expect(similar).not.toContain('expensive-tee')
  expect(similar.indexOf('printed-tee')).toBeLessThan(similar.indexOf('gone-tee'))
  expect(similar.indexOf('printed-tee')).toBeLessThan(similar.indexOf('zari-hoodie'))
  expect(similar.at(-1)).toBe('gone-tee')
  expect((await related('black-cap')).similar, 'fewer than four are none').toEqual([])
})

test('what nobody else costs, or everybody wears, has similar products too', async () => {
  expect((await related('expensive-tee')).similar).toContain('boxy-tee')
  expect((await related('indigo-kurta')).similar).toContain('boxy-tee')
})

test('without orders an outfit goes with a product: other parts, its colours and price first, caps and bags last', async () => {
  const clothes = ['black-cargos', 'black-bomber', 'navy-cargos', 'navy-shorts', 'red-jacket']
  expect(await goesWith('boxy-tee')).toEqual([...clothes, 'black-cap', 'navy-sling'])
  expect(await goesWith('boxy-tee', 'black-cap')).toEqual(clothes)
  expect(await goesWith('boxy-tee', 'black-cargos', 'black-cap'), 'fewer than four are none').toEqual([])
})

test('products of the same collection come first', async () => {
  const { db } = shop.shop
  for (const id of ['boxy-tee', 'red-jacket', 'navy-shorts']) await changeProduct(db, STAFF, id, { collection: 'Rain' })
  await expect.poll(async () => (await goesWith('boxy-tee')).slice(0, 2)).toEqual(['navy-shorts', 'red-jacket'])
  for (const id of ['boxy-tee', 'red-jacket', 'navy-shorts']) await changeProduct(db, STAFF, id, { collection: null })
  await expect.poll(async () => (await goesWith('boxy-tee'))[0]).toBe('black-cargos')
})

test('colours of one family go together', async () => {
  const clothes = ['navy-cargos', 'black-bomber', 'navy-shorts', 'black-cargos', 'red-jacket']
  expect(await goesWith('indigo-kurta')).toEqual([...clothes, 'navy-sling', 'black-cap'])
})

test('products shared by two paid orders go together on every instance; an order counts once', async () => {
  const { db } = shop.shop
  const both = [
    { productId: 'boxy-tee', color: 'Black', size: 'S', quantity: 1 },
    { productId: 'linen-shirt', color: 'Blue', size: 'M', quantity: 1 },
  ]
  await buy(shop, await newShopper(shop), both)
  expect(await countBoughtTogether(db, 20)).toBe(1)
  expect(await goesWith('boxy-tee'), 'one order says little').not.toContain('linen-shirt')
  await buy(shop, await newShopper(shop), both)
  expect(await Promise.all([countBoughtTogether(db, 20), countBoughtTogether(db, 20)])).toEqual(
    expect.arrayContaining([0, 1]),
  )
  await expect.poll(async () => (await goesWith('boxy-tee'))[0]).toBe('linen-shirt')
  expect((await goesWith('linen-shirt'))[0]).toBe('boxy-tee')
  expect(await db.selectFrom('bought_together').select('orders').execute()).toEqual([{ orders: 2 }, { orders: 2 }])
})

test('products set by the owner come first, in their order; hidden ones are left out', async () => {
  const { db } = shop.shop
  const firstWith = async (count: number) => (await goesWith('boxy-tee')).slice(0, count)
  expect(await changeGoesWith(db, STAFF, 'boxy-tee', ['zari-hoodie', 'black-cap'])).toMatchObject({ ok: true })
  await expect.poll(() => firstWith(3)).toEqual(['zari-hoodie', 'black-cap', 'linen-shirt'])
  const [line] = await listAudit(db, { subject: 'product:boxy-tee', limit: 1 })
  expect(line).toMatchObject({ action: 'product.goes-with', after: { goesWith: ['zari-hoodie', 'black-cap'] } })
  await changeProductState(db, STAFF, 'zari-hoodie', 'hidden')
  await expect.poll(() => firstWith(2)).toEqual(['black-cap', 'linen-shirt'])
  await changeGoesWith(db, STAFF, 'boxy-tee', [])
  await expect.poll(() => firstWith(2)).toEqual(['linen-shirt', 'black-cargos'])
})

test.each([
  [['boxy-tee'], 'A product can’t be shown with itself.'],
  [['no-such'], 'There is no product no-such.'],
  [Array.from({ length: 13 }, (_, n) => `p-${n}`), 'At most 12 products can be shown with one.'],
])('%j is refused', async (others, message) => {
  expect(await changeGoesWith(shop.shop.db, STAFF, 'boxy-tee', others)).toMatchObject({ ok: false, message })
})

test.each([
  ['', 400],
  ['x%00', 400],
  ['x%00,no-such', 200],
  [Array.from({ length: 21 }, (_, n) => `p${n}`).join(), 400],
  ['no-such', 200],
] as const)('products=%s gets %i', async (products, status) => {
  const response = await shop.fetch(`/api/user/related?products=${products}`)
  expect(response.status).toBe(status)
  if (status === 200) expect(await response.json()).toEqual({ goesWith: [], similar: [] })
})
