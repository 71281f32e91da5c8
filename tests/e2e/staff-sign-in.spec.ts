import type { Page } from '@playwright/test'
import { codeIn } from '../support/smtp-sink.ts'
import { totpCode } from '../support/staff.ts'
import { expect, test } from './fixtures.ts'
import {
  addStaff,
  ageFactor,
  callStaff,
  endSessions,
  inviteByCommand,
  openStaffSession,
  openStaffSite,
} from './staff.ts'

/** The statuses of calls without a session are in the console. */
const SIGNED_OUT = /^error: Failed to load resource: the server responded with a status of 40[13]/

/** Gives the browser an authenticator of its own, with a finger that is always right. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test.describe('somebody without a session', () => {
  test.use({ allowed: [SIGNED_OUT] })

  test('joins by a link that works once, keeps spare codes, and comes back by code and authenticator', async ({
    page,
    shop,
  }) => {
    const email = 'joins@staff.test'
    const link = await inviteByCommand(shop, 'manager', email, 'Meera')
    await page.goto(link)
    await page.getByRole('button', { name: 'Get started' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Meera' })).toBeVisible()
    await page.getByRole('button', { name: 'An authenticator app' }).click()
    await page.getByText('Can’t scan it?').click()
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await page.getByLabel('Code from your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This code is wrong or has been used.')).toBeVisible()
    await page.getByLabel('Code from your authenticator app').fill(totpCode(secret, -1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('listitem')).toHaveCount(10)
    const spare = await page.locator('li code').first().innerText()
    await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled()
    await page.getByLabel('I’ve saved them in a safe place.').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()

    await page.context().clearCookies()
    await page.goto(link)
    await page.getByRole('button', { name: 'Get started' }).click()
    await expect(page.getByText('This link was used, has expired or was replaced.')).toBeVisible()

    await page.goto('/admin/account')
    await expect(page).toHaveURL('/admin/login?next=%2Faccount')
    await page.getByLabel('Your e-mail address').fill(email)
    await page.getByRole('button', { name: 'E-mail me a code' }).click()
    await page.getByLabel('Code from the e-mail').fill(codeIn(await shop.mail.waitFor(email)))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Code from your authenticator app').fill(spare)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/admin/account')
    await expect(page.getByText('This one')).toBeVisible()
  })

  test('makes a passkey at the first sign-in, and comes back with it alone', { tag: '@A24' }, async ({
    page,
    shop,
  }) => {
    await addAuthenticator(page)
    await page.goto(await inviteByCommand(shop, 'packer', 'passkey@staff.test', 'Ravi'))
    await page.getByRole('button', { name: 'Get started' }).click()
    await page.getByRole('button', { name: 'A passkey on this device' }).click()
    await page.getByLabel('I’ve saved them in a safe place.').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
    await page.goto('/admin/account')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/admin/login')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  })

  test('sees the sign-in and nothing else, whatever the address', async ({ page }) => {
    for (const path of ['/admin', '/admin/orders', '/admin/pack', '/admin/no-such-screen']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Sign in to the staff site' })).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
    }
  })

  test('goes back to the address that was asked for, but never to another host', async ({ page, shop, context }) => {
    await openStaffSession(context, shop, await addStaff(shop, 'owner', 'Asha'))
    const next = encodeURIComponent('//elsewhere.example')
    await page.goto(`/admin/login?next=${next}`)
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(shop.origin)
  })
})

test.describe('a session that ends', () => {
  test('in mid-form: the sign-in opens over the page, and the form is sent as it was typed', {
    tag: ['@A3', '@A7', '@A19'],
  }, async ({ browser, shop }) => {
    const { page, person, context } = await openStaffSite(browser, shop, 'owner')
    await page.goto('/admin/staff')
    await page.getByRole('button', { name: 'Invite a colleague' }).click()
    await page.getByLabel('Their e-mail address').fill('typed@staff.test')
    await page.getByLabel('Name').fill('Typed Once')
    await endSessions(shop, person)
    await page.getByRole('button', { name: 'Create invitation' }).click()
    const over = page.getByRole('dialog', { name: 'Please sign in again' })
    await over.getByLabel('Your e-mail address').fill(person.email)
    await over.getByRole('button', { name: 'E-mail me a code' }).click()
    await over.getByLabel('Code from the e-mail').fill(codeIn(await shop.mail.waitFor(person.email)))
    await over.getByRole('button', { name: 'Continue' }).click()
    await over.getByLabel('Code from your authenticator app').fill(person.codeIn())
    await over.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('It works once, for 48 hours')).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Typed Once' })).toHaveCount(1)
    await context.close()
  })

  test('money, people and keys need the second factor of the last ten minutes, over the page', async ({
    browser,
    shop,
  }) => {
    const { page, person, context } = await openStaffSite(browser, shop, 'owner')
    const other = await addStaff(shop, 'packer', 'Ravi Ends')
    await ageFactor(shop, person, 11)
    await page.goto('/admin/staff')
    const row = page.getByRole('listitem').filter({ hasText: other.email })
    await row.locator('summary').click()
    await row.getByRole('button', { name: 'Remove access' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click()
    const over = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await over.getByLabel('Code from your authenticator app').fill(person.codeIn())
    await over.getByRole('button', { name: 'Continue' }).click()
    await expect(row).toHaveCount(0)
    expect((await callStaff(shop, other.cookie, ['GET', '/session'])).status).toBe(401)
    await context.close()
  })

  test('closing the sign-in loses nothing, and the form can be sent later', async ({ browser, shop }) => {
    const { page, person, context } = await openStaffSite(browser, shop, 'owner')
    await page.goto('/admin/staff')
    await page.getByRole('button', { name: 'Invite a colleague' }).click()
    await page.getByLabel('Their e-mail address').fill('kept@staff.test')
    const signInAgain = await endSessions(shop, person)
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await page.getByRole('dialog', { name: 'Please sign in again' }).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByLabel('Their e-mail address')).toHaveValue('kept@staff.test')
    await signInAgain(context)
    await page.goto('/admin/staff')
    await page.getByRole('button', { name: 'Invite a colleague' }).click()
    await expect(page.getByLabel('Their e-mail address')).toHaveValue('kept@staff.test')
    await context.close()
  })
})

test('a packer is shown what a packer may do, and a refused screen ends no session', async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'packer', { name: 'Ravi' })
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'Today', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0)
  await page.goto('/admin/staff')
  await expect(page.getByText('Your role doesn’t include this.')).toBeVisible()
  await page.goto('/admin/account')
  await expect(page.getByText('This one')).toBeVisible()
  await context.close()
})
