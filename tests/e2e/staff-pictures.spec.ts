import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { expectSound, openStaffSite } from './staff.ts'
import { addProduct, productOf } from './staff-product.ts'

const COLOURS = ['#aa3322', '#22aa33', '#3322aa', '#aaaa22'] as const
/** A photo, wider than the shop's frames. */
const photo = async (background: string) => ({
  name: `IMG_${background.slice(1)}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

/** The list of a product's pictures, four of them, and a function that reads their addresses in order. */
async function openPictures(page: Page, id: string) {
  await page.goto(`/admin/products/${id}`)
  await page.getByLabel('Add pictures').setInputFiles(await Promise.all(COLOURS.map(photo)))
  const list = page.getByRole('main').locator('ol:has([data-grip])')
  await expect(list.getByRole('img')).toHaveCount(4)
  await expect(page.getByText('on the way')).toBeHidden()
  const order = () => list.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('src') ?? ''))
  return { list, order }
}

test('a cut-out picture is on white, whether the device or the server makes it smaller', { tag: '@A22' }, async ({
  browser,
  shop,
}) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'manager')
  const id = await addProduct(shop, person.cookie, 'Cut-out Kurta')
  const garment = await sharp({
    create: {
      width: 1000,
      height: 1200,
      channels: 3,
      background: '#aa3322',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const cutOut = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#00000000' } }).composite([
      { input: garment, gravity: 'centre' },
    ])
  const large = await cutOut(2400, 3000).png().toBuffer()
  const small = await cutOut(1300, 1500).webp({ quality: 30 }).toBuffer()
  // Above and below the size up to which files go as they are.
  expect(large.length).toBeGreaterThan(1_500_000)
  expect(small.length).toBeLessThan(1_500_000)
  await page.goto(`/admin/products/${id}`)
  await page.getByLabel('Add pictures').setInputFiles([
    { name: 'large.png', mimeType: 'image/png', buffer: large },
    { name: 'small.webp', mimeType: 'image/webp', buffer: small },
  ])
  // Noise is slow to make smaller on a busy machine, on the device and at the server.
  await expect(page.getByRole('img', { name: /Cut-out Kurta in/ })).toHaveCount(2, { timeout: 60_000 })
  const { pictures } = await productOf(shop, person.cookie, id)
  // The edges of the garment ring a little.
  const white = expect.stringMatching(/^#(?:f[0-9a-f]){3}$/)
  expect((pictures as { tone: string }[]).map(({ tone }) => tone)).toEqual([white, white])
  await context.close()
})

const middle = async (place: Locator) => {
  const box = await place.boundingBox()
  if (!box) throw new Error('It has no box.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A finger that is put down, moved and lifted. */
async function swipe(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (const part of [0.1, 0.2, 0.4, 0.6, 0.8, 1])
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }],
    })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('pictures are put in order by mouse, by finger and by buttons, and a finger on a picture scrolls the page', {
  tag: ['@A5', '@A14', '@A22'],
}, async ({ browser, shop }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'manager', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const id = await addProduct(shop, person.cookie, 'Ordered Kurta')
  const { list, order } = await openPictures(page, id)
  const [a = '', b = '', c = '', d = ''] = await order()
  const items = list.getByRole('listitem')
  const grip = (at: number) => items.nth(at).locator('[data-grip]')

  // By mouse, by the picture itself.
  await list.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const [from, to] = [await middle(items.nth(0).getByRole('img')), await middle(items.nth(3).getByRole('img'))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
  await expect.poll(order).toEqual([b, c, d, a])
  await expect
    .poll(async () => ((await productOf(shop, person.cookie, id)).pictures as { file: string }[])[3]?.file)
    .toBe(/\/media\/([^?]+)/.exec(a)?.[1])
  // Escape gives it up.
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await order()).toEqual([b, c, d, a])

  // By a finger on the grip; on the picture it scrolls.
  await swipe(page, await middle(grip(3)), await middle(items.nth(0)))
  await expect.poll(order).toEqual([a, b, c, d])
  const before = await page.evaluate(() => window.scrollY)
  const at = await middle(items.nth(2).getByRole('img'))
  await swipe(page, at, { x: at.x, y: at.y - 250 })
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 100)
  expect(await order()).toEqual([a, b, c, d])

  // By a button, by the keyboard; the focus stays with it, or goes to the other one at the end.
  await page.getByRole('button', { name: 'Move picture 2 forward' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual([b, a, c, d])
  await expect(page.getByRole('button', { name: 'Move picture 1 back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move picture 2 back' })).toBeFocused()
  await expect.poll(order).toEqual([a, b, c, d])
  await context.close()
})

const stored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('staff-uploads', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('staff-uploads', { keyPath: 'id' })
        opening.onsuccess = () => {
          const counting = opening.result.transaction('staff-uploads').objectStore('staff-uploads').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )

test('pictures that hadn’t arrived when the tab was closed go on with the form, once, and leave nothing on the device', {
  tag: ['@A19', '@A22'],
}, async ({ browser, shop }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'manager')
  const id = await addProduct(shop, person.cookie, 'Left Kurta')
  const calls = '**/api/admin/products/*/pictures?*'
  await context.route(calls, (route) => route.abort())
  await page.goto(`/admin/products/${id}`)
  await page.getByLabel('Add pictures').setInputFiles(await Promise.all(COLOURS.slice(0, 3).map(photo)))
  await expect(page.getByText('You’re offline.')).toHaveCount(3)
  await expect.poll(() => stored(page)).toBe(3)

  // Another tab leaves them to this one, and has its own.
  const other = await context.newPage()
  await other.goto(`/admin/products/${id}`)
  await other.getByLabel('Add pictures').setInputFiles([await photo(COLOURS[3])])
  await expect.poll(() => stored(other)).toBe(4)
  await expect(other.getByText('You’re offline.')).toHaveCount(1)
  await other.close()
  await page.close()

  await context.unroute(calls)
  // They go on, each slowly enough to be seen.
  let sent = 0
  let letThrough = () => {}
  const seen = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await context.route(calls, async (route) => {
    sent++
    await seen
    await route.continue()
  })
  const again = await context.newPage()
  await again.goto(`/admin/products/${id}`)
  await expect(again.getByText('4 uploads from your last visit continue.')).toBeVisible()
  letThrough()
  await expect(again.getByRole('img', { name: /Left Kurta in/ })).toHaveCount(4)
  await expect(again.getByText('left here')).toHaveCount(0)
  await expect.poll(() => stored(again)).toBe(0)
  expect(sent).toBe(4)
  const { pictures } = await productOf(shop, person.cookie, id)
  expect((pictures as { file: string }[]).map(({ file }) => /IMG-(\w{6})/.exec(file)?.[1]).toSorted()).toEqual(
    COLOURS.map((one) => one.slice(1)).toSorted(),
  )

  // Whoever signs out leaves none.
  await context.unroute(calls)
  await context.route(calls, (route) => route.abort())
  await again.getByLabel('Add pictures').setInputFiles([await photo('#117788')])
  await expect.poll(() => stored(again)).toBe(1)
  await again.goto('/admin/account')
  await again.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(again).toHaveURL(/\/admin\/login/)
  expect(await stored(again)).toBe(0)
  await context.close()
})

test('what matters in a picture stays in view where the shop crops it', { tag: '@A22' }, async ({ browser, shop }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'manager')
  const id = await addProduct(shop, person.cookie, 'Cropped Kurta')
  const { list } = await openPictures(page, id)
  await page.getByRole('button', { name: 'Edit picture 1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What it shows').fill('Indigo kurta beside a door')
  const box = await dialog.locator('[data-focus-area]').boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.81, (box?.y ?? 0) + (box?.height ?? 0) * 0.33)
  await expect(dialog.getByLabel('From the left')).toHaveValue('80')
  await expect(dialog.getByLabel('From the top')).toHaveValue('30')
  await dialog.getByLabel('From the left').press('ArrowRight')
  await expect(dialog.getByLabel('From the left')).toHaveValue('90')
  await expectSound(page, 'a picture', 'dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(list.getByRole('img').first()).toHaveCSS('object-position', '90% 30%')
  expect((await productOf(shop, person.cookie, id)).pictures).toMatchObject([
    { focus: { x: 90, y: 30 }, alt: 'Indigo kurta beside a door' },
    {},
    {},
    {},
  ])

  const shopper = await browser.newPage({ baseURL: shop.origin, viewport: { width: 390, height: 844 } })
  await shopper.goto(`/product-details/${id}`)
  const shown = shopper.getByRole('img', { name: 'Indigo kurta beside a door' })
  await expect(shown).toHaveCSS('object-position', '90% 30%')
  await expect(shown).toHaveJSProperty('complete', true)
  expect(await shown.evaluate((img: HTMLImageElement) => img.naturalWidth), 'it’s served').toBeGreaterThan(0)
  await expect(shopper.locator('article img').nth(1)).toHaveCSS('object-position', '50% 50%')
  await shopper.close()
  await page.locator('.toast-row', { hasText: 'Saved.' }).getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('img').first()).toHaveCSS('object-position', '50% 50%')
  await context.close()
})

test('the rows of the home page are dragged, past the edge of the window too', { tag: ['@A14', '@A30'] }, async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'manager', { viewport: { width: 390, height: 500 } })
  await page.goto('/admin/home-page')
  const rows = page.locator('ol > li:has([data-grip])')
  const names = () =>
    rows.getByRole('button', { name: /^Edit: / }).evaluateAll((all) => all.map((one) => one.ariaLabel))
  await expect(rows.first()).toBeVisible()
  const before = await names()
  const grip = rows.first().locator('[data-grip]')
  await grip.scrollIntoViewIfNeeded()
  const from = await middle(grip)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, 490, { steps: 5 })
  await expect.poll(() => page.evaluate(() => window.scrollY), 'it scrolls by itself').toBeGreaterThan(100)
  await page.mouse.move(from.x, 300, { steps: 3 })
  await page.mouse.up()
  await expect.poll(names).not.toEqual(before)
  const after = await names()
  expect(after.toSorted()).toEqual(before.toSorted())
  expect(after.indexOf(before[0] ?? null)).toBeGreaterThan(1)
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(names).toEqual(before)
  await context.close()
})
