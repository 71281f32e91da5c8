import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from '../e2e/fixtures.ts'
import { openStaffSite } from '../e2e/staff.ts'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import { seedDay } from './shop-day.ts'

const FOLDER = join(import.meta.dirname, '../../docs/owner')

/** The pictures of docs/owner.md: a file's name, the width, the address, and what to do there first. */
interface Picture {
  name: string
  width: 360 | 1280
  path: string
  shows: string | RegExp
  open?: (page: Page) => Promise<unknown>
}

/** Until the shop's page in the frame beside is drawn. */
async function drawn(page: Page): Promise<void> {
  await page.frameLocator('iframe').getByRole('link', { name: 'Shop the drop' }).waitFor()
}

test('the owner’s guide has pictures of the staff site (`npm run screens -- --guide`)', async ({ browser, shop }) => {
  test.skip(process.env.SCREENS !== 'guide', 'only taken anew on request: they show the day on which they were taken')
  const { order, exchange, message } = await seedDay(shop)
  const pictures: Picture[] = [
    { name: 'today', width: 360, path: '/admin', shows: 'Today' },
    {
      name: 'pack',
      width: 360,
      path: '/admin/pack',
      shows: 'Pack',
      async open(page) {
        await page.getByRole('button', { name: /^Pick all/ }).click()
        await page.getByRole('link', { name: 'Pack what is picked' }).click()
        await page
          .getByRole('button', { name: /^Pack FS-/ })
          .or(page.getByRole('link', { name: /^Pack FS-/ }))
          .click()
        await page.getByRole('heading', { level: 1 }).waitFor()
      },
    },
    { name: 'orders', width: 1280, path: '/admin/orders', shows: 'Orders' },
    { name: 'order', width: 1280, path: `/admin/orders/${order}`, shows: /^FS-/ },
    { name: 'exchange', width: 1280, path: `/admin/exchanges/${exchange}`, shows: /exchange$/ },
    { name: 'message', width: 360, path: `/admin/messages/${message}`, shows: 'Nisha Rao' },
    { name: 'products', width: 1280, path: '/admin/products', shows: 'Products' },
    { name: 'product', width: 1280, path: '/admin/products/platform-polo', shows: 'Platform Polo' },
    { name: 'home-page', width: 1280, path: '/admin/home-page', shows: 'Home page', open: drawn },
    { name: 'report', width: 1280, path: '/admin/reports/products', shows: 'Reports' },
  ]
  mkdirSync(FOLDER, { recursive: true })
  await takeAll(browser, shop, pictures)
  const fresh = await startShop({ settings: { DEMO: 'off', ALLOW_SANDBOX: 'yes' } })
  await takeAll(browser, fresh, [{ name: 'first-evening', width: 360, path: '/admin', shows: 'Today' }])
  await fresh.stop()
})

async function takeAll(browser: Browser, shop: RunningShop, pictures: readonly Picture[]): Promise<void> {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  for (const { name, width, path, shows, open } of pictures) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 800 })
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: shows }).waitFor()
    await open?.(page)
    await page.evaluate(() => document.fonts.ready)
    await page.waitForLoadState('load')
    await page.waitForFunction(() =>
      Array.from(document.images).every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
    )
    const picture = sharp(await page.screenshot()).png({ palette: true, quality: 85, dither: 0 })
    writeFileSync(join(FOLDER, `${name}-${width}.png`), await picture.toBuffer())
  }
  await context.close()
}
