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
    'shipping.zones',
    'listing.texts',
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
  await shop.command('settings', 'set', 'privacy.paymentProvider', '')
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
  await expect(page.getByText('to our payment provider, which tells us')).toBeVisible()
  // What the owner has said nothing about isn't mentioned.
  await expect(page.getByText('[')).toHaveCount(0)
  await expect(page.getByText('The map on Nearby Stores')).toHaveCount(0)
  const body = { userId: shopper.id, productId: 'four-bars-boxy-tee', color: 'Black', size: 'M', quantity: 1 }
  expect((await shopper.api('POST /user/addToCart', { body })).ok).toBe(true)
  await page.goto('/cart-details')
  const summary = page.getByLabel('Summary')
  await expect(summary).toContainText('DeliveryRs. 0.00')
  await expect(summary).toContainText('TotalRs. 1,363.95')
})

test('the owner’s text is shown above its listing, from the server and after filtering', async ({ page, shop }) => {
  const text = 'Red that stays red.'
  const texts = JSON.stringify([{ page: '/categories?colors=Red', text }])
  await shop.command('settings', 'set', 'listing.texts', texts)
  const html = async () => (await fetch(`${shop.origin}/categories?colors=Red`)).text()
  await expect.poll(html).toMatch(new RegExp(`<p class="[^"]*">${text}</p>`))
  await page.goto('/categories')
  await expect(page.getByText(text)).toBeHidden()
  await page.getByRole('complementary').getByRole('checkbox', { name: 'Red', exact: true }).check()
  await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText(text)).toBeHidden()
})

test('delivery costs what the PIN’s zone says, on product, cart and checkout', async ({ page, shop, shopper }) => {
  const zones = [{ where: '79', days: null, serviceable: true, pickup: true, fee: 120 }]
  await shop.command('settings', 'set', 'shipping.zones', JSON.stringify(zones))
  const body = { userId: shopper.id, productId: 'four-bars-boxy-tee', color: 'Black', size: 'M', quantity: 1 }
  expect((await shopper.api('POST /user/addToCart', { body })).ok).toBe(true)
  const added = 'GST and delivery added at checkout'
  await expect
    .poll(async () => (await fetch(`${shop.origin}/product-details/four-bars-boxy-tee`)).text())
    .toContain(added)
  await page.goto('/cart-details')
  const summary = page.getByLabel('Summary')
  await expect(summary).toContainText('DeliveryRs. 40.00')
  await page.getByLabel('Your PIN code').fill('797112')
  await page.getByRole('button', { name: 'When will it arrive?' }).click()
  await expect(page.getByText('to 797112, for Rs. 120.')).toBeVisible()
  await expect(summary).toContainText('DeliveryRs. 120.00')
  await expect(summary).toContainText('TotalRs. 1,483.95')
  const address = {
    firstName: 'Aarti',
    lastName: 'Kamble',
    phoneNumber: '9820000000',
    email: 'aarti@example.test',
    streetAddress: '2 Circular Road',
    country: 'India' as const,
    townCity: 'Dimapur',
    state: 'Nagaland',
    zipCode: '797112',
    isDefault: true,
  }
  expect((await shopper.api('POST /user/addAddress', { body: { userId: shopper.id, address } })).ok).toBe(true)
  await page.goto('/cart-checkout-form')
  await expect(page.getByRole('button', { name: /^Checkout/ })).toHaveText('Checkout · Rs. 1,483.95')
  const ordered = page.waitForResponse('**/create-order')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  expect((await ordered).status()).toBe(201)
})

test('the owner’s texts replace the standard policy and the demonstration’s About page', async ({ page, shop }) => {
  await page.goto('/policies/terms')
  await expect(page.getByRole('heading', { name: 'Who you are buying from' })).toBeVisible()
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

test('an owner’s text has a title of its own, a table and a picture', async ({ page, shop }) => {
  const text =
    '# About Neem\n\n### What we sell\n\n| What | Where |\n|---|--:|\n| Tees | Shelf |\n\n![Our sign](/icon-512.png)'
  await shop.command('settings', 'set', 'page.about', text)
  await expect.poll(async () => (await fetch(`${shop.origin}/about-us`)).text()).toContain('About Neem')
  await page.goto('/about-us')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(['About Neem'])
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['What we sell'])
  await expect(main.getByRole('row', { name: 'Tees Shelf' })).toBeVisible()
  await expect(main.getByRole('columnheader')).toHaveText(['What', 'Where'])
  await expect(main.getByRole('img', { name: 'Our sign' })).toHaveJSProperty('naturalWidth', 512)
})
