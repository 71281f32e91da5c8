import { axeViolations } from './axe.ts'
import { advance, buy } from './buy.ts'
import { expect, test } from './fixtures.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M' }
const POLO = { productId: 'platform-polo', color: 'Green', size: 'M' }

test.use({ viewport: { width: 360, height: 740 } })

test('on a phone, another product comes instead, and what it costs is said before it’s asked for', async ({
  page,
  shop,
  shopper,
}) => {
  const orderId = await buy(shop, shopper, [TEE])
  await advance(shop, 'orders', orderId, { steps: 3 })
  await shopper.api('POST /user/addToWishlist', { body: { userId: shopper.id, ...POLO, quantity: 1 } })
  await page.goto(`/my-orders?order=${orderId}`)
  await page.getByRole('button', { name: /^Exchange / }).click()
  await page.getByLabel('Reason').selectOption('Other')
  // Off, nothing shows.
  await expect(page.getByRole('button', { name: 'Choose another product instead' })).toHaveCount(0)
  await shop.command('settings', 'set', 'exchange.otherProducts', 'true')
  try {
    await page.reload()
    await page.getByRole('button', { name: /^Exchange / }).click()
    await page.getByLabel('Reason').selectOption('Other')
    await page.getByLabel('Description').fill('I like the other one more.')
    await page.getByRole('button', { name: 'Choose another product instead' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose another product' })
    await expect(picker.getByRole('region', { name: 'Your wishlist' }).getByRole('button')).toHaveCount(1)
    expect(await axeViolations(page)).toEqual([])
    await picker.getByLabel('Search for a product').fill('polo')
    await expect(picker.getByRole('region', { name: 'Products' }).getByRole('button').first()).toBeVisible()
    await picker
      .getByLabel('Search for a product')
      .fill(`${page.url().split('/my-orders')[0]}/product-details/platform-polo`)
    const linked = picker.getByRole('region', { name: 'Products' }).getByRole('button')
    await expect(linked).toHaveCount(1)
    await linked.click()
    const sheet = page.getByRole('dialog', { name: 'Colour and size' })
    await sheet.getByRole('radio', { name: 'Green' }).check({ force: true })
    await sheet.getByRole('radio', { name: 'XL', exact: true }).check()
    await sheet.getByRole('button', { name: 'Choose this one' }).click()
    await expect(page.getByText('Platform Polo, Green, XL')).toBeVisible()
    const difference = page.getByText(/^The replacement costs Rs\. [\d,.]+ (more|less)/)
    await expect(difference).toBeVisible()
    const said = (await difference.textContent()) ?? ''
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: 'Submit exchange' }).click()
    await expect(page).toHaveURL(/\/sucess-return$/)
    await page.goto(`/my-orders?order=${orderId}`)
    await expect(page.getByText('Platform Polo, Green, XL')).toBeVisible()
    await expect(page.getByText(said)).toBeVisible()
    await page.getByRole('button', { name: 'Change product: Four Bars Boxy Tee' }).click()
    await expect(picker).toBeVisible()
  } finally {
    await shop.command('settings', 'reset', 'exchange.otherProducts')
  }
})
