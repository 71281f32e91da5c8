import { axeViolations } from './axe.ts'
import { fillAddress } from './buy.ts'
import { expect, test } from './fixtures.ts'
import { TEE } from './visits.ts'

test('store credit pays a part of an order and then a whole one, and the pages say so', async ({
  page,
  shop,
  shopper,
}) => {
  await shop.command('customers', 'credit', shopper.email, '250', '--reason', 'The late parcel')
  const put = async () =>
    expect((await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...TEE, quantity: 1 } })).ok).toBe(
      true,
    )
  await put()
  await page.goto('/cart-checkout-form')
  await fillAddress(page)
  const button = page.getByRole('button', { name: /^Checkout/ })
  await page.getByLabel('Use Rs. 250.00 store credit').check()
  await expect(page.getByLabel('Summary')).toContainText('Paid by store credit')
  await expect(button).toHaveText('Checkout · Rs. 1,153.95')
  expect(await axeViolations(page)).toEqual([])
  await button.click()
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay .*1,153\.95/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(page).toHaveURL(/\/sucess-order/)

  await shop.command('customers', 'credit', shopper.email, '5000', '--reason', 'Our mistake')
  await put()
  await page.goto('/cart-checkout-form')
  await page.getByLabel(/^Use Rs\. 1,403\.95 store credit/).check()
  await expect(button).toHaveText('Checkout · Rs. 0.00')
  await button.click()
  await expect(page).toHaveURL(/\/sucess-order/)
  await page.goto(`/my-orders?order=${new URL(page.url()).searchParams.get('order')}`)
  await expect(page.getByRole('main')).toContainText('Paid by store credit')
})
