import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { codeIn } from '../support/smtp-sink.ts'
import { ADDRESS_FIELDS, advance, buy } from './buy.ts'
import { expect, test } from './fixtures.ts'
import { en, hi } from './hindi-texts.ts'
import { TEE } from './visits.ts'

const MOST_STEPS = 140

/** Presses Tab until the control has the focus, as someone without a pointer does; `back` goes the other way. */
async function reach(page: Page, target: Locator, { back = false } = {}): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await target.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Not reached by ${MOST_STEPS} presses of Tab: ${target}`)
}

/** Reaches a control and presses a key on it. */
async function press(page: Page, target: Locator, key = 'Enter', options: { back?: boolean } = {}): Promise<void> {
  await reach(page, target, options)
  await page.keyboard.press(key)
}

async function write(page: Page, label: string, text: string): Promise<void> {
  await reach(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

for (const { language, home, say } of [
  { language: 'English', home: '/', say: en },
  { language: 'Hindi', home: '/hi', say: hi },
])
  test(`sign-in, search, product options and payment work by keyboard alone in ${language}`, async ({
    page,
    shop,
    allowed,
  }) => {
    // The profile asks for the orders: 404 means "none yet" (SPEC section 7).
    allowed.push(/404/)
    const at = (path: string) => `${shop.origin}${home === '/' ? '' : home}${path}`
    const email = `${randomUUID()}@example.test`
    await page.goto(home)
    await press(page, page.getByRole('banner').getByRole('link', { name: say('Profile') }))
    await expect(page).toHaveURL(at('/login'))
    await press(page, page.getByRole('link', { name: say('New here? Register') }))
    await expect(page).toHaveURL(at('/register'))
    await write(page, say('Name'), 'Asha Kale')
    await write(page, say('E-mail'), email)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(at('/verify'))
    const code = codeIn(await shop.mail.waitFor(email))
    await expect(page.getByRole('textbox', { name: say('6-digit code') })).toBeFocused()
    await page.keyboard.type(code, { delay: 30 })
    await press(page, button(page, say('Verify')))
    await expect(page).toHaveURL(at('/profile'))

    const menu = page.getByRole('navigation', { name: say('Main') })
    await press(page, menu.getByRole('link', { name: say('Categories') }), 'Enter', { back: true })
    await expect(page).toHaveURL(at('/categories'))
    const linen = page.getByRole('complementary').getByRole('checkbox', { name: say('Linen'), exact: true })
    await press(page, linen, 'Space')
    await expect(page).toHaveURL(/fabric=Linen/)
    await press(page, button(page, say('Remove {label}', { label: say('Linen') })))
    await expect(page).toHaveURL(at('/categories'))
    await press(page, page.getByRole('combobox', { name: say('Search products') }), 'Enter', { back: true })
    await page.keyboard.type('boxy tee')
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('article').getByRole('link', { name: /Four Bars Boxy Tee/ }))

    const colours = page.getByRole('group', { name: say('Colour'), exact: true })
    await press(page, colours.getByRole('radio', { checked: true }), 'ArrowRight')
    await expect(colours.getByRole('radio', { name: say('White') })).toBeChecked()
    const sizes = page.getByRole('group', { name: say('Size'), exact: true })
    await press(page, sizes.getByRole('radio').first(), 'Space')
    await press(page, button(page, say('Add to cart')))
    await expect(page.getByText(say('Product added to cart successfully'))).toBeVisible()
    await press(page, page.getByRole('button', { name: say('Cart'), exact: true }), 'Enter', { back: true })
    await press(page, page.getByRole('dialog', { name: say('Cart') }).getByRole('button', { name: say('Proceed') }))
    await press(page, page.getByRole('main').getByRole('link', { name: say('Checkout') }))

    for (const [label, text] of ADDRESS_FIELDS) await write(page, say(label), text)
    await press(page, button(page, say('Save address')))
    await expect(page.getByRole('radio', { name: /Asha Kale/ })).toBeChecked()
    await press(page, button(page, say('Checkout')))
    const dialog = page.frameLocator('iframe')
    await press(page, dialog.getByRole('button', { name: 'Use test card' }))
    await press(page, dialog.getByRole('button', { name: /^Pay/ }))
    await press(page, dialog.getByRole('button', { name: 'Success' }))
    await expect(page).toHaveURL((url) => url.href.startsWith(at('/sucess-order')))
    await expect(page.getByRole('heading', { name: say('Order complete') })).toBeVisible()
    await press(page, page.getByRole('main').getByRole('link', { name: say('Back to home') }))
    await expect(page).toHaveURL(`${shop.origin}${home}`)
  })

test('exchange, its cancellation, review and logout work by keyboard alone', async ({
  page,
  shop,
  shopper,
  allowed,
}) => {
  // The browser itself notes the 404 that means "no review yet" (SPEC section 7).
  allowed.push(/404/)
  const orderId = await buy(shop, shopper, [TEE])
  await advance(shop, 'orders', orderId)
  await page.goto(`/my-orders?order=${orderId}`)
  await press(page, button(page, 'Exchange Four Bars Boxy Tee'))
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Other')
  await expect(page.getByLabel('Reason')).toHaveValue('Other')
  await write(page, 'Description', 'Second thoughts')
  await press(page, button(page, 'Submit exchange'))
  await expect(page).toHaveURL(/\/sucess-return$/)
  await press(page, page.getByRole('main').getByRole('link', { name: 'My Orders' }))
  await press(page, button(page, 'Cancel exchange of Four Bars Boxy Tee'))
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Yes, cancel' }))
  await expect(page.getByText('This return has been cancelled.')).toBeVisible()

  await page.goto('/product-details/four-bars-boxy-tee')
  await press(page, page.getByRole('tab', { name: 'Description' }), 'ArrowRight')
  const panel = page.getByRole('tabpanel', { name: 'Reviews' })
  await press(page, panel.getByRole('radio', { name: '5 stars' }), 'ArrowLeft')
  await expect(panel.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await write(page, 'Comment', 'Roomy.')
  await press(page, button(page, 'Submit review'))
  await expect(panel.getByRole('heading', { name: 'Your review' })).toBeVisible()

  await page.goto('/profile')
  await press(page, page.getByRole('main').getByText('Log Out', { exact: true }))
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Log Out' }))
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull()
})

test('a phone’s drawers, the store locator and the contact form work by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/categories')
  await press(page, button(page, 'Filter'))
  const drawer = page.getByRole('dialog', { name: 'Filter' })
  await press(page, drawer.getByRole('checkbox', { name: 'Silk' }), 'Space')
  await press(page, drawer.getByRole('button', { name: /^Show \d+ items$/ }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, page.getByLabel('Menu', { exact: true }), 'Enter', { back: true })
  await press(page, page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact Us' }))
  for (const [label, text] of [
    ['First name', 'Asha'],
    ['Last name', 'Kale'],
    ['E-mail', 'asha@example.test'],
    ['Phone', '9820000000'],
    ['Message', 'Is the fourth seat taken?'],
  ] as const)
    await write(page, label, text)
  await press(page, page.getByRole('main').getByRole('button').last())
  await expect(page.getByText('Form successfully submitted!')).toBeVisible()

  await page.goto('/nearby-store')
  await reach(page, page.getByPlaceholder('Search stores...'))
  await page.keyboard.type('juhu')
  const store = page.getByRole('list', { name: 'Stores' }).getByRole('button').first()
  await press(page, store)
  await expect(page.locator('.store-map')).toHaveAttribute('data-zoom', '16')
})
