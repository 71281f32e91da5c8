import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'
import { advance, buy } from '../e2e/buy.ts'
import { fixData } from '../e2e/fixed-data.ts'
import { expect, openSession, type Shopper, test } from '../e2e/fixtures.ts'
import { seedShopper, TEE } from '../e2e/visits.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { STATES, type State } from './states.ts'

/** Tall, so that a picture shows most of a page. */
const SIZES = [
  { width: 360, height: 1280 },
  { width: 768, height: 1280 },
  { width: 1280, height: 1000 },
]
const THEMES = ['light', 'dark'] as const
const FOLDER = join(import.meta.dirname, '../../docs/screens')
/** The major version of the Chromium that took the pictures. */
const VERSION_FILE = join(FOLDER, 'chromium-version.txt')

interface People {
  newcomer: Shopper
  buyer: Shopper
  /** The real ids of orders, by the fixed ids that the pictures show. */
  ids: Map<string, string>
}

/** The people of a worker's shop; all its tests share them, and none changes them. */
let people: Promise<People> | undefined

async function createPeople(
  shop: RunningShop,
  newShopper: (name: string, email: string) => Promise<Shopper>,
): Promise<People> {
  const newcomer = await newShopper('Nisha Rao', 'nisha@example.test')
  const { shopper: buyer, orderId: ongoing } = await seedShopper(
    shop,
    await newShopper('Asha Kale', 'asha@example.test'),
  )
  const exchanged = await buy(shop, buyer, [{ ...TEE, color: 'Black', size: 'M' }])
  await advance(shop, 'orders', exchanged)
  const reason = { reasonForExchange: 'Other', problem: 'A loose seam' } as const
  const body = { orderId: exchanged, productId: TEE.productId, ...reason }
  expect((await buyer.api('POST /user/addExchange', { body })).ok).toBe(true)
  return { newcomer, buyer, ids: new Map(Object.entries({ ongoing, exchanged })) }
}

/** Waits until the fonts and all images that are not lazy are loaded. */
async function waitForFontsAndImages(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  )
}

/** Returns a function that waits until the page has requested nothing for half a second: the cart's count and the delivery day come last. */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  let last = Date.now()
  const note = (isPending: boolean) => (request: Request) => {
    if (isPending) pending.add(request)
    else pending.delete(request)
    last = Date.now()
  }
  page.on('request', note(true)).on('requestfinished', note(false)).on('requestfailed', note(false))
  return async () => {
    while (pending.size > 0 || Date.now() - last < 500) await page.waitForTimeout(100)
  }
}

/** With a palette a picture takes a quarter of the space, and differs by less than the comparison's threshold. */
async function shrink(file: string): Promise<void> {
  const picture = sharp(readFileSync(file))
  if ((await picture.metadata()).isPalette) return
  writeFileSync(file, await picture.png({ palette: true, quality: 85, dither: 0 }).toBuffer())
}

const sizesOf = ({ widths }: State) => SIZES.filter(({ width }) => widths?.includes(width) ?? true)
const screenshotOf = ({ name }: State, width: number, theme: string) => `${name}-${width}-${theme}.png`

let isReported = false

/** Another version of Chromium draws text a little differently, so its screenshots can't be compared. */
function skipOtherChromium(version: string): void {
  const taken = existsSync(VERSION_FILE) ? readFileSync(VERSION_FILE, 'utf8').trim() : 'none'
  const why = `docs/screens was taken by Chromium ${taken}, and this is ${version}: no picture is compared.`
  if (version !== taken && !isReported) console.log(why)
  isReported = true
  test.skip(version !== taken, why)
}

for (const state of STATES)
  test(
    `${state.name} looks as in docs/screens`,
    { tag: state.inGate ? '@gate' : [] },
    async ({ page, browser, shop, newShopper, allowed }, { config }) => {
      allowed.push(/404/)
      const isAccepting = config.updateSnapshots !== 'none'
      const version = browser.version().split('.')[0] ?? ''
      if (isAccepting) writeFileSync(VERSION_FILE, `${version}\n`)
      else skipOtherChromium(version)
      people ??= createPeople(shop, newShopper)
      const created = await people
      const { name, who = 'visitor', path, open, shows } = state
      await fixData(page, created.ids)
      if (who !== 'visitor') await openSession(page, created[who])
      const sizes = sizesOf(state)
      const [first] = sizes
      if (first) await page.setViewportSize(first)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const untilQuiet = watchRequests(page)
      await page.goto(path)
      await open?.(page)
      const seen = page.getByText(shows).or(page.getByRole('button', { name: shows }))
      await expect(seen.filter({ visible: true }).first(), name).toBeVisible()
      await untilQuiet()
      for (const size of sizes) {
        await page.setViewportSize(size)
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await waitForFontsAndImages(page)
          const screenshot = screenshotOf(state, size.width, colorScheme)
          const advice = `${screenshot} differs from docs/screens (see test-results/journeys). If that is meant: npm run screens -- --accept`
          await expect.soft(page, advice).toHaveScreenshot(screenshot)
          if (isAccepting) await shrink(join(FOLDER, screenshot))
        }
      }
    },
  )

test('docs/screens has no picture of a state that is gone', { tag: '@gate' }, () => {
  const { config } = test.info()
  const wanted = STATES.flatMap((state) =>
    sizesOf(state).flatMap(({ width }) => THEMES.map((theme) => screenshotOf(state, width, theme))),
  )
  const old = readdirSync(FOLDER).filter((name) => name.endsWith('.png') && !wanted.includes(name))
  if (config.updateSnapshots === 'none') expect(old, 'npm run screens -- --accept deletes them').toEqual([])
  else for (const name of old) rmSync(join(FOLDER, name))
})
