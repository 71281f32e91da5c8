import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'White', size: 'L', quantity: 1 }

test.describe.configure({ mode: 'serial' })

test.beforeEach(({ shop }) => shop.command('settings', 'set', 'wishlist.share', 'yes'))
test.afterEach(({ shop }) => shop.command('settings', 'reset', 'wishlist.share'))

test('a wishlist is shared by a link, shown to a visitor as it is now, and no longer once it’s stopped', async ({
  page,
  browser,
  shop,
  shopper,
}) => {
  expect((await shopper.api('POST /user/addToWishlist', { body: { userId: shopper.id, ...TEE } })).ok).toBe(true)
  await expect
    .poll(async () => {
      await page.goto('/wishlist')
      return page
        .getByRole('button', { name: 'Share wishlist' })
        .waitFor({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        )
    })
    .toBe(true)
  await expect(page.getByText('Whoever has the link sees the list, but not who you are.')).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Share wishlist' }).click()
  await expect(page.getByText('Link copied.').or(page.getByText('We couldn’t copy the link.'))).toBeVisible()
  const link = await page.getByText(/\/wishlist\/[\w-]{22}$/).innerText()
  expect(await axeViolations(page)).toEqual([])

  const response = await fetch(link.replace(/^https?:\/\/[^/]+/, shop.origin))
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'private, no-store',
  })
  const html = await response.text()
  expect(html).toContain('Four Bars Boxy Tee')
  for (const secret of [shopper.email, shopper.id]) expect(html).not.toContain(secret)

  const visitor = await (await browser.newContext({ baseURL: shop.origin })).newPage()
  const path = new URL(link).pathname
  await visitor.goto(path)
  const card = visitor.getByRole('listitem').filter({ hasText: 'Four Bars Boxy Tee' }).first()
  await expect(card).toContainText('Wished: L, White')
  await expect(card).toContainText('₹1,299')
  expect(await axeViolations(visitor)).toEqual([])
  await visitor.mouse.move(5, 5)
  await card.hover()
  await card.getByRole('button', { name: 'Quick add: Four Bars Boxy Tee' }).click()
  await expect(visitor.getByRole('dialog')).toBeVisible()

  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('Your wishlist is no longer shared.')).toBeVisible()
  expect((await visitor.goto(path))?.status()).toBe(404)
  await expect(visitor.getByRole('heading', { name: 'This link shows no wishlist.' })).toBeVisible()
  expect(await axeViolations(visitor)).toEqual([])
  await visitor.context().close()
})

test('off, as it comes, the wishlist has no Share, and no link works', async ({ page, shop, shopper }) => {
  const made = await shopper.api('POST /user/wishlistLink', { body: { userId: shopper.id } })
  expect(made.ok).toBe(true)
  await shop.command('settings', 'reset', 'wishlist.share')
  const look = async () => (await fetch(`${shop.origin}/wishlist/${made.ok ? made.data.token : ''}`)).status
  await expect.poll(look).toBe(404)
  await page.goto('/wishlist')
  await expect(page.getByText('Nothing on your wishlist yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share wishlist' })).toHaveCount(0)
})
