import { expect, test } from './fixtures.ts'

/** Both tests change the same product, and put it back. */
test('a price below the MRP is shown with the saving: in the list, on the page and in the cart', async ({
  page,
  shop,
  shopper,
}) => {
  await shop.command('products', 'set', 'four-bars-boxy-tee', 'price=999', 'mrp=1499')
  const isShown = async () =>
    (await (await fetch(`${shop.origin}/product-details/four-bars-boxy-tee`)).text()).includes('33% off')
  await expect.poll(isShown).toBe(true)
  await page.goto('/categories')
  const card = page.getByRole('article').filter({ hasText: 'Four Bars Boxy Tee' })
  await expect(card).toContainText('₹999')
  await expect(card.locator('s')).toHaveText('₹1,499')
  await page.goto('/product-details/four-bars-boxy-tee')
  await expect(page.getByRole('main').locator('s').first()).toHaveText('₹1,499')
  const body = { userId: shopper.id, productId: 'four-bars-boxy-tee', color: 'Black', size: 'M', quantity: 1 }
  expect((await shopper.api('POST /user/addToCart', { body })).ok).toBe(true)
  await page.goto('/cart-details')
  await expect(page.getByRole('main')).toContainText('33% off')
  await shop.command('products', 'set', 'four-bars-boxy-tee', 'price=1299', 'mrp=')
})

test('an archived product is 410 and suggests others; published again it is shown', async ({ page, shop, allowed }) => {
  allowed.push(/410/)
  await shop.command('products', 'archive', 'four-bars-boxy-tee')
  await expect.poll(async () => (await fetch(`${shop.origin}/product-details/four-bars-boxy-tee`)).status).toBe(410)
  const response = await page.goto('/product-details/four-bars-boxy-tee')
  expect(response?.status()).toBe(410)
  await expect(page.getByRole('heading', { name: 'No longer sold' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'See all products' }).click()
  await expect(page).toHaveURL(/\/categories/)
  await expect(page.getByText('Four Bars Boxy Tee')).toHaveCount(0)
  await shop.command('products', 'publish', 'four-bars-boxy-tee')
  await expect.poll(async () => (await fetch(`${shop.origin}/product-details/four-bars-boxy-tee`)).status).toBe(200)
})

test('a product’s page has the title and description that its owner wrote for search engines', async ({
  page,
  shop,
}) => {
  const id = 'four-bars-boxy-tee'
  await shop.command('products', 'set', id, 'searchTitle=Boxy tee in heavy cotton', 'searchDescription=Cut in Mumbai.')
  await expect
    .poll(async () => (await fetch(`${shop.origin}/product-details/${id}`)).text())
    .toContain('<title>Boxy tee in heavy cotton | ')
  await page.goto(`/product-details/${id}`)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', 'Cut in Mumbai.')
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /^Boxy tee in heavy cotton/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Four Bars Boxy Tee')
  await shop.command('products', 'set', id, 'searchTitle=', 'searchDescription=')
})
