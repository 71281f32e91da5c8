import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 768, height: 900 }
/** A browser notes every failed call in its console, whatever the page does about it. */
const FAILED = /^error: Failed to load resource/

const cards = (page: Page) => page.getByRole('group', { name: 'Default address' }).getByRole('radio')
const menu = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Account' })

test.describe('the profile', () => {
  // A new shopper's orders are a 404 (CONTRACT), and the browser notes it.
  test.use({ allowed: [FAILED] })

  test('shows store credit and how it came about, and nothing of it to whoever never had any', async ({
    page,
    shop,
    shopper,
  }) => {
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    await expect(page.getByText('Store credit')).toHaveCount(0)
    await shop.command('customers', 'credit', shopper.email, '250', '--reason', 'The late parcel')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Store credit Rs. 250.00' })).toBeVisible()
    await page.getByText('How it came about').click()
    await expect(page.getByRole('main').getByText('The late parcel')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
  })

  test('has its menu on the left of a wide screen and on the pages it links to, and My Orders instead at 768 px', {
    tag: ['@S2.13', '@S2.35', '@S2.36', '@S9.8'],
  }, async ({ page, shopper }) => {
    await page.setViewportSize(WIDE)
    await page.goto('/profile')
    await expect(menu(page).getByRole('listitem')).toHaveText([
      'My Orders',
      'Wishlist',
      'Saved Address',
      'Privacy Policy',
      'Log Out',
    ])
    await expect(page.getByText(shopper.email, { exact: true })).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    for (const name of ['My Orders', 'Wishlist', 'Saved Address']) {
      await menu(page).getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(menu(page).locator('[aria-current=page]')).toHaveText(name)
    }
    await expect(page).toHaveURL(/\/saved-address$/)
    await page.setViewportSize(PHONE)
    for (const path of ['/my-orders', '/wishlist']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(menu(page)).toBeHidden()
    }
    await page.goto('/profile')
    await expect(page.getByText(shopper.email, { exact: true })).toBeVisible()
    await expect(menu(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Ongoing' })).toBeVisible()
    await page.setViewportSize({ ...PHONE, width: 769 })
    await expect(menu(page)).toBeVisible()
  })

  test('Log Out asks for confirmation, then ends the session in the browser and on the server', {
    tag: '@S2.37',
  }, async ({ page, shopper }) => {
    await page.setViewportSize(WIDE)
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Log Out' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(dialog).toBeHidden()
    expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toBe(shopper.token)
    await page.getByRole('button', { name: 'Log Out' }).click()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(
      await page.evaluate(() => [sessionStorage.getItem('authToken'), sessionStorage.getItem('userData')]),
    ).toEqual([null, null])
    await expect
      .poll(
        async () =>
          (await shopper.api('GET /user/getUserAddresses/{userId}', { params: { userId: shopper.id } })).status,
      )
      .toBe(401)
  })

  test('the drawer’s Log out link does the same', { tag: '@S2.19' }, async ({ signedInPage: page }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/')
    await page.getByLabel('Profile', { exact: true }).click()
    await page.getByRole('dialog', { name: 'Profile' }).getByRole('link', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/logout$/)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull()
  })
})

test.describe('saved addresses', () => {
  test('are added without any required field, and the first is the default', {
    tag: ['@S2.16', '@S3.4', '@S5.15', '@S9.15', '@C6.14'],
  }, async ({ page, shopper }) => {
    await page.goto('/saved-address')
    await expect(page.getByText('No addresses found.')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'New address' }).click()
    for (const label of [
      'First name',
      'Last name',
      'Phone number',
      'Street address',
      'Town / City',
      'State',
      'Pin Code',
    ])
      await expect(page.getByLabel(label, { exact: true })).not.toHaveAttribute('required')
    await expect(page.getByLabel('Country').getByRole('option')).toHaveText(['India', 'USA'])
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByText('Address added successfully.')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page).first()).toBeChecked()
    expect(await axeViolations(page)).toEqual([])
    const kept = await shopper.api('GET /user/getUserAddresses/{userId}', { params: { userId: shopper.id } })
    expect(kept.ok && kept.data.addresses).toMatchObject([{ country: 'India', isDefault: true }])
  })

  test('another radio button changes the default, and a card can be edited', {
    tag: ['@S4.14', '@S7.15', '@S7.16', '@R36'],
  }, async ({ page, shopper }) => {
    for (const firstName of ['Home', 'Office'])
      await shopper.api('POST /user/addAddress', { body: { userId: shopper.id, address: { firstName } } })
    await page.goto('/saved-address')
    const answered = page.waitForResponse('**/api/user/updateAddress')
    await page.getByRole('radio', { name: /Office/ }).check()
    expect((await answered).request().postDataJSON()).toEqual({
      userId: shopper.id,
      addressId: expect.any(String),
      updatedDetails: { isDefault: true },
    })
    await page.reload()
    await expect(page.getByRole('radio', { name: /Office/ })).toBeChecked()
    await page.getByRole('button', { name: 'Edit Home' }).click()
    await page.getByLabel('Town / City').fill('Nashik')
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByText('Address updated successfully.')).toBeVisible()
    await expect(page.getByRole('radio', { name: /Home.*Nashik/ })).not.toBeChecked()
  })

  test('are deleted after a question; the default goes to the oldest that is left', async ({ page, shopper }) => {
    for (const firstName of ['Office', 'Home'])
      await shopper.api('POST /user/addAddress', { body: { userId: shopper.id, address: { firstName } } })
    await page.goto('/saved-address')
    await expect(page.getByRole('radio', { name: /Office/ })).toBeChecked()
    await page.getByRole('button', { name: 'Delete Office' }).click()
    await page.getByRole('button', { name: 'Keep' }).click()
    await expect(cards(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Delete Office' }).click()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Address deleted.')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await expect(page.getByRole('radio', { name: /Home/ })).toBeChecked()
  })

  test.describe('when something fails', () => {
    test.use({ allowed: [FAILED] })

    test('show their error messages', { tag: '@S8.14' }, async ({ page, shopper }) => {
      for (const firstName of ['Home', 'Office'])
        await shopper.api('POST /user/addAddress', { body: { userId: shopper.id, address: { firstName } } })
      await page.goto('/saved-address')
      await page.route('**/api/user/*Address', (route) => route.fulfill({ status: 500 }))
      await page.getByRole('radio', { name: /Office/ }).click()
      await expect(page.getByText('Failed to update default address.')).toBeVisible()
      await expect(page.getByRole('radio', { name: /Home/ })).toBeChecked()
      await page.getByRole('button', { name: 'Edit Home' }).click()
      await page.getByRole('button', { name: 'Save address' }).click()
      await expect(page.getByText('Failed to add/update address.')).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'New address' }).click()
      await page.getByRole('button', { name: 'Save address' }).click()
      await expect(page.getByText('Failed to add address.')).toBeVisible()
      await page.evaluate(() => sessionStorage.removeItem('authToken'))
      await page.getByRole('button', { name: 'Save address' }).click()
      await expect(page.getByText('User not logged in.')).toBeVisible()
      await expect(page).toHaveURL(/\/login$/)
    })

    test('user data without an id has its own message', { tag: '@S8.14' }, async ({ page, shopper }) => {
      await page.goto('/saved-address')
      await page.getByRole('button', { name: 'New address' }).click()
      await page.evaluate((name) => sessionStorage.setItem('userData', JSON.stringify({ name })), shopper.name)
      await page.getByRole('button', { name: 'Save address' }).click()
      await expect(page.getByText('User ID not found. Please log in.')).toBeVisible()
    })
  })
})
