import { indianDay } from '#platform/india-time.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { apiOf, expect, type Shopper, test } from './fixtures.ts'
import { LONG, LONG_EMAIL, PRODUCT, removeLongWords, SKU, seedLongWords, wideElements } from './long-words.ts'
import { callStaff, openStaffSite } from './staff.ts'

/** What staff and customers write about an order, in long words. The paths of the records. */
async function seedStaff(shop: RunningShop, shopper: Shopper, cookie: string): Promise<string[]> {
  const { delivered, toPack } = await seedLongWords(shop, shopper)
  const send = async (call: readonly [string, string], body: unknown) => {
    const answer = await callStaff(shop, cookie, call, body)
    expect(answer.status, `${call.join(' ')}: ${answer.body.message}`).toBeLessThan(300)
    return answer.body
  }
  const asked = await shopper.api('POST /user/addExchange', {
    body: {
      orderId: delivered,
      productId: PRODUCT.productId,
      reasonForExchange: 'Product Damaged',
      problem: LONG,
    },
  })
  if (!asked.ok) throw new Error(asked.message)
  const written = await apiOf(shop, null)('POST /user/addContactUs', {
    body: { firstName: LONG, lastName: LONG, email: shopper.email, phone: '98200 00000', message: LONG },
  })
  if (!written.ok) throw new Error(written.message)
  const address = { firstName: LONG, lastName: LONG, streetAddress: LONG, townCity: LONG, state: LONG }
  await send(['PATCH', `/orders/${toPack}/address`], { address })
  await send(['POST', `/orders/${toPack}/notes`], { text: LONG })
  await send(['POST', '/orders/views'], { name: LONG.slice(0, 40), q: LONG.slice(0, 20), shared: true })
  await send(['POST', '/saved-replies'], { title: LONG, text: LONG })
  await send(['POST', `/stock/${SKU}`], { change: 1, reason: LONG })
  await send(['POST', '/keys'], {
    name: LONG.slice(0, 60),
    scopes: ['orders:read'],
    until: indianDay(new Date(Date.now() + 86_400_000)),
  })
  await send(['PUT', '/settings/shop.tagline'], { value: LONG })
  const { id: newsletter } = await send(['POST', '/newsletters'], { subject: LONG, text: LONG })
  const first = async (list: string) => {
    const { items } = await send(['GET', list], undefined)
    return (items as { id: string }[])[0]?.id
  }
  return [
    `/orders/${toPack}`,
    `/orders/${delivered}`,
    `/exchanges/${asked.data.exchange._id}`,
    `/messages/${await first('/messages?state=waiting')}`,
    `/newsletter/${newsletter}`,
    `/customers/${shopper.id}`,
    `/reviews/${await first(`/reviews?product=${PRODUCT.productId}`)}`,
  ]
}

test('long words break on every screen of the staff site, at 320, 768 and 1280 pixels', {
  tag: ['@A14', '@nightly'],
}, async ({ browser, shop, newShopper }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'owner', { name: LONG })
  const records = await seedStaff(shop, await newShopper(LONG, LONG_EMAIL), person.cookie)
  const found: Record<string, string[]> = {}
  for (const path of [
    '/pack',
    `/pack/run?orders=${records[0]?.split('/').at(-1)}`,
    '/orders?stage=to-pack',
    '/exchanges?state=waiting',
    '/messages?state=waiting',
    '/messages/saved-replies',
    `/products?q=${LONG}`,
    `/products/${PRODUCT.productId}`,
    '/products/timeline',
    `/stock?q=${LONG}`,
    `/stock/${SKU}`,
    '/imports',
    '/settings/shop',
    '/settings/history',
    '/reports/sales',
    '/reports/stock',
    '/reports/exchanges',
    '/customers',
    '/reviews?state=waiting',
    '/newsletter',
    '/audit',
    '/keys',
    '/staff',
    '/account',
    ...records,
  ]) {
    await page.goto(`/admin${path}`)
    await expect(page.getByText(LONG.slice(0, 20)).first(), path).toBeAttached()
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const wide = await wideElements(page)
      if (wide.length > 0) found[`${path} at ${width}`] = wide
    }
  }
  await removeLongWords(shop)
  await shop.command('settings', 'reset', 'shop.tagline')
  await context.close()
  expect(found).toEqual({})
})
