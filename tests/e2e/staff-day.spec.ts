import type { Page } from '@playwright/test'
import { pdfText } from '../support/pdf-text.ts'
import { buy } from './buy.ts'
import { expect, registerShopper, test } from './fixtures.ts'
import { openStaffSite } from './staff.ts'

const polo = { productId: 'platform-polo', color: 'Green', size: 'M' }

/** Reads a document of the page as its link's press would. */
async function readPdf(page: Page, link: RegExp): Promise<string> {
  const found = page.getByRole('link', { name: link })
  await expect(async () => {
    if ((await found.count()) === 0) await page.reload()
    await expect(found).toBeVisible({ timeout: 1000 })
  }).toPass()
  const response = await page.request.get((await found.getAttribute('href')) ?? '')
  expect(response.headers()['content-type']).toBe('application/pdf')
  return pdfText(await response.body())
}

test('an order lives its whole life on a phone: packed, shipped, exchanged, part refunded, and its papers agree', {
  tag: '@A27',
}, async ({ browser, shop }) => {
  await shop.command('stock', 'add', 'FS007-GRN-L', '+5', '--reason', 'delivery')
  const shopper = await registerShopper(shop, 'Devika Menon')
  const id = await buy(shop, shopper, [{ ...polo, quantity: 2 }])
  const { page, context } = await openStaffSite(browser, shop, 'manager', { viewport: { width: 360, height: 740 } })

  // Packed with a hand scanner, and shipped.
  const { orderNumber: number, lines } = JSON.parse(await shop.command('orders', 'show', id, '--json'))
  const scan = async (code: string) => {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
  await page.goto('/admin')
  await page.getByRole('region', { name: 'To do' }).getByRole('link', { name: /^Pack/ }).click()
  await page.getByRole('checkbox', { name: number }).check()
  await page.getByRole('button', { name: 'Pick 1 selected' }).click()
  await page.getByRole('button', { name: /Platform Polo/ }).click()
  await page.getByRole('link', { name: 'All picked: pack' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 of 1 shipped')
  await scan(number)
  await expect(page.getByRole('heading', { name: number })).toBeVisible()
  for (const state of ['1 of 2 in', 'All 2 pieces are in']) {
    await scan(lines[0].sku)
    await expect(page.getByRole('main').getByRole('status').last()).toContainText(state)
  }
  await page.getByLabel('Carrier', { exact: true }).fill('Delhivery')
  await page.getByLabel('Tracking number (AWB)').focus()
  await scan('77120045891')
  await page.getByRole('button', { name: `Ship ${number}` }).click()
  await expect(page.getByText(`${number} shipped. The customer has been e-mailed.`)).toBeVisible()

  // Delivered, and one piece is to be exchanged.
  await page.goto(`/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByRole('main').getByText('Delivered', { exact: true }).first()).toBeVisible()
  const body = {
    orderId: id,
    productId: polo.productId,
    reasonForExchange: 'Size Issue',
    problem: 'Tight at the arms.',
    size: 'L',
  } as const
  await expect(async () => expect((await shopper.api('POST /user/addExchange', { body })).ok).toBe(true)).toPass()
  await page.goto('/admin/exchanges')
  await page.getByRole('link', { name: new RegExp(number) }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: /^Receive: 2 fine/ }).click()
  await page.getByRole('button', { name: 'Send the replacement' }).click()
  await page.getByLabel('Carrier', { exact: true }).fill('Delhivery')
  await page.getByLabel('Tracking number (AWB)').fill('77120045892')
  await page.getByRole('dialog').getByRole('button', { name: 'Send the replacement' }).click()
  await expect(page.getByRole('button', { name: /Approve|Receive|Send/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByText('Nothing is left to do.')).toBeVisible()

  // Part of it is given back, for a mark on the cloth.
  await page.goto(`/admin/orders/${id}`)
  await page.locator('summary').filter({ hasText: 'More' }).click()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('An amount').check()
  await dialog.getByLabel('Amount', { exact: true }).fill('150')
  await dialog.getByRole('radio', { name: 'Damaged' }).check()
  await dialog.getByRole('button', { name: 'Refund Rs. 150.00' }).click()
  await expect(page.getByText('Rs. 150.00 refunded to the customer.')).toBeVisible()

  // The papers say what the screen says.
  const total = (2 * 1399 + 40 + Math.round(2 * 1399 * 5) / 100).toFixed(2)
  const [, grouped = ''] = /^(?:Rs\. )?(.+)$/.exec(`Rs. ${total.replace(/\B(?=(\d\d)+\d\.)/g, ',')}`) ?? []
  const invoice = await readPdf(page, /^Invoice \S/)
  expect(invoice).toContain(number)
  expect(invoice).toContain(grouped)
  const note = await readPdf(page, /^Credit note/)
  expect(note).toContain('150.00')
  await expect(page.getByText(grouped).first()).toBeVisible()
  expect(await shop.command('ledger', 'check')).toContain('The ledger is consistent')
  await context.close()
})
