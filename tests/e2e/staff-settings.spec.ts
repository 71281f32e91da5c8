import { indianDay } from '#platform/india-time.ts'
import { expect, test } from './fixtures.ts'
import { addStaff, callStaff, expectSound, openStaffSite } from './staff.ts'

test('a setting is changed with the page beside it, survives a reload unsaved, and is taken back', async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/settings')
  await page.getByLabel('Search the settings').fill('minimum order')
  await page.getByRole('link', { name: 'Minimum order' }).click()
  await expect(page).toHaveURL('/admin/settings/orders#order.minimum')
  const minimum = page.getByLabel('Minimum order')
  await minimum.fill('1,499')
  await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeVisible()
  await page.reload()
  await expect(minimum).toHaveValue('1499')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText('Saved: Minimum order', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(minimum).toHaveValue('0')
  await page.goto('/admin/settings/history?setting=order.minimum')
  await expect(page.getByText('Minimum order: 0 → 1499')).toBeVisible()
  await context.close()
})

test('changes of a page are planned for a time with what they change, and taken back from what is coming', async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/settings/orders')
  await page.getByLabel('Minimum order').fill('999')
  await page.getByLabel('Days to exchange').fill('10')
  await page.getByRole('button', { name: 'Schedule…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule changes' })
  await expect(dialog.getByText('0 → 999')).toBeVisible()
  await expect(dialog.getByText('7 → 10')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Schedule' })).toBeDisabled()
  await dialog.getByLabel('When (IST)').fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByText('This time has passed.')).toBeVisible()
  const day = indianDay(new Date(Date.now() + 3 * 86_400_000))
  await dialog.getByLabel('When (IST)').fill(`${day}T09:00`)
  await expect(dialog.getByText(/, 09:00$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Minimum order')).toHaveValue('0')
  await expect(page.getByText('Minimum order: 0 → 999')).toBeVisible()
  await page.goto('/admin/products/timeline')
  await expect(page.getByText('Days to exchange: 7 → 10')).toBeVisible()
  await expectSound(page, 'what is coming')
  await page.getByRole('button', { name: 'Unschedule' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Days to exchange: 7 → 10')).toBeVisible()
  await page.getByRole('link', { name: 'Orders and exchanges' }).click()
  await page.getByRole('button', { name: 'Unschedule' }).click()
  await expect(page.getByText('Minimum order: 0 → 999')).toBeHidden()
  await context.close()
})

test('delivery zones come from a file: errors by row, the difference, then saved as one and taken back', async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/settings/delivery')
  await page.getByRole('button', { name: 'From a CSV file' }).click()
  const dialog = page.getByRole('dialog', { name: 'From a CSV file' })
  const give = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'zones.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await give('where,days,fee\n400,2,much\nAssam,9,120\n')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByRole('row', { name: '2 fee much must be an amount in rupees.' })).toBeVisible()
  await give('where,days,fee\n400,2,90\nAssam,9,120\n')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByText('2 new, 0 changed, 0 removed, 0 as before')).toBeVisible()
  await expectSound(page, 'a file of zones', 'dialog[open]')
  await dialog.getByRole('button', { name: 'Replace the list' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Where').nth(1)).toHaveValue('Assam')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.getByLabel('Where')).toHaveCount(0)
  await context.close()
})

test('a policy is written beside the real page, and a colour that nobody could read is refused with its reason', async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/settings/policies')
  await page.locator('[id="page.terms"]').getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Terms of use', { exact: true }).fill('## Ours\n\nSold by {shop.name} with care.')
  const frame = page.frameLocator('iframe[title="The page with your changes"]')
  await expect(frame.getByText('Sold by Fourth Seat with care.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('button', { name: /^Save/ })).toBeHidden()

  await page.goto('/admin/settings/brand')
  await page.getByLabel('Colour of links', { exact: true }).fill('#6fa8dc')
  await page.getByRole('button', { name: 'Add a colour' }).focus()
  await expect(page.getByText('its contrast is 2.3 of 4.5')).toBeVisible()
  await context.close()
})

test('a text is formatted by buttons and keys, and the browser’s undo takes it back', async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/settings/policies')
  await page.locator('[id="page.about"]').getByRole('button', { name: 'Edit' }).click()
  const text = page.getByLabel('About us', { exact: true })
  await text.fill('Our table\nKurtas')
  const frame = page.frameLocator('iframe[title="The page with your changes"]')
  // The page beside it is that of the text.
  await expect(frame.getByText('Our table Kurtas')).toBeVisible()
  await text.press('ControlOrMeta+Home')
  await text.press('ControlOrMeta+Shift+Digit2')
  await expect(text).toHaveValue('## Our table\nKurtas')
  await text.press('ControlOrMeta+End')
  await text.press('Shift+Home')
  const bar = page.getByRole('toolbar', { name: 'Format: About us' })
  await bar.getByRole('button', { name: 'Bold' }).click()
  await expect(text).toHaveValue('## Our table\n**Kurtas**')
  await expect(frame.locator('strong')).toHaveText('Kurtas')
  await expect(text).toBeFocused()
  await text.press('ControlOrMeta+b')
  await expect(text).toHaveValue('## Our table\nKurtas')
  await bar.getByRole('button', { name: 'Link' }).click()
  await expect(text).toHaveValue('## Our table\n[Kurtas](/categories)')
  await text.press('ControlOrMeta+z')
  await expect(text).toHaveValue('## Our table\nKurtas')
  await text.press('ControlOrMeta+Shift+Digit8')
  await expect(text).toHaveValue('## Our table\n- Kurtas')
  await text.press('Shift+Home')
  await text.press('ControlOrMeta+Shift+l')
  // The address is selected, so that it can be typed over.
  await page.keyboard.type('/faq')
  await expect(text).toHaveValue('## Our table\n[- Kurtas](/faq)')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await context.close()
})

test('the home page is changed by rows beside the page, published, and taken back', { tag: '@A30' }, async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto('/admin/home-page')
  await page.getByRole('button', { name: 'Edit: Thoda khisko.' }).click()
  await page.getByLabel('Heading', { exact: true }).fill('')
  await page.getByLabel('New section').focus()
  await expect(page.getByText('Incomplete')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await page.getByLabel('Heading', { exact: true }).fill('Winter is short.')
  const frame = page.frameLocator('iframe[title="The page with your changes"]')
  await expect(frame.getByRole('heading', { name: 'Winter is short.' })).toBeVisible()
  // The focus stays with the button of the row that moves.
  await page.getByRole('button', { name: 'Move down: Winter is short.' }).click()
  await expect(page.getByRole('button', { name: 'Move down: Winter is short.' })).toBeFocused()
  await page.getByRole('button', { name: 'Move up: Winter is short.' }).click()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Edit: Winter is short.' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Home page published.')).toBeVisible()
  await expect.poll(async () => (await fetch(shop.origin)).text()).toContain('Winter is short.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect.poll(async () => (await fetch(shop.origin)).text()).toContain('Thoda khisko.')
  await context.close()
})

test('of two people at the home page, the second sees that the first was there, and nothing is lost', async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto('/admin/home-page')
  await page.getByRole('button', { name: 'Hide: Heard on the bench' }).click()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  const other = await addStaff(shop, 'owner', 'Meera')
  const { body } = await callStaff(shop, other.cookie, ['GET', '/home-page'])
  const sections = (body.sections as unknown[]).slice(0, 3)
  await callStaff(shop, other.cookie, ['PUT', '/home-page'], { sections })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText(/Meera.* changed this in the meantime/)).toBeVisible()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByRole('button', { name: /^Edit: / })).toHaveCount(3)
  await callStaff(shop, other.cookie, ['PUT', '/home-page'], { sections: null })
  await context.close()
})

