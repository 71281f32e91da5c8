import { expect, test } from './fixtures.ts'

test('a product shows what goes with it, what is like it and what was seen before, which the device can forget', async ({
  page,
}) => {
  await page.goto('/product-details/four-bars-boxy-tee')
  await page.getByRole('tablist').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 2000)
  const rows = page.getByRole('region')
  const similar = rows.filter({ has: page.getByRole('heading', { name: 'More like this' }) })
  await expect(similar.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Complete the set' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeHidden()
  const link = similar.getByRole('article').first().getByRole('link')
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Four Bars Boxy Tee')
  await page.mouse.wheel(0, 4000)
  const seen = rows.filter({ has: page.getByRole('heading', { name: 'Recently viewed' }) })
  await expect(seen.getByRole('article')).toHaveText([/Four Bars Boxy Tee/])
  await page.getByRole('button', { name: 'Clear my history on this device' }).click()
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeHidden()
})

test('a row without products leaves no gap for who comes slowly', async ({ page }) => {
  await page.goto('/product-details/dabba-tote')
  const promises = page.getByRole('region', { name: 'Why shop here' })
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const held = await height()
  // The rows begin 300 px below the window.
  await page.evaluate(() => {
    const rows = document.querySelector('main > :last-child')
    window.scrollTo(0, window.scrollY + (rows?.getBoundingClientRect().top ?? 0) - window.innerHeight - 300)
  })
  const row = page.getByRole('region', { name: 'Complete the set' })
  await expect(row.getByRole('article').first()).toBeAttached()
  await expect.poll(height).toBeLessThan(held - 400)
  const [above, below] = [await row.boundingBox(), await promises.boundingBox()]
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(200)
})

test('a cart shows what completes it', async ({ page, shopper }) => {
  const shirt = { productId: 'four-bars-boxy-tee', color: 'White', size: 'XL' }
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, quantity: 1, ...shirt } })
  await page.goto('/cart-details')
  await expect(page.getByRole('heading', { name: 'Complete the set' })).toBeVisible()
})

test('Share copies the address where the device has no menu for it, and offers WhatsApp', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined })
    window.open = (address) => {
      document.documentElement.dataset.opened = String(address)
      return null
    }
  })
  await page.goto('/product-details/four-bars-boxy-tee')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/product-details\/four-bars-boxy-tee$/)
  await page.getByRole('button', { name: 'WhatsApp' }).click()
  await expect(page.locator('html')).toHaveAttribute(
    'data-opened',
    /^https:\/\/wa\.me\/\?text=Four%20Bars%20Boxy%20Tee%20http.*four-bars-boxy-tee$/,
  )
})
