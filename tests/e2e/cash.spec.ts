import { fillAddress } from './buy.ts'
import { expect, test } from './fixtures.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M', quantity: 1 }
const VALUES = { 'cash.on': 'yes', 'cash.fee': '50', 'cash.to': '2000' }

test.beforeEach(async ({ shop }) => {
  for (const [name, value] of Object.entries(VALUES)) await shop.command('settings', 'set', name, value)
})
test.afterEach(async ({ shop }) => {
  for (const name of Object.keys(VALUES)) await shop.command('settings', 'reset', name)
})

test('an order in cash: the fee shows with the choice, it’s placed without a payment window, and the pages say what is due', async ({
  page,
  shopper,
}) => {
  const put = (quantity: number) =>
    shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...TEE, quantity } })
  expect((await put(1)).ok).toBe(true)
  await page.goto('/cart-checkout-form')
  await fillAddress(page)
  await page.getByLabel('Phone number', { exact: true }).fill('9820088001')
  const button = page.getByRole('button', { name: /^(Checkout|Place order)/ })
  await expect(button).toHaveText('Checkout · Rs. 1,403.95')
  await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
  await expect(button).toHaveText('Place order · Rs. 1,453.95')
  await expect(page.getByLabel('Summary')).toContainText('Fee for paying in cash')
  await page.getByRole('radio', { name: /^Pay now/ }).check()
  await expect(button).toHaveText('Checkout · Rs. 1,403.95')
  await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
  await expect(button).toHaveText('Place order · Rs. 1,453.95')
  await button.click()
  await expect(page).toHaveURL(/\/sucess-order/)
  await expect(page.getByRole('main')).toContainText('To pay in cash')
  await expect(page.getByRole('main')).toContainText('Rs. 1,453.95')
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.goto(`/my-orders?order=${new URL(page.url()).searchParams.get('order')}`)
  await expect(page.getByRole('main')).toContainText('To pay in cash')

  // More than the owner takes in cash: the page says so, and offers no choice.
  expect((await put(2)).ok).toBe(true)
  await page.goto('/cart-checkout-form')
  await expect(page.getByRole('main')).toContainText('Cash on delivery is for orders of up to Rs. 2,000.')
  await expect(page.getByRole('radio', { name: /^Cash on delivery/ })).toHaveCount(0)
})

test('the product page says early whether cash is taken at a PIN, and what it costs', async ({ page, shop }) => {
  await page.goto('/product-details/four-bars-boxy-tee')
  await page.getByLabel('Your PIN code').fill('400050')
  await page.getByRole('button', { name: 'When will it arrive?' }).click()
  await expect(page.getByText('Cash on delivery: fee Rs. 50.')).toBeVisible()
  await shop.command('products', 'set', 'four-bars-boxy-tee', 'cash=no')
  // The pages of a running shop follow within two seconds.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('No cash on delivery.')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await shop.command('products', 'set', 'four-bars-boxy-tee', 'cash=yes')
})
