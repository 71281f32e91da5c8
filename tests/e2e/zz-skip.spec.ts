import { expect, test } from './fixtures.ts'
test('a navigation during a view transition', async ({ page }) => {
  await page.goto('/categories')
  await page.waitForLoadState('networkidle')
  await page.locator('main article a').first().click()
  await page.waitForURL(/product-details/)
  await page.goBack()
  await page.waitForURL(/categories/)
  for (let i = 0; i < 3; i++) {
    await page.evaluate(async () => {
      const a = document.querySelectorAll<HTMLAnchorElement>('main article a')
      a[0]?.click(); await new Promise((r) => setTimeout(r, 60)); a[1]?.click()
      await new Promise((r) => setTimeout(r, 30)); a[2]?.click()
    })
    await page.waitForTimeout(800)
    await page.goto('/categories'); await page.waitForLoadState('networkidle')
  }
})
