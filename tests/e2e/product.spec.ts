import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { queryOf, recordRequests } from './requests.ts'

const TEE = { id: 'four-bars-boxy-tee', name: 'Four Bars Boxy Tee' }
const DETAIL = '**/api/product/getProductDetail/**'
const FAILED = /Failed to load resource/

const size = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}\\b`) })
const colour = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const addToCart = (page: Page) => page.getByRole('button', { name: 'Add to cart' }).first()

/** The radio buttons lie transparent over their looks. */
async function choose(page: Page, color: string, what: string): Promise<void> {
  await colour(page, color).check({ force: true })
  await size(page, what).check({ force: true })
}

/** From the listing to the first product's page, without a new document. */
async function openFromListing(page: Page): Promise<void> {
  await page.goto('/categories')
  await page.getByRole('main').getByRole('article').first().getByRole('link').click()
}

test('shows the product with its Description and Reviews, and requests it as a view', {
  tag: ['@S1.6', '@S2.3', '@S3.1', '@S7.20', '@C6.4'],
}, async ({ page }) => {
  await page.goto('/categories?q=boxy')
  const asked = page.waitForResponse((answer) => answer.url().includes(`/getProductDetail/${TEE.id}?`))
  await page.getByRole('link', { name: new RegExp(TEE.name) }).click()
  const answer = await asked
  expect(queryOf(answer.request())).toEqual({ viewProduct: 'true' })
  const { status, data, message } = await answer.json()
  expect([status, typeof message]).toEqual([200, 'string'])
  expect(data).toEqual(
    expect.objectContaining({
      _id: TEE.id,
      name: TEE.name,
      price: 1299,
      images: expect.arrayContaining([expect.any(String)]),
      description: expect.any(String),
      colors: ['Black', 'White', 'Purple'],
      categories: 'Man',
      subcategory: 'T-Shirts',
      pattern: 'Printed',
      fabric: 'Cotton',
      fit: 'Drop Shoulder',
    }),
  )
  for (const one of data.sizes)
    expect(one).toEqual({ _id: expect.any(String), size: expect.any(String), quantity: expect.any(Number) })
  await expect(page.getByRole('heading', { level: 1, name: TEE.name })).toBeVisible()
  await expect(page.getByText('₹1,299').first()).toBeVisible()
  await expect(page.getByRole('img', { name: new RegExp(TEE.name) }).first()).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Description', 'Reviews'])
  await expect(page.getByRole('tabpanel', { name: 'Description' })).toContainText(data.description.slice(0, 60))
  await page.getByRole('tab', { name: 'Reviews' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Reviews' })).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'Description' })).toBeHidden()
})

test('offers only the sizes in stock of the selected colour', { tag: ['@S5.9', '@C3.54', '@R13'] }, async ({
  page,
}) => {
  for (const id of ['chikan-panel-overshirt', TEE.id, 'backbench-denim-look-jorts']) {
    await page.goto(`/product-details/${id}`)
    const { data } = await (await page.request.get(`/api/product/getProductDetail/${id}`)).json()
    expect(data.variants.some(({ quantity }: { quantity: number }) => quantity === 0)).toBe(true)
    for (const color of data.colors) {
      await colour(page, color).check({ force: true })
      const left = data.variants.filter(
        (one: { color: string; quantity: number }) => one.color === color && one.quantity > 0,
      )
      const sizes = page.getByRole('group', { name: 'Size', exact: true }).getByRole('radio')
      await expect(sizes).toHaveCount(left.length)
      expect(await sizes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual(
        left.map((one: { size: string }) => one.size),
      )
      if (left.length === 0) await expect(page.getByText('Sold out in every size.')).toBeVisible()
    }
  }
})

test('a sold-out product has no buttons, but a link to the listing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/product-details/backbench-denim-look-jorts')
  await expect(page.getByText('Sold out in every size.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tell me when it’s back' })).toHaveClass(/bg-signal/)
  // What can't be bought costs no delivery and doesn't arrive either.
  await expect(page.getByText('added at checkout')).toHaveCount(0)
  await page.getByRole('button', { name: 'How exchanges work' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('tab', { name: 'Description' })).toBeVisible()
  await expect(page.getByLabel('Your PIN code')).toHaveCount(0)
  for (const name of [/^Add/, 'Increase', 'Size guide']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'See other Shorts' }).click()
  await expect(page).toHaveURL(/\/categories\?categories=Man&subcategory=Shorts$/)
})

test('a sold-out colour names the colours in stock', async ({ page }) => {
  await page.route(DETAIL, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const one of body.data.variants) if (one.color === 'White') one.quantity = 0
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto('/categories?q=boxy')
  await page.getByRole('link', { name: new RegExp(TEE.name) }).click()
  // By key: a pointer's press is lost while the page slides in.
  await colour(page, 'White').press('Space')
  await expect(page.getByText('Sold out in this colour. Available in Black, Purple.')).toBeVisible()
  await expect(addToCart(page)).toHaveCount(0)
  await colour(page, 'Black').press('Space')
  await expect(addToCart(page)).toBeVisible()
})

test('four pictures and the drawing to scale fill the gallery without a gap', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/product-details/backbench-denim-look-jorts')
  const widths = await page
    .getByRole('button', { name: /^Zoom in/ })
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
  expect(widths).toHaveLength(4)
  const [first = 0, second = 0, third, last = 0] = widths
  // To the hundredth of a pixel: columns share what a division leaves.
  expect(third).toBeCloseTo(second, 1)
  expect(last).toBeCloseTo(second, 1)
  const drawing = page.getByRole('figure').filter({ hasText: 'Drawn to scale' })
  await page
    .getByRole('button', { name: /^Zoom in/ })
    .nth(3)
    .scrollIntoViewIfNeeded()
  expect((await drawing.boundingBox())?.width).toBeCloseTo(last, 1)
  await expect(drawing).toContainText('168 cm')
  expect(second).toBeLessThan(first / 2)
})

test('on a wide screen the first picture and the buy box are whole in the window', async ({ page }) => {
  await page.goto(`/product-details/${TEE.id}`)
  for (const [width, height] of [
    [1600, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const part of [page.getByRole('button', { name: /^Zoom in/ }).first(), addToCart(page)])
      await expect(part, `${width} x ${height}`).toBeInViewport({ ratio: 1 })
  }
})

test('without a size nothing is sent, and the message names what is missing', { tag: ['@S5.8', '@R15'] }, async ({
  signedInPage: page,
}) => {
  await page.goto(`/product-details/${TEE.id}`)
  const calls = recordRequests(page, '/api/user/addTo')
  for (const name of ['Add to cart', 'Add to wishlist']) {
    await page.getByRole('button', { name }).first().click()
    await expect(
      page.getByText('Please select a color, size, and ensure the product details are loaded.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Close alert' }).click()
    await expect(page.getByRole('button', { name: 'Close alert' })).toHaveCount(0)
  }
  // A size that the next colour does not have is no choice any more.
  await choose(page, 'Black', 'M')
  await colour(page, 'White').check({ force: true })
  await addToCart(page).click()
  await expect(page.getByText('Please select a color, size,')).toBeVisible()
  expect(calls).toEqual([])
})

test('adds one unit of the selection to the cart and the wishlist, with a toast', { tag: ['@S9.9', '@R22'] }, async ({
  page,
  shopper,
}) => {
  await page.goto(`/product-details/${TEE.id}`)
  await choose(page, 'White', 'L')
  const line = { userId: shopper.id, productId: TEE.id, quantity: 1, color: 'White', size: 'L' }
  for (const [name, call, words] of [
    ['Add to cart', 'addToCart', 'Product added to cart successfully'],
    ['Add to wishlist', 'addToWishlist', 'Product added to wishlist successfully'],
  ] as const) {
    const sent = page.waitForRequest(`**/api/user/${call}`)
    await page.getByRole('button', { name }).first().click()
    const request = await sent
    expect(request.postDataJSON()).toEqual(line)
    expect(request.headers().authorization).toBe(`Bearer ${shopper.token}`)
    await expect(page.getByText(words)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Decrease' }).click()
  await expect(page.getByText('Quantity cannot be less than 1')).toBeVisible()
})

test('a visitor sees that a login is needed, and is redirected', { tag: '@S8.16' }, async ({ page }) => {
  await page.goto(`/product-details/${TEE.id}`)
  await choose(page, 'White', 'L')
  const calls = recordRequests(page, '/api/user/addTo')
  await addToCart(page).click()
  const alert = page.locator('.toast-row').filter({ has: page.getByText('User not logged in', { exact: true }) })
  await expect(alert).toBeVisible()
  // The visitor made no mistake.
  await expect(alert).not.toHaveClass(/border-l-bad/)
  await expect(page).toHaveURL(/\/login$/)
  expect(calls).toEqual([])
})

test('an error or an unexpected message of the cart call shows its sentence and redirects to the login', {
  tag: '@S8.15',
}, async ({ signedInPage: page, allowed }) => {
  allowed.push(FAILED)
  for (const response of [
    { status: 500, json: {} },
    { status: 200, json: { message: 'Not this time' } },
  ]) {
    await page.goto(`/product-details/${TEE.id}`)
    await choose(page, 'White', 'L')
    await page.route('**/api/user/addToCart', (route) => route.fulfill(response))
    await addToCart(page).click()
    await expect(page.getByText('There was an issue adding the item to your cart. Please try again.')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('failed details, with or without a response, show an error and can be retried', { tag: '@S8.23' }, async ({
  page,
  allowed,
}) => {
  allowed.push(FAILED)
  await page.route(DETAIL, (route) => route.fulfill({ status: 500, json: { message: 'The shelf is being moved.' } }))
  await openFromListing(page)
  await expect(page.getByText('Failed to fetch product details', { exact: true })).toBeVisible()
  await expect(page.getByText('The shelf is being moved.')).toBeVisible()
  await page.unroute(DETAIL)
  await page.route(DETAIL, (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Failed to fetch product details.', { exact: true })).toBeVisible()
  await page.unroute(DETAIL)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(addToCart(page)).toBeVisible()
})

test('Back during the page transition is no error', async ({ page }) => {
  await openFromListing(page)
  await page.waitForURL(/product-details/)
  await page.goBack()
  await expect(page).toHaveURL(/\/categories/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a 401 or 403 on the product page redirects to the login', { tag: '@S8.24' }, async ({ page, allowed }) => {
  allowed.push(FAILED)
  for (const status of [401, 403]) {
    await page.route(DETAIL, (route) => route.fulfill({ status, json: {} }))
    await openFromListing(page)
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('known colours have fixed swatches, unknown names a stable one of their own', { tag: '@S9.17' }, async ({
  page,
}) => {
  const fixed = [
    'White',
    'Black',
    'Red',
    'Blue',
    'Green',
    'Yellow',
    'Pink',
    'Purple',
    'Orange',
    'Gray',
    'Grey',
    'Brown',
  ]
  const colors = [...fixed, 'Teal', 'Mustard', 'Rust']
  await page.route(DETAIL, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, colors } } })
  })
  await openFromListing(page)
  await expect(page.getByRole('group', { name: 'Colour', exact: true }).getByRole('radio')).toHaveCount(colors.length)
  const fills = () =>
    page
      .getByRole('group', { name: 'Colour', exact: true })
      .locator('circle')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).fill))
  const found = await fills()
  const channels = (name: string) => (found[colors.indexOf(name)]?.match(/\d+/g) ?? []).map(Number)
  const most = (name: string) => channels(name).indexOf(Math.max(...channels(name)))
  expect(channels('White')).toEqual([255, 255, 255])
  expect(Math.max(...channels('Black'))).toBeLessThan(40)
  expect([most('Red'), most('Green'), most('Blue')]).toEqual([0, 1, 2])
  expect(found[colors.indexOf('Gray')]).toBe(found[colors.indexOf('Grey')])
  expect(new Set(found).size).toBe(colors.length - 1)
  await page.reload()
  await openFromListing(page)
  await expect(page.getByRole('group', { name: 'Colour', exact: true }).getByRole('radio')).toHaveCount(colors.length)
  expect(await fills()).toEqual(found)
})
