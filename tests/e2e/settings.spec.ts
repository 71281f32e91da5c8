import { expect, test } from './fixtures.ts'

test.afterEach(async ({ shop }) => {
  for (const name of [
    'shop.name',
    'announcement',
    'order.delivery',
    'exchange.days',
    'privacy.courier',
    'page.terms',
    'page.about',
  ])
    await shop.command('settings', 'reset', name)
})

test('another name, announcement and charges show on every page without a restart', async ({ page, shop, shopper }) => {
  const isShown = async (text: string) => (await (await fetch(shop.origin)).text()).includes(text)
  expect(await isShown('Fourth Seat, home')).toBe(true)
  await shop.command('settings', 'set', 'shop.name', 'Blue Door')
  await shop.command('settings', 'set', 'announcement', 'Ten days to exchange')
  await shop.command('settings', 'set', 'order.delivery', '0')
  await shop.command('settings', 'set', 'exchange.days', '10')
  await shop.command('settings', 'set', 'privacy.courier', 'Blue Van')
  await expect.poll(() => isShown('Ten days to exchange')).toBe(true)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Blue Door, home' })).toBeVisible()
  await expect(page.getByText('Ten days to exchange')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('exchanges within 10 days')
  await page.goto('/product-details/four-bars-boxy-tee')
  await expect(page).toHaveTitle('Four Bars Boxy Tee | Blue Door')
  await expect(page.getByText('5% GST added at checkout, delivery is free')).toBeVisible()
  await page.goto('/privacy-policy')
  await expect(page.getByText('The courier Blue Van gets')).toBeVisible()
  const body = { userId: shopper.id, productId: 'four-bars-boxy-tee', color: 'Black', size: 'M', quantity: 1 }
  expect((await shopper.api('POST /user/addToCart', { body })).ok).toBe(true)
  await page.goto('/cart-details')
  const summary = page.getByLabel('Summary')
  await expect(summary).toContainText('DeliveryRs. 0.00')
  await expect(summary).toContainText('TotalRs. 1,363.95')
})

test('the owner’s texts replace the standard policy and the demonstration’s About page', async ({ page, shop }) => {
  await page.goto('/policies/terms')
  await expect(page.getByRole('heading', { name: 'Who sells' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('GSTIN')
  await shop.command('settings', 'set', 'shop.name', 'Blue Door')
  await shop.command('settings', 'set', 'page.terms', '## Our word\n\nAt **{shop.name}**: <b>{order.delivery}</b>')
  await shop.command('settings', 'set', 'page.about', 'We are {shop.name}.')
  await expect.poll(async () => (await fetch(`${shop.origin}/about-us`)).text()).toContain('We are Blue Door.')
  await page.goto('/policies/terms')
  await expect(page.getByRole('heading', { name: 'Our word' })).toBeVisible()
  await expect(page.getByText('At Blue Door: <b>Rs.\u00a040</b>')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByText('We are Blue Door.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/seat|Mumbai/i)
  expect((await fetch(`${shop.origin}/policies/nothing`)).status).toBe(404)
})
