import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { codeIn } from '../support/smtp-sink.ts'
import { axeViolations } from './axe.ts'
import { buy } from './buy.ts'
import { expect, openSession, type Shopper, test } from './fixtures.ts'
import { recordRequests } from './requests.ts'

const SHOWN = 'platform-polo'
const NONE = 'half-zip-merino'
const own = (shopper: Shopper, productId: string) => `**/api/user/product/${productId}/user/${shopper.id}/review`

async function openReviews(page: Page, productId: string) {
  await page.goto(`/product-details/${productId}`)
  await page.getByRole('tab', { name: 'Reviews' }).click()
  return page.getByRole('tabpanel', { name: 'Reviews' })
}

async function review(shopper: Shopper, productId: string, comment: string): Promise<void> {
  const body = { productId, userId: shopper.id, stars: 3, comment }
  const added = await shopper.api('POST /user/productReview', { body })
  expect(added.ok).toBe(true)
}

test('anyone sees the average, the number and the top reviews; an empty list has its own message', {
  tag: ['@S3.11', '@S3.12', '@S6.1', '@S7.23', '@S8.22', '@R44'],
}, async ({ signedInPage: page, allowed }) => {
  // The browser itself notes the 404 that means "none" (SPEC section 7).
  allowed.push(/404/)
  await page.goto('/categories?q=platform')
  const asked = page.waitForResponse(`**/api/user/productReviewDetails/${SHOWN}`)
  await page.getByRole('link', { name: /Platform Polo/ }).click()
  const answer = await asked
  expect(answer.request().headers()).not.toHaveProperty('authorization')
  const { overallReview, topReviews } = await answer.json()
  expect(overallReview).toMatchObject({ avgRating: expect.any(Number), totalReviews: expect.any(Number) })
  expect(topReviews.length).toBeGreaterThan(0)
  for (const { _id, stars, comment, createdAt, userId } of topReviews) {
    expect([1, 2, 3, 4, 5]).toContain(stars)
    expect([typeof _id, typeof comment, typeof userId._id, typeof userId.name]).toEqual(Array(4).fill('string'))
    expect(Date.parse(createdAt)).not.toBeNaN()
  }
  await page.getByRole('tab', { name: 'Reviews' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Reviews' })
  await expect(panel.getByText(`${overallReview.totalReviews} reviews`, { exact: true })).toBeVisible()
  await expect(panel.getByRole('img', { name: `${overallReview.avgRating} out of 5` }).first()).toBeVisible()
  // All bars together are one track: a bar shows the share of reviews with that many stars.
  const bars = await panel.locator('rect:last-child').evaluateAll((all) => all.map((one) => one.getAttribute('width')))
  expect(bars.reduce((sum, width) => sum + Number(width), 0)).toBeCloseTo(100)
  const first = panel.getByRole('article').first()
  await expect(first).toContainText(topReviews[0].comment)
  await expect(first).toContainText(topReviews[0].userId.name)

  const empty = await openReviews(page, NONE)
  await expect(empty.getByText('No reviews available for this product.')).toBeVisible()
  await expect(empty.getByRole('article')).toHaveCount(0)
})

test('a shopper writes one review, with five stars preselected, and edits it; no other shopper can', {
  tag: ['@S5.13', '@S6.4', '@S7.24', '@S7.25', '@S7.26', '@S9.14', '@R44'],
}, async ({ page, shopper, newShopper, allowed }) => {
  allowed.push(/404/)
  const [mine, theirs] = [`Mine ${randomUUID()}`, `Theirs ${randomUUID()}`]
  await review(await newShopper('Ravi'), SHOWN, theirs)
  const none = page.waitForResponse(own(shopper, SHOWN))
  const panel = await openReviews(page, SHOWN)
  expect((await none).status()).toBe(404)
  expect((await none).request().headers().authorization).toBe(`Bearer ${shopper.token}`)
  await expect(panel.getByRole('heading', { name: 'Write a review' })).toBeVisible()
  await expect(panel.getByText(theirs)).toBeVisible()

  const stars = panel.getByRole('group', { name: 'Stars' }).getByRole('radio')
  expect(await stars.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([...'12345'])
  await expect(panel.getByRole('radio', { name: '5 stars' })).toBeChecked()
  const calls = recordRequests(page, 'productReview')
  await panel.getByRole('button', { name: 'Submit review' }).click()
  await panel.getByLabel('Comment').fill('   ')
  await panel.getByRole('button', { name: 'Submit review' }).click()
  await expect(panel.getByText('Please write a comment.')).toBeVisible()
  expect(calls).toEqual([])
  expect(await axeViolations(page)).toEqual([])

  await panel.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await panel.getByLabel('Comment').fill(mine)
  const posted = page.waitForResponse('**/api/user/productReview')
  await panel.getByRole('button', { name: 'Submit review' }).click()
  const answer = await posted
  expect(answer.request().postDataJSON()).toEqual({ productId: SHOWN, userId: shopper.id, stars: 4, comment: mine })
  const { review: added } = await answer.json()
  expect(added).toMatchObject({ stars: 4, comment: mine, userId: { _id: shopper.id, name: shopper.name } })
  await expect(panel.getByRole('heading', { name: 'Your review' })).toBeVisible()
  await expect.poll(() => calls.filter((call) => call.url().includes('productReviewDetails')).length).toBe(1)
  await expect(panel.getByText(mine)).toHaveCount(1)
  await expect(panel.getByText(theirs)).toBeVisible()

  const found = page.waitForResponse(own(shopper, SHOWN))
  await openReviews(page, SHOWN)
  expect(await (await found).json()).toMatchObject({ review: { _id: added._id, stars: 4, comment: mine } })
  await expect(panel.getByRole('button', { name: 'Edit' })).toHaveCount(1)
  await expect(panel.getByText(mine)).toHaveCount(1)
  await panel.getByRole('button', { name: 'Edit' }).click()
  await expect(panel.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await expect(panel.getByLabel('Comment')).toHaveValue(mine)
  await panel.getByRole('radio', { name: '2 stars' }).check({ force: true })
  await panel.getByRole('button', { name: 'Runs small' }).click()
  await panel.getByLabel('Comment').fill(`${mine} shrank`)
  const changed = page.waitForResponse('**/updateReview')
  await panel.getByRole('button', { name: 'Save review' }).click()
  const put = await changed
  expect(new URL(put.url()).pathname).toBe(`/api/user/product/${SHOWN}/user/${shopper.id}/updateReview`)
  expect(put.request().method()).toBe('PUT')
  expect(put.request().postDataJSON()).toEqual({ stars: 2, comment: `${mine} shrank`, fit: 'small' })
  expect(await put.json()).toMatchObject({ updatedReview: { _id: added._id, stars: 2, comment: `${mine} shrank` } })
  await expect(panel.getByText(`${mine} shrank`)).toHaveCount(1)
  await expect(panel.getByText('Runs small', { exact: true })).toBeVisible()
})

test('another shopper sees the review in the list, without Edit', { tag: '@S6.4' }, async ({
  page,
  newShopper,
  allowed,
}) => {
  allowed.push(/404/)
  const comment = `Seen by all ${randomUUID()}`
  await review(await newShopper('Meera'), 'puffer-mumbai-weight', comment)
  let panel = await openReviews(page, 'puffer-mumbai-weight')
  await expect(panel.getByText(comment)).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Log in to review' })).toBeVisible()
  await openSession(page, await newShopper('Ravi'))
  panel = await openReviews(page, 'puffer-mumbai-weight')
  await expect(panel.getByText(comment)).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Write a review' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Edit' })).toHaveCount(0)
})

test('a failed review, new or edited, shows an error and keeps its text', { tag: '@S8.21' }, async ({
  signedInPage: page,
  allowed,
}) => {
  allowed.push(/Failed to load resource/)
  const panel = await openReviews(page, SHOWN)
  await page.route('**/api/user/productReview', (route) => route.fulfill({ status: 500, json: {} }))
  await panel.getByLabel('Comment').fill('Roomy.')
  await panel.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Review submission failed.', { exact: true })).toBeVisible()
  await expect(panel.getByLabel('Comment')).toHaveValue('Roomy.')
  await page.unroute('**/api/user/productReview')
  await panel.getByRole('button', { name: 'Submit review' }).click()
  await panel.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Close alert' }).first().click()
  await page.route('**/updateReview', (route) => route.abort())
  await panel.getByRole('button', { name: 'Save review' }).click()
  await expect(page.getByText('Review submission failed.', { exact: true })).toBeVisible()
})

test('a review is found helpful: without a login after it, back at the reviews; a second press takes it back', async ({
  page,
  shop,
  newShopper,
  allowed,
}) => {
  allowed.push(/404/)
  const product = 'puffer-mumbai-weight'
  const comment = `Helps ${randomUUID()}`
  await review(await newShopper('Meera'), product, comment)
  const fan = await newShopper('Nisha')
  let panel = await openReviews(page, product)
  const one = () => panel.getByRole('article').filter({ hasText: comment })
  await one().getByRole('button', { name: 'Helpful: the review by Meera' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('E-mail', { exact: true }).fill(fan.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL(/\/verify$/)
  const mails = () => shop.mail.mails.filter(({ to }) => to === fan.email)
  await expect.poll(() => mails().length).toBe(2)
  await expect(page.getByRole('textbox', { name: /6-digit code/ })).toBeFocused()
  const [, second] = mails()
  await page.keyboard.type(second ? codeIn(second) : '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/product-details\/puffer-mumbai-weight.*#reviews$/)
  panel = page.getByRole('tabpanel', { name: 'Reviews' })
  await expect(one().getByText('1 found this helpful')).toBeVisible()
  const button = one().getByRole('button', { name: 'Helpful: the review by Meera' })
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(await axeViolations(page)).toEqual([])
  await button.click()
  await expect(one().getByText('found this helpful')).toHaveCount(0)
  await button.click()
  await expect(one().getByText('1 found this helpful')).toBeVisible()
  const html = await (await page.request.get(`/product-details/${product}`)).text()
  expect(html).toContain('1 found this helpful')
  await panel.getByLabel('Sort reviews').selectOption('Most helpful')
  await expect(panel.getByRole('list').getByRole('article').first()).toContainText(comment)
})

test('reviews are filtered by stars and size, and sorted', { tag: '@R44' }, async ({ page }) => {
  const { topReviews } = await (await page.request.get(`/api/user/productReviewDetails/${SHOWN}`)).json()
  const panel = await openReviews(page, SHOWN)
  const count = (of: (review: { stars: number; size: string | null }) => boolean) => topReviews.filter(of).length
  const all = topReviews.length
  await panel.getByLabel('Filter by stars').selectOption('4 stars')
  await expect(panel.getByRole('status')).toHaveText(`${count(({ stars }) => stars === 4)} of ${all} reviews`)
  await panel.getByLabel('Filter by size').selectOption('M')
  const both = count(({ stars, size }) => stars === 4 && size === 'M')
  await expect(panel.getByRole('status')).toHaveText(`${both} of ${all} reviews`)
  await panel.getByLabel('Filter by size').selectOption('All')
  await panel.getByLabel('Filter by stars').selectOption('All')
  await panel.getByLabel('Sort reviews').selectOption('Fewest stars')
  const least = Math.min(...topReviews.map(({ stars }: { stars: number }) => stars))
  await expect(
    panel
      .getByRole('article')
      .first()
      .getByRole('img', { name: `${least} out of 5` }),
  ).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})

test('a buyer adds a photo, which others see once the shop has approved it', async ({ page, shop, newShopper }) => {
  const product = 'four-bars-boxy-tee'
  const comment = `With a photo ${randomUUID()}`
  const buyer = await newShopper('Tara')
  await buy(shop, buyer, [{ productId: product, color: 'Black', size: 'M' }])
  const body = { productId: product, userId: buyer.id, stars: 5, comment }
  expect((await buyer.api('POST /user/productReview', { body })).ok).toBe(true)
  await openSession(page, buyer)
  let panel = await openReviews(page, product)
  // Of noise, which no encoder makes small: longer than the body of any other call may be.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#206040', noise } })
    .jpeg()
    .toBuffer()
  const chosen = (name: string, mimeType: string, buffer: Buffer) =>
    panel.getByLabel('Photos', { exact: true }).setInputFiles({ name, mimeType, buffer })
  await chosen('me.heic', 'image/heic', Buffer.from('heic'))
  await expect(panel.getByRole('alert')).toHaveText(/Save HEIC photos as JPEG first\./)
  const sent = page.waitForRequest('**/reviewPhoto')
  await chosen('me.jpg', 'image/jpeg', photo)
  expect(Number((await (await sent).allHeaders())['content-length'])).toBeGreaterThan(256 * 1024)
  await expect(panel.getByText('Waiting for approval')).toBeVisible()
  await expect(panel.getByRole('alert')).toBeHidden()
  expect(await axeViolations(page)).toEqual([])
  panel = await openReviews(page, product)
  const own = panel.getByRole('img', { name: 'Photo by a buyer, size M' })
  await expect(own).toHaveJSProperty('naturalWidth', 900)

  const listed = JSON.parse(await shop.command('reviews', 'photos', '--json'))
  const mine = listed.find((one: { comment: string }) => one.comment === comment)
  expect((await sharp(await readFile(mine.file)).metadata()).format).toBe('webp')
  await shop.command('reviews', 'photo-approve', mine.id)
  // As a visitor.
  await page.evaluate(() => sessionStorage.removeItem('authToken'))
  // The command is another process, whose change the shop hears of a moment later.
  await expect(async () => {
    panel = await openReviews(page, product)
    const one = panel.getByRole('article').filter({ hasText: comment })
    await one.getByRole('button', { name: /^Photo by a buyer, size M, 1 of 1/ }).click({ timeout: 5000 })
  }).toPass()
  const viewer = page.getByRole('dialog', { name: 'Photo by Tara' })
  await expect(viewer.getByRole('img', { name: 'Photo by a buyer, size M' })).toHaveJSProperty('naturalWidth', 900)
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()

  await shop.command('reviews', 'photo-reject', mine.id)
  // Asked without showing it: a page from before would load the deleted photo, and a 404 fails the test.
  for (const path of [`/product-details/${product}`, `/api/user/productReviewDetails/${product}`])
    await expect.poll(async () => (await page.request.get(path)).text()).not.toContain(mine.id)
  panel = await openReviews(page, product)
  await expect(panel.getByText(comment)).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Photo by a buyer/ })).toHaveCount(0)
  expect((await page.request.get(`/media/uploads/photo-${mine.id}.webp?w=360`)).status()).toBe(404)
})
