import { writeFile } from 'node:fs/promises'
import { fillAddress } from './buy.ts'
import { expect, test } from './fixtures.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M', quantity: 1 }
const LINK10 = {
  name: '10 % for the first order',
  kind: 'percent',
  value: 10,
  of: 'order',
  codes: 'one',
  code: 'LINK10',
  who: 'first_order',
  combines: [],
  state: 'running',
}

let id = ''

test.afterEach(async ({ shop }) => {
  await shop.command('offers', 'stop', id)
})

test('the code of a link takes off what it says, from the cart to the paid order; then it says why it doesn’t any more', async ({
  page,
  shop,
  shopper,
}, info) => {
  const file = info.outputPath('link10.json')
  await writeFile(file, JSON.stringify(LINK10))
  const added = await shop.command('offers', 'add', file)
  id = /^\S+/.exec(added)?.[0] ?? ''
  const put = () => shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...TEE } })
  expect((await put()).ok).toBe(true)
  await page.goto('/categories?code=link10')
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Cart' })).toContainText('Offers are taken off in the cart.')
  await page.goto('/cart-details')
  const summary = page.getByLabel('Summary')
  // 1,299 less 10 %, 5 % GST on what is left, and Rs. 40 for delivery.
  await expect(summary).toContainText('129.90')
  const box = page.getByRole('region', { name: 'Offer code' })
  await expect(box).toContainText('LINK10 saves Rs. 129.90.')
  await page.goto('/cart-checkout-form')
  await fillAddress(page)
  // Nobody has ordered to these yet.
  await page.getByLabel('Phone number', { exact: true }).fill('9820077001')
  await page.getByLabel('Street address', { exact: true }).fill('7, Offer Lane')
  await expect(page.getByRole('button', { name: /^Checkout/ })).toHaveText('Checkout · Rs. 1,267.56')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(page).toHaveURL(/\/sucess-order/)
  await expect(page.getByRole('main')).toContainText('1,267.56')

  expect((await put()).ok).toBe(true)
  await page.goto('/cart-details')
  await expect(box).toContainText('This code is for a first order')
  await expect(summary).toContainText('Rs. 1,403.95')
})
