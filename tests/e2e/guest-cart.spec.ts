import type { Page } from '@playwright/test'
import { codeIn } from '../support/smtp-sink.ts'
import { axeViolations } from './axe.ts'
import { apiOf, expect, openSession, type Shopper, test } from './fixtures.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'White', size: 'L' }
const CARGO = { productId: 'carriage-cargo-pants', color: 'Green', size: 'M' }

test.describe.configure({ mode: 'serial' })

test.beforeEach(async ({ shop }) => {
  await shop.command('settings', 'set', 'cart.guests', 'yes')
  const isOn = async () =>
    (await (await fetch(`${shop.origin}/product-details/${TEE.productId}`)).text()).includes('guest-cart')
  await expect.poll(isOn).toBe(true)
})
test.afterEach(({ shop }) => shop.command('settings', 'reset', 'cart.guests'))

/** The device's cart, as text; null where there is none. */
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('guestCart'))

const keep = (page: Page, lines: unknown) =>
  page.addInitScript(
    (value) => {
      if (sessionStorage.getItem('test-kept')) return
      sessionStorage.setItem('test-kept', 'yes')
      localStorage.setItem('guestCart', value)
    },
    JSON.stringify({ version: 1, lines }),
  )

async function openDrawer(page: Page) {
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  return page.getByRole('dialog', { name: 'Cart' })
}

async function linesOf(shopper: Shopper): Promise<string[]> {
  const answer = await shopper.api('GET /user/getCartProduct/{userId}', { params: { userId: shopper.id } })
  if (!answer.ok) throw new Error(answer.message)
  return answer.data.cart.map(({ quantity, productId }) => `${quantity} ${productId._id}`)
}

test('a visitor fills a cart, finds it after a reload, and goes through the login to the checkout with it', async ({
  page,
  shop,
  newShopper,
}) => {
  const shopper = await newShopper()
  const body = { userId: shopper.id, ...TEE, quantity: 3 }
  expect((await shopper.api('POST /user/addToCart', { body })).ok).toBe(true)

  await page.goto(`/product-details/${TEE.productId}?color=White`)
  await page.getByRole('radio', { name: 'White', exact: true }).check({ force: true })
  await page.getByRole('radio', { name: 'L', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  await expect(page).toHaveURL(/product-details/)

  await page.goto('/categories?subcategory=Cargos')
  const card = page.getByRole('button', { name: 'Quick add: Carriage Cargo Pants' })
  await page.mouse.move(5, 5)
  await card.click()
  const choice = page.getByRole('dialog', { name: 'Add to cart' })
  await choice.getByRole('radio', { name: 'Green', exact: true }).check({ force: true })
  await choice.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  await choice.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('#cart-count')).toHaveText('2 pieces')

  // The count shows without a touch, and the device keeps no price.
  await page.reload()
  await expect(page.locator('#cart-count')).toHaveText('2 pieces')
  expect(JSON.parse((await stored(page)) ?? '')).toEqual({
    version: 1,
    lines: [
      { ...TEE, quantity: 1 },
      { ...CARGO, quantity: 1 },
    ],
  })
  const drawer = await openDrawer(page)
  await expect(drawer.getByRole('listitem')).toHaveCount(2)
  await expect(drawer.getByText('Rs. 1,299.00')).toBeVisible()
  const cargo = drawer.getByRole('listitem').filter({ hasText: 'Carriage Cargo Pants' })
  await cargo.getByRole('button', { name: 'Decrease' }).click()
  await expect(page.getByText('Quantity cannot be less than 1.', { exact: true })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Proceed' }).click()

  await expect(page).toHaveURL(/\/cart-details$/)
  await expect(page.getByLabel('Summary')).toContainText('Items (2)Rs. 3,098.00')
  await expect(page.getByRole('button', { name: 'Move to wishlist' })).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])
  // A quantity that was changed just before the page is left is kept.
  await page.getByRole('listitem').filter({ hasText: 'Carriage' }).getByRole('button', { name: 'Increase' }).click()
  await page.reload()
  await expect(page.getByLabel('Summary')).toContainText('Items (3)')
  await page.getByRole('link', { name: 'Checkout' }).click()

  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('E-mail', { exact: true }).fill(shopper.email)
  const first = shop.mail.mails.length
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL(/\/verify$/)
  await expect.poll(() => shop.mail.mails.slice(first).some((mail) => mail.to === shopper.email)).toBe(true)
  await page
    .getByRole('textbox', { name: /6-digit code/ })
    .first()
    .focus()
  await page.keyboard.type(codeIn(await shop.mail.waitFor(shopper.email)))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/cart-checkout-form$/)
  // Of the tee the account had more.
  await expect(page.getByLabel('Summary')).toContainText('Items (5)')
  expect((await linesOf(shopper)).sort()).toEqual([`2 ${CARGO.productId}`, `3 ${TEE.productId}`])
  expect(await stored(page)).toBeNull()
})

