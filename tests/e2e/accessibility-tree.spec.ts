import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, type Locator } from '@playwright/test'
import { codeIn } from '../support/smtp-sink.ts'
import { fillAddress } from './buy.ts'
import { fixData } from './fixed-data.ts'
import { expect, test } from './fixtures.ts'
import { TEE } from './visits.ts'

const DOCUMENT = join(import.meta.dirname, 'accessibility-tree.md')
/** The document has that many entries of each list, and a line that counts the others. */
const SHOWN = 2

/** The tree as text: of long lists the first entries, and fixed words for what differs from run to run. */
async function treeOf(part: Locator): Promise<string> {
  const lines = (await part.ariaSnapshot())
    .replace(/[\w-]+@example\.test/g, 'asha@example.test')
    .replace(/FS-\d+/g, 'FS-10001')
    .replace(/Resend in 0:\d\d/, 'Resend in 0:30')
    .split('\n')
    .filter((line) => !/^\s*- \/url:/.test(line))
  const kept: string[] = []
  const counts = new Map<number, number>()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const depth = line.search(/\S/)
    for (const other of counts.keys()) if (other > depth) counts.delete(other)
    const isEntry = /^\s*- (listitem|option|article)\b/.test(line)
    if (!isEntry) counts.delete(depth)
    const count = isEntry ? (counts.get(depth) ?? 0) + 1 : 0
    if (isEntry) counts.set(depth, count)
    if (count <= SHOWN) {
      kept.push(line)
      continue
    }
    while ((lines[at + 1] ?? '').search(/\S/) > depth) at++
    const next = lines[at + 1] ?? ''
    if (next.search(/\S/) !== depth || !/^\s*- (listitem|option|article)\b/.test(next))
      kept.push(`${' '.repeat(depth)}# ${count - SHOWN} more`)
  }
  return kept.join('\n')
}

/** The tree below a heading of the document is the one of the page; `--update-snapshots` writes it there. */
async function expectTree(heading: string, part: Locator): Promise<void> {
  const text = readFileSync(DOCUMENT, 'utf8')
  const start = text.indexOf(`\n## ${heading}\n`)
  expect(start, `accessibility-tree.md has “${heading}”`).toBeGreaterThan(0)
  const from = text.indexOf('```yaml\n', start) + '```yaml\n'.length
  const to = text.indexOf('\n```', from)
  if (base.info().config.updateSnapshots !== 'none')
    return writeFileSync(DOCUMENT, `${text.slice(0, from)}${await treeOf(part)}${text.slice(to)}`)
  const advice = `accessibility-tree.md, “${heading}” (if the change is meant: --update-snapshots writes it)`
  // Polled: some parts come late.
  await expect
    .configure({ soft: true })
    .poll(() => treeOf(part), advice)
    .toBe(text.slice(from, to))
}

test('the accessibility tree of a purchase is the one that accessibility-tree.md explains', {
  tag: ['@R37', '@R40', '@nightly'],
}, async ({ page, shop }) => {
  const email = `${randomUUID()}@example.test`
  const main = page.getByRole('main')
  await fixData(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expectTree('Home page', page.locator('body'))

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Categories' }).click()
  await expect(page.getByRole('heading', { name: /^All Items/ })).toBeVisible()
  await page.getByRole('complementary').getByRole('checkbox', { name: 'Linen', exact: true }).check()
  await expect(page.getByRole('button', { name: 'Remove Linen' })).toBeVisible()
  await expect(main.getByRole('article')).toHaveCount(7)
  await expectTree('Listing', main)

  await page.goto(`/product-details/${TEE.productId}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  const sizes = page.getByRole('group', { name: 'Size', exact: true })
  await expect(sizes.getByRole('radio').first()).toBeFocused()
  await expect(main.getByText('Choose a size first.')).toBeVisible()
  await expect(main.getByLabel('Your PIN code')).toBeVisible()
  await expectTree('Product', main)

  await sizes.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('status').getByText('User not logged in')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await expectTree('Log in', main)

  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Asha Kale')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Register' }).click()
  const boxes = page.getByRole('group', { name: '6-digit code' }).getByRole('textbox')
  await expect(boxes).toHaveCount(6)
  await expect(boxes.first()).toBeFocused()
  await expectTree('Code', main)

  await page.keyboard.type(codeIn(await shop.mail.waitFor(email)), { delay: 30 })
  const verify = page.getByRole('button', { name: 'Verify' })
  await expect(verify).toBeFocused()
  await verify.click()
  await expect(page.getByText('added to cart').first()).toBeVisible()
  // The alert comes and goes by itself, so the tree is compared once it has closed.
  await expect(page.getByRole('button', { name: 'Close alert' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await expect(drawer.locator(':focus')).toHaveCount(1)
  await expect(drawer.getByText('Four Bars Boxy Tee')).toBeVisible()
  await expectTree('Cart drawer', drawer)

  await drawer.getByRole('button', { name: 'Proceed' }).click()
  await expect(main.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect(main.getByText('Four Bars Boxy Tee').first()).toBeVisible()
  await expectTree('Cart', main)

  await main.getByRole('link', { name: 'Checkout' }).click()
  await expect(main.getByLabel('First name')).toBeVisible()
  await expectTree('Checkout, a new address', main)

  await fillAddress(page)
  await expect(page.getByLabel('State')).toHaveValue('Maharashtra')
  await page.getByRole('button', { name: /^Save/ }).click()
  const address = page.getByRole('radio', { name: /Asha Kale/ })
  await expect(address).toBeChecked()
  await expect(address).toBeFocused()
  await expect(main.getByText(/^Delivered by/)).toBeVisible()
  await expectTree('Checkout', main)

  await main.getByRole('button', { name: 'Checkout' }).click()
  const dialog = page.frameLocator('iframe')
  await expect(dialog.getByRole('heading', { name: 'Choose how to pay' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await expectTree('Payment', dialog.locator('body'))
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(main.getByText('FS-')).toBeVisible()
  await expect(main).toBeFocused()
  await expectTree('Order complete', main)
})
