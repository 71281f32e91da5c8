import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { TEE } from './visits.ts'

/* The enlarged pictures of a product under fingers and by keyboard. */

type Point = readonly [x: number, y: number]

/** Touches the screen. The events are 16 ms apart, however long the machine takes to send them. */
async function createFingers(page: Page) {
  const session = await page.context().newCDPSession(page)
  let now = Date.now()
  async function send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<void> {
    now += 16
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }))
    await session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: now / 1000 })
  }
  return {
    /** Moves each finger in a straight line. */
    async move(from: readonly Point[], to: readonly Point[]): Promise<void> {
      await send('touchStart', from)
      for (let part = 0.1; part <= 1; part += 0.1)
        await send(
          'touchMove',
          from.map(([x, y], finger) => {
            const [toX, toY] = to[finger] ?? [x, y]
            return [x + (toX - x) * part, y + (toY - y) * part] as const
          }),
        )
      await send('touchEnd', [])
    },
    async tap(point: Point): Promise<void> {
      await send('touchStart', [point])
      await send('touchEnd', [])
    },
  }
}

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('pictures are swiped, and enlarged by a double tap and by two fingers', async ({ page }) => {
    await page.goto(`/product-details/${TEE.productId}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Zoom in: / })
      .first()
      .tap()
    const zoom = page.getByRole('dialog', { name: 'Closer look' })
    const width = async () => Math.round((await zoom.getByRole('img').first().boundingBox())?.width ?? 0)
    await expect(zoom.getByText('Picture 1/5')).toBeVisible()
    await expect.poll(width).toBeGreaterThan(300)
    const whole = await width()
    const fingers = await createFingers(page)

    await fingers.tap([150, 400])
    await fingers.tap([150, 400])
    await expect.poll(width).toBe(whole * 2.5)
    await fingers.tap([200, 420])
    await fingers.tap([200, 420])
    await expect.poll(width).toBe(whole)

    await fingers.move(
      [
        [150, 400],
        [240, 400],
      ],
      [
        [60, 400],
        [330, 400],
      ],
    )
    await expect.poll(width).toBeGreaterThan(whole * 2)
    await fingers.move(
      [
        [60, 400],
        [330, 400],
      ],
      [
        [150, 400],
        [240, 400],
      ],
    )
    await expect.poll(width).toBe(whole)

    await fingers.move([[330, 400]], [[60, 400]])
    await expect(zoom.getByText('Picture 2/5')).toBeVisible()
    await fingers.move([[60, 400]], [[330, 400]])
    await expect(zoom.getByText('Picture 1/5')).toBeVisible()
  })
})

test('by keyboard only the shown picture takes the focus, the buttons keep it, and Escape gives it back', async ({
  page,
}) => {
  await page.goto(`/product-details/${TEE.productId}`)
  const opener = page
    .getByRole('main')
    .getByRole('button', { name: /^Zoom in: / })
    .nth(1)
  await opener.press('Enter')
  const zoom = page.getByRole('dialog', { name: 'Closer look' })
  await expect(zoom.getByText('Picture 2/5')).toBeVisible()
  await expect(zoom.getByRole('region').nth(1)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(zoom.getByRole('button', { name: 'Previous picture' })).toBeFocused()
  const next = zoom.getByRole('button', { name: 'Next picture' })
  await next.press('Enter')
  await expect(zoom.getByText('Picture 3/5')).toBeVisible()
  await next.press('Enter')
  await expect(zoom.getByText('Picture 4/5')).toBeVisible()
  await next.press('Enter')
  await expect(zoom.getByText('Picture 5/5')).toBeVisible()
  await expect(zoom.locator('li').nth(4)).toBeInViewport()
  await zoom.getByRole('list').last().getByRole('button').nth(1).click()
  await expect(zoom.getByText('Picture 2/5')).toBeVisible()
  // Presses faster than the pictures scroll are all counted.
  await next.press('Enter')
  await next.press('Enter')
  await expect(next).toBeFocused()
  await expect(zoom.getByText('Picture 4/5')).toBeVisible()
  await zoom.getByRole('button', { name: 'Previous picture' }).press('Enter')
  await expect(zoom.getByText('Picture 3/5')).toBeVisible()
  // On a low window the small pictures are scrolled, with the shown one in view.
  await page.setViewportSize({ width: 1280, height: 240 })
  const small = zoom.getByRole('list').last()
  await next.press('Enter')
  await expect(zoom.getByText('Picture 4/5')).toBeVisible()
  await expect(small.getByRole('button').nth(3)).toBeInViewport({ ratio: 0.9 })
  const inner = await small.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(inner).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(zoom).toHaveCount(0)
  await expect(opener).toBeFocused()
})
