import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { seedShopper, VISITS, visit } from './visits.ts'

const ROUTES = [
  '/',
  '/categories',
  '/product-details/{productId}',
  '/cart-details',
  '/cart-checkout-form',
  '/login',
  '/profile',
]

/** WCAG 2.2, 1.4.12. */
const SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important }`

/** A constructed style sheet, which the content security policy lets pass, as it does a visitor's extension. */
async function spaceText(page: Page): Promise<void> {
  await page.evaluate(async (css) => {
    const sheet = new CSSStyleSheet()
    await sheet.replace(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, SPACING)
}

/** What can't be read: a page wider than the screen, text that is cut off, and lines of text that lie on one another. */
function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // With reduced motion a length takes its new value in a transition of one frame.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    type Line = { text: string; box: DOMRect; holder: Element }
    const isOnlyHeard = (element: Element) => element.closest('.sr-only, [aria-hidden=true], option, dialog') !== null
    const floats = (element: Element) => {
      for (let one: Element | null = element; one; one = one.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(one).position)) return true
      return false
    }
    const lines: Line[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const holder = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (!holder || text === '' || isOnlyHeard(holder)) continue
      if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) if (box.width > 1) lines.push({ text: text.slice(0, 40), box, holder })
    }
    const cut = lines.flatMap(({ text, box, holder }) => {
      for (let one: Element | null = holder; one && one !== document.body; one = one.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(one)
        const frame = one.getBoundingClientRect()
        const isCut =
          (/hidden|clip/.test(overflowX) && (box.right > frame.right + 1 || box.left < frame.left - 1)) ||
          (/hidden|clip/.test(overflowY) && (box.bottom > frame.bottom + 3 || box.top < frame.top - 3))
        if (isCut) return [`cut off: ${text}`]
        if (/auto|scroll/.test(overflowX)) return []
      }
      return box.right > document.documentElement.clientWidth + 1 && !floats(holder) ? [`beside the page: ${text}`] : []
    })
    const still = lines.filter(({ holder }) => !floats(holder))
    const onOneAnother = still.flatMap((one, at) =>
      still.slice(at + 1).flatMap((other) => {
        // Of each line a quarter: the boxes of a large font reach into one another where its letters don't.
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        const isSame = one.holder === other.holder
        return !isSame && width > 2 && height > Math.min(one.box.height, other.box.height) / 4
          ? [`on one another: ${one.text} / ${other.text}`]
          : []
      }),
    )
    const { scrollWidth, clientWidth } = document.documentElement
    const outside = [...document.querySelectorAll('body *')].find(
      (one) => one.getBoundingClientRect().right > clientWidth + 0.5,
    )
    const wide = scrollWidth > clientWidth ? [`wider than the screen, from: ${outside?.outerHTML.slice(0, 200)}`] : []
    return [...new Set([...wide, ...cut, ...onOneAnother])]
  })
}

test('at 200 % and 400 % text size and WCAG’s text spacing no text is cut off or covered', {
  tag: ['@C6.16', '@nightly'],
}, async ({ page, shop, newShopper }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const session = await seedShopper(shop, await newShopper())
  // Polled: fonts and late parts of a page settle. Soft: one run names all places.
  const { poll } = expect.configure({ soft: true })
  const look = async (what: string, width: number, height: number) => {
    await page.setViewportSize({ width, height })
    await poll(() => unreadable(page), what).toEqual([])
  }
  for (const one of VISITS.filter(({ route }) => ROUTES.includes(route))) {
    await visit(page, one, session)
    // A screen of 1280 by 1024 px, zoomed.
    await look(`${one.route} 200 %`, 640, 512)
    await look(`${one.route} 400 %`, 320, 256)
    await spaceText(page)
    await look(`${one.route} spaced, 320 px`, 320, 640)
    await look(`${one.route} spaced, 1280 px`, 1280, 800)
  }
})

test('with a phone’s letters at 150 % and 200 % no text is cut off or covered', {
  tag: ['@C6.16', '@nightly'],
}, async ({ page, shop, newShopper }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const session = await seedShopper(shop, await newShopper())
  const { poll } = expect.configure({ soft: true })
  for (const one of VISITS.filter(({ route }) => ROUTES.includes(route))) {
    await page.setViewportSize({ width: 360, height: 740 })
    await visit(page, one, session)
    for (const [width, percent] of [
      [360, 150],
      [390, 200],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`
      }, percent)
      await poll(() => unreadable(page), `${one.route}, ${percent} % on ${width} px`).toEqual([])
    }
  }
})
