import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  newShopper,
  openOrder,
  order,
  ordersOf,
  type Shopper,
  verify,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type StaffBrowser, signInStaff } from '../../../tests/support/staff.ts'
import { notifyOfPrices } from '../alerts/jobs.server.ts'
import { googleFeed } from '../catalog/google-feed.server.ts'
import { applyDueChanges } from '../catalog/jobs.server.ts'
import { exportCatalog } from '../catalog/product/line.server.ts'
import { changeProduct } from '../catalog/product/staff.server.ts'
import { importCatalog } from '../imports/import-catalog.server.ts'
import { readInvoice } from '../invoices/issue.server.ts'
import { changeSettings } from '../settings/staff.server.ts'

let shop: TestShop
let asha: Shopper
let owner: StaffBrowser

withCheckoutShop((fixture) => ({ shop, asha } = fixture))
beforeAll(async () => {
  owner = (await signInStaff(shop, 'owner')).browser
})

/** A kurta that costs more in XXL, which has an MRP of its own too. */
const KURTA = {
  _id: 'neel-kurta',
  name: 'Neel Kurta',
  price: 799,
  mrp: 999,
  categories: 'Woman',
  variants: [
    { sku: 'NK-M', color: 'Blue', size: 'M', quantity: 20 },
    { sku: 'NK-XL', color: 'Blue', size: 'XL', quantity: 20, price: 849.5 },
    { sku: 'NK-XXL', color: 'Blue', size: 'XXL', quantity: 20, price: 899, mrp: 1199 },
  ],
}
const [M, XL, XXL] = KURTA.variants
const importKurta = async (more: object = {}) => {
  const report = await importCatalog(shop.shop.db, [JSON.stringify({ ...KURTA, scheduled: [], ...more })])
  expect(report.errors).toEqual([])
  return report
}
beforeEach(() => importKurta())

const lineOf = (size: string, quantity = 1) => ({ productId: KURTA._id, color: 'Blue', size, quantity })
const shown = async () => {
  const result = await shop.api('GET /product/getProductDetail/{productId}', { params: { productId: KURTA._id } })
  return result.ok ? result.data.data : null
}
const record = async () => (await owner.call('GET', `/products/${KURTA._id}`)).body
/** Writes fields as the staff site does, over the product as it is. */
const patch = async (fields: object) => {
  const { version } = await record()
  return owner.call('PATCH', `/products/${KURTA._id}`, fields, { 'if-match': `"${version}"` })
}
const pricesNow = async () => {
  const { price, mrp, priceTo, variants } = (await shown()) ?? {}
  return { price, mrp, priceTo, sizes: variants?.map((one) => [one.price, one.mrp]) }
}
/** What a cart would pay in each size, and the MRP beside it. */
const charged = async () => {
  const body = { productDetails: ['M', 'XL', 'XXL'].map((size) => lineOf(size)) }
  const quote = await shop.api('POST /user/quote', { body })
  return quote.ok ? quote.data.lines.map(({ price, mrp }) => [price, mrp]) : quote
}

test('a product has the lowest price and the highest; a variant what differs', async () => {
  expect(await pricesNow()).toEqual({
    price: 799,
    mrp: 999,
    priceTo: 899,
    sizes: [
      [undefined, undefined],
      [849.5, undefined],
      [899, 1199],
    ],
  })
  const tee = await shop.api('GET /product/getProductDetail/{productId}', { params: { productId: 'boxy-tee' } })
  expect(JSON.stringify(tee)).not.toMatch(/priceTo|"quantity":\d+,"(price|mrp)"/)
})

