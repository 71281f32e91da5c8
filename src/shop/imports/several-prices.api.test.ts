import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { findProduct } from '../catalog/product/export-sql.server.ts'
import { valuesOf } from '../catalog/product/fields.server.ts'
import { importCatalog } from './import-catalog.server.ts'

const open = openCatalogTables()

const FILES = {
  Shopify: `Handle,Title,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price
plus,Plus,Men,Size,M,P-M,1,499,599
plus,,,,L,P-L,1,499,599
plus,,,,XL,P-XL,1,599,699`,
  WooCommerce: `ID,Type,SKU,Name,Published,Stock,Sale price,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)
1,variable,PLUS,Plus,1,,,,Men,,Size,"M, L, XL"
2,variation,P-M,,1,1,499,599,,PLUS,Size,M
3,variation,P-L,,1,1,499,599,,PLUS,Size,L
4,variation,P-XL,,1,1,599,699,,PLUS,Size,XL`,
  Google: `id,item_group_id,title,link,price,sale_price,availability,size,gender
P-M,1,Plus,https://old.example/plus,599 INR,499 INR,in_stock,M,male
P-L,1,Plus,https://old.example/plus,599 INR,499 INR,in_stock,L,male
P-XL,1,Plus,https://old.example/plus,699 INR,599 INR,in_stock,XL,male`,
}

const pricesOf = async () => {
  const row = await findProduct(open.db, 'plus')
  return row && [valuesOf(row).price, valuesOf(row).mrp, ...row.variants.map((one) => [one.price, one.mrp])]
}

test.for(Object.entries(FILES))('%s: each variant has its own price and MRP', async ([format, text]) => {
  const { ok, errors } = await importCatalog(open.db, text.split('\n'))
  expect([ok, errors], format).toEqual([true, []])
  expect(await pricesOf()).toEqual([499, 599, [undefined, undefined], [undefined, undefined], [599, 699]])
})

test('a choice of one price does nothing and says so', async () => {
  const { ok, notes } = await importCatalog(open.db, FILES.Shopify.split('\n'), { prices: 'highest' })
  expect(ok).toBe(true)
  expect(notes.map(({ message }) => message).join()).toContain('does nothing')
  expect(await pricesOf()).toEqual([499, 599, [undefined, undefined], [undefined, undefined], [599, 699]])
})

test('one price with different MRPs, and one without', async () => {
  const file = (mrp: string) => FILES.Shopify.replace('599,699', `499,${mrp}`).split('\n')
  await importCatalog(open.db, file('699'))
  expect(await pricesOf()).toEqual([499, 599, [undefined, undefined], [undefined, undefined], [undefined, 699]])
  await importCatalog(open.db, file(''))
  expect(await pricesOf()).toEqual([499, 599, [undefined, undefined], [undefined, undefined], [undefined, 499]])
})

test('a planned sale that takes the same rupees off each variant; a different one is named', async () => {
  const planned = (sale: number) =>
    FILES.WooCommerce.replaceAll(/(Sale price),(Regular price)/g, '$1,$2,Date sale price starts')
      .replaceAll(/,(\d+),(\d+),,PLUS/g, ',$1,$2,2126-01-01,,PLUS')
      .replace('599,699', `${sale},699`)
      .replace(',,,,Men', ',,,,,Men')
      .split('\n')
  const noted = async (sale: number) => {
    const { ok, notes } = await importCatalog(open.db, planned(sale))
    expect(ok).toBe(true)
    return notes.some(({ message }) => message.includes('different planned sales'))
  }
  expect(await noted(599)).toBe(false)
  expect(await pricesOf()).toEqual([599, null, [undefined, undefined], [undefined, undefined], [699, 699]])
  expect((await findProduct(open.db, 'plus'))?.scheduled).toMatchObject([{ change: { price: 499, mrp: 599 } }])
  expect(await noted(589)).toBe(true)
})
