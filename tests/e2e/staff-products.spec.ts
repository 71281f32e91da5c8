import { expect, test } from './fixtures.ts'
import { callStaff, expectSound, openStaffSite } from './staff.ts'
import { addProduct, productOf } from './staff-product.ts'

test('products, stock and imports fit from 320 to 1920 px, and are clean to axe', { tag: '@nightly' }, async ({
  browser,
  shop,
}) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'owner')
  const id = await addProduct(shop, person.cookie, 'Fitting Kurta')
  const screens = [
    ['/admin/products', 'Products'],
    ['/admin/products/new', 'New product'],
    ['/admin/products/timeline', 'Scheduled changes'],
    [`/admin/products/${id}`, 'Fitting Kurta'],
    ['/admin/stock?low=true', 'Stock'],
    ['/admin/stock/FITTING-KURTA-M', 'Fitting Kurta'],
    ['/admin/imports', 'Imports'],
  ] as const
  for (const [path, heading] of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expectSound(page, path)
  }
  await context.close()
})

test('two browsers on one product: different fields both stay, of the same field both values are shown', {
  tag: ['@A3', '@A32'],
}, async ({ browser, shop }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'owner', { name: 'Asha' })
  const other = await openStaffSite(browser, shop, 'manager', { name: 'Meera' })
  const id = await addProduct(shop, person.cookie, 'Shared Kurta')
  for (const one of [page, other.page]) {
    await one.goto(`/admin/products/${id}`)
    await expect(one.getByRole('heading', { name: 'Shared Kurta', level: 1 })).toBeVisible()
  }
  await other.page.getByLabel('Fabric', { exact: true }).fill('Linen')
  await other.page.getByLabel('Price', { exact: true }).fill('1599')
  await other.page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(other.page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await page.getByLabel('Fit', { exact: true }).fill('Slim Fit')
  await page.getByLabel('Price', { exact: true }).fill('1,699')
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'changed this in the meantime' })
  await expect(notice).toContainText('Meera')
  await expect(notice).toContainText('Yours: 1,699')
  await expect(notice).toContainText('Theirs: 1599')
  expect((await productOf(shop, person.cookie, id)).price, 'nothing is overwritten').toBe(1599)
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await expect
    .poll(() => productOf(shop, person.cookie, id))
    .toMatchObject({ price: 1699, fabric: 'Linen', fit: 'Slim Fit' })
  await other.context.close()
  await context.close()
})

test('the form survives a reload; saving it never sets back what was sold meanwhile', { tag: ['@A3', '@A19'] }, async ({
  browser,
  shop,
}) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'owner')
  const id = await addProduct(shop, person.cookie, 'Kept Kurta')
  await page.goto(`/admin/products/${id}`)
  await page.getByLabel('Description', { exact: true }).fill('Block printed by hand.')
  await page.getByLabel('Indigo, M').fill('12')
  await callStaff(shop, person.cookie, ['POST', '/stock/KEPT-KURTA-M'], { change: -2, reason: 'sold at a stall' })
  await page.reload()
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Block printed by hand.')
  await page.getByLabel('Indigo, M').fill('10')
  await page.getByRole('radio', { name: 'arrived' }).check()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  const saved = await productOf(shop, person.cookie, id)
  expect(saved.stock).toMatchObject([{ onHand: 10 }, { onHand: 9 }])
  expect(saved.description).toBe('Block printed by hand.')
  await context.close()
})

