import { readFile } from 'node:fs/promises'
import { codeIn } from '../support/smtp-sink.ts'
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
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login$/)
})

test('a customer changes the name, and the e-mail address by a code at the old and at the new one', async ({
  page,
  shop,
  shopper,
  allowed,
}) => {
  // Without orders the list of them is a 404 (SPEC 7); wrong codes are a 422.
  allowed.push(/status of (404|422)/)
  const email = `${crypto.randomUUID()}@example.test`
  await page.goto('/profile')
  await page.getByText('My Orders').last().scrollIntoViewIfNeeded()
  const details = page.getByRole('region', { name: 'Your details' })
  await details.getByLabel('Name').fill('Asha Naya')
  await details.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Your name has been changed.')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Save name' })).toBeFocused()
  expect(await page.evaluate(() => JSON.parse(sessionStorage.userData).name)).toBe('Asha Naya')

  const earlier = shop.mail.mails.filter(({ to }) => to === shopper.email).length
  await details.getByLabel('New e-mail').fill(email)
  await details.getByRole('button', { name: 'Change e-mail' }).click()
  const newCode = codeIn(await shop.mail.waitFor(email))
  await expect.poll(() => shop.mail.mails.filter(({ to }) => to === shopper.email).length).toBe(earlier + 1)
  const oldCode = codeIn(shop.mail.mails.filter(({ to }) => to === shopper.email)[earlier] as never)
  expect(await axeViolations(page)).toEqual([])
  await expect(details.getByLabel(`Code sent to ${shopper.email}`)).toBeFocused()
  await details.getByLabel(`Code sent to ${shopper.email}`).fill(oldCode)
  await details.getByLabel(`Code sent to ${email}`).fill(oldCode === newCode ? '100000' : oldCode)
  await details.getByRole('button', { name: 'Confirm' }).click()
  await expect(details.getByText('These codes don’t match. Please check both, or request new ones.')).toBeVisible()
  await details.getByLabel(`Code sent to ${email}`).fill(newCode)
  await details.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Your e-mail address has been changed.')).toBeVisible()
  await expect(details.getByText(`Currently ${email}. We’ll send a code to both addresses.`)).toBeVisible()
  await expect(details.getByLabel('New e-mail')).toBeFocused()
  await page.reload()
  await expect(page.getByText(email).first()).toBeVisible()
})
