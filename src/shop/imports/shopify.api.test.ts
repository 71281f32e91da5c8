import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { findProductState, readPictureOrigins, readProducts } from '../catalog/sql.server.ts'
import { importCatalog } from './import-catalog.server.ts'

const open = openCatalogTables()

const OLD = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Image Alt Text,Variant Image,Status
Harbour-Shirt,Harbour Shirt,"<p>A <b>linen</b> shirt &amp; more,
for slow days.</p><script>alert(1)</script>",Acme,Shirts,"men, fabric:Linen, Slim, Plain",TRUE,Color,Navy,Size,M,HS-N-M,4,1999.00,https://cdn.example.com/navy.jpg,Navy shirt,https://cdn.example.com/navy.jpg,active
Harbour-Shirt,,,,,,,,Navy,,2XL,HS-N-2XL,0,1999.00,https://cdn.example.com/olive.jpg,Olive shirt,,
Harbour-Shirt,,,,,,,,Olive,,M,HS-O-M,2,1999.00,,,https://cdn.example.com/olive.jpg,
Harbour-Shirt,,,,,,,,,,,,,,https://cdn.example.com/back.jpg,Back,,
Gift-Card,Gift Card,,Acme,Gift,,FALSE,Title,Default Title,,,GIFT,10,500,,,,draft
`

test('a Shopify CSV with old headers becomes a product with this shop’s filter values', {
  tags: ['C4.1', 'C4.7'],
}, async () => {
  const report = await importCatalog(open.db, OLD.split('\n'), { format: 'shopify' })
  expect(report).toMatchObject({ ok: true, products: 2, created: 2, errors: [] })
  expect(await findProductState(open.db, 'gift-card'), 'the file calls it a draft').toBe('draft')
  const [shirt] = await readProducts(open.db, ['harbour-shirt'])
  expect(shirt).toMatchObject({
    name: 'Harbour Shirt',
    price: 1999,
    categories: 'Man',
    subcategory: 'Shirts',
    pattern: 'Plain',
    fabric: 'Linen',
    fit: 'Slim Fit',
    colors: ['Navy', 'Olive'],
    colorFamilies: { Navy: 'Blue', Olive: 'Green' },
    description: 'A linen shirt & more, for slow days.',
    descriptionHtml: '<p>A <strong>linen</strong> shirt &amp; more, for slow days.</p>\n',
    variants: [
      { sku: 'HS-N-M', color: 'Navy', size: 'M', quantity: 4 },
      { sku: 'HS-N-2XL', color: 'Navy', size: 'XXL', quantity: 0 },
      { sku: 'HS-O-M', color: 'Olive', size: 'M', quantity: 2 },
    ],
    images: [
      'https://cdn.example.com/navy.jpg',
      'https://cdn.example.com/olive.jpg',
      'https://cdn.example.com/back.jpg',
    ],
  })
  expect(shirt?.pictures[1]).toMatchObject({ color: 'Olive', alt: 'Olive shirt', view: 'front' })
  expect(await readPictureOrigins(open.db)).toEqual(['https://cdn.example.com'])
})

const NEW = `Title,URL handle,Description,Type,Tags,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Inventory quantity,Product image URL,Image position,Image alt text
Tin Tote,tin-tote,Carries all.,Bags,"Unisex, Printed, Cotton, Regular Fit",TRUE,Active,TT-1,Title,Default Title,499,12,https://cdn.example.com/tote.jpg,1,A tote`

test('new headers are supported; a product without options has one size and one colour', async () => {
  expect(await importCatalog(open.db, NEW.split('\n'), { format: 'shopify' })).toMatchObject({ ok: true, created: 1 })
  const [tote] = await readProducts(open.db, ['tin-tote'])
  expect(tote).toMatchObject({ categories: 'Other', pattern: 'Printed', fabric: 'Cotton', fit: 'Regular Fit' })
  expect(tote?.variants).toEqual([{ sku: 'TT-1', color: 'As shown', size: 'Free Size', quantity: 12 }])
})

