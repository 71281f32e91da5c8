import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { buy } from './buy.ts'
import { apiOf, expect, registerShopper, test } from './fixtures.ts'
import { openStaffSite } from './staff.ts'
import { addProduct } from './staff-product.ts'

/** Counts what a hand does: presses of the mouse, and of keys beside the words that are typed. */
function handOf(page: Page) {
  const done = { clicks: 0, keys: 0 }
  return {
    done,
    async click(target: Locator): Promise<void> {
      done.clicks += 1
      await target.click()
    },
    /** Types into what has the focus. */
    async type(text: string): Promise<void> {
      await page.keyboard.type(text)
    },
    async press(key: string): Promise<void> {
      done.keys += 1
      await page.keyboard.press(key)
    },
  }
}

type Hand = ReturnType<typeof handOf>
interface Job {
  name: string
  /** The most presses that it may take. */
  most: { clicks: number; keys: number }
  run: (hand: Hand, page: Page) => Promise<void>
}

const FOLDER = join(import.meta.dirname, '../../test-results/owner-jobs')

test('an owner’s ten commonest jobs take no more presses than they did', { tag: '@nightly' }, async ({
  browser,
  shop,
}) => {
  const tee = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'L' }
  const kavya = await registerShopper(shop, 'Kavyanjali Nair')
  const toShip = await buy(shop, kavya, [tee])
  const toRefund = await buy(shop, await registerShopper(shop, 'Refunded Once'), [{ ...tee, quantity: 2 }])
  const { page, person, context } = await openStaffSite(browser, shop, 'owner')
  await addProduct(shop, person.cookie, 'Measured Kurta')
  await addProduct(shop, person.cookie, 'Awaited Kurta')
  await shop.command('products', 'hide', 'awaited-kurta')
  const sent = await apiOf(shop, null)('POST /user/addContactUs', {
    body: {
      firstName: 'Measured',
      lastName: 'Writer',
      email: 'measured@example.test',
      phone: '98200 00000',
      message: 'Is the kurta long?',
    },
  })
  expect(sent.ok).toBe(true)

  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = page.getByRole('dialog')
  const menu = (name: string) =>
    page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first()
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
  const said = (text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
  async function find(hand: Hand, words: string, title: string | RegExp): Promise<void> {
    await expect(page.locator('h1')).toBeVisible()
    await hand.press('Control+k')
    await hand.type(words)
    await hand.press('Enter')
    // Of several hits none opens by itself.
    const opened = heading(title)
    const several = page.getByRole('listbox').getByRole('option').nth(1)
    await expect(opened.or(several).first()).toBeVisible()
    if (await several.isVisible()) await hand.press('Enter')
    await expect(opened).toBeVisible()
  }

  const jobs: Job[] = [
    {
      name: 'find an order by its customer’s name',
      most: { clicks: 0, keys: 3 },
      async run(hand) {
        await page.goto('/admin')
        await find(hand, 'kavyanjali', /^FS-\d+$/)
      },
    },
    {
      name: 'ship it',
      most: { clicks: 3, keys: 1 },
      async run(hand) {
        await page.goto(`/admin/orders/${toShip}`)
        await hand.click(button('Pack and ship'))
        await hand.click(dialog.getByRole('button', { name: 'Delhivery' }))
        await hand.click(page.getByLabel('Tracking number (AWB)'))
        await hand.type('14882210047')
        await hand.press('Enter')
        await said('On its way')
      },
    },
    {
      name: 'refund a piece',
      most: { clicks: 5, keys: 0 },
      async run(hand) {
        await page.goto(`/admin/orders/${toRefund}`)
        await hand.click(page.getByText('More', { exact: true }))
        await hand.click(page.getByRole('button', { name: /^Refund/ }))
        await hand.click(dialog.getByRole('button', { name: 'Increase' }))
        await hand.click(dialog.getByRole('radio', { name: 'Damaged' }))
        await hand.click(dialog.getByRole('button', { name: /^Refund Rs\./ }))
        await expect(dialog).toHaveCount(0)
      },
    },
    {
      name: 'change a price',
      most: { clicks: 1, keys: 4 },
      async run(hand) {
        await page.goto('/admin')
        await find(hand, 'measured kurta', 'Measured Kurta')
        await hand.click(page.getByLabel('Price', { exact: true }))
        await hand.press('Control+a')
        await hand.type('1699')
        await hand.press('Control+s')
        await said('Saved.')
      },
    },
    {
      name: 'take a size out',
      most: { clicks: 2, keys: 2 },
      async run(hand) {
        await hand.click(page.getByLabel('Indigo, M'))
        await hand.press('Control+a')
        await hand.type('0')
        await hand.click(page.getByRole('radio', { name: 'damaged' }))
        await hand.press('Control+s')
        await said('Saved.')
      },
    },
    {
      name: 'publish a product',
      most: { clicks: 2, keys: 2 },
      async run(hand) {
        await page.goto('/admin')
        await find(hand, 'awaited kurta', 'Awaited Kurta')
        await hand.click(button('Publish'))
        await hand.click(dialog.getByRole('button', { name: 'Publish' }))
        await said('Awaited Kurta published.')
      },
    },
    {
      name: 'answer a message',
      most: { clicks: 4, keys: 0 },
      async run(hand) {
        await page.goto('/admin')
        await hand.click(menu('Messages'))
        await hand.click(page.getByRole('row', { name: /Is the kurta long/ }).getByRole('link'))
        await hand.click(page.getByLabel('Your answer'))
        await hand.type('It ends above the knee.')
        await hand.click(button('Send answer'))
        await said('Answered by e-mail.')
      },
    },
    {
      name: 'see last week beside the week before',
      most: { clicks: 2, keys: 0 },
      async run(hand) {
        await page.goto('/admin')
        await hand.click(menu('Reports'))
        await hand.click(page.getByRole('link', { name: '7 days' }))
        await said(/, compared with /)
      },
    },
    {
      name: 'invite a packer',
      most: { clicks: 4, keys: 1 },
      async run(hand) {
        await page.goto('/admin')
        await hand.click(menu('Team'))
        await hand.click(button('Invite a colleague'))
        await hand.click(page.getByLabel('Their e-mail address'))
        await hand.type('packer.measured@staff.test')
        await hand.press('Tab')
        await hand.type('Sunil Jadhav')
        await hand.click(button('Create invitation'))
        await said('It works once, for 48 hours')
      },
    },
    {
      name: 'put a banner up',
      most: { clicks: 3, keys: 2 },
      async run(hand) {
        await page.goto('/admin')
        await hand.click(menu('Settings'))
        await hand.click(page.getByRole('link', { name: /^Texts/ }))
        await hand.click(page.getByLabel('Strip above every page'))
        await hand.press('Control+a')
        await hand.type('Diwali: order by Friday')
        await hand.press('Control+s')
        await said('Saved.')
      },
    },
  ]

  const rows: string[] = []
  for (const { name, most, run } of jobs)
    await test.step(name, async () => {
      const hand = handOf(page)
      const began = Date.now()
      await run(hand, page)
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      rows.push(`| ${name} | ${hand.done.clicks} | ${hand.done.keys} | ${seconds} |`)
      expect(hand.done.clicks, name).toBeLessThanOrEqual(most.clicks)
      expect(hand.done.keys, name).toBeLessThanOrEqual(most.keys)
    })
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(
    join(FOLDER, 'jobs.md'),
    ['| job | clicks | keys beside words | seconds, loading included |', '|---|---|---|---|', ...rows, ''].join('\n'),
  )
  await context.close()
})