test('Remove takes a line out, with Undo; more than is left and a product that is gone are told', async ({ page }) => {
  await keep(page, [
    { ...TEE, quantity: 1 },
    { ...CARGO, productId: 'no-such-thing', quantity: 1 },
  ])
  await page.goto('/cart-details')
  await expect(page.getByText('An item in your cart is no longer sold and has been removed.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Cart item deleted successfully.')).toBeVisible()
  await expect(page.getByText('No items in the cart')).toBeVisible()
  expect(await stored(page)).toBeNull()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Four Bars Boxy Tee' })).toBeVisible()

  await page.evaluate((line) => localStorage.setItem('guestCart', JSON.stringify({ version: 1, lines: [line] })), {
    ...TEE,
    quantity: 9999,
  })
  await page.reload()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByText(/has only \d+ left\. Change or remove it/)).toBeVisible()
  await page.evaluate(() => localStorage.setItem('guestCart', '{broken'))
  await page.reload()
  await expect(page.getByText('No items in the cart')).toBeVisible()
})

test('a failed merge keeps login and lines; two tabs merge once; a logout clears the device', async ({
  page,
  context,
  allowed,
  newShopper,
}) => {
  allowed.push(/503|not merged/)
  const shopper = await newShopper()
  const lines = [{ ...TEE, quantity: 2 }]
  await keep(page, lines)
  await openSession(page, shopper)
  await context.route('**/mergeCart', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/cart-details')
  await expect(page.getByText('No items in the cart')).toBeVisible()
  expect(await linesOf(shopper)).toEqual([])
  expect(await stored(page)).not.toBeNull()

  let merges = 0
  context.on('response', (response) => {
    if (response.url().endsWith('/mergeCart') && response.ok()) merges += 1
  })
  await context.unroute('**/mergeCart')
  const other = await context.newPage()
  // A tab that is being reloaded can't share its login with the other.
  await openSession(other, shopper)
  await Promise.all([page.goto('/cart-details'), other.goto('/cart-details')])
  for (const tab of [page, other])
    await expect(tab.getByRole('listitem').filter({ hasText: 'Four Bars' }).locator('output')).toHaveText('2')
  await expect.poll(() => merges).toBe(1)
  expect(await stored(page)).toBeNull()

  await page.evaluate((value) => localStorage.setItem('guestCart', value), JSON.stringify({ version: 1, lines }))
  await context.route('**/mergeCart', (route) => route.fulfill({ status: 503, body: '{}' }))
  const refused = page.waitForResponse('**/mergeCart')
  await page.goto('/logout')
  await refused
  expect(await stored(page)).not.toBeNull()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => stored(page)).toBeNull()
})

test('off, as it comes, Add to cart and the cart lead to the login, and nothing is kept', { tag: '@S8.16' }, async ({
  page,
  shop,
}) => {
  await shop.command('settings', 'reset', 'cart.guests')
  const document = async () => (await fetch(`${shop.origin}/product-details/${TEE.productId}`)).text()
  await expect.poll(document).not.toContain('guest-cart')
  expect((await apiOf(shop, null)('POST /user/guestCart', { body: { lines: [] } })).status).toBe(404)
  await page.goto(`/product-details/${TEE.productId}`)
  await page.getByRole('radio', { name: 'L', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('User not logged in')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored(page)).toBeNull()
  await page.goto('/cart-details')
  await expect(page).toHaveURL(/\/login$/)
})
