import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdResponses, recordRequests } from './requests.ts'

const TEE = '/product-details/four-bars-boxy-tee'

/** Opens a page whose scripts are not loaded until `release` is called, or fail to load with `fail`. */
async function openWithoutScripts(page: Page, path: string) {
  const held = await holdResponses(page, '**/assets/*.js')
  const requested = page.waitForRequest('**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await requested
  return {
    release: () => held.release((route) => route.continue()),
    fail: (failing: RegExp) =>
      held.release((route) => (failing.test(route.request().url()) ? route.abort() : route.continue())),
  }
}

test('scripts are requested after DOMContentLoaded, and in a hidden tab too', async ({ page }) => {
  for (const hidden of [false, true]) {
    if (hidden)
      await page.addInitScript(() => {
        Object.defineProperty(document, 'hidden', { value: true })
        window.requestAnimationFrame = () => 0
      })
    await page.goto('/about-us')
    await expect(page.locator('script[type="text/deferred"], link[rel=deferred]')).toHaveCount(0)
    const [parsed, requested] = await page.evaluate(() => [
      performance.timing.domContentLoadedEventStart - performance.timeOrigin,
      performance.getEntriesByType('resource').find(({ name }) => /\/assets\/.*\.js$/.test(name))?.startTime,
    ])
    expect(parsed).toBeGreaterThan(0)
    expect(requested).toBeGreaterThanOrEqual(parsed ?? Number.POSITIVE_INFINITY)
  }
})

test('a size is chosen before hydration, Add to cart shows that it is busy, and the item is in the cart once', async ({
  signedInPage: page,
}) => {
  const calls = recordRequests(page, '/api/user/addToCart')
  const { release } = await openWithoutScripts(page, TEE)
  const size = page.getByRole('radio', { name: 'L', exact: true })
  const add = page.getByRole('button', { name: 'Add to cart' })
  await size.click()
  await add.click()
  await add.click()
  await expect(size).toBeChecked()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  release()
  await page.getByRole('button', { name: 'View cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Cart' }).getByText('Four Bars Boxy Tee')).toBeVisible()
  await expect(add).not.toHaveAttribute('aria-busy')
  expect(calls).toHaveLength(1)
})

test('a sort order chosen before hydration is applied after it', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/categories')
  const sort = page.getByRole('combobox', { name: 'Sort' })
  await sort.selectOption('High to Low')
  release()
  await expect(page).toHaveURL(/\?sortBy=highToLow$/)
  await expect(sort).toHaveValue('highToLow')
})

for (const [name, failing] of [
  ['the scripts', /./],
  ['the module that hydrates', /\/entry\.client/],
] as const)
  test(`a button pressed before hydration does not stay busy when ${name} can't be loaded`, async ({
    page,
    allowed,
  }) => {
    allowed.push(/Failed to load resource|Failed to fetch dynamically imported module/)
    const { fail } = await openWithoutScripts(page, '/login')
    await page.getByLabel('E-mail', { exact: true }).fill('asha@example.test')
    const button = page.getByRole('button', { name: 'Send code' })
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    fail(failing)
    await expect(button).not.toHaveAttribute('aria-busy')
    await button.click()
    await expect(page).toHaveURL(/\/login$/)
  })

test('the search icon pressed before hydration opens the search at once, and no letter is lost', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/about-us')
  const box = page.getByRole('combobox', { name: 'Search the shop' })
  await page.getByLabel('Search', { exact: true }).click()
  await page.keyboard.type('kur')
  await expect(box).toHaveValue('kur')
  release()
  await page.keyboard.type('ta')
  await expect(page.getByRole('option', { name: /Chowpatty Linen Kurta/ })).toBeVisible()
  await expect(page).toHaveURL(/\/categories$/)
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('kurta')
})

test('links and the search work before hydration, as plain HTML', async ({ page }) => {
  await openWithoutScripts(page, '/categories')
  await page.getByRole('combobox', { name: 'Search products' }).fill('linen')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/categories\?q=linen$/)
  await expect(page.getByRole('heading', { name: /^All Items - \d+$/ })).toBeVisible()
  await page.locator('main article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/product-details\//)
})

for (const { path, form, fill } of [
  { path: '/login', form: 'main', fill: { 'E-mail': 'asha@example.test' } },
  { path: '/register', form: 'main', fill: { Name: 'Asha', 'E-mail': 'asha@example.test' } },
  { path: '/contact-us', form: 'main', fill: { Message: 'Is it warm?' } },
  { path: '/about-us', form: 'footer', fill: { Newsletter: 'asha@example.test' } },
])
  test(`the ${form} form of ${path}, sent before hydration, is sent once by the page and never into the address`, async ({
    page,
  }) => {
    const calls = recordRequests(page, '/api/user/')
    const { release } = await openWithoutScripts(page, path)
    const fields = page.locator(form)
    for (const [label, text] of Object.entries(fill)) await fields.getByLabel(label, { exact: true }).fill(text)
    const button = fields.locator('button[type=submit]')
    if (path === '/login') await page.keyboard.press('Enter')
    else await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    release()
    if (path === '/contact-us') await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible()
    else await expect.poll(() => calls.filter((call) => call.method() === 'POST').length).toBe(1)
    expect(page.url()).not.toContain('?')
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a sent form never puts its fields into the address', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('E-mail', { exact: true }).fill('asha@example.test')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
})
