import { readFile } from 'node:fs/promises'
import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('a customer takes along what the shop keeps, and deletes the account', async ({ page, shopper, allowed }) => {
  // Without orders the list of them is a 404 (SPEC 7).
  allowed.push(/status of (404|422)/)
  await page.goto('/profile')
  await page.getByText('My Orders').last().scrollIntoViewIfNeeded()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('my-data.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ account: { email: shopper.email } })

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByLabel('E-mail').fill('someone@example.test')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('Please type the e-mail address of your account.')).toBeVisible()
  await dialog.getByLabel('E-mail').fill(shopper.email)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login$/)
})
