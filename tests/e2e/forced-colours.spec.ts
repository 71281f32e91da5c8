import type { Locator } from '@playwright/test'
import { contrast } from '#shop/settings/colour-rules.ts'
import { expect, test } from './fixtures.ts'
import { TEE } from './visits.ts'

interface Look {
  text: string
  ground: string
  border: string
  fill: string
  outline: string
}

/** The colours that are really drawn: in forced colours the computed ones are the system's. */
function lookOf(element: Locator): Promise<Look> {
  return element.first().evaluate((one) => {
    const style = getComputedStyle(one)
    const hex = (colour: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
      const channels = [red, green, blue].map((value) => value.toString(16).padStart(2, '0'))
      return alpha === 0 ? 'none' : `#${channels.join('')}`
    }
    return {
      text: hex(style.color),
      ground: hex(style.backgroundColor),
      border: hex(style.borderBottomColor),
      fill: hex(style.fill),
      outline: `${style.outlineStyle} ${style.outlineWidth} ${hex(style.outlineColor)}`,
    }
  })
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`states, focus, stars and buttons can be told apart in ${colorScheme} forced colours`, {
    tag: '@nightly',
  }, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })
    await page.goto(`/product-details/${TEE.productId}`)
    const { ground: canvas, text: canvasText } = await lookOf(page.locator('body'))
    expect(contrast(canvas, canvasText)).toBeGreaterThan(7)

    const boxes = (name: string) => page.getByRole('group', { name, exact: true }).locator('label')
    await boxes('Size').first().click()
    for (const name of ['Colour', 'Size']) {
      const chosen = await lookOf(boxes(name).filter({ has: page.locator(':checked') }))
      const other = await lookOf(boxes(name).filter({ hasNot: page.locator(':checked') }))
      expect(chosen.ground, name).not.toBe(canvas)
      expect([canvas, 'none'], name).toContain(other.ground)
      expect(contrast(chosen.text, chosen.ground), name).toBeGreaterThan(4.5)
    }
    await page.keyboard.press('ArrowRight')
    const ring = await lookOf(boxes('Size').nth(1))
    expect(ring.outline).toMatch(/^solid 3px #/)
    expect(ring.outline).not.toContain(canvas)

    const main = await lookOf(page.getByRole('button', { name: 'Add to cart' }))
    const second = await lookOf(page.getByRole('button', { name: 'Add to wishlist' }))
    expect(main.ground).not.toBe(second.ground)
    expect(contrast(main.text, main.ground)).toBeGreaterThan(4.5)
    expect(second.border).toBe(canvasText)

    const tab = (selected: boolean) => lookOf(page.getByRole('tab', { selected }))
    expect([(await tab(true)).border, (await tab(false)).border]).toEqual([canvasText, canvas])
    const paths = page
      .getByRole('img', { name: /out of 5/ })
      .first()
      .locator('path')
    const [empty, full] = [await lookOf(paths.nth(0)), await lookOf(paths.nth(1))]
    expect(full.fill).toBe(canvasText)
    expect(empty.fill).not.toBe(full.fill)
    expect(contrast(full.fill, canvas)).toBeGreaterThan(3)

    await page.goto('/categories?fabric=Linen')
    await expect(page.getByRole('complementary').getByRole('checkbox', { name: 'Linen' })).toBeChecked()
    const chip = await lookOf(page.getByRole('button', { name: 'Remove Linen' }))
    expect(chip.ground).not.toBe(canvas)
    expect(contrast(chip.text, chip.ground)).toBeGreaterThan(4.5)
    const links = page.getByRole('navigation', { name: 'Main' })
    const current = await lookOf(links.locator('[aria-current=page]'))
    expect([current.border, (await lookOf(links.getByRole('link', { name: 'Home' }))).border]).toEqual([
      canvasText,
      canvas,
    ])

    await page.goto('/contact-us')
    const send = page.getByRole('main').getByRole('button', { name: 'Send' })
    const on = await lookOf(send)
    await send.evaluate((button) => button.toggleAttribute('disabled', true))
    await expect.poll(async () => (await lookOf(send)).text).not.toBe(on.text)
  })
