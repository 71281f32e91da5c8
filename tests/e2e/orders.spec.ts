import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pdfText } from '../support/pdf-text.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { advance, buy } from './buy.ts'
import { expect, type Shopper, test } from './fixtures.ts'

const POLO = { productId: 'platform-polo', color: 'Green', size: 'M' }
const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M' }
const DAY = 24 * 60 * 60 * 1000

const progress = (page: Page) => page.getByRole('list', { name: 'Order progress' })
const returns = (page: Page) => page.getByRole('list', { name: 'Exchange progress' })

test('orders are listed under Ongoing until they are delivered, each with a picture of its status', {
  tag: ['@S2.14', '@S2.38', '@S2.39', '@S3.9', '@S4.4', '@S4.5', '@S7.19', '@R41'],
}, async ({ page, shop, shopper }) => {
  const orderId = await buy(shop, shopper, [{ ...POLO, quantity: 2 }])
  const asked = page.waitForRequest((request) => request.url().endsWith(`/api/user/user-orders/${shopper.id}`))
  await page.goto('/my-orders')
  expect((await asked).headers().authorization).toBe(`Bearer ${shopper.token}`)
  for (const words of ['Ordered', 'Packaging', 'On the way']) {
    await expect(progress(page).getByRole('listitem')).toHaveCount(4)
    await expect(progress(page).locator('[aria-current=step]')).toContainText(words)
    await page.getByRole('tab', { name: 'Completed' }).click()
    await expect(page.getByText('No orders found.')).toBeVisible()
    await advance(shop, 'orders', orderId, { steps: 1 })
    await page.goto('/my-orders')
  }
  await expect(page.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Ongoing' }).click()
  await expect(page.getByText('No orders found.')).toBeVisible()
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(progress(page).locator('[aria-current=step]')).toContainText('Delivered')
  await page.getByRole('link', { name: 'Platform Polo' }).click()
  await expect(page.getByRole('heading', { name: /^Delivered on / })).toBeFocused()
  for (const words of ['M · Green · 2', 'Items (2)', 'GST and Service Tax', 'Rs. 2,977.90', '12 Hill Road'])
    await expect(page.getByRole('main')).toContainText(words)
  await expect(page.getByRole('term').filter({ hasText: 'Delivered' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(page.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true')
})

test('an order leads to the same again, a review and a message; its ID is copied', { tag: '@R41' }, async ({
  page,
  context,
  shop,
  shopper,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const orderId = await buy(shop, shopper, [POLO])
  await page.goto(`/my-orders?order=${orderId}`)
  await expect(page.getByRole('link', { name: 'Review: Platform Polo' })).toHaveCount(0)
  await advance(shop, 'orders', orderId)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Review: Platform Polo' })).toHaveAttribute(
    'href',
    '/product-details/platform-polo#reviews',
  )
  await page.getByRole('button', { name: 'Copy the order’s ID' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(orderId)
  await page.getByRole('button', { name: 'Buy again: Platform Polo' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add to cart' })
  await expect(sheet.getByRole('radio', { name: 'Green' })).toBeChecked()
  await expect(sheet.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
  await sheet.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Something wrong? Write to us.' }).click()
  await expect(page).toHaveURL(/\/contact-us$/)
  await expect(page.getByLabel('Message')).toHaveValue(/^Order FS-\d+: $/)
})

/** Opens the order of a polo and a tee, delivered, and the form to exchange the polo. */
async function openExchangeForm(page: Page, shop: RunningShop, shopper: Shopper): Promise<string> {
  const orderId = await buy(shop, shopper, [POLO, TEE])
  await advance(shop, 'orders', orderId)
  await page.goto(`/my-orders?order=${orderId}`)
  await page.getByRole('button', { name: 'Exchange Platform Polo' }).click()
  return orderId
}

test('an exchange opens when the order is delivered, for 7 days', {
  tag: ['@S4.10', '@S9.6', '@R42'],
}, async ({ page, shop, shopper }) => {
  const orderId = await buy(shop, shopper, [POLO, TEE])
  await page.goto(`/my-orders?order=${orderId}`)
  await expect(page.getByText('Exchange opens once it’s delivered, for 7 days.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Exchange/ })).toHaveCount(0)
  await advance(shop, 'orders', orderId)
  await page.reload()
  await expect(page.getByText(/^Exchange until \d+ \w+$/)).toHaveCount(2)
})

test('an exchange needs reason and description, and offers a colour or size only if the reason needs it', {
  tag: ['@S5.10', '@S5.11', '@S5.12', '@C6.14', '@R43'],
}, async ({ page, shop, shopper }) => {
  await openExchangeForm(page, shop, shopper)
  const reason = page.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await page.getByRole('button', { name: 'Submit exchange' }).click()
  await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
  await page.getByLabel('Description').fill('Too tight')
  await page.getByRole('button', { name: 'Submit exchange' }).click()
  await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
  await expect(reason.locator('option')).toHaveText([
    'Choose one',
    'Product Damaged',
    'Color Mismatch',
    'Size Issue',
    'Material Defect',
    'Other',
  ])
  const colour = page.getByRole('group', { name: 'Colour' })
  const size = page.getByRole('group', { name: 'Size' })
  for (const one of ['Product Damaged', 'Material Defect', 'Other']) {
    await reason.selectOption(one)
    await expect(colour).toHaveCount(0)
    await expect(size).toHaveCount(0)
  }
  await reason.selectOption('Color Mismatch')
  await expect(colour.getByRole('radio')).toHaveCount(2)
  await expect(colour.getByRole('radio', { name: 'Green' }), 'the same again').toBeEnabled()
  await expect(colour.getByRole('radio', { name: 'Black' })).not.toBeChecked()
  await expect(size).toHaveCount(0)
  await reason.selectOption('Size Issue')
  await expect(colour).toHaveCount(0)
  await expect(size.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(size.getByRole('radio', { name: 'M', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Submit exchange' }).click()
  await expect(page.getByText('Choose the size you want.')).toBeVisible()
  await expect(page.getByText('Please fill in all required fields.')).toHaveCount(0)
  await expect(size.getByRole('radio', { disabled: false }).first()).toBeFocused()
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await axeViolations(page)).toEqual([])
})

test('a requested exchange is listed under Return Initiated, and can be cancelled', {
  tag: [
    '@S2.12',
    '@S2.40',
    '@S3.10',
    '@S4.6',
    '@S4.7',
    '@S4.8',
    '@S4.10',
    '@S6.3',
    '@S7.21',
    '@S7.22',
    '@S8.18',
    '@C6.13',
  ],
}, async ({ page, shop, shopper }) => {
  const orderId = await openExchangeForm(page, shop, shopper)
  await page.getByLabel('Reason').selectOption('Size Issue')
  await page.getByLabel('Description').fill('Too tight')
  await page.getByRole('radio', { name: 'L', exact: true }).check()
  const sent = page.waitForRequest('**/api/user/addExchange')
  await page.getByRole('button', { name: 'Submit exchange' }).click()
  const request = await sent
  expect(request.postDataJSON()).toEqual({
    orderId,
    productId: POLO.productId,
    reasonForExchange: 'Size Issue',
    problem: 'Too tight',
    size: 'L',
  })
  expect(request.headers()['idempotency-key']).toBeTruthy()
  await expect(page.getByText('Exchange request submitted successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/sucess-return$/)
  await expect(page.getByRole('heading', { name: 'Return complete' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).click()

  await expect(page.getByRole('heading', { name: 'Return Initiated' })).toBeVisible()
  await expect(returns(page).locator('[aria-current=step]')).toContainText('Requested')
  await expect(page.getByText('M → L')).toBeVisible()
  await page.goto(`/my-orders?order=${orderId}`)
  await expect(page.getByRole('button', { name: 'Exchange Platform Polo' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Exchange Four Bars Boxy Tee' })).toBeVisible()

  await page.getByRole('button', { name: 'Change size: Platform Polo' }).click()
  await expect(page.getByRole('radio', { name: 'L', exact: true })).toBeChecked()
  await page.getByRole('radio', { name: 'XL', exact: true }).check()
  await page.getByRole('dialog', { name: 'Change size' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('M → XL')).toBeVisible()

  await page.getByRole('button', { name: 'Cancel exchange of Platform Polo' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this exchange?' })
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel exchange of Platform Polo' }).click()
  await dialog.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(page.getByText('Exchange cancelled successfully.')).toBeVisible()
  await expect(page.getByText('This return has been cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cancel exchange/ })).toHaveCount(0)
})

test('a delivered exchange shows its status and cannot be cancelled; the home button goes to the home page', {
  tag: ['@S2.12', '@S4.6', '@S4.7', '@S4.8', '@R43'],
}, async ({ page, shop, shopper }) => {
  const orderId = await buy(shop, shopper, [POLO])
  await advance(shop, 'orders', orderId)
  const asked = await shopper.api('POST /user/addExchange', {
    body: { orderId, productId: POLO.productId, reasonForExchange: 'Other', problem: 'Second thoughts' },
  })
  if (!asked.ok) throw new Error(asked.message)
  await advance(shop, 'exchanges', asked.data.exchange._id)
  await page.goto('/my-orders')
  await expect(page.getByText('This return has been Delivered.')).toBeVisible()
  await expect(returns(page).locator('[aria-current=step]')).toContainText('Delivered')
  await expect(page.getByRole('button', { name: /^Cancel exchange/ })).toHaveCount(0)
  await page.goto('/sucess-return')
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the three steps of an exchange open from the order, the product and the cart', { tag: '@R20' }, async ({
  page,
  shop,
  shopper,
}) => {
  const orderId = await buy(shop, shopper, [POLO])
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...TEE, quantity: 1 } })
  for (const path of [`/my-orders?order=${orderId}`, `/product-details/${POLO.productId}`, '/cart-details']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'How exchanges work' }).click()
    const sheet = page.getByRole('dialog', { name: 'How exchanges work' })
    await expect(sheet.getByRole('listitem')).toHaveCount(3)
    await expect(sheet).toContainText('within 7 days')
    await expect(sheet.getByRole('link', { name: 'Exchange Policy' })).toBeVisible()
  }
})

test('a printed order has the seller and whom to complain to, and neither menu nor buttons', { tag: '@R41' }, async ({
  page,
  shop,
  shopper,
}) => {
  const orderId = await buy(shop, shopper, [POLO])
  await page.goto(`/my-orders?order=${orderId}`)
  const account = page.getByRole('navigation', { name: 'Account' })
  const seller = page.getByText('Grievance Officer').first()
  await expect(account).toBeVisible()
  await expect(seller).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(account).toBeHidden()
  await expect(seller).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByText('M · Green · 1')).toBeVisible()
  // Cards in a grid would be printed over each other at the end of a page, and a heading alone.
  await expect(page.getByRole('article')).toHaveCSS('display', 'block')
  await expect(page.getByRole('heading', { name: 'Items' })).toHaveCSS('break-after', 'avoid')
})

test('after 7 days the exchange button is gone and the page shows why', { tag: ['@S9.6', '@C4.4', '@R42'] }, async ({
  page,
  shop,
  shopper,
}) => {
  const orderId = await buy(shop, shopper, [TEE])
  await advance(shop, 'orders', orderId, { at: new Date(Date.now() - 8 * DAY) })
  await page.goto(`/my-orders?order=${orderId}`)
  await expect(page.getByText('The 7-day exchange window has closed.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Exchange/ })).toHaveCount(0)
})

test('the invoice of an order is saved as PDF', async ({ page, shop, shopper }) => {
  const orderId = await buy(shop, shopper, [POLO])
  await page.goto(`/my-orders?order=${orderId}`)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save receipt (PDF)' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^receipt-INV-\d\d-\d\d-\d{5}\.pdf$/)
  const text = pdfText(await readFile(await download.path()))
  expect(text).toContain('Platform Polo, Green, M')
  expect(text).toContain('Total paid\n₹1,508.95\n')
})
