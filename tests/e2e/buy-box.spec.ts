import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/* What a product's page says of the choice: the bar of a phone, and the button of the wishlist. */

const TEE = { id: 'four-bars-boxy-tee' }

const size = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}\\b`) })
const colour = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

/** The radio buttons lie transparent over their looks. */
async function choose(page: Page, color: string, what: string): Promise<void> {
  await colour(page, color).check({ force: true })
  await size(page, what).check({ force: true })
}

test('on a phone a bar leads to the sizes from the start, then names what it adds and its price', {
  tag: ['@R15', '@R17'],
}, async ({ page, shopper }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/product-details/${TEE.id}`)
  const pictures = page.getByRole('button', { name: /^Zoom in: / })
  await expect(pictures.nth(1), 'the next picture peeks').toBeInViewport()
  const bar = page.getByRole('button', { name: /^Choose size$| · Add · / })
  await expect(bar).toBeInViewport({ ratio: 1 })
  await bar.click()
  const sizes = page.getByRole('group', { name: 'Size', exact: true }).getByRole('radio')
  await expect(sizes.first()).toBeFocused()
  await expect(sizes.first()).toBeInViewport()
  await expect(page.getByText('Please select a color, size,')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeInViewport()
  await expect(bar, 'two buttons for the same').toHaveCount(0)
  await choose(page, 'White', 'L')
  await page.getByRole('button', { name: 'Increase' }).click()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(bar).toHaveText('2 × L · White · Add · ₹2,598')
  const sent = page.waitForRequest('**/api/user/addToCart')
  await bar.click()
  const line = { userId: shopper.id, productId: TEE.id, quantity: 2, color: 'White', size: 'L' }
  expect((await sent).postDataJSON()).toEqual(line)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const [footer, over] = await Promise.all([page.getByRole('contentinfo').boundingBox(), bar.boundingBox()])
  expect((footer?.y ?? 0) + (footer?.height ?? 0), 'it covers no line of the footer').toBeLessThanOrEqual(
    (over?.y ?? 0) + 1,
  )
})

test('the button says what is in the wishlist, by colour and size, and a second press removes it', {
  tag: '@R10',
}, async ({ page, shopper }) => {
  const wish = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(`/product-details/${TEE.id}?colour=white`)
  await choose(page, 'White', 'L')
  await wish('Add to wishlist').click()
  await expect(wish('In your wishlist')).toHaveAttribute('aria-pressed', 'true')
  await size(page, 'XL').check({ force: true })
  await expect(wish('Add to wishlist')).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(wish('In your wishlist')).toBeVisible()
  await colour(page, 'Black').check({ force: true })
  await expect(wish('Add to wishlist')).toBeVisible()
  await colour(page, 'White').check({ force: true })
  await wish('In your wishlist').click()
  await expect(wish('Add to wishlist')).toBeVisible()
  const lines = () => shopper.api('GET /user/wishlist/{userId}', { params: { userId: shopper.id } })
  expect(await lines()).toMatchObject({ data: { wishlist: [] } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(wish('In your wishlist')).toBeVisible()
  expect(await lines()).toMatchObject({ data: { wishlist: [{ color: 'White', size: 'L' }] } })
})

test('on a tablet the buy box stands beside the pictures, without the bar', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(`/product-details/${TEE.id}`)
  for (const part of [
    page.getByRole('button', { name: /^Zoom in/ }).first(),
    page.getByRole('button', { name: 'Add to cart' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.locator('[data-buy-bar]')).toBeHidden()
})
