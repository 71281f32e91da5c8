import sharp from 'sharp'
import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { openStaffSite } from './staff.ts'
import { addProduct } from './staff-product.ts'

test('from a phone: a product with two colours, its pictures, published, and a shopper sees it', {
  tag: ['@A8', '@A22'],
}, async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'manager', { viewport: { width: 390, height: 844 } })
  await page.goto('/admin/products/new')
  await page.getByLabel('Name', { exact: true }).fill('Phone Kurta')
  await page.getByLabel('Price', { exact: true }).fill('1,499')
  for (const color of ['Indigo', 'Red']) {
    await page.getByLabel('Another colour').fill(color)
    await page.getByLabel('Another colour').press('Enter')
  }
  await page.getByLabel('Another size').fill('S, M, L')
  await page.getByLabel('Another size').press('Enter')
  await page.getByLabel('Another size').fill('XL, XXL, XXXL')
  await page.getByLabel('Another size').press('Enter')
  // Six sizes: none is cut by the edge of the screen.
  for (const size of ['S', 'M', 'L', 'XL', 'XXL', 'XXXL']) {
    const box = await page.getByLabel(`Indigo, ${size}`, { exact: true }).boundingBox()
    expect((box?.x ?? 390) + (box?.width ?? 390), size).toBeLessThanOrEqual(390)
  }
  // As copied from a sheet.
  await page.getByLabel('Indigo, S', { exact: true }).focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '4\t5\t6\n0\t2\t3')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByLabel('Red, L', { exact: true })).toHaveValue('3')
  // What was typed survives a reload.
  await page.reload()
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('1,499')
  const photo = async (background: string) => ({
    name: `IMG_${background.slice(1)}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 800, height: 1000, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  })
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  // Pictures can be chosen before there is a product to keep them.
  await page.getByLabel('Add pictures').setInputFiles([await photo('#334477')])
  await expect(page.getByRole('img', { name: 'IMG_334477.jpg' })).toBeVisible()
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page).toHaveURL('/admin/products/phone-kurta')
  await expect(page.getByRole('main').getByText('Draft', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Phone Kurta in Indigo, from the front' })).toHaveCount(1)
  await page.getByLabel('Add pictures').setInputFiles([broken, await photo('#446688')])
  // Each file has its own sentence, and the rest go on.
  await expect(page.getByText('broken.jpg: This picture')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Phone Kurta in Indigo, from the front' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  const [first, second] = await page
    .getByRole('img', { name: /Phone Kurta in/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  await page.getByRole('button', { name: 'Move picture 2 forward' }).click()
  await expect(page.getByRole('img', { name: /Phone Kurta in/ }).first()).toHaveAttribute('src', second ?? '')
  await page.locator('.toast-row', { hasText: 'Moved.' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('img', { name: /Phone Kurta in/ }).first()).toHaveAttribute('src', first ?? '')
  // On a phone what becomes of it is in the menu only.
  await expect(page.getByRole('button', { name: 'Archive' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('link', { name: 'View in shop', exact: true })).toBeVisible()
  const shopper = await browser.newPage({ baseURL: shop.origin })
  await shopper.goto('/product-details/phone-kurta')
  await expect(shopper.getByRole('heading', { name: 'Phone Kurta' })).toBeVisible()
  await shopper.close()
  await context.close()
})

test('a draft is looked at as the shopper’s page before it goes on sale, and can’t be bought there', async ({
  browser,
  shop,
}) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'manager')
  const id = await addProduct(shop, person.cookie, 'Looked At Kurta', {
    state: 'draft',
    variants: ['Indigo', 'Red'].map((color) => ({
      sku: `LOOKED-${color.toUpperCase()}`,
      color,
      size: 'M',
      quantity: 3,
    })),
  })
  await page.goto(`/admin/products/${id}`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Preview in shop' }).click()
  const preview = await opened
  await expect(preview.getByRole('heading', { name: 'Looked At Kurta' })).toBeVisible()
  await expect(preview.getByText('Preview: only staff see this page, and nothing can be bought on it.')).toBeVisible()
  await preview.getByRole('radio', { name: 'Red' }).check({ force: true })
  await expect(preview).toHaveURL(/staff-preview=product&colour=red/)
  await preview.getByText('Reviews', { exact: true }).click()
  await expect(preview.getByText('No reviews yet').first()).toBeVisible()
  await expect(preview.getByRole('button', { name: /cart|wishlist/i }).and(preview.locator('main *'))).toHaveCount(0)
  expect(await axeViolations(preview)).toEqual([])
  expect(await preview.evaluate(() => localStorage.getItem('recentlyViewed'))).toBeNull()
  await context.close()
})
