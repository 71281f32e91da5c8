import { expect, test } from './fixtures.ts'

const SHIRT = { productId: 'four-bars-boxy-tee', color: 'White', size: 'XL' }
const BY = /Delivered by [A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2,3} to 400050\./

test('a PIN is asked for once, and its day stands on product, cart and checkout', { tag: ['@R19', '@R34'] }, async ({
  page,
  shopper,
  allowed,
}) => {
  allowed.push(/status of 404/)
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, quantity: 1, ...SHIRT } })
  await page.goto('/product-details/four-bars-boxy-tee')
  const pin = page.getByLabel('Your PIN code')
  const ask = page.getByRole('button', { name: 'When will it arrive?' })
  await pin.fill('4000')
  await ask.click()
  await expect(page.getByText('A PIN code has six digits.')).toBeVisible()
  await pin.fill('400 050')
  await ask.click()
  await expect(page.getByText(BY)).toBeVisible()
  await page.goto('/cart-details')
  await expect(page.getByText(BY)).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await pin.fill('999999')
  await ask.click()
  await expect(page.getByText('We have no delivery date for this PIN code yet. You can still order.')).toBeVisible()

  await page.goto('/cart-checkout-form')
  await expect(page.getByLabel('Pin Code')).toHaveValue('400050')
  await expect(page.getByLabel('Town / City')).toHaveValue('Mumbai')
  await page.getByLabel('Phone number').fill('98200 00000')
  await page.getByLabel('Pin Code').fill('560001')
  await expect(page.getByLabel('Town / City')).toHaveValue('Bengaluru')
  await expect(page.getByLabel('State')).toHaveValue('Karnataka')
  await page.getByLabel('Town / City').fill('Bangalore Cantt')
  await page.getByLabel('Pin Code').fill('400050')
  await expect(page.getByLabel('State')).toHaveValue('Maharashtra')
  await expect(page.getByLabel('Town / City'), 'what was typed stays').toHaveValue('Bangalore Cantt')
  await page.getByLabel('Town / City').fill('Mumbai')
  await page.getByLabel('Street address').fill('12, Hill Road')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText(BY)).toBeVisible()
  await page.goto('/cart-details')
  await expect(page.getByText(/ to 400050 \(\w+, 12, Hill Road\)\.$/)).toBeVisible()
})
