import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
] as const
const THEMES = ['light', 'dark'] as const
const POLO = { productId: 'platform-polo', color: 'Green', size: 'M' }
const FOLDER = join(import.meta.dirname, '../../docs/screens')
/** `npm run screens` compares every picture with an earlier one of this machine, else the few of docs/screens are compared. */
const isAll = process.env.SCREENS === 'all'
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
  const exchanged = await buy(shop, buyer, [{ ...TEE, color: 'Black', size: 'M' }, POLO])
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

/** The widths and themes in which a state is drawn. */
function picturesOf({ name, widths, kept }: State) {
  return SIZES.filter(({ width }) => !widths || widths.includes(width))
    .flatMap((size) => THEMES.map((theme) => ({ size, theme, key: `${size.width}-${theme}` as const })))
    .filter(({ key }) => isAll || kept?.includes(key))
    .map((picture) => ({ ...picture, file: `${name}-${picture.key}.png` }))
}

let isReported = false

/** Another version of Chromium draws text a little differently, so its screenshots can't be compared. */
function skipOtherChromium(version: string): void {
  const taken = existsSync(VERSION_FILE) ? readFileSync(VERSION_FILE, 'utf8').trim() : 'none'
  const why = `docs/screens was taken by Chromium ${taken}, and this is ${version}: no picture is compared.`
  if (version !== taken && !isReported) console.log(why)
  isReported = true
  test.skip(version !== taken, why)
}

for (const state of STATES.filter((one) => picturesOf(one).length > 0))
  test(`${state.name} looks as before`, async ({ page, browser, shop, newShopper, allowed }, { config }) => {
    allowed.push(/404/)
    const isAccepting = config.updateSnapshots !== 'none'
    const version = browser.version().split('.')[0] ?? ''
    if (!isAll && isAccepting) writeFileSync(VERSION_FILE, `${version}\n`)
    else if (!isAll) skipOtherChromium(version)
    people ??= createPeople(shop, newShopper)
    const created = await people
    const { name, who = 'visitor', path, open, shows } = state
    await fixData(page, created.ids)
    if (who !== 'visitor') await openSession(page, created[who])
    const pictures = picturesOf(state)
    const [first] = pictures
    if (first) await page.setViewportSize(first.size)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const untilQuiet = watchRequests(page)
    await page.goto(path)
    await open?.(page)
    const seen = page.getByText(shows).or(page.getByRole('button', { name: shows }))
    await expect(seen.filter({ visible: true }).first(), name).toBeVisible()
    await untilQuiet()
    for (const { size, theme, file } of pictures) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await waitForFontsAndImages(page)
      const advice = `${file} differs (see test-results/journeys). If that is meant, accept it (CONTRIBUTING.md, Pictures of the screens)`
      await expect.soft(page, advice).toHaveScreenshot(file)
      if (!isAll && isAccepting) await shrink(join(FOLDER, file))
    }
  })

test('docs/screens has the pictures that are kept and no others', () => {
  test.skip(isAll || test.info().config.updateSnapshots !== 'none', 'nothing is compared with docs/screens')
  const kept = STATES.flatMap(({ name, kept = [] }) => kept.map((key) => `${name}-${key}.png`))
  expect(readdirSync(FOLDER).filter((file) => file.endsWith('.png'))).toEqual(kept.sort())
})
