import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, cartOf, findOrder, newShopper, type Shopper } from '../../../tests/support/checkout-fixture.ts'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { whyKept } from '../accounts/staff.server.ts'
import { exportCatalog } from '../catalog/product/line.server.ts'
import { printPackingSlips } from '../invoices/packing-slip.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'

let shop: TestShop
let asha: Shopper
let owner: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop({ products: ['cap', 'tee', 'tote'].map(product) })
  asha = await newShopper(shop)
  owner = await signInStaff(shop, 'owner')
  expect(await setDays('cap', 0)).toBe(200)
  expect(await setDays('tee', 15)).toBe(200)
})
afterAll(() => shop.close())

const product = (id: string) => ({ id, name: id, price: 100, stock: { Black: { M: 50 } } })
const line = (productId: string) => ({ productId, color: 'Black', size: 'M', quantity: 1 })
async function setDays(id: string, exchangeDays: number | null): Promise<number> {
  const { version } = (await owner.browser.call('GET', `/products/${id}`)).body
  return (await owner.browser.call('PATCH', `/products/${id}`, { exchangeDays }, { 'if-match': `"${version}"` })).status
}
const DAY = 24 * 60 * 60 * 1000

/** An order of all three that arrived `days` ago. */
async function delivered(days: number): Promise<string> {
  const { orderId } = await buy(shop, asha, ['cap', 'tee', 'tote'].map(line))
  const at = new Date(Date.now() - days * DAY)
  for (let step = 0; step < 3; step++)
    await advanceOrder({ ...shop.shop, actor: STAFF }, orderId, { from: at, to: at, late: true })
  return orderId
}

const ask = (orderId: string, productId: string) =>
  asha.api('POST /user/addExchange', {
    body: { orderId, productId, reasonForExchange: 'Other', problem: 'Not what I ordered.' },
  })

test('a product’s own days count for it, and the shop’s for the others', async () => {
  const orderId = await delivered(10)
  expect(await ask(orderId, 'tee')).toMatchObject({ status: 201 })
  expect(await ask(orderId, 'tote')).toMatchObject({ status: 409, code: 'exchange_window_over' })
  const fresh = await delivered(1)
  expect(await ask(fresh, 'cap')).toMatchObject({ status: 409, code: 'not_exchangeable' })
  expect(await ask(fresh, 'tote')).toMatchObject({ status: 201 })
})

test('an order keeps the days it was placed with, and says them with each line', async () => {
  const orderId = await delivered(1)
  expect(await setDays('cap', null)).toBe(200)
  expect((await findOrder(asha, orderId)).productDetails.map(({ exchangeDays }) => exchangeDays)).toEqual([
    0,
    15,
    undefined,
  ])
  expect(await ask(orderId, 'cap')).toMatchObject({ code: 'not_exchangeable' })
  expect(await ask(await delivered(1), 'cap')).toMatchObject({ status: 201 })
  expect(await setDays('cap', 0)).toBe(200)
})

test('lines of the cart say them, of customers and of guests, and the packing slip does', async () => {
  for (const id of ['cap', 'tote'])
    expect((await asha.api('POST /user/addToCart', { body: { userId: asha.id, ...line(id) } })).ok).toBe(true)
  const cart = await cartOf(asha)
  expect(cart.map(({ productId, exchangeDays }) => [productId._id, exchangeDays])).toEqual([
    ['cap', 0],
    ['tote', undefined],
  ])
  await changeSettings(shop.shop, STAFF, { 'cart.guests': true })
  const guest = await shop.api('POST /user/guestCart', { body: { lines: [line('tee')] } })
  expect(guest.ok && guest.data.cart).toMatchObject([{ exchangeDays: 15 }])
  const slipOf = async (...ids: string[]) => {
    const { orderId } = await buy(shop, asha, ids.map(line))
    const printed = await printPackingSlips(shop.shop, [orderId], 'a4')
    return printed.ok ? pdfText(printed.data.file).replaceAll('\n', ' ') : ''
  }
  expect(await slipOf('tote')).toContain('Exchange it within 7 days.')
  expect(await slipOf('tee')).toContain('Exchange it within 15 days.')
  expect(await slipOf('tote', 'tee')).toContain('My Orders says until when.')
  expect(await slipOf('cap')).not.toContain('Wrong size?')
})

test('its page says them, an export has them, and days that can’t be are refused', async () => {
  const shown = await asha.api('GET /product/getProductDetail/{productId}', { params: { productId: 'cap' } })
  expect(shown.ok && shown.data.data).toMatchObject({ exchangeDays: 0 })
  const usual = await asha.api('GET /product/getProductDetail/{productId}', { params: { productId: 'tote' } })
  expect(usual.ok && usual.data.data).not.toHaveProperty('exchangeDays')
  const [cap] = (await Array.fromAsync(exportCatalog(shop.shop.db))).filter((line) => line.includes('"_id":"cap"'))
  expect(JSON.parse(cap ?? '{}')).toMatchObject({ exchangeDays: 0 })
  for (const days of [-1, 61, 2.5]) expect(await setDays('tote', days)).toBe(400)
})

test('whoever can still exchange a product with longer days isn’t forgotten before', async () => {
  const meena = await newShopper(shop, 'Meena Rao')
  const { orderId } = await buy(shop, meena, [line('tee')])
  for (let step = 0; step < 3; step++) await advanceOrder({ ...shop.shop, actor: STAFF }, orderId)
  await sql`update orders set delivered_at = now() - interval '10 days' where id = ${orderId}`.execute(shop.shop.db)
  expect(await whyKept(shop.shop, meena.id)).toContain('can still be exchanged until')
})
