import type { BrowserContext, Page } from '@playwright/test'
import { expect, type Shopper } from './fixtures.ts'

export const PRODUCT = 'platform-polo'
export const LINE = { productId: PRODUCT, color: 'Black', size: 'M', quantity: 1 }
/** What the browser's console says of a call that fails. */
export const FAILED = /Failed to load resource/
export const NO_CONNECTION = /^You’re offline\. Please try again/

export async function cartOf({ api, id }: Shopper) {
  const response = await api('GET /user/getCartProduct/{userId}', { params: { userId: id } })
  return response.ok ? response.data.cart : []
}

/** Opens a page and waits until the service worker has cached it. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.mouse.move(5, 5)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect
    .poll(() => page.evaluate(async (url) => (await caches.match(url, { cacheName: 'pages' })) !== undefined, path))
    .toBe(true)
}

export async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true)
  await expect(page.getByText('You’re offline. Showing a saved copy.')).toBeVisible()
}
