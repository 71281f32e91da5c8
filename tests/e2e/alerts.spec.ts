import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, openSession, test } from './fixtures.ts'

const JORTS = 'backbench-denim-look-jorts'
const TEE = 'four-bars-boxy-tee'

/** A variant of a product that is sold out, whose size no other colour can hide. */
async function soldOut(page: Page, id: string) {
  const { data } = await (await page.request.get(`/api/product/getProductDetail/${id}`)).json()
  const variants: { sku: string; color: string; size: string; quantity: number }[] = data.variants
  const found = variants.filter(({ quantity }) => quantity === 0)
  const [first] = found
  if (!first) throw new Error(`${id} has nothing that is sold out.`)
  return { ...first, sizes: found.filter(({ color }) => color === first.color).map(({ size }) => size) }
}

const tellMe = (page: Page) => page.getByRole('button', { name: 'Tell me when it’s back', exact: true })

async function openProduct(page: Page, id: string, color: string): Promise<void> {
  await page.goto(`/product-details/${id}?colour=${color.toLowerCase()}`)
}

test('a visitor asks for a sold-out size, confirms by mail, is told once, and leaves with one press', async ({
  page,
  shop,
}) => {
  const { sku, color, size, sizes } = await soldOut(page, TEE)
  await openProduct(page, TEE, color)
  await expect(page.getByText(`Sold out in ${color}: ${sizes.join(', ')}.`)).toBeVisible()
  // SPEC 5: the row itself offers only what can be bought.
  await expect(page.getByRole('radio', { name: new RegExp(`^${size}\\b`) })).toHaveCount(0)
  await tellMe(page).press('Enter')
  await page.getByLabel('E-mail').last().fill('waiting@example.test')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'E-mail me' }).click()
  await expect(
    page.getByText('Almost there. Please confirm with the link in the e-mail we’ve just sent you.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'E-mail me' })).toHaveCount(0)

  const question = await shop.mail.waitFor('waiting@example.test', /Please confirm/)
  await page.goto(linkIn(question.text, 'confirm'))
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect(page.getByRole('heading', { name: 'We’ll tell you' })).toBeVisible()
  const waiting = JSON.parse(await shop.command('alerts', 'list', '--json'))
  expect(waiting).toEqual([expect.objectContaining({ sku, productId: TEE, color, size, waiting: 1, unconfirmed: 0 })])
  expect(await shop.command('alerts', 'list')).toMatch(/productId +name/)

  await shop.command('stock', 'add', sku, '+1', '--reason', 'delivery')
  const back = await shop.mail.waitFor('waiting@example.test', /^Back: /)
  await page.goto(new RegExp(`${shop.origin}/product-details/\\S+`).exec(back.text)?.[0] ?? '')
  await expect(page.getByRole('radio', { name: new RegExp(`^${size}\\b`) })).toHaveCount(1)

  await page.goto(linkIn(back.text, 'leave'))
  await page.getByRole('button', { name: 'Stop these e-mails' }).click()
  await expect(page.getByRole('heading', { name: 'You won’t get these e-mails any more' })).toBeVisible()
  expect(JSON.parse(await shop.command('alerts', 'list', '--json'))).toEqual([])
  await shop.command('stock', 'set', sku, '0')
})

/** The link of a mail by what it does. */
function linkIn(text: string, action: string): string {
  return new RegExp(`http\\S+/alerts/${action}\\?token=\\S+`).exec(text)?.[0] ?? ''
}

test('a signed-in shopper needs one press, and can wish for what is sold out', async ({ page, shop, shopper }) => {
  const { color, size, sizes } = await soldOut(page, TEE)
  expect(sizes).toHaveLength(1)
  await openProduct(page, TEE, color)
  const asked = page.waitForRequest('**/api/user/notifyMe')
  await tellMe(page).press('Enter')
  expect((await asked).postDataJSON()).toEqual({ email: shopper.email, productId: TEE, color, size })
  await expect(page.getByText(`We’ll e-mail ${shopper.email} once when ${size} in ${color} is back.`)).toBeVisible()
  expect(JSON.parse(await shop.command('alerts', 'list', '--json'))).toEqual([
    expect.objectContaining({ color, size, waiting: 1, unconfirmed: 0 }),
  ])

  await page.getByRole('button', { name: `Add ${size} to wishlist` }).click()
  await expect(page.getByText('Product added to wishlist successfully')).toBeVisible()
  await page.goto('/wishlist')
  await expect(page.getByRole('list', { name: 'Wishlist' })).toContainText('Sold out')
  await expect(page.getByRole('button', { name: 'Move to cart' })).toBeDisabled()
})

test('a product that is sold out everywhere asks which size', async ({ page, shopper }) => {
  await page.setViewportSize({ width: 360, height: 1600 })
  await page.goto(`/product-details/${JORTS}`)
  await expect(page.getByText('Sold out in every size.')).toBeVisible()
  await tellMe(page).press('Enter')
  const choice = page.getByLabel('Which size?')
  await expect(choice).toBeVisible()
  const last = (await choice.locator('option').allTextContents()).at(-1) ?? ''
  await choice.selectOption(last)
  expect(await axeViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const asked = page.waitForRequest('**/api/user/notifyMe')
  await page.getByRole('button', { name: 'E-mail me' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ email: shopper.email, productId: JORTS, size: last })
  await expect(page.getByText(`We’ll e-mail ${shopper.email} once`)).toBeVisible()
})

test.describe('an ended login', () => {
  test.use({ allowed: [/status of 401/] })
  test('asks by mail, as a visitor does', async ({ page, newShopper }) => {
    const shopper = await newShopper()
    await shopper.api('POST /user/logout', {})
    await openSession(page, shopper)
    const { color } = await soldOut(page, TEE)
    await openProduct(page, TEE, color)
    await tellMe(page).press('Enter')
    await expect(page.getByText('Please confirm with the link in the e-mail')).toBeVisible()
  })
})

test('the switch for lower prices is off until it is asked for, and keeps what was chosen', async ({
  page,
  shopper,
}) => {
  const line = { productId: TEE, color: 'Black', size: 'M', quantity: 1 }
  await shopper.api('POST /user/addToWishlist', { body: { userId: shopper.id, ...line } })
  await page.goto('/wishlist')
  const wanted = page.getByRole('checkbox', { name: 'E-mail me about price drops' })
  await expect(wanted).not.toBeChecked()
  await wanted.check()
  await expect(page.getByText('We’ll e-mail you when something on your wishlist gets cheaper.')).toBeVisible()
  await page.reload()
  await expect(wanted).toBeChecked()
  expect(await axeViolations(page)).toEqual([])
})
