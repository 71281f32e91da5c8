import { axeViolations } from './axe.ts'
import { buy } from './buy.ts'
import { expect, openSession, test } from './fixtures.ts'

test('the link in a mail shows where the order is without a login, and the whole order to its shopper', async ({
  browser,
  shop,
  newShopper,
}) => {
  await shop.command('settings', 'set', 'order.trackLinks', 'yes')
  const shopper = await newShopper('Tara Track')
  const orderId = await buy(shop, shopper, [{ productId: 'four-bars-boxy-tee', color: 'Black', size: 'L' }])
  await shop.command('orders', 'ship', orderId, '--carrier', 'Delhivery', '--tracking', 'TRACK52')
  const { text } = await shop.mail.waitFor(shopper.email, /on the way/)
  const link = /\/my-orders\?order=[\w-]+&track=[\w.-]+/.exec(text)?.[0] ?? ''
  const context = await browser.newContext({ baseURL: shop.origin })
  const visitor = await context.newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: /^Order FS-/ })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Track your parcel' })).toHaveAttribute(
    'href',
    /delhivery\.com.*TRACK52/,
  )
  await expect(visitor.getByText('12 Hill Road')).toHaveCount(0)
  expect(await axeViolations(visitor)).toEqual([])
  await context.close()
  const own = await browser.newContext({ baseURL: shop.origin })
  const page = await own.newPage()
  await openSession(page, shopper)
  await page.goto(link)
  await expect(page.getByText('12 Hill Road').first()).toBeVisible()
  await own.close()
  await shop.command('settings', 'set', 'order.trackLinks', 'no')
})
