import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('the contact form is sent, shows a toast, is emptied, and is in the operator’s list', {
  tag: ['@S2.5', '@S3.13', '@S5.14', '@S6.1', '@S7.27', '@S8.20', '@C4.1', '@C4.3'],
}, async ({ page, shop }) => {
  await page.goto('/contact-us')
  const send = page.getByRole('button', { name: 'Send message' })
  const calls: { authorization: string | undefined; body: unknown }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/addContactUs'))
      calls.push({ authorization: request.headers().authorization, body: request.postDataJSON() })
  })
  await send.click()
  await expect(page.getByLabel('First name')).toBeFocused()
  for (const field of ['First name', 'Last name', 'E-mail', 'Phone', 'Message'])
    await expect(page.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  expect(await axeViolations(page)).toEqual([])

  const message = { firstName: 'Meera', lastName: 'Joshi', email: 'meera@example.test', phone: '+91 98200 00000' }
  await page.getByLabel('First name').fill(message.firstName)
  await page.getByLabel('Last name').fill(message.lastName)
  await page.getByLabel('E-mail', { exact: true }).fill(message.email)
  await page.getByLabel('Phone', { exact: true }).fill(message.phone)
  await send.click()
  expect(calls).toEqual([])
  await page.getByLabel('Message', { exact: true }).fill('Does the Platform Polo shrink?')
  await send.click()
  await expect(page.getByText('Form successfully submitted!')).toBeVisible()
  expect(calls).toEqual([{ authorization: undefined, body: { ...message, message: 'Does the Platform Polo shrink?' } }])
  for (const field of ['First name', 'Last name', 'E-mail', 'Phone', 'Message'])
    await expect(page.getByLabel(field, { exact: true })).toHaveValue('')
  expect(await shop.command('messages', 'list')).toContain('Does the Platform Polo shrink?')
})

test('name and e-mail are prefilled for a signed-in shopper; the form can be sent by keyboard', async ({
  page,
  shopper,
}) => {
  await page.goto('/contact-us')
  await expect(page.getByLabel('First name')).toHaveValue('Aarti')
  await expect(page.getByLabel('Last name')).toHaveValue('Kamble')
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(shopper.email)
  await page.getByLabel('Phone', { exact: true }).focus()
  await page.keyboard.type('9820000000')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hello from the keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Form successfully submitted!')).toBeVisible()
})

test.describe('when the call fails', () => {
  test.use({ allowed: [/Failed to load resource/] })
  test('the form shows the error and keeps its fields; the retry repeats the idempotency key', {
    tag: '@S8.20',
  }, async ({ page }) => {
    const keys: (string | undefined)[] = []
    await page.route('**/api/user/addContactUs', (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      return keys.length === 1 ? route.abort() : route.fulfill({ status: 500, json: {} })
    })
    await page.goto('/contact-us')
    for (const [field, value] of [
      ['First name', 'Meera'],
      ['Last name', 'Joshi'],
      ['E-mail', 'meera@example.test'],
      ['Phone', '9820000000'],
      ['Message', 'Hello'],
    ] as const)
      await page.getByLabel(field, { exact: true }).fill(value)
    for (const _ of [1, 2]) {
      await page.getByRole('button', { name: 'Send message' }).click()
      await expect(page.getByText('Failed to submit the form. Please try again later.')).toBeVisible()
    }
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Hello')
    await expect.poll(() => keys.length).toBe(2)
    expect(keys[0]).toBeTruthy()
    expect(keys[0]).toBe(keys[1])
  })
})
