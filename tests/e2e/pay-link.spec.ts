import type { RunningShop } from '../support/running-shop.ts'
import { fillAddress } from './buy.ts'
import { expect, test } from './fixtures.ts'
import { addStaff, callStaff, expectSound } from './staff.ts'

test.use({ allowed: [/Failed to load resource: the server responded with a status of 4(?:04|10)/] })

/** Enters an order of one piece; its link's path. */
async function enter(shop: RunningShop, cookie: string, more: Record<string, unknown>) {
  const { body: product } = await callStaff(shop, cookie, ['GET', '/products/four-bars-boxy-tee'])
  // Safe cast: the call's response.
  const sku = (product.variants as { sku: string; quantity: number }[]).find(({ quantity }) => quantity > 3)?.sku
  const { status, body } = await callStaff(shop, cookie, ['POST', '/draft-orders'], {
    lines: [{ sku, quantity: 1 }],
    customer: { name: 'Meera Nair', phone: '98200 00001' },
    source: 'whatsapp',
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: String(body.id), path: new URL(String(body.link)).pathname }
}

test('an order from WhatsApp is paid at its link without a login; a link that has ended says whom to ask', async ({
  page,
  shop,
}) => {
  const manager = await addStaff(shop, 'manager', 'Ravi Shah')
  const draft = await enter(shop, manager.cookie, {})
  const answer = await page.goto(draft.path)
  expect(answer?.headers()['cache-control']).toBe('private, no-store')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const pay = page.getByRole('button', { name: /^Pay now/ })
  await pay.click()
  await expect(page.getByText('Please enter the street address.')).toBeVisible()
  await fillAddress(page)
  await expectSound(page, 'a link to pay')
  await pay.click()
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(page.getByText(/^Paid. Your order number is .+-\d+\.$/)).toBeVisible()

  const other = await enter(shop, manager.cookie, { pickup: true })
  await callStaff(shop, manager.cookie, ['DELETE', `/draft-orders/${other.id}`])
  expect((await page.goto(other.path))?.status()).toBe(410)
  await expect(page.getByText(/This link to pay has ended. Please ask .+ for a new one/)).toBeVisible()
  expect((await page.goto('/pay/aaaaaaaaaaaaaaaaaaaaaa'))?.status()).toBe(404)
})
