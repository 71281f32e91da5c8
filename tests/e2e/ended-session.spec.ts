import { codeIn } from '../support/smtp-sink.ts'
import { expect, type Shopper, test } from './fixtures.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'White', size: 'L', quantity: 1 }
const HOME = { firstName: 'Aarti', phoneNumber: '98200 00000', streetAddress: '12, Hill Road', zipCode: '400050' }

test.use({ allowed: [/status of 401/] })

/** Ends a shopper's sessions on the server, which the browser doesn't know. */
async function endSessions({ email }: Shopper, shop: { command(...args: string[]): Promise<string> }): Promise<void> {
  await shop.command('sessions', 'end', email, '--yes')
}

test('if the session ends during checkout, the login leads back to it, with the chosen address and the typed form', async ({
  page,
  shop,
  shopper,
}) => {
  const { id, api, email } = shopper
  const signIn = async () => {
    await expect(page).toHaveURL(/\/login$/)
    const before = shop.mail.mails.length
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page).toHaveURL(/\/verify$/)
    await expect(page.getByRole('textbox').first()).toBeFocused()
    await expect.poll(() => shop.mail.mails.slice(before).find(({ to }) => to === email)).toBeTruthy()
    await page.keyboard.type(codeIn(await shop.mail.waitFor(email)))
    await page.getByRole('button', { name: 'Verify' }).click()
  }
  await api('POST /user/addToCart', { body: { userId: id, ...TEE } })
  for (const firstName of ['Aarti', 'Meera'])
    await api('POST /user/addAddress', { body: { userId: id, address: { ...HOME, firstName, townCity: 'Mumbai' } } })
  await page.goto('/cart-checkout-form')
  await page.getByRole('radio', { name: /Meera/ }).check({ force: true })
  await page.getByRole('button', { name: '+ New address' }).click()
  await page.getByLabel('First name').fill('Leela')
  await page.getByLabel('Street address').fill('7, Fergusson Road')
  await endSessions(shopper, shop)
  await page.getByLabel('Phone number').fill('98200 00001')
  await page.getByLabel('Pin Code').fill('411001')
  await page.getByLabel('Town / City').fill('Pune')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await signIn()
  await expect(page).toHaveURL(/\/cart-checkout-form$/)
  await expect(page.getByLabel('Street address')).toHaveValue('7, Fergusson Road')
  await expect(page.getByRole('radio', { name: /Meera/ })).toBeChecked()

  await page.getByRole('button', { name: 'Checkout' }).click()
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  // The payment is made, but the session ends before it is verified.
  await endSessions(shopper, shop)
  await dialog.getByRole('button', { name: 'Success' }).click()
  await signIn()
  await expect(page).toHaveURL(/\/sucess-order\?order=/)
  await expect(page.getByText('Leela').first()).toBeVisible()
})