test('cart, guest cart, wishlist, quote, order, mail, invoice and feed have the chosen size’s', async () => {
  await changeSettings(shop.shop, STAFF, { 'cart.guests': true })
  const body = { userId: asha.id, ...lineOf('XXL', 2) }
  await asha.api('POST /user/addToCart', { body })
  await asha.api('POST /user/addToWishlist', { body: { userId: asha.id, ...lineOf('XL') } })
  const params = { userId: asha.id }
  const priced = { price: 899, mrp: 1199 }
  expect(await asha.api('GET /user/getCartProduct/{userId}', { params })).toMatchObject({
    data: { cart: [{ productId: priced }] },
  })
  expect(JSON.stringify(await asha.api('GET /user/wishlist/{userId}', { params }))).toContain('"price":849.5,"mrp":999')
  expect(JSON.stringify(await shop.api('POST /user/guestCart', { body: { lines: [lineOf('XXL')] } }))).toContain(
    '"price":899,"mrp":1199',
  )
  expect(await charged()).toEqual([
    [799, 999],
    [849.5, 999],
    [899, 1199],
  ])
  const quote = await asha.api('POST /user/quote', {
    body: { userId: asha.id, addressId: asha.addressId, productDetails: [lineOf('XXL', 2), lineOf('M')] },
  })
  if (!quote.ok) throw new Error(quote.message)
  expect(quote.data.goods).toBe(2597)
  const open = await openOrder(asha, [lineOf('XXL', 2), lineOf('M')], { totalPrice: quote.data.total })
  const pending = await asha.api('GET /user/pending-orders/{userId}', { params })
  expect(JSON.stringify(pending)).toContain('"price":899,"currentPrice":899')
  await verify(asha, open, await shop.sandbox.pay(open.razorpayOrderId))
  expect((await ordersOf(asha))[0]).toMatchObject({ totals: { goods: 2597, total: quote.data.total } })
  expect((await readInvoice(shop.shop, open.orderId))?.document.lines.slice(0, 2).map(({ price }) => price)).toEqual([
    89_900, 79_900,
  ])
  const page = { origin: 'https://shop.example', settings: shop.shop.settings() }
  const feed = (await Array.fromAsync(googleFeed(shop.shop.db, [KURTA._id], page))).join('')
  const item = feed.split('<item>').find((one) => one.includes('NK-XXL'))
  expect(item).toContain('<g:price>1199.00 INR</g:price>\n<g:sale_price>899.00 INR</g:sale_price>')
  expect(feed.split('<item>').find((one) => one.includes('>NK-M<'))).toContain('<g:sale_price>799.00 INR')
})

test('a total of the lowest price isn’t taken for a dearer size', async () => {
  expect(await order(asha, [lineOf('XXL')], { totalPrice: 878.95 })).toMatchObject({ code: 'total_changed' })
})

test('the lowest price that is written becomes the product’s', async () => {
  const report = await patch({ variants: [{ ...M, price: 749 }, { ...XL, price: 749 }, XXL] })
  expect(report.status).toBe(200)
  expect(await charged()).toEqual([
    [749, 999],
    [749, 999],
    [899, 1199],
  ])
  expect(await pricesNow()).toMatchObject({ price: 749, priceTo: 899 })
})

test('a price alone moves all sizes; beside variants theirs are as written; undo restores both', async () => {
  const moved = await patch({ price: 699 })
  expect(await charged()).toEqual([
    [699, 999],
    [749.5, 999],
    [799, 1199],
  ])
  expect(moved.body.product).toMatchObject({ price: 699, variants: [{}, { price: 749.5 }, { price: 799 }] })
  const { variants } = moved.body.product as { variants: object[] }
  const written = await patch({ price: 719, variants })
  expect(await charged()).toEqual([
    [719, 999],
    [749.5, 999],
    [799, 1199],
  ])
  for (const { body } of [written, moved]) expect((await owner.call('POST', `/undo/${body.undo}`)).status).toBe(200)
  expect(await charged()).toEqual([
    [799, 999],
    [849.5, 999],
    [899, 1199],
  ])
})

test('none is sold above its MRP', async () => {
  const refused = await patch({ variants: [M, { ...XL, price: 1049 }, XXL] })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'variants.1.mrp' }] } })
  const report = await importCatalog(shop.shop.db, [JSON.stringify({ ...KURTA, variants: [{ ...M, mrp: 798 }] })])
  expect(report.errors).toMatchObject([{ message: expect.stringContaining('maximum retail price') }])
})

test('a sale moves every size and gives their prices back', async () => {
  const day = 24 * 60 * 60 * 1000
  const [from, to] = [new Date(Date.now() + day), new Date(Date.now() + 3 * day)]
  expect(await changeProduct(shop.shop.db, STAFF, KURTA._id, { price: 599 }, { from, to })).toMatchObject({ ok: true })
  // Its end would bring a former price back, so the lowest can't change by a size.
  expect(await patch({ variants: [{ ...M, price: 500 }, XL, XXL] })).toMatchObject({ status: 400 })
  for (const prices of [
    [599, 649.5, 699],
    [799, 849.5, 899],
  ]) {
    await sql`update product_changes set due_at = due_at - interval '2 days'`.execute(shop.shop.db)
    expect(await applyDueChanges(shop.shop.db)).toBe(1)
    expect((await charged()) as number[][]).toEqual(prices.map((price) => [price, expect.any(Number)]))
  }
})

