import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { googleFeed } from '../catalog/google-feed.server.ts'
import { readProducts } from '../catalog/sql.server.ts'
import { DEFAULT_SETTINGS } from '../settings/definitions.ts'
import { importCatalog } from './import-catalog.server.ts'

const open = openCatalogTables()

const product = (id: string, fields = {}) => ({
  _id: id,
  name: 'Tee',
  price: 499,
  categories: 'Man',
  variants: [{ sku: `${id}-M`.slice(0, 64), color: 'Black', size: 'M', quantity: 1 }],
  ...fields,
})

const importProducts = (products: readonly object[]) =>
  importCatalog(
    open.db,
    products.map((one) => JSON.stringify(one)),
  )

async function valuesOf(ids: readonly string[], name: string): Promise<string[]> {
  const page = { origin: 'https://shop.example', settings: { ...DEFAULT_SETTINGS, 'shop.name': '😀'.repeat(80) } }
  const parts = await Array.fromAsync(googleFeed(open.db, ids, page))
  return [...parts.join('').matchAll(new RegExp(`<g:${name}>(.*?)</g:${name}>`, 'g'))].map(([, value = '']) => value)
}

test('ids, groups, titles and brands of the feed keep Google’s limits, and ids stay the same and distinct', async () => {
  const long = `${'very-'.repeat(16)}long`
  const variants = ['S', 'M'].map((size) => ({ sku: `${'SKU-'.repeat(14)}${size}`, color: 'Black', size, quantity: 1 }))
  const ids = [`${long}-tee`, `${long}-cap`]
  const name = `${'कुर्ता'.repeat(24)}😀😀😀😀😀😀😀😀`
  expect(await importProducts([product(ids[0] ?? '', { name, variants }), product(ids[1] ?? '')])).toMatchObject({
    ok: true,
  })
  const [skus, groups] = [await valuesOf(ids, 'id'), await valuesOf(ids, 'item_group_id')]
  expect(new Set(skus).size).toBe(3)
  expect(new Set(groups).size).toBe(2)
  for (const id of [...skus, ...groups]) expect(id).toMatch(/^[A-Za-z0-9-]{1,50}$/)
  expect(await valuesOf(ids, 'id')).toEqual(skus)
  const [title = ''] = await valuesOf(ids, 'title')
  expect([title.isWellFormed(), Array.from(title).length <= 150, /, Black, [SM]$/.test(title)]).toEqual([
    true,
    true,
    true,
  ])
  const [brand = ''] = await valuesOf(ids, 'brand')
  expect(brand).toBe('😀'.repeat(70))
})

test('ids within the limit stay as they are', async () => {
  await importProducts([product('tee')])
  expect([await valuesOf(['tee'], 'id'), await valuesOf(['tee'], 'item_group_id')]).toEqual([['tee-M'], ['tee']])
})

test('of the products of one import, the first is the newest', async () => {
  const ids = Array.from({ length: 250 }, (_, at) => `tee-${(at * 7919) % 250}`)
  expect(await importProducts(ids.map((id) => product(id)))).toMatchObject({ created: 250 })
  const times = (await readProducts(open.db, ids)).map(({ _id, createdAt }) => [_id, Date.parse(createdAt)] as const)
  const newestFirst = times.toSorted(([, a], [, b]) => b - a).map(([id]) => id)
  expect(newestFirst).toEqual(ids)
  expect(new Set(times.map(([, at]) => at)).size).toBe(250)
})

test('what costs nothing isn’t in the feed, which Google would refuse', async () => {
  expect(await importProducts([product('gift', { price: 0 }), product('paid-tee')])).toMatchObject({ ok: true })
  expect(await valuesOf(['gift', 'paid-tee'], 'item_group_id')).toEqual(['paid-tee'])
})
