import { expect, test } from './fixtures.ts'

test('the API page shows a call with its codes, and sends it, under a policy without inline scripts and styles', {
  tag: '@C3.4',
}, async ({ page }) => {
  const response = await page.goto('/api/docs')
  const policy = response?.headers()['content-security-policy']
  expect(policy).toContain("script-src 'self'; style-src 'self';")
  await expect(page.getByRole('heading', { name: /Storefront API/ })).toBeVisible()
  const document = await (await page.request.get('/api/openapi.json')).json()
  const calls = Object.values<object>(document.paths).flatMap((methods) => Object.keys(methods))
  await expect(page.locator('.opblock')).toHaveCount(calls.length)

  const stores = page.locator('.opblock', { hasText: '/stores' })
  await stores.locator('.opblock-summary-control').click()
  await stores.getByRole('button', { name: 'Try it out' }).click()
  await stores.getByRole('button', { name: 'Execute' }).click()
  await expect(stores.locator('.live-responses-table').getByText('200').first()).toBeVisible()

  const order = page.locator('.opblock', { hasText: '/user/create-order' })
  await order.locator('.opblock-summary-control').click()
  await expect(order.getByText('insufficient_stock').first()).toBeVisible()
})
