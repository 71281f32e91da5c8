import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { recordRequests } from './requests.ts'

const TEE = '/product-details/four-bars-boxy-tee?colour=black'
const STORAGE_KEY = 'mySize'

test('a size is found from height and weight, with its reason, chosen, and kept on this device only', {
  tag: '@R14',
}, async ({ page }) => {
  await page.goto(TEE)
  const calls = recordRequests(page, '')
  await page.getByRole('button', { name: 'Find my size' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find my size' })
  await dialog.getByRole('button', { name: 'Show my size' }).click()
  await expect(dialog.getByText('Please enter 140 cm to 200 cm.')).toBeVisible()
  await expect(dialog.getByLabel('Height in cm')).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByLabel('Height in cm').fill('172')
  await dialog.getByLabel('Weight in kg').fill('72')
  await dialog.getByRole('button', { name: 'Show my size' }).click()
  await expect(
    dialog.getByText(/^Your chest is about 98 cm; M is 116 cm round: 18 cm of room, as a drop shoulder has\.$/),
  ).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Your size M' })).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Choose M' }).click()
  await expect(page.getByRole('radio', { name: /^M\b/ })).toBeChecked()
  expect(calls.filter((call) => call.url().includes('/api/'))).toEqual([])

  await page.reload()
  await page.getByRole('button', { name: 'Find my size' }).click()
  await expect(dialog.getByText(/^Your chest is about 98 cm/)).toBeVisible()
  expect(JSON.parse((await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)) ?? '')).toMatchObject({
    height: 172,
  })
  await dialog.getByRole('button', { name: 'Clear my details' }).click()
  await expect(dialog.getByLabel('Height in cm')).toHaveValue('')
  expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull()
})

test('a piece of one’s own is enough, in inches, and a size that nobody makes is said', async ({ page }) => {
  await page.goto(TEE)
  await page.getByRole('button', { name: 'Find my size' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find my size' })
  await dialog.getByRole('radio', { name: 'feet, inches' }).check({ force: true })
  await dialog.getByLabel(/^Chest of a piece of yours, laid flat, in inches/).fill('21')
  await dialog.getByRole('button', { name: 'Show my size' }).click()
  await expect(
    dialog.getByText(/^Your own piece is 42 in round at the chest; M is 45\.5 in round: 3\.5 in more\.$/),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Edit my details' }).click()
  await expect(dialog.getByRole('radio', { name: 'feet, inches' })).toBeFocused()
  await dialog.getByLabel(/^Chest of a piece/).fill('38')
  await dialog.getByRole('button', { name: 'Show my size' }).click()
  await expect(dialog.getByText('None of these sizes fits you well')).toBeVisible()
  await expect(dialog.getByText(/even XXL, the largest, .* too tight/)).toBeVisible()
})

test('what is no number is not carried into the other unit, and the first wrong field gets the focus', async ({
  page,
}) => {
  await page.goto(TEE)
  await page.getByRole('button', { name: 'Find my size' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find my size' })
  await dialog.getByLabel('Height in cm').fill('abc')
  await dialog.getByLabel(/^Chest of a piece/).fill('abc')
  await dialog.getByRole('button', { name: 'Show my size' }).click()
  await expect(dialog.getByText(/^Please enter the width of the garment laid flat/)).toBeVisible()
  await expect(dialog.getByLabel('Height in cm')).toBeFocused()
  await dialog.getByRole('radio', { name: 'feet, inches' }).check({ force: true })
  for (const label of ['Height, feet', 'Height, inches', /^Chest of a piece/])
    await expect(dialog.getByLabel(label)).toHaveValue('')
})

test('on a phone a piece’s measures are all in view, in both languages', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // Four, five and six measures.
  for (const product of ['marine-drive-ringer-tee', 't-shirt-dress-big-pockets', 'rib-flares'])
    for (const [language, button, table] of [
      ['', 'Size guide', 'Measurements'],
      ['/hi', 'साइज़ गाइड', 'नाप'],
    ] as const) {
      await page.goto(`${language}/product-details/${product}`)
      await page.getByRole('button', { name: button }).click()
      const section = page.getByRole('region', { name: table })
      await expect(section).toBeVisible()
      expect(
        await section.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        `${language} ${product}`,
      ).toBe(0)
    }
})

test('the size guide offers Find my size first, and marks the row of the size found', async ({ page }) => {
  await page.goto(TEE)
  const guide = page.getByRole('dialog', { name: 'Size guide' })
  await page.getByRole('button', { name: 'Size guide' }).click()
  await guide.getByRole('button', { name: 'Find my size' }).click()
  const finder = page.getByRole('dialog', { name: 'Find my size' })
  await finder.getByLabel('Height in cm').fill('172')
  await finder.getByLabel('Weight in kg').fill('72')
  await finder.getByRole('button', { name: 'Show my size' }).click()
  await finder.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('radio', { name: /^XL\b/ }).check({ force: true })
  await page.getByRole('button', { name: 'Size guide' }).click()
  await expect(guide.getByText('Your size: M')).toBeVisible()
  await expect(guide.getByRole('rowheader', { name: 'M Your size' })).toBeVisible()
  await expect(guide.getByRole('rowheader', { name: 'XL Chosen' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await guide.getByRole('button', { name: 'See why' }).click()
  await expect(finder.getByText(/M is 116 cm round/)).toBeVisible()
})

test('what comes in one size has no such button; trousers ask for the waist', async ({ page }) => {
  await page.goto('/product-details/dabba-tote')
  await expect(page.getByRole('button', { name: 'Size guide' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Find my size' })).toHaveCount(0)
  await page.goto('/categories?subcategory=Cargos')
  await page.locator('a[href^="/product-details/"]').first().click()
  await page.getByRole('button', { name: 'Find my size' }).click()
  await expect(page.getByLabel(/^Waist of a piece of yours/)).toBeVisible()
})
