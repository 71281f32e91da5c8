import { axeViolations } from './axe.ts'
import { buy } from './buy.ts'
import { expect, registerShopper, test } from './fixtures.ts'
import { openStaffSite } from './staff.ts'

const polo = { productId: 'platform-polo', color: 'Black', size: 'M' }

test('a parcel that came back is received piece by piece on a phone, and its order is sent again', async ({
  browser,
  shop,
}) => {
  const shopper = await registerShopper(shop, 'Aarti Kamble')
  const orderId = await buy(shop, shopper, [{ ...polo, quantity: 2 }])
  await shop.command('orders', 'ship', orderId, '--carrier', 'Delhivery', '--tracking', 'RTO5512345678')
  await shop.command('orders', 'parcel', orderId, 'RTO5512345678', 'attempted', '--reason', 'Door locked')
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/returns')
  const card = page.getByRole('article', { name: /^Parcel of/ })
  await expect(card.getByText('Reason: Door locked')).toBeVisible()
  await expect(card.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:/)
  expect(await axeViolations(page)).toEqual([])
  // Another attempt: it's on its way again, until the carrier gives up.
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing is coming back')).toBeVisible()
  await shop.command('orders', 'parcel', orderId, 'RTO5512345678', 'returned')
  await page.goto('/admin')
  await page.getByRole('link', { name: /Receive.*returned/ }).click()
  await card.getByRole('button', { name: 'Receive' }).click()
  const dialog = page.getByRole('dialog', { name: 'What came back?' })
  await dialog.getByRole('radio', { name: 'Damaged' }).first().check()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Receive: 1 fine, 1 damaged, 0 missing' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/admin/returns?state=received')
  await expect(card.getByText('1 fine, 1 damaged')).toBeVisible()
  await card.getByRole('link', { name: 'Send again or refund' }).click()
  await page.getByRole('button', { name: 'Send again' }).first().click()
  const again = page.getByRole('dialog', { name: 'Send again' })
  await again.getByRole('textbox', { name: 'Street' }).fill('12 Hill Road, second floor')
  await again.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText(/To pack again\. .* refunded\./)).toBeVisible()
  await expect(page.getByText('The fine pieces are sent again.')).toBeVisible()
  await expect(page.getByText('12 Hill Road, second floor')).toBeVisible()
  await context.close()
})
