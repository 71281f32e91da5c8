import { expect as expectSoon, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { RunningShop } from '../support/running-shop.ts'
import { totpCode } from '../support/staff.ts'
import { until } from '../support/until.ts'

/** A shop that starts again with its mail server takes seconds. */
export const expect = expectSoon.configure({ timeout: 30_000 })

/** An owner's first evening by screens: for its journey, and for `npm run faults -- owner-screens`. */
export const OWNER = 'noor@neem.test'
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="#0d5c4a"/></svg>'
export const KEYS = {
  keyId: 'rzp_test_evening',
  keySecret: 'evening-secret',
  webhookSecret: 'evening-hook-secret',
  controlToken: 'evening-control',
}

/** Goes to a step of the list on Home. */
export async function openStep(page: Page, name: string, state: 'To do' | 'Done' = 'To do'): Promise<void> {
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await page.getByRole('link', { name: new RegExp(`^${state} ${name}`) }).click()
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Save \d+ changes?$/ }).click()
  await expect(page.getByRole('button', { name: /^(Save \d+ changes?|Saving…)$/ })).toBeHidden()
  await expect(page.getByRole('main').locator('.text-bad')).toHaveCount(0)
}

/** Joins by the link that the first start prints. @returns the secret of the authenticator */
export async function joinAsOwner(page: Page, shop: Pick<RunningShop, 'output'>): Promise<string> {
  const link = () => /http\S+\/admin\/join#\S+/.exec(shop.output())?.[0]
  await page.goto(await until('the owner’s link', 30_000, link))
  await page.getByRole('button', { name: 'Get started' }).click()
  await page.getByLabel('Your e-mail address').fill(OWNER)
  await page.getByLabel('Your name').fill('Noor')
  await page.getByRole('button', { name: 'Get started' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Noor' })).toBeVisible()
  await page.getByRole('button', { name: 'An authenticator app' }).click()
  await page.getByText('Can’t scan it?').click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from your authenticator app').fill(totpCode(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('I’ve saved them in a safe place.').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Set up the shop' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^To do / })).toHaveCount(18)
  return secret
}

/** Who the shop is: each step leads to its own field. */
export async function nameTheShop(page: Page): Promise<void> {
  await openStep(page, 'Name the shop')
  await expect(page.getByLabel('Name of the shop')).toBeFocused()
  await page.keyboard.type('Neem & Noor')
  await save(page)
  await openStep(page, 'Add the shop’s address')
  await expect(page.getByLabel('Postal address')).toBeFocused()
  await page.getByLabel('Postal address').fill('7 Temple Street, Malleswaram, Bengaluru 560003, Karnataka')
  await save(page)
  await openStep(page, 'Add contact and legal details')
  await expect(page.getByLabel('Legal name of the seller')).toBeFocused()
  await page.keyboard.type('Neem and Noor LLP')
  await page.getByLabel('E-mail address for customers').fill('hello@neem.test')
  await page.getByLabel('Phone number').fill('+91 80 4000 1234')
  await save(page)
  await openStep(page, 'Set up GST')
  await expect(page.getByLabel('GSTIN', { exact: true })).toBeFocused()
  await page.keyboard.type('29AAPFU0939F1ZR')
  await save(page)
}

/** What a new shop is asked: what's right already is kept by one press. */
export async function decide(page: Page): Promise<void> {
  const keep = async (setting: string, name: string) => {
    const button = page.locator(`[id="${setting}"]`).getByRole('button', { name, exact: true })
    await button.click()
    await expect(button).toBeHidden()
  }
  await openStep(page, 'Choose whether prices include GST')
  await page.getByRole('group', { name: 'Prices include GST' }).getByRole('radio', { name: 'Yes' }).check()
  await save(page)
  await openStep(page, 'Set your products’ HSN code')
  await keep('tax.hsn', 'Keep it as it is')
  await openStep(page, 'Choose who gets order e-mails')
  await expect(page.getByLabel('Your e-mail address')).toBeFocused()
  await page.keyboard.type(OWNER)
  await save(page)
  await openStep(page, 'Review the policies')
  for (const policy of ['terms', 'shipping', 'exchanges', 'privacy'])
    await keep(`page.${policy}`, 'Adopt the standard text')
  await openStep(page, 'Review the policies')
  await expect(page.getByLabel('Privacy policy: last changed')).toBeFocused()
  await page.keyboard.type('1 December 2026')
  await page.getByLabel('Privacy policy: how many years orders are kept').fill('8')
  await page.getByLabel('Privacy policy: who delivers the parcels').fill('Delhivery')
  await page.getByLabel('Privacy policy: who sends the mails').fill('Zoho')
  await page
    .getByLabel('Privacy policy: authority for complaints about data')
    .fill('the Data Protection Board of India')
  await save(page)
  await openStep(page, 'Name the grievance officer')
  await page.getByLabel('Name', { exact: true }).fill('Noor Rao')
  await save(page)
  await openStep(page, 'Choose where backups are stored')
  await keep('backup.to', 'Leave it empty')
}

