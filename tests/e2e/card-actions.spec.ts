import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

/* The heart and the quick add of a card, whose code is loaded with the visitor's first interaction. */

const TEE = 'Four Bars Boxy Tee'

const card = (page: Page) => page.getByRole('article').filter({ hasText: TEE }).first()
const heart = (page: Page) => card(page).getByRole('button', { name: `Wishlist: ${TEE}` })
const dialog = (page: Page) => page.getByRole('dialog')

async function openList(page: Page): Promise<void> {
  await page.goto('/categories?q=four+bars')
  await page.mouse.move(5, 5)
}

test('a product is added to the cart from its card, in the colour and size asked for', async ({ page, shopper }) => {
  await openList(page)
  await card(page).hover()
  await card(page)
    .getByRole('button', { name: `Quick add: ${TEE}` })
    .click()
  await dialog(page).getByRole('button', { name: 'Add to cart' }).click()
  await expect(dialog(page)).toContainText('Choose a size first.')
  expect(await axeViolations(page)).toEqual([])
  await dialog(page).getByRole('radio', { name: 'White' }).check()
  await dialog(page).getByRole('radio', { name: 'XL', exact: true }).check()
  await dialog(page).getByRole('button', { name: 'Add to cart' }).click()
  await expect(dialog(page)).toBeHidden()
  const cart = await shopper.api('GET /user/getCartProduct/{userId}', { params: { userId: shopper.id } })
  expect(cart.ok && cart.data.cart).toMatchObject([{ color: 'White', size: 'XL', quantity: 1 }])
})

test('a heart asks for the size, stays full after a reload, is removed by a second press and restored with Undo', {
  tag: '@R10',
}, async ({ page, shopper }) => {
  await openList(page)
  await heart(page).click()
  await dialog(page).getByRole('radio', { name: 'M', exact: true }).check()
  await dialog(page).getByRole('button', { name: 'Add to wishlist' }).click()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await heart(page).click()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  const lines = () => shopper.api('GET /user/wishlist/{userId}', { params: { userId: shopper.id } })
  await expect.poll(async () => (await lines()).ok).toBe(true)
  expect(await lines()).toMatchObject({ data: { wishlist: [] } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  expect(await lines()).toMatchObject({ data: { wishlist: [{ size: 'M' }] } })
})

test.describe('the first touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('of a page opens a card’s heart or quick add, which are there from the start', { tag: '@R10' }, async ({
    page,
    request,
  }) => {
    const html = await (await request.get('/categories?q=four+bars')).text()
    expect(html).toContain(`aria-label="Wishlist: ${TEE}"`)
    for (const name of [`Wishlist: ${TEE}`, `Quick add: ${TEE}`]) {
      await page.goto('/categories?q=four+bars')
      await card(page).getByRole('button', { name }).tap()
      await expect(dialog(page).getByRole('radio', { name: 'M', exact: true })).toBeVisible()
    }
  })
})

test('a card has the rating of its product', async ({ page, newShopper }) => {
  const { id: userId, api } = await newShopper()
  const reviewsOf = async () => {
    const listed = await api('GET /user/filterProduct', { query: { q: 'four bars' } })
    return listed.ok ? (listed.data.find(({ name }) => name === TEE)?.rating?.count ?? 0) : 0
  }
  const before = await reviewsOf()
  await api('POST /user/productReview', {
    body: { productId: 'four-bars-boxy-tee', userId, stars: 4, comment: 'Good.' },
  })
  // The list is indexed after the response.
  await expect.poll(reviewsOf).toBe(before + 1)
  await page.goto('/categories?q=four+bars')
  await expect(card(page)).toContainText(new RegExp(`\\d\\.\\d of 5 stars, ${before + 1} review`))
})

test('without a login a heart leads to it and is kept', async ({ page }) => {
  await openList(page)
  await heart(page).click()
  await dialog(page).getByRole('radio', { name: 'M', exact: true }).check()
  await dialog(page).getByRole('button', { name: 'Add to wishlist' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => sessionStorage.getItem('waitingWishlistLine'))).toContain('/categories?q=four')
})
