import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The sizes between which theme.css takes a screen for a phone's, and some of those that people have. */
const PHONES = [
  [320, 568],
  [320, 959],
  [360, 740],
  [412, 915],
  [639, 959],
] as const

test('scripts are asked for only when the first picture has come', async ({ page }) => {
  const asked: string[] = []
  let pictureSent = false
  await page.route('**/media/home/hero*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(asked).toEqual([])
    pictureSent = true
    await route.continue()
  })
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(request.url())
  })
  await page.goto('/')
  // `load` waits for them, as it would without the line in the head: whoever waits for it finds a page that answers.
  expect(asked.length).toBeGreaterThan(0)
  expect(pictureSent).toBe(true)
  await expect(page.locator('script[type=later]')).toHaveCount(0, { timeout: 1 })
  await page.getByRole('button', { name: 'More of Popular This Week' }).click()
})

test('a page without a picture too is drawn before its scripts are asked for, and has them when it has loaded', async ({
  page,
}) => {
  await page.goto('/about-us')
  await expect(page.locator('script[type=later]')).toHaveCount(0, { timeout: 1 })
  const [drawn, asked] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    performance.getEntriesByType('resource').find(({ name }) => /\/assets\/.*\.js$/.test(name))?.startTime,
  ])
  expect(drawn).toBeGreaterThan(0)
  expect(asked).toBeGreaterThanOrEqual(drawn ?? Number.POSITIVE_INFINITY)
})

test('a picture that never comes does not keep the page from working', async ({ page }) => {
  let release = () => {}
  const never = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/media/home/hero*', async (route) => {
    await never
    await route.abort()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForRequest((request) => request.resourceType() === 'script')
  release()
})

test('a press that comes before the scripts is answered when they are there', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goto('/about-us', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible({ timeout: 15_000 })
})

test('what lies far below waits until the first screen stands and then comes piece by piece; a reload, which may stand further down, finds all of it', async ({
  page,
}) => {
  let release = () => {}
  const waiting = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/media/home/hero*', async (route) => {
    await waiting
    await route.continue()
  })
  // On a slow machine the longest wait would be over before the first look.
  await page.addInitScript(() => {
    const { setTimeout } = window
    Object.assign(window, { setTimeout: (work: () => void, ms = 0) => (ms < 2500 ? setTimeout(work, ms) : 0) })
  })
  const isDrawn = (what: Locator) => what.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }))
  const row = page.locator('section li article').first()
  const footer = page.locator('footer form')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect.poll(() => isDrawn(row)).toBe(false)
  await page.reload({ waitUntil: 'domcontentloaded' })
  expect(await isDrawn(row)).toBe(true)
  expect(await isDrawn(footer)).toBe(true)
  release()
  await page.goto('/')
  await expect(page.locator('html[data-arriving]')).toHaveCount(0)
  expect(await isDrawn(row)).toBe(true)
  expect(await isDrawn(footer)).toBe(true)
  await expect(page.locator('.drawn-later')).not.toHaveCount(0)
  await expect(page.locator('.drawn-later[style*=visibility]')).toHaveCount(0)
})

test('nothing that a phone leaves out reaches into its first screen', async ({ page }) => {
  for (const route of ['/', '/categories']) {
    await page.goto(route)
    for (const [width, height] of PHONES) {
      await page.setViewportSize({ width, height })
      const tops = await page
        .locator('.far-below')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
      expect(tops.length).toBeGreaterThan(0)
      expect(Math.min(...tops), `${route} at ${width} × ${height}`).toBeGreaterThanOrEqual(height)
    }
  }
})

test('nothing moves as what lies below is drawn', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const moved: number[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Where the system has none of the fonts that stand in for ours, lines break anew as those come: another matter.
  await page.route('**/*.woff2*', (route) => route.abort())
  for (const route of ['/', '/categories']) {
    await page.goto(route)
    await expect(page.locator('html[data-arriving]')).toHaveCount(0)
    // Two more frames: the last piece has been drawn, and what moved has been told.
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    )
    expect(await page.evaluate(() => (window as unknown as { moved: number[] }).moved), route).toEqual([])
  }
  await context.close()
})

test('a document is coloured and measured in turns of its own before DOMContentLoaded', async ({ page }) => {
  await page.addInitScript(() => {
    const turns: string[] = []
    const { getItem } = Storage.prototype
    const next = (turn: string) => {
      turns.push(turn)
      // Comes before the next turn, but after all of this one.
      queueMicrotask(() => turns.push('its turn is over'))
    }
    Storage.prototype.getItem = function (key: string) {
      // What the document's own lines ask would hold up its reading.
      if (key === 'theme' && document.readyState === 'loading') next(document.currentScript ? 'held up' : 'coloured')
      return getItem.call(this, key)
    }
    Object.assign(window, { turns })
    const { offsetHeight } = Object.getOwnPropertyDescriptors(HTMLElement.prototype)
    Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
      ...offsetHeight,
      get() {
        if (this === document.body) next('measured')
        return offsetHeight?.get?.call(this)
      },
    })
    document.addEventListener('DOMContentLoaded', () => turns.push('DOMContentLoaded'))
  })
  await page.goto('/contact-us')
  expect(await page.evaluate(() => (window as unknown as { turns: string[] }).turns)).toEqual([
    'coloured',
    'its turn is over',
    'measured',
    'its turn is over',
    'DOMContentLoaded',
  ])
})

test('a page that is come back to stands where it was before its scripts are there; a new one asks no session storage and changes no history by then', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript(() => {
    const asked = Storage.prototype.getItem
    Storage.prototype.getItem = function (key: string) {
      if (this === sessionStorage && document.readyState === 'loading') document.documentElement.dataset.asked = key
      return asked.call(this, key)
    }
    const { replaceState } = history
    history.replaceState = (...told) => {
      if (document.readyState === 'loading') document.documentElement.dataset.asked = 'the history'
      return replaceState.apply(history, told)
    }
  })
  const hold = { until: Promise.resolve() }
  await page.route('**/assets/*.js', async (route) => {
    await hold.until
    await route.continue()
  })
  await page.goto('/about-us')
  await expect(page.locator('html[data-asked]')).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 600))
  let release = () => {}
  hold.until = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.locator('html[data-asked]')).toHaveCount(1)
  // Where no font stands in at the same width, lines above break otherwise until the page's own have come.
  await expect.poll(() => page.evaluate(() => Math.abs(window.scrollY - 600))).toBeLessThan(100)
  release()
})