/** Mail and payments are tried as they are entered, and the shop starts again with them by itself. */
export async function connect(page: Page, shop: Pick<RunningShop, 'mail'>, publicUrl: string): Promise<void> {
  await openStep(page, 'Connect e-mail')
  await page.getByRole('button', { name: 'Enter a mail server' }).click()
  await page.getByLabel('Mail server', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Encryption').selectOption('starttls')
  await page.getByLabel('Port').fill(new URL(shop.mail.url).port)
  await page.getByLabel('Sender address').fill('hello@neem.test')
  await page.getByRole('button', { name: 'Test and save' }).click()
  await expect(page.getByText('Send yourself a test e-mail to see it arrive.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test e-mail' }).click()
  expect((await shop.mail.waitFor(OWNER)).subject).toBe('Neem & Noor can send mail')

  await openStep(page, 'Connect payments')
  await page.getByRole('button', { name: 'Enter the keys' }).click()
  await page.getByLabel('Key id').fill('rzp_test_mistyped')
  await page.getByLabel('Key secret').fill(KEYS.keySecret)
  await page.getByLabel('Webhook secret').fill(KEYS.webhookSecret)
  await page.getByRole('button', { name: 'Test and save the keys' }).click()
  await expect(page.getByText('The provider refuses these keys.')).toBeVisible()
  await page.getByLabel('Key id').fill(KEYS.keyId)
  await page.getByRole('button', { name: 'Test and save the keys' }).click()
  await expect(page.getByText('Connected. The provider accepts the keys.')).toBeVisible()
  await expect(page.getByText(`${publicUrl}/api/webhooks/razorpay`)).toBeVisible()
  await page.getByRole('button', { name: 'Test the keys' }).click()
  await expect(page.getByText('The payment provider accepts the test keys')).toBeVisible()
}

export async function giveItAFace(page: Page): Promise<void> {
  await openStep(page, 'Set the delivery fee')
  await expect(page.getByLabel('Delivery fee')).toBeFocused()
  await page.getByLabel('Delivery fee').fill('60')
  await save(page)
  await openStep(page, 'Add a logo and colours')
  await expect(page).toHaveURL(/\/settings\/brand#brand\.mark$/)
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(MARK) })
  await page.getByLabel('Colour of buttons', { exact: true }).fill('#0d5c4a')
  await page.getByLabel('Colour of links', { exact: true }).fill('#8a1c4a')
  await save(page)
}

/** Six variants and four pictures, from the phone. */
export async function addProduct(page: Page): Promise<void> {
  await openStep(page, 'Add your first product')
  await page.getByLabel('Name', { exact: true }).fill('Ilkal Kurta')
  await page.getByLabel('Price', { exact: true }).fill('1,450')
  const add = async (label: string, name: string) => {
    await page.getByLabel(label).fill(name)
    await page.getByLabel(label).press('Enter')
  }
  for (const color of ['Teal', 'Beige']) await add('Another colour', color)
  for (const size of ['S', 'M', 'L']) await add('Another size', size)
  for (const color of ['Teal', 'Beige'])
    for (const size of ['S', 'M', 'L']) await page.getByLabel(`${color}, ${size}`, { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page).toHaveURL('/admin/products/ilkal-kurta')
  // A draft that was left is found again by the list.
  await openStep(page, 'Add your first product')
  await page.getByRole('link', { name: /Ilkal Kurta/ }).click()
  const draw = async (background: string, at: number) => ({
    name: `IMG_${at}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 1200, height: 1500, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  })
  await page
    .getByLabel('Add pictures')
    .setInputFiles(await Promise.all(['#2f6f73', '#2f7f83', '#3f6f73', '#2f6f63'].map(draw)))
  await expect(page.getByRole('img', { name: /Ilkal Kurta in Teal/ })).toHaveCount(4)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('link', { name: 'View in shop', exact: true })).toBeVisible()
}

/** From the number on Home to the parcel that left. */
export async function shipIt(page: Page, customer: string, tracking: string): Promise<void> {
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await page.getByRole('link', { name: 'Pack 1 parcel' }).click()
  await page.getByRole('button', { name: 'Pick all 1' }).click()
  await page.getByRole('button', { name: /Ilkal Kurta/ }).click()
  await page.getByRole('link', { name: 'All picked: pack' }).click()
  await page.getByRole('link', { name: new RegExp(customer) }).click()
  await page.getByRole('button', { name: /^One is in/ }).click()
  await page.getByLabel('Carrier', { exact: true }).fill('Delhivery')
  await page.getByLabel('Tracking number (AWB)').fill(tracking)
  await page.getByRole('button', { name: /^Ship / }).click()
  await expect(page.getByText(/shipped. The customer has been e-mailed/)).toBeVisible()
}
