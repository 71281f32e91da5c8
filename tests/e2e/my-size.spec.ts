import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { group, panelOf, tick } from './listing.ts'

test('one tick shows what is sold in the sizes that were ticked last on the device', async ({ page, shop }) => {
  await page.goto('/categories')
  // SPEC.md's filters, until the owner wants the tick.
  await expect(group(panelOf(page), 'Sizes').getByRole('checkbox')).toHaveCount(5)
  await shop.command('settings', 'set', 'listing.mySize', 'yes')
  try {
    const mine = page.getByRole('checkbox', { name: /^Sold in my size/ })
    await expect
      .poll(async () => {
        await page.reload()
        return mine.count()
      })
      .toBeGreaterThan(0)
    await expect(mine).toBeDisabled()
    await tick(page, 'Sizes', 'XL').click()
    await expect(page).toHaveURL(/sizes=XL/)
    await expect(mine).toBeChecked()
    await page.getByRole('button', { name: 'Remove XL' }).click()
    await expect(page).not.toHaveURL(/sizes=/)
    await page.goto('/categories?categories=Man')
    await expect(mine).toBeEnabled()
    await expect(mine).not.toBeChecked()
    await mine.click()
    await expect(page).toHaveURL(/categories=Man.*sizes=XL|sizes=XL.*categories=Man/)
    await expect(tick(page, 'Sizes', 'XL')).toBeChecked()
    expect(await axeViolations(page)).toEqual([])
    await mine.click()
    await expect(page).not.toHaveURL(/sizes=/)
  } finally {
    await shop.command('settings', 'reset', 'listing.mySize')
  }
})
