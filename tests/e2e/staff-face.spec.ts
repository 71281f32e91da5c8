import { startShop } from '../support/running-shop.ts'
import { totpCode } from '../support/staff.ts'
import { expect, test } from './fixtures.ts'
import { addStaff, callStaff, openStaffSite } from './staff.ts'

test('a setting is changed with the page beside it, survives a reload unsaved, and is taken back', async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/settings')
  await page.getByLabel('Search the settings').fill('smallest order')
  await page.getByRole('link', { name: 'Smallest order' }).click()
  await expect(page).toHaveURL('/admin/settings/orders#order.minimum')
  const minimum = page.getByLabel('Smallest order')
  await minimum.fill('1,499')
  await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeVisible()
  await page.reload()
  await expect(minimum).toHaveValue('1499')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText('Saved: Smallest order')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Taken back.')).toBeVisible()
  await expect(minimum).toHaveValue('0')
  await page.goto('/admin/settings/history?setting=order.minimum')
  await expect(page.getByText('Smallest order: "0" → "1499"')).toBeVisible()
  await context.close()
})

test('a policy is written beside the real page, and a colour that nobody could read is refused with its reason', async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/settings/policies')
  await page.getByLabel('Terms of use', { exact: true }).fill('## Ours\n\nSold by {shop.name} with care.')
  const frame = page.frameLocator('iframe[title="The page with your changes"]')
  await expect(frame.getByText('Sold by Fourth Seat with care.')).toBeVisible()
  await page.getByRole('button', { name: 'Throw away' }).click()
  await expect(page.getByRole('button', { name: /^Save/ })).toBeHidden()

  await page.goto('/admin/settings/brand')
  await page.getByLabel('Colour of links', { exact: true }).fill('#6fa8dc')
  await expect(page.getByText('its contrast is 2.3 of 4.5')).toBeVisible()
  await context.close()
})

test('the home page is changed by rows beside the page, published, and taken back', async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto('/admin/home-page')
  await page.getByRole('button', { name: 'Edit: Thoda khisko.' }).click()
  await page.getByLabel('Heading', { exact: true }).fill('')
  await expect(page.getByText('Not right yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await page.getByLabel('Heading', { exact: true }).fill('Winter is short.')
  const frame = page.frameLocator('iframe[title="The page with your changes"]')
  await expect(frame.getByRole('heading', { name: 'Winter is short.' })).toBeVisible()
  // The focus stays with the button of the row that moves.
  await page.getByRole('button', { name: 'Move down: Winter is short.' }).click()
  await expect(page.getByRole('button', { name: 'Move down: Winter is short.' })).toBeFocused()
  await page.getByRole('button', { name: 'Move up: Winter is short.' }).click()
  await expect(page.getByText('Your draft is kept.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Edit: Winter is short.' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('The home page is published.')).toBeVisible()
  await expect.poll(async () => (await fetch(shop.origin)).text()).toContain('Winter is short.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Taken back.')).toBeVisible()
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
  await expect(page.getByText('Your draft is kept.')).toBeVisible()
  const other = await addStaff(shop, 'owner', 'Meera')
  const { body } = await callStaff(shop, other.cookie, ['GET', '/home-page'])
  const sections = (body.sections as unknown[]).slice(0, 3)
  await callStaff(shop, other.cookie, ['PUT', '/home-page'], { sections })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText(/Meera.* changed the home page meanwhile/)).toBeVisible()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByRole('button', { name: /^Edit: / })).toHaveCount(3)
  await callStaff(shop, other.cookie, ['PUT', '/home-page'], { sections: null })
  await context.close()
})

test.describe('with a browser elsewhere', () => {
  for (const timezoneId of ['Pacific/Auckland', 'America/Los_Angeles'])
    test(`a report’s days are India’s in a browser of ${timezoneId}`, async ({ browser, shop }) => {
      const { page, context } = await openStaffSite(browser, shop, 'manager', { timezoneId })
      await page.goto('/admin/reports/sales?from=2026-03-31&to=2026-04-01')
      await expect(page.getByRole('rowheader', { name: '31 Mar 2026' })).toBeVisible()
      await expect(page.getByText('31 Mar 2026 to 1 Apr 2026, beside 29 Mar 2026 to 30 Mar 2026')).toBeVisible()
      await context.close()
    })
})

test('reports lead to each other with their days, and to their file', async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto('/admin/reports/sales')
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/)
  const search = new URL(page.url()).search
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Places' }).click()
  expect(new URL(page.url()).search).toBe(search)
  await expect(page.getByRole('link', { name: 'CSV file' })).toHaveAttribute(
    'href',
    new RegExp(`^/api/admin/reports/places.csv\\${search.slice(0, 5)}`),
  )
  await context.close()
})

test('an empty production start prints one link, by which its owner joins and sets the shop up', async ({
  browser,
}) => {
  const shop = await startShop({ settings: { DEMO: 'off', ALLOW_SANDBOX: 'yes' } })
  try {
    const printed = () => /http\S+\/admin\/join\/\S+/.exec(shop.output())?.[0] ?? ''
    await expect.poll(printed).not.toBe('')
    const link = printed()
    const context = await browser.newContext({
      baseURL: shop.origin,
      locale: 'en-IN',
      viewport: { width: 390, height: 800 },
    })
    const page = await context.newPage()
    await page.goto(link)
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByLabel('Your e-mail address').fill('noor@neem.test')
    await page.getByLabel('Your name').fill('Noor')
    await page.getByRole('button', { name: 'Begin' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Noor' })).toBeVisible()
    await page.getByRole('button', { name: 'An authenticator app' }).click()
    await page.getByText('The app is on this device').click()
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await page.getByLabel('Code from your authenticator').fill(totpCode(secret))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('I’ve kept them in a safe place.').check()
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('link', { name: 'The shop’s name' }).click()
    await page.getByLabel('Name of the shop').fill('Neem & Noor')
    await page.getByLabel('Legal name of the seller').fill('Neem and Noor LLP')
    await page.getByLabel('Postal address').fill('12 Hill Road, Jaipur 302001, Rajasthan')
    await page.getByLabel('E-mail address for customers').fill('hello@neem.test')
    await page.getByLabel('Phone number').fill('+91 141 400 0000')
    await page.getByRole('button', { name: 'Save 5 changes' }).click()
    await expect(page.getByText(/^Saved: Name of the shop/)).toBeVisible()

    await page.goto('/admin/settings/tax')
    await page.getByLabel('GST', { exact: true }).fill('0')
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await page.goto('/admin/settings/delivery')
    await page.getByLabel('Delivery fee').fill('60')
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByText('Saved: Delivery fee')).toBeVisible()
    await page.goto('/admin/settings/connections')
    await page.getByRole('button', { name: 'Send me a mail' }).click()
    expect((await shop.mail.waitFor('noor@neem.test')).subject).toBe('Neem & Noor can send mail')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const preview = await page.getByRole('link', { name: /\/preview\?token=/ }).getAttribute('href')
    const shopper = await browser.newContext()
    const visitor = await shopper.newPage()
    await visitor.goto(shop.origin)
    await expect(visitor.getByRole('heading', { name: 'Opening soon' })).toBeVisible()
    await visitor.goto(preview ?? '')
    await expect(visitor.getByText('Preview: the shop is closed.')).toBeVisible()
    await shopper.close()

    await page.goto('/admin/settings/opening')
    await page.getByLabel('The shop is open').check()
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByText('Saved: The shop is open')).toBeVisible()
    await context.close()
  } finally {
    await shop.stop()
  }
})
