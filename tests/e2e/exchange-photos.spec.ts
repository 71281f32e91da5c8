import sharp from 'sharp'
import { axeViolations } from './axe.ts'
import { advance, buy } from './buy.ts'
import { expect, test } from './fixtures.ts'

const POLO = { productId: 'platform-polo', color: 'Green', size: 'M' }
const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M' }

test('a photo goes with an exchange that needs one, and a further exchange says its fee', async ({
  page,
  shop,
  shopper,
}) => {
  const orderId = await buy(shop, shopper, [POLO, TEE])
  await advance(shop, 'orders', orderId, { steps: 3 })
  await shop.command('settings', 'set', 'exchange.photos', 'required')
  await shop.command('settings', 'set', 'exchange.fee', '99')
  try {
    await page.goto(`/my-orders?order=${orderId}`)
    const buttons = page.getByRole('button', { name: /^Exchange / })
    await buttons.first().click()
    await page.getByLabel('Reason').selectOption('Product Damaged')
    await page.getByLabel('Description').fill('A hole in the hem')
    await expect(page.getByText(/^We’ll send the same again, as pictured: /)).toBeVisible()
    await page.getByRole('button', { name: 'Submit exchange' }).click()
    await expect(page.getByText('Please add a photo of what’s wrong.')).toBeVisible()
    const buffer = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#206040' } })
      .jpeg()
      .toBuffer()
    await page.getByLabel('Photos', { exact: true }).setInputFiles({ name: 'hole.jpg', mimeType: 'image/jpeg', buffer })
    await expect(page.getByRole('img', { name: 'Your photo 1' })).toHaveJSProperty('naturalWidth', 300)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Submit exchange' }).click()
    await expect(page).toHaveURL(/\/sucess-return$/)
    await page.goto(`/my-orders?order=${orderId}`)
    await expect(page.getByRole('img', { name: 'Your photo 1' })).toHaveJSProperty('naturalWidth', 300)
    await expect(page.getByText('The same again, as pictured')).toBeVisible()
    await buttons.first().click()
    await page.getByLabel('Reason').selectOption('Other')
    await expect(page.getByText('Not the first exchange of this order: Rs. 99.00 is to pay')).toBeVisible()
    await page.getByLabel('Reason').selectOption('Material Defect')
    await expect(page.getByText('Not the first exchange of this order')).toHaveCount(0)
  } finally {
    await shop.command('settings', 'reset', 'exchange.photos')
    await shop.command('settings', 'reset', 'exchange.fee')
  }
})
