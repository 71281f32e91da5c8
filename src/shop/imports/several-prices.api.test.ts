import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { showProduct } from '../catalog/product/staff.server.ts'
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

test.for(Object.entries(FILES))('%s: several prices of a product need a choice', async ([format, text]) => {
  const lines = text.split('\n')
  const last = lines.length
  const refused = await importCatalog(open.db, lines)
  expect(refused).toMatchObject({ ok: false, errorCount: 1 })
  expect(refused.errors).toMatchObject([
    {
      id: 'plus',
      line: last,
      message: `its variants have several prices (499 in line ${last - 2}, 599 in line ${last})`,
      choice: 'prices',
    },
  ])
  for (const [prices, price, mrp] of [
    ['highest', 599, 699],
    ['lowest', 499, 599],
  ] as const) {
    const { ok, notes } = await importCatalog(open.db, lines, { prices })
    expect(ok, format).toBe(true)
    expect(notes.map(({ message }) => message)).toContainEqual(expect.stringContaining(`${price} is taken`))
    expect((await showProduct(open.db, 'plus'))?.fields).toMatchObject({ price, mrp })
  }
})

test('one price with different MRPs is imported, with a note', async () => {
  const file = (mrp: number) => FILES.Shopify.replace('599,699', `499,${mrp}`).split('\n')
  const texts = async (mrp: number) => (await importCatalog(open.db, file(mrp))).notes.map(({ message }) => message)
  expect(await texts(699)).toContain('its variants have different MRPs or sales; those of line 2 are taken')
  expect((await texts(599)).join()).not.toContain('different')
})
