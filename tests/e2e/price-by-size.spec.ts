import { writeFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { callStaff, openStaffSite } from './staff.ts'
import { addProduct, productOf } from './staff-product.ts'

const ACHKAN = {
  _id: 'neel-achkan',
  name: 'Neel Achkan',
  price: 799,
  mrp: 999,
  categories: 'Woman',
  colors: ['Blue', 'Red'],
  variants: [
    { sku: 'NKB-M', color: 'Blue', size: 'M', quantity: 20 },
    { sku: 'NKB-XXL', color: 'Blue', size: 'XXL', quantity: 20, price: 899, mrp: 1199 },
    { sku: 'NKR-M', color: 'Red', size: 'M', quantity: 20 },
  ],
}

test('a price follows the size, from the list to the cart', async ({ page, shop, shopper }, info) => {
  const file = info.outputPath('achkan.jsonl')
  await writeFile(file, JSON.stringify(ACHKAN))
  await shop.command('catalog', 'import', file)
  await page.setViewportSize({ width: 390, height: 420 })
  await expect(async () => {
    await page.goto('/categories?categories=Woman&sizes=XXL&maxPrice=900')
    await expect(page.getByRole('link', { name: /Neel Achkan/ }).first()).toContainText('From ₹799')
  }).toPass()
  await page.goto('/categories?categories=Woman&sizes=XXL&maxPrice=800')
  await expect(page.getByRole('link', { name: /Neel Achkan/ })).toHaveCount(0)

  await page.goto(`/product-details/${ACHKAN._id}`)
  const head = page.getByRole('main').locator('p[aria-live=polite]', { hasText: '₹' })
  await expect(head).toContainText('From ₹799')
  await page.getByRole('radio', { name: /^XXL/ }).check({ force: true })
  await expect(head).toHaveText(/^₹899.*₹1,199/)
  await page.evaluate(() => window.scrollTo(0, 0))
  const bar = page.locator('[data-buy-bar]').getByRole('button')
  await expect(bar).toHaveText('XXL · Blue · Add · ₹899')
  await bar.click()
  const inCart = () => shopper.api('GET /user/getCartProduct/{userId}', { params: { userId: shopper.id } })
  await expect.poll(async () => JSON.stringify(await inCart())).toContain('"price":899,"mrp":1199')
  await page.getByRole('radio', { name: 'Red', exact: true }).check({ force: true })
  await expect(head).toHaveText(/^₹799/)
  // Other journeys' pages have the products of the demonstration only.
  await shop.command('products', 'archive', ACHKAN._id)
})

test('an owner makes a size dearer in the product’s form, and the same for all again', async ({ browser, shop }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'owner')
  const id = await addProduct(shop, person.cookie, 'Sized Achkan')
  await page.goto(`/admin/products/${id}`)
  await expect(page.getByLabel('Price, L')).toHaveCount(0)
  await page.getByLabel('Prices differ by size').check()
  await page.getByLabel('Price, L').fill('1,899')
  await page.getByRole('button', { name: /^Save \d/ }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect(await productOf(shop, person.cookie, id)).toMatchObject({
    price: 1799,
    variants: [{ size: 'M' }, { price: 1899 }],
  })
  const listed = await callStaff(shop, person.cookie, ['GET', `/products?ids=${id}`])
  expect(listed.body).toMatchObject({ items: [{ price: 1799, priceTo: 1899 }] })
  // Another price of the product leaves those of sizes as they're shown.
  await page.getByLabel('Price', { exact: true }).fill('1749')
  await page.getByRole('button', { name: /^Save \d/ }).click()
  await expect
    .poll(() => productOf(shop, person.cookie, id))
    .toMatchObject({ price: 1749, variants: [{}, { price: 1899 }] })
  await page.getByLabel('Prices differ by size').uncheck()
  await page.getByRole('button', { name: /^Save \d/ }).click()
  await expect.poll(async () => JSON.stringify(await productOf(shop, person.cookie, id))).not.toContain('1899')
  await context.close()
})
