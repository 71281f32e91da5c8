import type { Locator, Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, type Shopper, test } from './fixtures.ts'

/* Another colour or size of a line in the cart or on the wishlist, chosen in place. */

const TEE = { productId: 'four-bars-boxy-tee', color: 'White', size: 'L' }

async function fill(shopper: Shopper, list: 'addToCart' | 'addToWishlist', line: typeof TEE & { quantity?: number }) {
  const body = { userId: shopper.id, quantity: 1, ...line }
  expect(await shopper.api(`POST /user/${list}`, { body })).toMatchObject({ ok: true })
}

const rowOf = (within: Page | Locator) => within.getByRole('listitem').filter({ hasText: 'Four Bars Boxy Tee' })

const variantButton = (row: Locator) => row.getByRole('button', { name: /^Change size or colour/ })

test('another size is chosen in the cart, in the drawer too, with one call; Undo brings the old one back', {
  tag: '@R51',
}, async ({ page, shopper }) => {
  await fill(shopper, 'addToCart', { ...TEE, quantity: 2 })
  await page.goto('/cart-details')
  const tee = rowOf(page)
  await variantButton(tee).click()
  const sheet = page.getByRole('dialog', { name: 'Change size or colour' })
  await expect(sheet.getByRole('radio', { name: 'White' })).toBeChecked()
  await expect(sheet.getByRole('radio', { name: 'L', exact: true })).toBeChecked()
  expect(await axeViolations(page)).toEqual([])
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(new URL(request.url()).pathname)
  })
  await sheet.getByRole('radio', { name: 'XL', exact: true }).check()
  await sheet.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByText('Changed to XL, White.')).toBeVisible()
  expect(changes).toEqual(['/api/user/replaceCartLine'])
  await expect(variantButton(tee)).toHaveText('Change size or colour: XL · White')
  await expect(variantButton(tee)).toBeFocused()
  await expect(tee.locator('output')).toHaveText('2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(variantButton(tee)).toHaveText('Change size or colour: L · White')

  await fill(shopper, 'addToCart', { ...TEE, size: 'XXL' })
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await variantButton(rowOf(drawer).first()).click()
  await sheet.getByRole('radio', { name: 'XXL', exact: true }).check()
  await sheet.getByRole('button', { name: 'Change', exact: true }).click()
  // The two lines of the tee became one.
  await expect(rowOf(drawer)).toHaveCount(1)
  await expect(rowOf(drawer).locator('output')).toHaveText('3')
})

test('a refused change of size says why and leaves the cart as it is', { tag: '@R51' }, async ({
  page,
  shopper,
  allowed,
}) => {
  allowed.push(/409/)
  await fill(shopper, 'addToCart', TEE)
  await page.goto('/cart-details')
  const tee = rowOf(page)
  await variantButton(tee).click()
  await page.route('**/replaceCartLine', (route) =>
    route.fulfill({ status: 409, json: { message: 'XL is sold out.' } }),
  )
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: 'XL', exact: true }).check()
  await sheet.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByText('XL is sold out.')).toBeVisible()
  await expect(variantButton(tee)).toHaveText('Change size or colour: L · White')
})

test('a wishlist offers sold-out sizes in order, with a mail for when they are back', {
  tag: ['@R51'],
}, async ({ page, shopper }) => {
  await fill(shopper, 'addToWishlist', TEE)
  await page.goto('/wishlist')
  await variantButton(rowOf(page)).click()
  const sheet = page.getByRole('dialog')
  const sizes = sheet.getByRole('group', { name: 'Size' }).getByRole('radio')
  await expect(sizes.first()).toBeVisible()
  // M is sold out in white.
  expect(await sizes.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
    'S',
    'M',
    'L',
    'XL',
    'XXL',
  ])
  await sizes.nth(1).check()
  const asked = page.waitForResponse('**/notifyMe')
  await sheet.getByRole('button', { name: 'Sold out: tell me when it’s back' }).click()
  expect((await asked).status()).toBe(202)
  await sheet.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(variantButton(rowOf(page))).toHaveText('Change size or colour: M · White')
})
