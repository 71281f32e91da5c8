import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { cards, headline, panelOf, tick } from './listing.ts'
import { holdResponses } from './requests.ts'

const NARROW = { width: 360, height: 740 }

test('the search icon of any page opens suggestions with pictures, which work by keyboard', async ({ page }) => {
  await page.goto('/about-us')
  await page.getByLabel('Search', { exact: true }).click()
  await expect(page).toHaveURL(/\/categories$/)
  const box = page.getByRole('combobox', { name: 'Search the shop' })
  await expect(box).toBeFocused()
  await expect(page.getByRole('group', { name: 'Categories' }).getByRole('option', { name: 'T-Shirts' })).toBeVisible()
  await box.pressSequentially('black ho')
  const hoodies = page.getByRole('option', { name: 'black hoodies', exact: true })
  const product = page.getByRole('option', { name: /Last Local Heavyweight Hoodie/ })
  await expect(hoodies).toBeVisible()
  await expect(product.getByRole('presentation')).toBeVisible()
  expect(await axeViolations(page, 'header')).toEqual([])
  await box.press('ArrowDown')
  await expect(hoodies).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await hoodies.getAttribute('id')) ?? '')
  await box.press('ArrowUp')
  await box.press('ArrowUp')
  await expect(product).toHaveAttribute('aria-selected', 'true')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/product-details\/last-local-heavyweight-hoodie\?colour=black$/)
  await expect(box).toBeHidden()
})

for (const path of ['/', '/categories', '/categories?colors=Black'])
  test(`every letter typed from the press on arrives in the one field, on ${path} of a slow phone too`, async ({
    page,
  }) => {
    const held = await holdResponses(page, '**/assets/search-options-*.js')
    await page.goto(path)
    const phone = await page.context().newCDPSession(page)
    await phone.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.getByLabel('Search', { exact: true }).click()
    await page.keyboard.type('kurta under 2000')
    const box = page.getByRole('combobox', { name: 'Search the shop' })
    await expect(box).toHaveValue('kurta under 2000')
    await expect(box).toBeFocused()
    await phone.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    held.release((route) => route.continue())
    await expect(page.getByRole('option', { name: /Chowpatty Linen Kurta/ })).toBeVisible()
    await expect(page).toHaveURL(path === '/' ? /\/categories$/ : new RegExp(`${path.replace('?', '\\?')}$`))
    await expect(box).toHaveValue('kurta under 2000')
    await expect(box).toBeFocused()
  })

test('on a filtered listing the search says that it leaves the filters, and the listing’s own search keeps them', async ({
  page,
}) => {
  await page.goto('/categories?colors=Black')
  await page.getByLabel('Search', { exact: true }).click()
  await expect(page.getByText('This searches the whole shop, without your filters.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Black' })).toBeAttached()
  await page.keyboard.press('Escape')
  const own = page.getByRole('combobox', { name: 'Search products' })
  await own.pressSequentially('hood')
  await expect(page.getByRole('option', { name: /Last Local Heavyweight Hoodie/ })).toBeVisible()
  await page.getByRole('option', { name: 'hoodies', exact: true }).click()
  await expect(page).toHaveURL(/\?colors=Black&q=hoodies$/)
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(own).toHaveValue('hoodies')
  await own.press('End')
  await own.pressSequentially(' x')
  await own.press('ArrowDown')
  await own.press('Escape')
  await expect(own).toHaveAttribute('aria-expanded', 'false')
})

test('a search that finds nothing says so as it is typed', async ({ page }) => {
  await page.goto('/about-us')
  await page.getByLabel('Search', { exact: true }).click()
  await page.keyboard.type('qwertz')
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found for “qwertz”.' })).toBeVisible()
})

test('Escape closes the suggestions and gives the focus back; what was searched for is kept and can be cleared', async ({
  page,
}) => {
  await page.setViewportSize(NARROW)
  await page.goto('/')
  const icon = page.getByLabel('Search', { exact: true })
  const box = page.getByRole('combobox', { name: 'Search the shop' })
  await icon.click()
  await box.fill('hoddie')
  await box.press('Enter')
  await expect(page).toHaveURL(/\?q=hoddie$/)
  await expect(page.getByText('Showing “hoodie”')).toBeVisible()
  await icon.click()
  const recent = page.getByRole('group', { name: 'Recent searches' })
  await expect(recent.getByRole('option', { name: 'hoddie' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear recent searches' }).click()
  await expect(recent).toBeHidden()
  await box.press('Escape')
  await expect(box).toBeHidden()
  await expect(icon).toBeFocused()
})

test('what was read out of the words ticks the filters and can be taken off, and the best match comes first', {
  tag: '@R2',
}, async ({ page }) => {
  await page.goto('/categories?q=black+hoddie+under+2500')
  await expect(headline(page)).toHaveText('All Items - 1')
  const sort = page.getByRole('combobox', { name: 'Sort' })
  await expect(sort.getByRole('option')).toHaveText(['Best match', 'Low to High', 'High to Low'])
  await expect(sort).toHaveValue('relevance')
  await expect(tick(page, 'Colours', 'Black')).toBeChecked()
  await expect(panelOf(page).getByRole('slider')).toHaveValue('2500')
  await page.getByRole('button', { name: 'Remove Rs. 0 - Rs. 2500' }).click()
  await expect(page).toHaveURL(/\?colors=Black&q=hoddie$/)
  await expect(panelOf(page).getByRole('slider')).toHaveValue('10000')
  await tick(page, 'Colours', 'Black').click()
  await expect(page).toHaveURL(/\?q=hoddie$/)
  await expect(cards(page).first()).toContainText('Hoodie')
  await sort.selectOption('Low to High')
  await expect(page).toHaveURL(/sortBy=lowToHigh&q=hoddie$/)
})

test('if nothing is found, the page and the suggestions name what was searched for, and offer what is nearest', {
  tag: '@R7',
}, async ({ page }) => {
  await page.goto('/categories?q=saree')
  await expect(page.getByText('No saree.')).toBeVisible()
  await page.getByRole('button', { name: 'kurta (4)' }).click()
  await expect(page).toHaveURL(/\?q=kurta$/)
  await expect(headline(page)).toHaveText('All Items - 4')
  await page.getByLabel('Search', { exact: true }).click()
  const search = page.getByRole('search').filter({ has: page.getByRole('combobox', { name: 'Search the shop' }) })
  await page.keyboard.type('blck hoodie under 2000')
  await expect(search.getByText('No hoodie in black below ₹2,000. From ₹2,499.')).toBeVisible()
  await expect(search.getByRole('option', { name: /Last Local Heavyweight Hoodie/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText('No hoodie in black below ₹2,000. From ₹2,499.')).toBeVisible()
  await page.getByRole('button', { name: 'hoodie in black (1)' }).click()
  await expect(page).toHaveURL(/\?colors=Black&q=hoodie$/)
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page).getByRole('link').first()).toHaveAttribute('href', /\?colour=black$/)
})

test('“Filter (n)” counts what the words name, and not the words', async ({ page }) => {
  await page.setViewportSize(NARROW)
  await page.goto('/categories?q=black+hoodie')
  await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible()
  await page.goto('/categories?q=hoodie')
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible()
})