test('a change of all that match is reviewed with old and new values, and undone as one', {
  tag: ['@A4', '@A28'],
}, async ({ browser, shop }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'owner')
  for (const name of ['Bulk Kurta One', 'Bulk Kurta Two']) await addProduct(shop, person.cookie, name)
  await page.goto('/admin/products')
  await page.getByRole('searchbox', { name: 'Search' }).fill('bulk kurta')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=bulk/)
  await page.getByRole('button', { name: 'Edit all matching' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Per cent').fill('-10')
  await dialog.getByLabel('Rounded to').selectOption({ label: 'Ending in 9' })
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog).toContainText('2 products change.')
  await expect(dialog).toContainText('Price: Rs. 1,799 → Rs. 1,619')
  await expect(dialog).toContainText('It can’t be recalled.')
  await dialog.getByRole('button', { name: 'Change 2 products' }).click()
  await expect.poll(async () => (await productOf(shop, person.cookie, 'bulk-kurta-one')).price).toBe(1619)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await productOf(shop, person.cookie, 'bulk-kurta-one')).price).toBe(1799)
  await expect(page.getByText('Rs. 1,799').first()).toBeVisible()
  await context.close()
})

test('a file’s difference is seen first, then it’s imported, and taken back as one', { tag: ['@A11', '@A29'] }, async ({
  browser,
  shop,
}) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'owner')
  const id = await addProduct(shop, person.cookie, 'Filed Kurta')
  const line = {
    _id: id,
    name: 'Filed Kurta',
    price: 799,
    mrp: 2499,
    categories: 'Woman',
    variants: [{ sku: 'FILED-KURTA-M', color: 'Blue', size: 'M', quantity: 9 }],
  }
  await page.goto('/admin/imports')
  await page.locator('input[type=file]').setInputFiles({
    name: 'kurtas.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(`${JSON.stringify(line)}\n`),
  })
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Ready: 0 new, 1 changed, 0 unchanged.' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Price: Rs. 1,799 → Rs. 799')
  await expect(page.getByRole('main')).toContainText('Variant FILED-KURTA-M: Indigo, M → Blue, M')
  await expect(page.getByRole('main')).toContainText('Check this price')
  await expectSound(page, 'an import')
  expect((await productOf(shop, person.cookie, id)).price, 'nothing is written yet').toBe(1799)
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Imported: 0 new, 1 changed, 0 unchanged.' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'It was undone.' })).toBeVisible()
  expect(await productOf(shop, person.cookie, id)).toMatchObject({ price: 1799, colors: ['Indigo'] })
  await context.close()
})

test('stock changes by an amount with a reason, and a count leaves what was sold meanwhile', async ({
  browser,
  shop,
}) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'manager')
  await addProduct(shop, person.cookie, 'Counted Kurta')
  await page.goto('/admin/stock/COUNTED-KURTA-M')
  await page.getByRole('button', { name: 'One fewer' }).click()
  await page.getByRole('radio', { name: 'damaged' }).check()
  await page.getByRole('button', { name: '-1 pieces' }).click()
  await expect(page.getByText('COUNTED-KURTA-M: 8 available.')).toBeVisible()
  await page.getByRole('button', { name: 'Start a count' }).click()
  // The count starts from what is there before the sale.
  await expect(page.getByLabel('Pieces counted')).toBeVisible()
  await callStaff(shop, person.cookie, ['POST', '/stock/COUNTED-KURTA-M'], { change: -1, reason: 'sold' })
  await page.getByLabel('Pieces counted').fill('7')
  await page.getByRole('button', { name: 'Apply the count' }).click()
  await expect(page.getByText('Expected 8: the stock changes by -1.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('counted 7, expected 8')
  const { stock } = await productOf(shop, person.cookie, 'counted-kurta')
  expect(stock).toMatchObject([{ sku: 'COUNTED-KURTA-M', onHand: 6 }, {}])
  await context.close()
})

test('a packer reads products, and is offered no change of them', async ({ browser, shop }) => {
  const owner = await openStaffSite(browser, shop, 'owner')
  const id = await addProduct(shop, owner.person.cookie, 'Packed Kurta')
  const { page, context } = await openStaffSite(browser, shop, 'packer', { name: 'Ravi' })
  await page.goto(`/admin/products/${id}`)
  await expect(page.getByRole('heading', { name: 'Packed Kurta', level: 1 })).toBeVisible()
  for (const name of ['Hide', 'Archive', 'Schedule a sale', 'Discard changes'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByLabel('Add pictures')).toHaveCount(0)
  await context.close()
  await owner.context.close()
})