test('a draft that is on its way doesn’t outlive its publication', async ({ browser, shop }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto('/admin/home-page')
  await page.getByRole('button', { name: 'Edit: Thoda khisko.' }).click()
  const arrived: Promise<void>[] = []
  await page.route('**/api/admin/home-page/draft', (route) => {
    // Longer than a publication takes.
    const late = new Promise((resolve) => setTimeout(resolve, 2000)).then(() => route.continue())
    arrived.push(late)
    return late
  })
  await page.getByLabel('Small heading').fill('Late drop')
  await expect.poll(() => arrived.length).toBe(1)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Home page published.')).toBeVisible()
  await Promise.all(arrived)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(page.getByText('Up to date')).toBeVisible()
  const { body } = await callStaff(shop, person.cookie, ['GET', '/home-page'])
  expect(body.draft).toBeNull()
  await callStaff(shop, person.cookie, ['PUT', '/home-page'], { sections: null })
  await context.close()
})

test.describe('with a browser elsewhere', () => {
  for (const timezoneId of ['Pacific/Auckland', 'America/Los_Angeles'])
    test(`a report’s days are India’s in a browser of ${timezoneId}`, async ({ browser, shop }) => {
      const { page, context } = await openStaffSite(browser, shop, 'manager', { timezoneId })
      await page.goto('/admin/reports/sales?from=2025-03-31&to=2025-04-01')
      await expect(page.getByRole('rowheader', { name: '31 Mar 2025' })).toBeVisible()
      await expect(page.getByText('31 Mar 2025 to 1 Apr 2025, compared with 29 Mar 2025 to 30 Mar 2025')).toBeVisible()
      await context.close()
    })
})

