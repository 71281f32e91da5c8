import { axeViolations } from './axe.ts'
import { apiOf, expect, test } from './fixtures.ts'
import { holdResponses } from './requests.ts'

const PHONE = { width: 360, height: 740 }
const WIDE = { width: 1280, height: 800 }
/** SPEC section 2, Navigation. */
const ACCOUNT_LINKS = ['My orders', 'Wishlist', 'Saved Address', 'Privacy Policy', 'Log out']

test('header, features strip and footer surround every page, with the current page marked in the header', {
  tag: ['@S1.10', '@S2.20', '@S2.22', '@R21'],
}, async ({ page }) => {
  await page.setViewportSize(WIDE)
  await page.goto('/about-us')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Categories', 'About Us', 'Contact Us'])
  await expect(bar.locator('[aria-current=page]')).toHaveText('About Us')
  for (const icon of ['Search', 'Profile', 'Cart']) await expect(page.getByLabel(icon, { exact: true })).toBeVisible()
  for (const words of ['Trendy Designs', 'Premium Quality', 'Hassle-Free Returns'])
    await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' })).toBeVisible()
})

test('on a phone the menu and the profile icon open drawers with their links', {
  tag: ['@S2.24', '@S2.25', '@S4.1'],
}, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/about-us')
  await page.getByLabel('Profile', { exact: true }).click()
  const profile = page.getByRole('dialog', { name: 'Profile' })
  await expect(profile.getByRole('link')).toHaveText(['Log in or register', ...ACCOUNT_LINKS])
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Profile', { exact: true })).toBeFocused()

  await page.getByLabel('Menu', { exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveText([
    'Home',
    'Categories',
    'About Us',
    'Contact Us',
    'Nearby Stores',
    'Privacy Policy',
    'Log in',
  ])
  await menu.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL(/\/privacy-policy$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the profile drawer of a shopper has name, e-mail address and the profile first', { tag: '@R49' }, async ({
  page,
  shopper,
  allowed,
}) => {
  // The profile asks for orders (SPEC section 7), and this shopper has none.
  allowed.push(/404/)
  await page.setViewportSize(PHONE)
  await page.goto('/about-us')
  await page.getByLabel('Profile', { exact: true }).click()
  const profile = page.getByRole('dialog', { name: 'Profile' })
  await expect(profile.getByRole('link')).toHaveText(['Profile and devices', ...ACCOUNT_LINKS])
  await expect(profile).toContainText(shopper.email)
  await profile.getByRole('link', { name: 'Profile and devices' }).click()
  await expect(page).toHaveURL(/\/profile$/)
})

test('the menu has the categories with products above its links, which stay in place while these load', {
  tag: '@R49',
}, async ({ page, shop }) => {
  const options = await apiOf(shop, null)('GET /user/filterOptions', {})
  if (!options.ok) throw new Error(options.message)
  const categories = options.data.categories.filter(({ count }) => count > 0).map(({ value }) => value)
  const kinds = options.data.subcategories.Woman?.map(({ value }) => value) ?? []
  expect(kinds.length).toBeGreaterThan(0)
  await page.setViewportSize(PHONE)
  const answer = await holdResponses(page, /\/api\/user\/filterOptions/)
  await page.goto('/about-us')
  await page.getByLabel('Menu', { exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const home = menu.getByRole('link', { name: 'Home', exact: true })
  const top = async () => (await home.boundingBox())?.y
  await expect(menu.getByText('Loading')).toBeAttached()
  const before = await top()
  answer.release((route) => route.continue())
  await expect(menu.locator('summary')).toHaveCount(categories.length)
  expect(await top()).toBe(before)
  await menu.locator('summary', { hasText: 'Women' }).click()
  await expect(menu.locator('details[open]').getByRole('link')).toHaveText(['Everything for women', ...kinds])
  expect(await axeViolations(page)).toEqual([])
  await menu.getByRole('link', { name: kinds[0] ?? '', exact: true }).click()
  await expect(page).toHaveURL(
    `/categories?${new URLSearchParams({ categories: 'Woman', subcategory: kinds[0] ?? '' })}`,
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the cart drawer is 300 wide, 250 on a phone', { tag: ['@S9.13', '@S2.28'] }, async ({ signedInPage: page }) => {
  for (const [size, width] of [
    [WIDE, 300],
    [PHONE, 250],
  ] as const) {
    await page.setViewportSize(size)
    await page.goto('/about-us')
    await page.getByRole('button', { name: 'Cart', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await expect(drawer.getByText('No items in the cart')).toBeVisible()
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(width)
    expect(await axeViolations(page)).toEqual([])
  }
})

test('the footer has contact links, the exchange policy and the newsletter form', {
  tag: ['@S1.11', '@C6.15'],
}, async ({ page }) => {
  await page.goto('/about-us')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'About Us' })).toHaveAttribute('href', '/about-us')
  await expect(footer.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact-us')
  await expect(footer.getByRole('link', { name: 'Instagram' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.instagram\.com\//,
  )
  await expect(footer.getByText('exchanges within 7 days')).toBeVisible()
  await footer.getByRole('textbox', { name: 'Newsletter' }).fill('reader@example.test')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByRole('status')).not.toBeEmpty()
})

test('on a phone the footer is folded and opens without scripts; the menu has language and theme', {
  tag: '@R47',
}, async ({ page, browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE })
  const plain = await context.newPage()
  await plain.goto(`${shop.origin}/about-us`)
  const folded = plain.getByRole('contentinfo')
  await expect(folded.getByRole('link', { name: 'Contact Us' })).toBeHidden()
  await expect(folded.getByText('Grievance Officer')).toBeVisible()
  await folded.locator('summary', { hasText: 'The shop' }).click()
  await expect(folded.getByRole('link', { name: 'Contact Us' })).toBeVisible()
  await context.close()

  await page.setViewportSize(PHONE)
  await page.goto('/about-us')
  await page.getByLabel('Menu', { exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'हिन्दी' })).toHaveAttribute('href', '/hi/about-us')
  await menu.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test.describe('the bar’s icons', () => {
  // A new shopper's orders are a 404 (CONTRACT), and the browser notes it.
  test.use({ allowed: [/status of 404/] })

  test('the search icon links to the listing, the profile icon of a wide screen to the profile', {
    tag: ['@S2.23', '@S2.24'],
  }, async ({ signedInPage: page }) => {
    await page.setViewportSize(WIDE)
    await page.goto('/about-us')
    await page.getByLabel('Search', { exact: true }).click()
    await expect(page).toHaveURL(/\/categories$/)
    await page.getByLabel('Profile', { exact: true }).click()
    await expect(page).toHaveURL(/\/profile$/)
  })
})

test('an alert appears below the header at any scroll position', async ({ page }) => {
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/product-details/four-bars-boxy-tee')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByRole('button', { name: 'Close alert' })).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 0))
    const bar = await page.getByRole('banner').boundingBox()
    const alert = await page.locator('.toast-row').boundingBox()
    expect(alert?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  }
})

test('each part of the footer has its title once, and on a phone it opens by it', async ({ page }) => {
  await page.goto('/about-us')
  const footer = page.getByRole('contentinfo')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const title of ['Newsletter', 'Contact', 'The shop'])
      await expect(footer.getByText(title, { exact: true }).filter({ visible: true }), `${title} ${width}`).toHaveCount(
        1,
      )
    await expect(footer.getByLabel('Newsletter')).toBeVisible({ visible: width === 1280 })
  }
  await footer.getByText('Newsletter', { exact: true }).filter({ visible: true }).click()
  await expect(footer).toMatchAriaSnapshot(`
    - group:
      - text: Newsletter
      - paragraph: News by e-mail. Unsubscribe any time.
      - textbox "Newsletter"
      - button "Subscribe"
  `)
})

test('the focus outline of a search surrounds the field with its button', async ({ page }) => {
  await page.goto('/categories')
  const field = page.getByLabel('Search products')
  await field.focus()
  const outlines = await field.evaluate((input) =>
    [input.closest('form'), input].map((one) => one && getComputedStyle(one).outlineStyle),
  )
  expect(outlines).toEqual(['solid', 'none'])
})

test('a click on the backdrop closes a drawer', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/about-us')
  await page.getByLabel('Menu', { exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.mouse.click(350, 400)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the footer’s theme switch persists, and applies before the next page is painted', async ({ page }) => {
  await page.addInitScript(() => {
    const painted: (string | undefined)[] = []
    Object.assign(window, { painted })
    const watch = () => {
      painted.push(document.documentElement.dataset.theme)
      requestAnimationFrame(watch)
    }
    requestAnimationFrame(watch)
  })
  await page.goto('/about-us')
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  const painted = await page.evaluate(() => (window as unknown as { painted: string[] }).painted)
  expect(painted.length).toBeGreaterThan(0)
  expect([...new Set(painted)]).toEqual(['dark'])
})

test('the static pages have no inline styles and a canonical address', { tag: ['@S2.4', '@S2.17'] }, async ({
  request,
}) => {
  for (const path of ['/about-us', '/privacy-policy']) {
    const html = await (await request.get(path)).text()
    expect(html).toContain(`<link rel="canonical" href="`)
    expect(html).not.toMatch(/\sstyle="/)
  }
})

test.describe('an address of no page', () => {
  test.use({ allowed: [/404/] })

  test('or no product gets 404 with the error view and a link to the home page', { tag: ['@S2.21', '@C6.3'] }, async ({
    page,
  }) => {
    for (const path of ['/no-such-page', '/product-details/no-such-shirt']) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
      await expect(page.getByText('404 Not Found')).toBeVisible()
      await page.getByRole('link', { name: 'Go to Home' }).click()
      await expect(page).toHaveURL(/\/$/)
    }
  })
})

test('a page opened in a new tab shares the login', { tag: '@R32' }, async ({ page, shopper, context }) => {
  await page.goto('/about-us')
  const second = await context.newPage()
  await second.goto('/about-us')
  await expect.poll(() => second.evaluate(() => sessionStorage.getItem('authToken'))).toBe(shopper.token)
})
