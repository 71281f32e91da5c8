import type { Page } from '@playwright/test'
import { buy } from './buy.ts'
import { expect, test } from './fixtures.ts'
import { callStaff, expectSound, openStaffSite } from './staff.ts'

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill(text)
}

test('everything is searched from everywhere: products, SKUs, customers, orders; an exact hit opens by Enter', async ({
  browser,
  shop,
  newShopper,
}) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'manager')
  const made = await callStaff(shop, person.cookie, ['POST', '/products'], {
    name: 'Searched Kurta',
    price: 1799,
    state: 'published',
    categories: 'Woman',
    description: 'Found.',
    variants: [{ sku: 'SEEK-7-M', color: 'Indigo', size: 'M', quantity: 9 }],
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const shopper = await newShopper('Revathi Sundaram')
  const orderId = await buy(shop, shopper, [{ productId: 'searched-kurta', color: 'Indigo', size: 'M' }])
  const { orderNumber } = JSON.parse(await shop.command('orders', 'show', orderId, '--json'))
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()

  // A hand scanner presses Enter before the answer is there.
  await search(page, 'seek-7-m')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/stock/SEEK-7-M')
  await search(page, orderNumber.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/orders/${orderId}`)
  await search(page, 'Searched Kurta')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/products/searched-kurta')
  await search(page, shopper.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/customers/${shopper.id}`)

  // Of several, none opens by itself: the first is marked, and the next Enter opens it.
  await search(page, 'revathi')
  await page.keyboard.press('Enter')
  const options = page.getByRole('option')
  await expect(options).toHaveCount(2)
  await expect(options.nth(0)).toContainText(`${orderNumber} · `)
  await expect(page.getByRole('group', { name: 'Orders' }).getByRole('option')).toHaveCount(1)
  await expect(options.nth(1)).toContainText(shopper.email)
  await expect(page.getByRole('group', { name: 'Customers' }).getByRole('option')).toHaveCount(1)
  await expect(page).toHaveURL(`/admin/customers/${shopper.id}`)
  await expectSound(page, 'the search', 'dialog')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/orders/${orderId}`)

  // Before anything is typed, what was open in this tab is there, without the record on the screen.
  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect(recent).toHaveText([shopper.name, 'Searched Kurta', /Indigo, M/])
  await expectSound(page, 'the empty search', 'dialog')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/customers/${shopper.id}`)
  await context.close()
})

test('a packer finds products, and no customers', async ({ browser, shop, newShopper }) => {
  const shopper = await newShopper('Chellam Kannan')
  const { page, context } = await openStaffSite(browser, shop, 'packer', { name: 'Ravi' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await search(page, 'Chellam')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/admin/customers'))).toEqual([])
  await page.getByRole('combobox', { name: 'Search' }).fill('platform polo')
  await expect(page.getByRole('group', { name: 'Products' }).getByRole('option')).toHaveCount(1)
  expect(asked).not.toContain('/api/admin/stock')
  expect(await page.getByRole('option').allInnerTexts()).not.toContain(shopper.email)
  await context.close()
})

test('letters typed before the search window is loaded stand in it', async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/palette/, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.keyboard.press('/')
  await page.keyboard.type('nis')
  await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toHaveValue('nis')
  release()
  const field = page.getByRole('combobox', { name: 'Search', exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('ha')
  await expect(field).toHaveValue('nisha')
  await context.close()
})
