import { expect, test } from './fixtures.ts'
import { expectSound, openStaffSite } from './staff.ts'

/** Every screen of the menu, by its address and heading. */
const SCREENS: readonly [path: string, heading: string][] = [
  ['/admin', 'Today'],
  ['/admin/pack', 'Pack'],
  ['/admin/pack/file', 'Carrier files'],
  ['/admin/home-page', 'Home page'],
  ['/admin/settings', 'Settings'],
  ['/admin/settings/delivery', 'Delivery'],
  ['/admin/settings/brand', 'Brand'],
  ['/admin/settings/tax', 'GST and invoices'],
  ['/admin/settings/policies', 'Policies and About'],
  ['/admin/settings/history', 'History'],
  ['/admin/settings/connections', 'Payment provider and e-mail'],
  ['/admin/settings/carriers', 'Carriers'],
  ['/admin/backups', 'Backups'],
  ['/admin/stores', 'Stores'],
  ['/admin/offers', 'Offers'],
  ['/admin/offers/new', 'New offer'],
  ['/admin/reports/sales', 'Reports'],
  ['/admin/reports/exchanges', 'Reports'],
  ['/admin/customers', 'Customers'],
  ['/admin/reviews?state=waiting', 'Reviews'],
  ['/admin/returns', 'Returns'],
  ['/admin/orders/to-confirm', 'Orders to confirm'],
  ['/admin/pack/bookings', 'Bookings'],
  ['/admin/orders/new', 'New order'],
  ['/admin/draft-orders', 'Draft orders'],
  ['/admin/newsletter', 'Newsletter'],
  ['/admin/audit', 'Activity'],
  ['/admin/keys', 'API keys'],
  ['/admin/staff', 'Team'],
  ['/admin/account', 'Asha Rao'],
  ['/admin/nowhere', 'Page not found'],
  ['/admin/reports/sales?from=never', 'Something went wrong'],
]

test.describe(() => {
  let opened: Awaited<ReturnType<typeof openStaffSite>>
  test.beforeAll(async ({ browser, shop }) => {
    opened = await openStaffSite(browser, shop, 'owner')
  })
  test.afterAll(() => opened.context.close())

  for (const [path, heading] of SCREENS)
    test(`${path} is clean to axe, in both themes, and fits from 320 to 1920 px`, {
      tag: ['@A5', '@A14', '@A41', '@nightly'],
    }, async () => {
      const { page } = opened
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expectSound(page, path)
    })
})

test('the menu marks where one is, on screens that are reached from a word of it, too', async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  for (const [path, word] of [
    ['/admin', 'Today'],
    ['/admin/reports/stock', 'Reports'],
    ['/admin/stock-count', 'Stock'],
    ['/admin/imports', 'Products'],
    ['/admin/keys', 'Team'],
    ['/admin/settings/brand', 'Settings'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')).toHaveText(
      new RegExp(`^${word}`),
    )
  }
  await context.close()
})

test('the menu, the palette and the keys lead to the same screens', { tag: ['@A14', '@A37'] }, async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin')
  await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click()
  await expect(page).toHaveURL('/admin/staff')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL('/admin')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('go tea')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/staff')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Go to Today')
  await page.getByLabel('Single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible()
  await expect(page).toHaveURL('/admin/staff')
  await context.close()
})
