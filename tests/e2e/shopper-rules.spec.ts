import type { Page } from '@playwright/test'
import { codeIn } from '../support/smtp-sink.ts'
import { expect, test } from './fixtures.ts'
import { cards, group, headline, LIST, listProducts, panelOf, tick } from './listing.ts'
import { recordRequests } from './requests.ts'

/* What docs/shopper-rules.md promises beyond the specification, where no other file tests it. */

const TEE = { productId: 'four-bars-boxy-tee', color: 'White', size: 'L' }
const PHONE = { width: 360, height: 740 }

const alertText = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text)

test('filters: hidden options are counted, ticked ones are never hidden, and Clear all unticks all', {
  tag: ['@R2', '@R4', '@R6'],
}, async ({ page }) => {
  await page.goto('/categories')
  const colours = group(panelOf(page), 'Colours')
  const more = colours.getByRole('button', { name: 'Show More' })
  await expect(more).toHaveAccessibleDescription('7 more colours')
  await more.click()
  await colours.getByRole('checkbox', { name: 'Purple' }).check()
  await colours.getByRole('button', { name: 'Show Less' }).click()
  await expect(colours.getByRole('checkbox')).toHaveCount(6)
  await expect(colours.getByRole('checkbox', { name: 'Purple' })).toBeChecked()
  await expect(more).toHaveAccessibleDescription('6 more colours')

  await page.goto('/categories?fabric=Silk')
  const wool = group(panelOf(page), 'Fits').getByRole('listitem').filter({ hasText: 'Drop Shoulder' })
  await expect(wool).toContainText('0 items')
  await tick(page, 'Fits', 'Drop Shoulder').check()
  await expect(headline(page)).toHaveText('All Items - 0')
  await tick(page, 'Fits', 'Drop Shoulder').uncheck()
  await expect(headline(page)).not.toHaveText('All Items - 0')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(panelOf(page).getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(page).toHaveURL(/\/categories$/)
})

test('the highest price can be typed, which asks the server once; the order is kept in the address', {
  tag: ['@R5', '@R8'],
}, async ({ page }) => {
  await page.goto('/categories')
  const calls = recordRequests(page, LIST)
  const box = panelOf(page).getByRole('textbox', { name: 'Highest price' })
  await box.fill('799')
  await box.press('Enter')
  await expect(panelOf(page).getByText('Rs. 0 - Rs. 799', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/maxPrice=799/)
  await expect(box).toBeFocused()
  await box.blur()
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('High to Low')
  await expect(page).toHaveURL(/sortBy=highToLow/)
  await expect.poll(() => calls.length).toBe(2)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('highToLow')
})

test('the list shows 24 and more on a press, and Back returns to the same place in it', { tag: '@R11' }, async ({
  page,
}) => {
  await page.goto('/categories')
  const all = (await listProducts(page)).length
  await expect(cards(page)).toHaveCount(24)
  await expect(page.getByText(`24 of ${all}`)).toBeVisible()
  await page.getByRole('button', { name: 'Show 24 more' }).click()
  await expect(cards(page)).toHaveCount(48)
  await cards(page).nth(40).scrollIntoViewIfNeeded()
  const name = await cards(page).nth(40).getByRole('link').textContent()
  await cards(page).nth(40).getByRole('link').click()
  await expect(page).toHaveURL(/\/product-details\//)
  await page.goBack()
  await expect(cards(page)).toHaveCount(48)
  await expect(cards(page).nth(40).getByRole('link')).toHaveText(name ?? '')
  await expect(cards(page).nth(40)).toBeInViewport()
})

test('a card names its colours, and shows a second picture under the pointer', { tag: '@R10' }, async ({ page }) => {
  await page.goto('/categories?q=four+bars+boxy')
  const card = cards(page).first()
  await expect(card).toContainText('Colours: Black, White, Purple')
  await expect(card.locator('img')).toHaveCount(1)
  await card.hover()
  await expect(card.locator('img')).toHaveCount(2)
  await expect(card.locator('img').nth(1)).toBeVisible()
})

test('sizes: 48 px high, none preselected, few left is shown, and adding without one leads to them', {
  tag: ['@R13', '@R15'],
}, async ({ page }) => {
  const variants = (quantities: Record<string, number>) =>
    Object.entries(quantities).map(([key, quantity]) => {
      const [color = '', size = ''] = key.split(' ')
      return { sku: key, color, size, quantity }
    })
  await page.route('**/api/product/getProductDetail/**', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.data.sizes = ['M', 'L', 'XL'].map((size) => ({ _id: size, size, quantity: 5 }))
    body.data.variants = variants({ 'Black M': 9, 'Black L': 2, 'White M': 5, 'White XL': 5, 'Purple M': 5 })
    await route.fulfill({ response, json: body })
  })
  await page.goto('/categories?q=four+bars+boxy')
  await cards(page).first().getByRole('link').click()
  const sizes = page.getByRole('group', { name: 'Size', exact: true })
  await expect(sizes.getByRole('radio')).toHaveCount(2)
  await expect(sizes.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(sizes.getByRole('radio', { name: 'L', exact: true })).toHaveAccessibleDescription('2 left')
  await expect(sizes.getByText('Not in Black: XL')).toBeVisible()
  for (const label of await sizes.locator('label').all())
    expect((await label.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  const add = page.getByRole('button', { name: 'Add to cart' })
  await expect(add).toBeEnabled()
  await add.click()
  await expect(sizes.getByRole('radio').first()).toBeFocused()
  await expect(sizes).toHaveAccessibleDescription('Choose a size first.')
})

test('the size guide has the measures in cm and inches, and says how the piece fits', { tag: '@R14' }, async ({
  page,
}) => {
  await page.goto(`/product-details/${TEE.productId}`)
  await page.getByRole('button', { name: 'Size guide' }).click()
  const guide = page.getByRole('dialog', { name: 'Size guide' })
  await expect(guide).toContainText('Fit: Drop Shoulder.')
  await expect(
    guide.getByRole('img', { name: 'The garment laid flat, with a letter at each measurement' }),
  ).toBeVisible()
  await expect(guide.getByRole('columnheader')).toHaveText(['Size', 'AChest, flat', 'BShoulder', 'CSleeve', 'DLength'])
  const chest = guide.getByRole('row', { name: /^M / }).getByRole('cell').first()
  // As Find my size says: "M is 116 cm round".
  await expect(chest).toHaveText('58(116 round)')
  await guide.getByRole('radio', { name: 'inches' }).check()
  await expect(chest).toHaveText('22.75(45.5 round)')
})

test('pictures follow the colour in the URL; on a phone they’re counted, and a press enlarges one', {
  tag: ['@R16', '@R17'],
}, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto(`/product-details/${TEE.productId}`)
  await page.getByRole('radio', { name: 'Purple' }).check({ force: true })
  await expect(page).toHaveURL(/\?colour=purple$/)
  const pictures = page.getByRole('main').getByRole('button', { name: /^Zoom in: / })
  await expect(pictures).toHaveCount(4)
  for (const picture of await pictures.all()) await expect(picture).toHaveAccessibleName(/purple/i)
  const names = await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(new Set(names).size, 'each view has its own words').toBe(4)
  await expect(page.getByText('Picture 1/5')).toBeVisible()
  await pictures.nth(1).scrollIntoViewIfNeeded()
  await expect(page.getByText('Picture 2/5')).toBeVisible()
  await pictures.nth(1).click()
  const zoom = page.getByRole('dialog', { name: 'Closer look' })
  const shown = (place: number) => zoom.getByRole('region', { name: names[place]?.replace('Zoom in: ', '') ?? '' })
  await expect(zoom.getByText('Picture 2/5')).toBeVisible()
  const whole = await shown(1).getByRole('img').boundingBox()
  expect(whole?.width, 'it starts as a whole').toBeLessThanOrEqual(PHONE.width)
  await shown(1).press('+')
  await expect.poll(async () => (await shown(1).getByRole('img').boundingBox())?.width).toBeGreaterThan(PHONE.width)
  await shown(1).press('-')
  await expect.poll(async () => (await shown(1).getByRole('img').boundingBox())?.width).toBe(whole?.width)
  await shown(1).press('ArrowRight')
  await expect(zoom.getByText('Picture 3/5')).toBeVisible()
  await expect(shown(2)).toBeFocused()
  await zoom.getByRole('button', { name: 'Next picture' }).click()
  await expect(zoom.getByText('Picture 4/5')).toBeVisible()
  await shown(3).click()
  await expect.poll(async () => (await shown(3).getByRole('img').boundingBox())?.width).toBeGreaterThan(PHONE.width * 2)
})

test('before buying a visitor reads what is added to the price, the exchange policy, who sells and from where', {
  tag: ['@R18', '@R20', '@R21', '@R47'],
}, async ({ page }) => {
  await page.goto(`/product-details/${TEE.productId}`)
  const main = page.getByRole('main')
  await expect(main.getByText('5% GST and Rs. 40 delivery added at checkout')).toBeVisible()
  await expect(main).toContainText('We offer a 7-day easy exchange policy with all tags intact')
  await expect(main).toContainText('Country of originIndia')
  await expect(main).toContainText(/Sold by\w+/)
  await expect(page.getByRole('region', { name: 'Why shop here' })).toContainText(
    '7-day exchanges, picked up from you. No refunds on returns.',
  )
  const footer = page.getByRole('contentinfo')
  for (const words of [
    /Sold by .+\d{6}/,
    /Grievance Officer: \S+/,
    /Country of origin: India/,
    /No returns for a refund/,
  ])
    await expect(footer).toContainText(words)
})

test('a product added without a login is in the cart after it', { tag: ['@R22', '@R23', '@R30', '@R33'] }, async ({
  page,
  shop,
  newShopper,
}) => {
  const { email } = await newShopper()
  await page.goto(`/product-details/${TEE.productId}?colour=white`)
  await page.getByRole('radio', { name: TEE.size, exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL(/\/login$/)
  const field = page.getByLabel('E-mail', { exact: true })
  await field.fill('asha@gmial.com')
  await field.blur()
  await page.getByRole('button', { name: 'asha@gmail.com' }).click()
  await expect(field).toHaveValue('asha@gmail.com')
  await field.fill(` ${email.toUpperCase()} `)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await expect(page.getByText(/spam folder/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change', exact: true })).toHaveAttribute('href', '/login')
  const boxes = page.getByRole('group', { name: '6-digit code' }).getByRole('textbox')
  await expect(boxes).toHaveCount(6)
  await page.keyboard.type(codeIn(await shop.mail.waitFor(email, /code/i)), { delay: 30 })
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/product-details\/four-bars-boxy-tee\?colour=white$/)
  const cart = page.getByRole('button', { name: 'Cart', exact: true })
  await expect(cart).toHaveAccessibleDescription('1 piece')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('radio', { name: 'XL', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(alertText(page, 'Product added to cart successfully')).toBeVisible()
  await expect(cart).toHaveAccessibleDescription('2 pieces')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'View cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Cart' }).getByRole('listitem')).toHaveCount(2)
})

test('a price that has changed since is marked on the line of the cart, and the total is of the new one', {
  tag: '@R26',
}, async ({ page, shopper }) => {
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, quantity: 1, ...TEE } })
  await page.goto('/cart-details')
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Four Bars Boxy Tee' })
  await expect(line).toBeVisible()
  await page.route('**/api/user/getCartProduct/**', async (route) => {
    // A call of the page that is left ends with it.
    const response = await route.fetch().catch(() => null)
    const body = await response?.json().catch(() => null)
    if (!response || !body) return
    for (const { productId } of body.cart) productId.price = 1499
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  await expect(line).toContainText('Rs. 1,499.00was Rs. 1,299.00')
  await expect(page.getByLabel('Summary')).toContainText('Items (1)Rs. 1,499.00')
})

test('an address asks in an order that browsers can fill in, on one column, with hints', { tag: '@R35' }, async ({
  page,
  shopper,
}) => {
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, quantity: 1, ...TEE } })
  await page.setViewportSize(PHONE)
  await page.goto('/cart-checkout-form')
  const fields = page.getByRole('main').locator('form [autocomplete]')
  await expect(fields.first()).toBeVisible()
  expect(await fields.evaluateAll((all) => all.map((one) => one.getAttribute('autocomplete')))).toEqual([
    'given-name',
    'family-name',
    'tel',
    'email',
    'country-name',
    'postal-code',
    'street-address',
    'address-level2',
    'address-level1',
  ])
  const lefts = await fields.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
  expect(new Set(lefts).size).toBe(1)
  await expect(page.getByLabel('Street address')).toHaveAccessibleDescription('Flat, building, street, landmark')
})
