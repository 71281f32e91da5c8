import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.server.ts'
import { freePort } from '../support/processes.ts'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import { codeIn } from '../support/smtp-sink.ts'
import {
  addProduct,
  connect,
  decide,
  giveItAFace,
  joinAsOwner,
  KEYS,
  nameTheShop,
  openStep,
  save,
  shipIt,
} from './first-evening.ts'
import { expect, test } from './fixtures.ts'
import { expectSound } from './staff.ts'

const SHOPPER = 'ila@example.test'
let folder: string
let port: number
let provider: Sandbox
let shop: RunningShop

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-evening-'))
  port = await freePort()
  provider = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    publicHostname: 'localhost',
    keys: KEYS,
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/razorpay`,
    dataDir: join(folder, 'provider'),
  })
  shop = await startShop({
    port,
    dataDir: join(folder, 'data'),
    settings: {
      DEMO: 'off',
      ALLOW_SANDBOX: 'yes',
      SMTP_URL: '',
      RAZORPAY_API_URL: provider.origin,
      RAZORPAY_CHECKOUT_URL: `${provider.origin}/v1/checkout.js`,
    },
  })
})
test.afterAll(async () => {
  await shop.stop()
  await provider.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A shopper registers by mail, finds the kurta, and pays. */
async function buyKurta(page: Page): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Ila Rao')
  await page.getByLabel('E-mail', { exact: true }).fill(SHOPPER)
  await page.getByRole('main').getByRole('button').first().click()
  const code = codeIn(await shop.mail.waitFor(SHOPPER))
  const boxes = page.getByRole('group', { name: '6-digit code' }).getByRole('textbox')
  for (const [place, digit] of [...code].entries()) await boxes.nth(place).fill(digit)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).not.toHaveURL(/\/verify/)
  await page.goto('/categories')
  await page
    .getByRole('link', { name: /Ilkal Kurta/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /^M/ }).check()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  await page.goto('/cart-checkout-form')
  await page.getByLabel('Phone number').fill('98450 00000')
  await page.getByLabel('Street address').fill('12, 8th Cross')
  await page.getByLabel('Town / City').fill('Mysuru')
  await page.getByLabel('Pin Code').fill('570001')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(page).toHaveURL(/\/sucess-order/)
}

test('the first evening: from one printed link to a parcel on its way, by screen', async ({ browser }) => {
  const phone = { baseURL: shop.origin, locale: 'en-IN', viewport: { width: 390, height: 844 } }
  const owner = await (await browser.newContext(phone)).newPage()
  const shopper = await (await browser.newContext({ ...phone, viewport: { width: 1280, height: 800 } })).newPage()

  await joinAsOwner(owner, shop)
  await expectSound(owner, 'a new shop’s Home')
  await owner.setViewportSize(phone.viewport)
  await nameTheShop(owner)
  await decide(owner)
  await connect(owner, shop, shop.origin)
  await giveItAFace(owner)
  await addProduct(owner)

  await openStep(owner, 'Preview the shop')
  await expect(owner.getByRole('button', { name: 'Create link' })).toBeFocused()
  await owner.getByRole('button', { name: 'Create link' }).click()
  const link = await owner.getByRole('link', { name: /\/preview\?token=/ }).getAttribute('href')
  await shopper.goto('/')
  await expect(shopper.getByRole('heading', { name: 'Opening soon' })).toBeVisible()
  await shopper.goto(link ?? '')
  await expect(shopper.getByText('Preview: the shop is closed.')).toBeVisible()
  await shopper.context().clearCookies()

  await openStep(owner, 'Open the shop')
  await expect(owner.getByLabel('The shop is open')).toBeFocused()
  await owner.getByLabel('The shop is open').check()
  await save(owner)
  await owner.getByRole('link', { name: 'Today', exact: true }).click()
  await expect(owner.getByText('All caught up.')).toBeVisible()
  await expect(owner.getByRole('heading', { name: 'Set up the shop' })).toHaveCount(0)
  await expect.poll(async () => (await fetch(shop.origin)).text()).not.toContain('Opening soon')

  await buyKurta(shopper)
  await expect(shopper.getByRole('banner').locator('img[src^="/brand-mark"]')).toBeVisible()
  await shipIt(owner, 'Ila Rao', '5512345678901')
  expect((await shop.mail.waitFor(SHOPPER, /^Your order is on the way/)).text).toContain('5512345678901')
  await shopper.goto('/my-orders')
  await shopper
    .getByRole('link', { name: /Ilkal Kurta/ })
    .first()
    .click()
  await expect(shopper.getByRole('list', { name: 'Order progress' }).locator('[aria-current=step]')).toContainText(
    'On the way',
  )
  await expect(shopper.getByRole('region', { name: 'Tracking' })).toContainText('Delhivery 5512345678901')
  await owner.context().close()
  await shopper.context().close()
})