test('reports lead to each other with their days, and to their file', async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto('/admin/reports/sales')
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/)
  const search = new URL(page.url()).search
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Regions' }).click()
  expect(new URL(page.url()).search).toBe(search)
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    new RegExp(`^/api/admin/reports/places.csv\\${search.slice(0, 5)}`),
  )
  await context.close()
})

test('on a phone a message lies over the bar, the newest alone, and leaves the heading free', async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/settings/orders')
  for (const setting of ['Minimum order', 'Days to exchange']) {
    await page.getByLabel(setting).fill('9')
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeHidden()
  }
  const messages = page.locator('.toast-row')
  await expect(messages).toHaveCount(2)
  await expect(messages.first()).toBeHidden()
  await page.evaluate(() => scrollTo(0, 0))
  const [message, heading] = [
    await messages.last().boundingBox(),
    await page.getByRole('heading', { level: 1 }).boundingBox(),
  ]
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(heading?.y ?? 0)
  await context.close()
})

test('an owner gives the header links of their own, and takes them back', async ({ browser, shop, page: visitor }) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/settings/words')
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByLabel('Label', { exact: true }).fill('Shirts')
  await page.getByLabel('Link', { exact: true }).fill('/categories?subcategory=Shirt')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  const links = visitor.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(async () => {
    await visitor.goto('/categories')
    await expect(links).toHaveText(['Shirts'], { timeout: 1000 })
  }).toPass()
  await expect(links).not.toHaveAttribute('aria-current', 'page')
  await visitor.setViewportSize({ width: 360, height: 740 })
  await visitor.getByRole('button', { name: 'Menu' }).click()
  const inMenu = visitor.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Shirts' })
  await expect(inMenu).not.toHaveAttribute('aria-current', 'page')
  await inMenu.click()
  await visitor.setViewportSize({ width: 1280, height: 740 })
  await expect(visitor).toHaveURL(/\/categories\?subcategory=Shirt$/)
  await expect(links).toHaveAttribute('aria-current', 'page')
  await shop.command('settings', 'reset', 'header.links')
  await expect(async () => {
    await visitor.goto('/')
    await expect(visitor.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(
      ['Home', 'Categories', 'About Us', 'Contact Us'],
      { timeout: 1000 },
    )
  }).toPass()
  await context.close()
})
