import { expect, test } from './fixtures.ts'
import { expectSound, openStaffSite } from './staff.ts'

test('an order is entered at a stall on a phone, its link is ready to copy, and it’s paid in cash', async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/orders/new')
  await page.getByLabel('Product or SKU').fill('four bars')
  const found = page.getByRole('list', { name: 'Found' })
  await found
    .getByRole('button', { name: /^Four Bars Boxy Tee/ })
    .first()
    .click()
  await found
    .getByRole('button', { name: /[1-9]\d* left$/ })
    .first()
    .click()
  await expect(page.getByLabel('Quantity')).toHaveValue('1')
  await page.getByRole('textbox', { name: 'Phone' }).fill('98200 00077')
  await page.getByLabel('Name', { exact: true }).fill('Meera Nair')
  // What was typed survives a reload.
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Meera Nair')
  await page.getByText('Change price').click()
  await page.getByLabel('Price per piece, in rupees').fill('1000')
  await page.getByRole('button', { name: 'Create draft order' }).click()
  await expect(page.getByText('Please give a reason for the changed price.').first()).toBeVisible()
  await page.getByLabel('Reason').fill('A loose thread')
  await page.getByRole('radio', { name: 'Stall' }).check()
  await page.getByLabel('Offer code (optional)').fill('NOSUCHCODE')
  await page.getByRole('button', { name: 'Create draft order' }).click()
  await expect(page.getByText('There’s no such code.').first()).toBeVisible()
  await page.getByLabel('Offer code (optional)').fill('')
  await expectSound(page, 'a new order')
  await page.getByRole('button', { name: 'Create draft order' }).click()

  await expect(page).toHaveURL(/\/admin\/draft-orders\/[\w-]{22}$/)
  await expect(
    page.getByText(/^Hello Meera, your order at .+ comes to Rs. 1,050.00. You can pay here: http/),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/919820000077\?text=/,
  )
  await expectSound(page, 'an entered order')
  await page.getByRole('button', { name: 'Paid: Rs. 1,050.00' }).click()
  const order = page.getByRole('link', { name: /^Order FS-\d+/ })
  await expect(order).toBeVisible()
  await order.click()
  await expect(page.getByText('Delivered').first()).toBeVisible()

  await page.goto('/admin/draft-orders')
  await expect(page.getByRole('link', { name: /Meera Nair/ }).first()).toBeVisible()
  await expectSound(page, 'entered orders')
  await context.close()
})

test('an address told on the phone is entered with the order, and its PIN fills in town and state', async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/orders/new')
  await page.getByLabel('Product or SKU').fill('four bars')
  const found = page.getByRole('list', { name: 'Found' })
  await found
    .getByRole('button', { name: /^Four Bars Boxy Tee/ })
    .first()
    .click()
  await found
    .getByRole('button', { name: /[1-9]\d* left$/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Phone' }).fill('98200 00078')
  await page.getByLabel('Name', { exact: true }).fill('Meera Nair')
  await page.getByText('Enter the address now').click()
  await page.getByLabel('PIN').fill('411001')
  await expect(page.getByLabel('City')).toHaveValue('Pune')
  await expect(page.getByLabel('State')).toHaveValue('Maharashtra')
  await page.getByRole('button', { name: 'Create draft order' }).click()
  await expect(page.getByLabel('Street')).toHaveAccessibleDescription(/street/i)
  await page.getByLabel('Street').fill('7, Fergusson Road')
  await page.getByRole('button', { name: 'Create draft order' }).click()
  await expect(page).toHaveURL(/\/admin\/draft-orders\/[\w-]{22}$/)
  await expect(page.getByText('7, Fergusson Road')).toBeVisible()
  await context.close()
})
