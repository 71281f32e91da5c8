import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** What a browser's translation does: it puts two `<font>` elements in place of each text, also of later ones. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translateBelow = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: ChildNode[] = []
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      for (const text of texts) {
        const parent = text.parentElement
        if (!parent || parent.closest('script, style, font, title, svg') || !text.nodeValue?.trim()) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = `~${text.nodeValue}`
        outer.append(inner)
        parent.insertBefore(outer, text)
        text.remove()
      }
    }
    translateBelow(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        if (type === 'characterData' && target.isConnected && target.parentNode) translateBelow(target.parentNode)
        for (const node of addedNodes) {
          if (!node.isConnected || (node instanceof Element && node.localName === 'font')) continue
          if (node.parentNode) translateBelow(node instanceof Text ? node.parentNode : node)
        }
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

test('a page that the browser translates goes on working: texts change, come and go, and choices keep their values', {
  tag: '@nightly',
}, async ({ page, shopper }) => {
  const { id, api } = shopper
  for (const size of ['L', 'XL']) {
    const body = { userId: id, productId: 'four-bars-boxy-tee', color: 'White', size, quantity: 1 }
    expect(await api('POST /user/addToCart', { body })).toMatchObject({ ok: true })
  }
  await page.goto('/product-details/four-bars-boxy-tee')
  await translate(page)
  // While the shop looks the PIN up, there is a text that an element then replaces.
  await page.getByPlaceholder('PIN code').fill('400050')
  await page.getByRole('button', { name: /When will it arrive/ }).click()
  await expect(page.getByText(/Delivered by/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/Delivered by/)).toBeVisible()

  await page.goto('/cart-details')
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Increase' }).first()).toBeVisible()
  await translate(page)
  await expect(main.getByText('~Four Bars Boxy Tee').first()).toBeVisible()
  const total = main.getByLabel('Summary').locator('dd').last()
  const before = await total.textContent()
  await main.getByRole('button', { name: 'Increase' }).first().click()
  await expect(total).not.toHaveText(before ?? '')
  await expect(total).toHaveText(/^~Rs\./)
  await main
    .getByRole('button', { name: /remove/i })
    .first()
    .click()
  await expect(main.getByRole('button', { name: /remove/i })).toHaveCount(1)
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Categories/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: /All Items - \d+/ })).toBeVisible()
  await page.getByRole('main').getByRole('checkbox').first().check({ force: true })
  await expect(page).toHaveURL(/\?/)
  await page.goBack()
  await page.goto('/saved-address')
  await page
    .getByRole('button', { name: /New address|Add/ })
    .first()
    .click()
  await translate(page)
  await page.getByLabel(/Country/).selectOption({ index: 1 })
  await page.getByLabel(/First name/).fill('Aarti')
  await page.getByRole('button', { name: /Save address/ }).click()
  await expect(main.getByText(/Aarti/).first()).toBeVisible()
  const saved = await api('GET /user/getUserAddresses/{userId}', { params: { userId: id } })
  expect(saved.ok && saved.data.addresses.map(({ country }) => country)).toEqual(['USA'])
})
