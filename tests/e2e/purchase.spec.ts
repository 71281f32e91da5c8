import type { Page } from '@playwright/test'
import { codeIn } from '../support/smtp-sink.ts'
import { expect, test } from './fixtures.ts'

const SHIRT = { id: 'platform-polo', name: 'Platform Polo' }

/** What can be bought of one size of one colour, as any client sees it. */
async function leftOf(page: Page, color: string, size: string): Promise<number> {
  const answer = await page.request.get(`/api/product/getProductDetail/${SHIRT.id}`)
  const { data } = await answer.json()
  return data.variants.find(
    (variant: { color: string; size: string }) => variant.color === color && variant.size === size,
  ).quantity
}

test('a visitor finds a shirt, registers by email code, pays by card, and sees the order', {
  tag: ['@S1.7', '@S1.8', '@S2.9', '@S2.10', '@S2.11', '@S4.10', '@S4.11', '@S4.12', '@S7.30', '@S8.13'],
}, async ({ page, shop }) => {
  const email = `visitor-${Date.now()}@example.test`
  await page.goto('/')
  await page.getByRole('link', { name: /Men/ }).first().click()
  await expect(page).toHaveURL(/\/categories/)
  await page.getByRole('checkbox', { name: /^Green/ }).check()
  await page.getByRole('link', { name: new RegExp(SHIRT.name) }).click()
  await expect(page).toHaveURL(new RegExp(`/product-details/${SHIRT.id}`))
  const before = await leftOf(page, 'Green', 'M')
  expect(before).toBeGreaterThan(1)

  await page.getByRole('radio', { name: /Green/ }).check()
  await page.getByRole('radio', { name: /^M\b/ }).check()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page).toHaveURL(/\/login/)

  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Meera Joshi')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('main').getByRole('button').first().click()
  await expect(page).toHaveURL(/\/verify/)
  const boxes = page.getByRole('group', { name: '6-digit code' }).getByRole('textbox')
  const code = codeIn(await shop.mail.waitFor(email))
  for (const [place, digit] of [...code].entries()) await boxes.nth(place).fill(digit)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).not.toHaveURL(/\/verify/)

  await page.goto(`/product-details/${SHIRT.id}?colour=Green`)
  await page.getByRole('radio', { name: /Green/ }).check()
  await page.getByRole('radio', { name: /^M\b/ }).check()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  await page.getByLabel('Cart', { exact: true }).click()
  await page.getByRole('dialog', { name: 'Cart' }).getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/cart-details/)
  await page.getByRole('link', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/cart-checkout-form/)

  await page.getByLabel('First name').fill('Meera')
  await page.getByLabel('Last name').fill('Joshi')
  await page.getByLabel('Phone number').fill('98200 00000')
  await page.getByLabel('Street address').fill('12, Hill Road, Bandra West')
  await page.getByLabel('Town / City').fill('Mumbai')
  await page.getByLabel('Pin Code').fill('400050')
  await page.getByRole('button', { name: /Save/ }).click()
  await expect(page.getByRole('radio', { name: /Meera Joshi/ })).toBeChecked()
  await page.getByRole('button', { name: /^Checkout/ }).click()

  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(page).toHaveURL(/\/sucess-order/)
  await expect(page.getByText(SHIRT.name)).toBeVisible()

  await page.goto('/my-orders')
  await expect(page.getByText(SHIRT.name).first()).toBeVisible()
  await shop.mail.waitFor(email, /order/i)
  // One that waited for the login, and one that was added after it.
  expect(await leftOf(page, 'Green', 'M')).toBe(before - 2)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('home, listing and product pages show names, prices and pictures', {
    tag: ['@S1.4', '@S1.12', '@S2.1', '@S2.2', '@S2.3', '@C6.1'],
  }, async ({ page }) => {
    for (const path of ['/', '/categories', `/product-details/${SHIRT.id}`]) {
      await page.goto(path)
      await expect(page.getByText(/₹\d/).first()).toBeVisible()
      const pictures = page.getByRole('main').locator('img[src*="/media/"]')
      expect(await pictures.count()).toBeGreaterThan(1)
      const src = (await pictures.first().getAttribute('src')) ?? ''
      expect((await page.request.get(new URL(src, page.url()).href)).ok()).toBe(true)
    }
    await expect(page.getByRole('heading', { level: 1, name: SHIRT.name })).toBeVisible()
    await expect(page.getByRole('img', { name: new RegExp(SHIRT.name) }).first()).toBeVisible()
  })
})
