import { DELIVERED } from './buy.ts'
import { expect, test } from './fixtures.ts'

/*
 * When and where a form shows an error, and when it clears it.
 */

test('/login and /register: a click straight from an invalid field counts, without a layout shift', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 740 })
  for (const [path, call, name] of [
    ['/login', 'login', 'Send code'],
    ['/register', 'register', 'Register'],
  ] as const) {
    await page.route(`**/api/user/${call}`, (route) =>
      route.fulfill({ json: { success: true, message: '', data: { email: 'nobody@gmial.com' } } }),
    )
    await page.goto(path)
    const button = page.getByRole('button', { name })
    await expect(button).toBeEnabled()
    if (call === 'register') await page.getByLabel('Name', { exact: true }).fill('Asha')
    await page.getByLabel('E-mail', { exact: true }).fill('nobody@gmial.com')
    await button.hover()
    const before = await button.boundingBox()
    await page.mouse.down()
    await expect(page.getByRole('button', { name: 'nobody@gmail.com' })).toBeVisible()
    expect(await button.boundingBox()).toEqual(before)
    const sent = page.waitForRequest(`**/api/user/${call}`)
    await page.mouse.up()
    expect((await sent).postDataJSON()).toMatchObject({ email: 'nobody@gmial.com' })
  }
})

test('a click on the button out of an empty phone field counts in a new address', async ({ signedInPage: page }) => {
  await page.goto('/saved-address')
  await page.getByRole('button', { name: 'New address' }).click()
  await page.getByLabel('Phone number').focus()
  const button = page.getByRole('button', { name: 'Save address' })
  await button.hover()
  const before = await button.boundingBox()
  await page.mouse.down()
  await expect(button).toBeFocused()
  expect(await button.boundingBox()).toEqual(before)
  await page.mouse.up()
  await expect(page.getByText('Address added successfully.')).toBeVisible()
})

test('an incomplete code focuses the first empty box', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('E-mail', { exact: true }).fill(`${crypto.randomUUID()}@example.test`)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused()
  await page.keyboard.type('1234')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Please enter a 6-digit code.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Digit 5 of 6' })).toBeFocused()
})

test('the exchange form clears a field’s error when the field is edited', async ({ signedInPage: page }) => {
  await page.route('**/api/user/user-orders/**', (route) => route.fulfill({ json: { orders: [DELIVERED] } }))
  await page.goto('/my-orders?order=order')
  await page.getByRole('button', { name: 'Exchange Platform Polo' }).click()
  await page.getByRole('button', { name: 'Submit exchange' }).click()
  await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
  await page.getByLabel('Reason').selectOption('Other')
  await expect(page.getByText('Choose a reason.')).toBeHidden()
  await expect(page.getByText('Please fill in all required fields.')).toBeHidden()
  await expect(page.getByText('Tell us what’s wrong.')).toBeVisible()
  await page.getByLabel('Description').fill('Too tight')
  await expect(page.getByText('Tell us what’s wrong.')).toBeHidden()
})

test('the contact form clears a field’s error when the field is edited', async ({ page }) => {
  await page.goto('/contact-us')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please enter your first name.')).toBeVisible()
  await page.getByLabel('First name').fill('M')
  await expect(page.getByText('Please enter your first name.')).toBeHidden()
  await expect(page.getByText('Please enter your last name.')).toBeVisible()
})

test('a review without text shows the shop’s own validation message', async ({ signedInPage: page, allowed }) => {
  // The browser itself notes the 404 that means "no review yet" (SPEC section 7).
  allowed.push(/404/)
  await page.goto('/product-details/platform-polo')
  await page.getByRole('tab', { name: 'Reviews' }).click()
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Please write a comment.')).toBeVisible()
  await expect(page.getByLabel('Comment')).toBeFocused()
  await page.keyboard.type('R')
  await expect(page.getByText('Please write a comment.')).toBeHidden()
})
