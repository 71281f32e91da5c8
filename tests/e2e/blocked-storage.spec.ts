import { expect, test } from './fixtures.ts'

/** A browser that blocks site data throws as soon as a page reads one of these. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
})

const BLOCKED = /^Your browser blocks this shop’s storage/

test('if the browser blocks storage, public pages open without an error', async ({ page }) => {
  for (const path of [
    '/',
    '/categories',
    '/product-details/platform-polo',
    '/about-us',
    '/contact-us',
    '/nearby-store',
  ]) {
    await page.goto(path)
    await page.mouse.move(5, 5)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Unexpected Application Error!')).toBeHidden()
  }
})

test('if the browser blocks storage, adding to the cart and signing in say so', async ({ page }) => {
  await page.goto('/product-details/platform-polo')
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText(BLOCKED).first()).toBeVisible()
  await expect(page).toHaveURL(/product-details/)
  await page.goto('/login')
  await page.getByLabel('E-mail', { exact: true }).first().fill('someone@example.test')
  await page.getByRole('main').getByRole('button').first().click()
  await expect(page.getByText(BLOCKED).first()).toBeVisible()
  await expect(page).toHaveURL(/login/)
})

test('if the browser blocks storage, private pages and the cart lead to the login', async ({ page }) => {
  for (const path of ['/cart-details', '/my-orders', '/wishlist', '/verify']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
})