test('an export has them, and an import of it changes nothing', async () => {
  const lines = await Array.fromAsync(exportCatalog(shop.shop.db))
  expect(lines.find((line) => line.includes(KURTA._id))).toContain(
    '"sku":"NK-XXL","color":"Blue","size":"XXL","quantity":20,"price":899,"mrp":1199}',
  )
  expect(await importCatalog(shop.shop.db, lines)).toMatchObject({ errors: [], created: 0, updated: 0 })
  expect(await importKurta({ variants: [M, XL, { ...XXL, price: 949 }] })).toMatchObject({ updated: 1 })
  expect(await pricesNow()).toMatchObject({ priceTo: 949 })
})

test('a mail of a lower price is about the size that is wished', async () => {
  const mira = await newShopper(shop, 'Mira Rao')
  await mira.api('PUT /user/priceAlerts/{userId}', { params: { userId: mira.id }, body: { priceDrops: true } })
  await mira.api('POST /user/addToWishlist', { body: { userId: mira.id, ...lineOf('XXL') } })
  await notifyOfPrices(shop.shop)
  await importKurta({ variants: [M, { ...XL, price: 799 }, XXL] })
  expect(await notifyOfPrices(shop.shop)).toBe(0)
  await importKurta({ variants: [M, XL, { ...XXL, price: 869 }] })
  expect(await notifyOfPrices(shop.shop)).toBe(1)
  const mail = async () => (await shop.mailbox?.list({ to: mira.email }))?.find(({ text }) => text.includes('869'))
  await expect.poll(async () => (await mail())?.text).toContain('899')
})

test('a filter or sort by price is of the lowest price in the chosen sizes, and a new price is in the list at once', async () => {
  const listed = async (query: string) => {
    const response = await shop.fetch(`/api/user/filterProduct?categories=Woman&${query}`)
    // Safe cast: the contract's array.
    const products = (await response.json()) as { _id: string; price: number; priceTo?: number }[]
    return products.map(({ _id, price, priceTo }) => [_id, price, priceTo])
  }
  const kurta = (priceTo: number) => [KURTA._id, 799, priceTo]
  await importKurta({ variants: [M, XL, { ...XXL, price: 2400, mrp: 2400 }] })
  // A card is read anew before the filters have the change, so a filter says that they do.
  await expect.poll(() => listed('minPrice=2400&sizes=XXL')).toEqual([kurta(2400)])
  expect(await listed('maxPrice=800')).toEqual([kurta(2400)])
  expect(await listed('maxPrice=800&sizes=XXL')).toEqual([])
  expect(await listed('maxPrice=850&sizes=XXL,XL')).toEqual([kurta(2400)])
  const shirt = ['linen-shirt', 2299, undefined]
  expect(await listed('sortBy=lowToHigh&sizes=XL')).toEqual([kurta(2400), shirt])
  await importKurta({ variants: [M, { ...XL, price: 2350, mrp: 2400 }, { ...XXL, price: 2400, mrp: 2400 }] })
  await expect.poll(() => listed('sortBy=lowToHigh&sizes=XL')).toEqual([shirt, kurta(2400)])
})

test('a bulk change moves all sizes by the same rupees and says so, and its undo brings them back', async () => {
  const change = { price: { percent: -10, round: 1 } }
  const ids = [KURTA._id]
  const dry = await owner.call('POST', '/products/bulk', { ids, change, dryRun: true })
  expect(dry.body.warnings).toContain('1 have prices by size: their dearer sizes change by the same rupees.')
  const done = await owner.call('POST', '/products/bulk', { ids, change })
  expect(await charged()).toEqual([
    [719, 999],
    [769.5, 999],
    [819, 1199],
  ])
  expect((await owner.call('POST', `/undo/${done.body.undo}`)).status).toBe(200)
  expect(await charged()).toEqual([
    [799, 999],
    [849.5, 999],
    [899, 1199],
  ])
  const state = await owner.call('POST', '/products/bulk', { ids, change: { state: 'hidden' }, dryRun: true })
  expect(JSON.stringify(state.body.warnings)).not.toContain('by size')
})