test('invalid rows are reported by line, and nothing is imported', async () => {
  const bad = `Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price
one-tee,One Tee,Tees,Size,M,OT-M,5,999
one-tee,,,,L,OT-L,2.5,999
two-tee,Two Tee,Tees,Size,M,TT-M,5,"12,5,0"
six-tee,Six Tee,Tees,Size,M,ST-M,5,
,Three,Tees,Size,M,X,5,100`
  const report = await importCatalog(open.db, bad.split('\n'), { format: 'shopify' })
  expect(report.ok).toBe(false)
  expect(report.errors.map(({ line, column, message }) => [line, column, message])).toEqual([
    [3, 'variant inventory qty', 'the stock "2.5" isn’t a whole number'],
    [4, 'variant price', 'the price "12,5,0" isn’t a number'],
    [5, 'variant price', 'has no price'],
    [6, 'handle', 'the handle is missing'],
  ])
  expect(await readProducts(open.db, ['one-tee', 'two-tee'])).toEqual([])
})

test('a second variant of the same size is reported by its own line', { tags: 'C4.6' }, async () => {
  const twice = `Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price
cap,Cap,Caps,Size,M,C-M,5,999
cap,,,,L,C-L,5,999
cap,,,,L,C-L2,5,999`
  const { errors } = await importCatalog(open.db, twice.split('\n'), { format: 'shopify' })
  expect(errors).toEqual([
    {
      line: 4,
      column: 'variant sku',
      id: 'cap',
      message: 'variants.2.sku a second variant of As shown, L; the first is in line 3',
    },
  ])
})

test('a file that isn’t CSV is reported by line', async () => {
  const report = await importCatalog(open.db, ['Handle,Title', 'a,"never closed', 'b,x'], { format: 'shopify' })
  expect(report.ok).toBe(false)
  expect(report.errors[0]?.message).toContain('this isn’t CSV')
})

test('unusual options, SKUs, stocks and a gift card are imported or left out, with notes', async () => {
  const file = `Handle,Title,Body,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Gift Card
kurta,Kurta,Men&rsquo;s <b>kurta</b>,Size,M,constructor,Plain,Pockets,Yes,KU-1,shopify,-3,999,false
kurta,,,,M,,Plain,,No,KU-1,shopify,4,999,
kurta,,,,L,,Plain,,No,KU-1,,0,999,
card,Gift Card,,Denominations,500,,,,,CARD,,1,500,true`
  const report = await importCatalog(open.db, file.split('\n'))
  expect(report).toMatchObject({ ok: true, products: 1, created: 1, errors: [] })
  const [kurta] = await readProducts(open.db, ['kurta'])
  expect(kurta).toMatchObject({ description: 'Men’s kurta' })
  expect(kurta?.variants).toEqual([
    { sku: 'KU-1-AS-SHOWN-M-POCKETS-YES', color: 'As shown', size: 'M / Pockets Yes', quantity: 0 },
    { sku: 'KU-1-AS-SHOWN-M-POCKETS-NO', color: 'As shown', size: 'M / Pockets No', quantity: 4 },
    { sku: 'KU-1-AS-SHOWN-L-POCKETS-NO', color: 'As shown', size: 'L / Pockets No', quantity: 1 },
  ])
  expect(report.notes.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'line 2: the stock -3 counts as 0',
      'line 4: in stock, but the file doesn’t count it; a new SKU gets 1 piece',
      'its option Pockets is added to the size',
      'line 3: several variants share the SKU KU-1; this one is called KU-1-AS-SHOWN-M-POCKETS-NO',
      'the gift card Gift Card is left out: the shop doesn’t sell gift cards',
    ]),
  )
})

test('two colours of one family keep their own names; a colour has one spelling', async () => {
  const file = `Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Variant Image
tee,Tee,Color,Navy,Size,constructor,T-N,1,999,https://pics.example/n.jpg,https://pics.example/n.jpg
tee,,,Sky Blue,,constructor,T-S,1,999,https://pics.example/s.jpg,https://pics.example/s.jpg
tee,,,navy,,__proto__,T-N2,1,999,,`
  expect(await importCatalog(open.db, file.split('\n'))).toMatchObject({ ok: true, errors: [] })
  const [tee] = await readProducts(open.db, ['tee'])
  expect(tee?.colors).toEqual(['Navy', 'Sky Blue'])
  expect(tee?.variants.map(({ color, size }) => `${color} ${size}`)).toEqual([
    'Navy constructor',
    'Sky Blue constructor',
    'Navy __proto__',
  ])
  expect(tee?.pictures.map(({ color }) => color)).toEqual(['Navy', 'Sky Blue'])
})
