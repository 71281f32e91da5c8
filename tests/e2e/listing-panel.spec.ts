import { expect, test } from './fixtures.ts'
import { cards, group, headline, LIST, listProducts, panelOf, tick } from './listing.ts'
import { queryOf, recordRequests } from './requests.ts'

const OFFERED = {
  Colours: ['Red', 'Blue', 'Green', 'Pink', 'White', 'Black', 'Grey', 'Maroon', 'Gold', 'Yellow', 'Orange', 'Purple'],
  Sizes: ['S', 'M', 'L', 'XL', 'XXL', 'XXXL'],
  Patterns: ['Lucknowi', 'Printed', 'Plain', 'Embroidery', 'Other'],
  Fabrics: ['Cotton', 'Silk', 'Wool', 'Polyester', 'Linen'],
  Fits: ['Regular Fit', 'Slim Fit', 'Loose Fit', 'Drop Shoulder', 'Overfit'],
}

test('groups offer the fixed options, five at first, and collapse', {
  tag: ['@S2.50', '@S9.16', '@S9.18', '@S9.19', '@R4'],
}, async ({ page }) => {
  await page.goto('/categories')
  const panel = panelOf(page)
  for (const [title, options] of Object.entries(OFFERED)) {
    const box = group(panel, title)
    const ticks = box.getByRole('checkbox')
    const names = () => ticks.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    expect(await names()).toEqual(options.slice(0, 5))
    const more = box.getByRole('button', { name: 'Show More' })
    if (options.length > 5) {
      await more.click()
      expect(await names()).toEqual(options)
      await box.getByRole('button', { name: 'Show Less' }).click()
      expect(await names()).toEqual(options.slice(0, 5))
    } else await expect(more).toHaveCount(0)
  }
  const categories = group(panel, 'Categories').getByRole('checkbox')
  expect(await categories.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
    'Man',
    'Woman',
    'Other',
  ])
  for (const title of ['Price', 'Categories', ...Object.keys(OFFERED)]) {
    const control = group(panel, title).locator('input').first()
    await expect(control).toBeVisible()
    await group(panel, title).locator('summary').click()
    await expect(control).toBeHidden()
    await group(panel, title).locator('summary').click()
    await expect(control).toBeVisible()
  }
})

test('each selected filter has a chip, which removes it', { tag: ['@S2.46', '@S4.17', '@R2'] }, async ({ page }) => {
  await page.goto('/categories?colors=White&fabric=Cotton&maxPrice=2000&q=tee')
  const chips = page.getByRole('main').getByRole('button', { name: /^Remove / })
  await expect(chips).toHaveText(['White', 'Cotton', 'Rs. 0 - Rs. 2000', '“tee”'])
  const calls = recordRequests(page, LIST)
  await page.getByRole('button', { name: 'Remove White' }).click()
  await expect(chips).toHaveText(['Cotton', 'Rs. 0 - Rs. 2000', '“tee”'])
  await expect(tick(page, 'Colours', 'White')).not.toBeChecked()
  await expect.poll(() => calls.length).toBe(1)
  expect(queryOf(calls[0])).not.toHaveProperty('colors')
  await page.getByRole('button', { name: 'Remove Rs. 0 - Rs. 2000' }).click()
  await page.getByRole('button', { name: 'Remove Cotton' }).click()
  await page.getByRole('button', { name: 'Remove “tee”' }).click()
  await expect(chips).toHaveCount(0)
  await expect(page).toHaveURL(/\/categories$/)
  await expect(headline(page)).toHaveText(`All Items - ${(await listProducts(page)).length}`)
})

test('on a phone Filter opens a drawer on the left, whose filters apply while it is open', {
  tag: ['@S2.43', '@S4.1', '@R3'],
}, async ({ page }) => {
  await page.goto('/categories')
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeHidden()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(panelOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Filter' })
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0)
  expect((await drawer.boundingBox())?.width).toBeLessThan(360)
  await group(drawer, 'Fabrics').getByRole('checkbox', { name: 'Silk', exact: true }).check()
  const silk = (await listProducts(page)).filter(({ fabric }) => fabric === 'Silk')
  await drawer.getByRole('button', { name: `Show ${silk.length} items` }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cards(page)).toHaveCount(silk.length)
  await page.getByRole('button', { name: 'Filter (1)' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a click on a category expands the subcategories of its loaded products, another collapses them', {
  tag: ['@S4.18', '@R9'],
}, async ({ page, allowed }) => {
  allowed.push(/503/)
  const item = (name: string, categories: string, subcategory: string) => ({
    ...{ _id: name, name, price: 500, images: [], colors: [], sizes: [] },
    ...{ categories, subcategory },
  })
  await page.route('**/api/user/filterOptions*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.route(`**${LIST}*`, (route) =>
    route.fulfill({ json: [item('a', 'Man', 'Polos'), item('b', 'Man', 'Kurtas'), item('c', 'Woman', 'Skirts')] }),
  )
  await page.goto('/about-us')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Categories' }).click()
  await expect(cards(page)).toHaveCount(3)
  const box = group(panelOf(page), 'Categories')
  const kinds = (names: string[]) =>
    expect(box.getByRole('listitem').getByRole('list').getByRole('checkbox')).toHaveCount(names.length)
  await kinds([])
  await tick(page, 'Categories', 'Man').click()
  await kinds(['Kurtas', 'Polos'])
  for (const name of ['Kurtas', 'Polos']) await expect(box.getByRole('checkbox', { name })).toBeVisible()
  await tick(page, 'Categories', 'Man').click()
  await kinds([])
  await box.getByRole('button', { name: 'Categories in Woman' }).click()
  await kinds(['Skirts'])
  await expect(box.getByRole('checkbox', { name: 'Skirts' })).toBeVisible()
  await box.getByRole('button', { name: 'Categories in Woman' }).click()
  await kinds([])
})
