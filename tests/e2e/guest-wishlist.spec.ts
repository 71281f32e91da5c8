import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { apiOf, expect, openSession, type Shopper, test } from './fixtures.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'White', size: 'L' }

test.describe.configure({ mode: 'serial' })

const document = async (origin: string) => (await fetch(`${origin}/product-details/${TEE.productId}`)).text()

test.beforeEach(async ({ shop }) => {
  await shop.command('settings', 'set', 'wishlist.guests', 'yes')
  await expect.poll(() => document(shop.origin)).toContain('guest-wishlist')
})
test.afterEach(({ shop }) => shop.command('settings', 'reset', 'wishlist.guests'))

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('guestWishlist'))

const keep = (page: Page, lines: unknown) =>
  page.addInitScript(
    (value) => {
      if (sessionStorage.getItem('test-kept')) return
      sessionStorage.setItem('test-kept', 'yes')
      localStorage.setItem('guestWishlist', value)
    },
    JSON.stringify({ version: 1, lines }),
  )

async function wishesOf(shopper: Shopper): Promise<string[]> {
  const answer = await shopper.api('GET /user/wishlist/{userId}', { params: { userId: shopper.id } })
  if (!answer.ok) throw new Error(answer.message)
  return answer.data.wishlist.map(({ quantity, productId }) => `${quantity} ${productId._id}`)
}

test('a heart works before the login, the list is there after a reload, and comes into the account', async ({
  page,
  newShopper,
}) => {
  const shopper = await newShopper()
  await page.goto('/categories?q=four+bars')
  await page.mouse.move(5, 5)
  const heart = page.getByRole('button', { name: 'Wishlist: Four Bars Boxy Tee' })
  await heart.click()
  const choice = page.getByRole('dialog')
  await choice.getByRole('radio', { name: 'White', exact: true }).check({ force: true })
  await choice.getByRole('radio', { name: 'L', exact: true }).check({ force: true })
  await choice.getByRole('button', { name: 'Add to wishlist' }).click()
  await expect(page.getByText('Product added to wishlist successfully')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(JSON.parse((await stored(page)) ?? '')).toEqual({ version: 1, lines: [{ ...TEE, quantity: 1 }] })
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Wishlist' }).click()
  await expect(page).toHaveURL(/\/wishlist$/)
  await expect(page.getByText('This list is kept on this device.')).toBeVisible()
  const line = page.getByRole('listitem').filter({ hasText: 'Four Bars Boxy Tee' })
  await expect(line).toContainText('Rs. 1,299.00')
  expect(await axeViolations(page)).toEqual([])
  // A quantity that was changed just before the page is left is kept.
  await line.getByRole('button', { name: 'Increase' }).click()
  await page.reload()
  await expect(line.locator('output')).toHaveText('2')

  await openSession(page, shopper)
  await page.goto('/categories?q=four+bars')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(await wishesOf(shopper)).toEqual([`2 ${TEE.productId}`])
  await expect.poll(() => stored(page)).toBeNull()
  await page.goto('/wishlist')
  await expect(line.locator('output')).toHaveText('2')
  await expect(page.getByText('This list is kept on this device.')).toHaveCount(0)
})

test('Remove has Undo, a product that is gone is told, and Move to cart brings the piece through the login', async ({
  page,
}) => {
  await keep(page, [
    { ...TEE, quantity: 1 },
    { ...TEE, productId: 'no-such-thing', quantity: 1 },
  ])
  await page.goto('/wishlist')
  await expect(page.getByText('An item on your wishlist is no longer sold and has been removed.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Wishlist item deleted successfully.')).toBeVisible()
  await expect(page.getByText('Nothing on your wishlist yet.')).toBeVisible()
  expect(await stored(page)).toBeNull()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Four Bars Boxy Tee' })).toBeVisible()
  await page.getByRole('button', { name: 'Move to cart' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('goes into the cart as soon as you’re in')).toBeVisible()
  expect(await stored(page)).not.toBeNull()
})

test('a failed merge keeps the list, and a logout clears the device', async ({ page, allowed, newShopper }) => {
  allowed.push(/503|merged/)
  const shopper = await newShopper()
  await keep(page, [{ ...TEE, quantity: 1 }])
  await page.route('**/mergeWishlist', (route) => route.fulfill({ status: 503, body: '{}' }))
  await openSession(page, shopper)
  const refused = page.waitForResponse('**/mergeWishlist')
  // A page without hearts merges too.
  await page.goto('/logout')
  await refused
  expect(await stored(page)).not.toBeNull()
  expect(await wishesOf(shopper)).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => stored(page)).toBeNull()
})

test('off, as it comes, the heart and the wishlist lead to the login, and nothing is kept', async ({ page, shop }) => {
  await shop.command('settings', 'reset', 'wishlist.guests')
  await expect.poll(() => document(shop.origin)).not.toContain('guest-wishlist')
  expect((await apiOf(shop, null)('POST /user/guestWishlist', { body: { lines: [] } })).status).toBe(404)
  await page.goto('/wishlist')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(`/product-details/${TEE.productId}`)
  await expect(page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Wishlist' })).toHaveCount(0)
  await page.getByRole('radio', { name: 'L', exact: true }).check({ force: true })
  await page
    .getByRole('button', { name: /to wishlist/ })
    .first()
    .click()
  await expect(page.getByText('User not logged in')).toBeVisible()
  expect(await stored(page)).toBeNull()
})
