import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'
import { type Api, createApi } from '#platform/api/client.ts'
import type { ShopContract } from '#shop/contract.ts'
import { HYDRATED } from '../../src/app/deferred-scripts.ts'
import { demonstrationDatabase } from '../support/demonstration.ts'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import { codeIn } from '../support/smtp-sink.ts'

export interface Shopper {
  id: string
  name: string
  email: string
  token: string
  /** The API with this shopper's token. */
  api: Api<ShopContract>
}

interface Fixtures {
  /** A page that fails the test on a console error or warning, an uncaught exception, or a broken policy. */
  page: Page
  /** A new shopper, registered and signed in through the API, whose session this tab already has. */
  shopper: Shopper
  /** The page of a new shopper, for tests that need nothing else of the shopper. */
  signedInPage: Page
  /** Creates another shopper, not signed in on any page. */
  newShopper(name?: string, email?: string): Promise<Shopper>
  /** Patterns of console messages that a test expects. */
  allowed: RegExp[]
}

/** Said wherever a page registers the service worker (playwright.config.ts). */
const WORKER_BLOCKED = /^warning: Service Worker registration blocked by Playwright$/

/** Lets `goto` resolve when the page is hydrated; with `waitUntil` it resolves as without this. */
async function waitForHydration(page: Page): Promise<void> {
  await page.addInitScript((event) => {
    document.addEventListener(event, () => Object.assign(window, { isHydrated: true }), { once: true })
  }, HYDRATED)
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (
      options?.waitUntil === undefined &&
      // The staff site is drawn in the browser: there is nothing to hydrate.
      !/^(\w+:\/\/[^/]+)?\/admin/.test(url) &&
      (await page.locator('script[type="text/deferred"], link[rel=modulepreload]').count()) > 0
    )
      await page.waitForFunction(() => 'isHydrated' in window)
    return response
  }
}

/** Journeys run on the built shop: one for each worker, on a copy of the demonstration, with mail over real SMTP. */
export const test = base.extend<Fixtures, { shop: RunningShop }>({
  shop: [
    async ({}, use) => {
      const { connection, drop } = await demonstrationDatabase()
      const shop = await startShop({ database: connection })
      await use(shop)
      await shop.stop()
      await drop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.origin),
  allowed: async ({}, use) => use([]),
  page: async ({ page, allowed, javaScriptEnabled }, use) => {
    const messages: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        messages.push(`${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`))
    if (javaScriptEnabled) await waitForHydration(page)
    await use(page)
    const expected = [WORKER_BLOCKED, ...allowed]
    expect(messages.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
  },
  newShopper: async ({ shop }, use) => use((name = 'Aarti Kamble', email) => registerShopper(shop, name, email)),
  shopper: async ({ page, newShopper }, use) => {
    const shopper = await newShopper()
    await openSession(page, shopper)
    await use(shopper)
  },
  signedInPage: async ({ page, newShopper }, use) => {
    await openSession(page, await newShopper())
    await use(page)
  },
})

export { expect }

/** Puts a shopper's session into every page of this tab, as the verification screen does (CONTRACT, Pages). */
export async function openSession(page: Page, shopper: Shopper): Promise<void> {
  const { id, name, email, token } = shopper
  await page.addInitScript(
    ([authToken, userData, key]) => {
      // Once only, so that a logout in the test lasts.
      if (sessionStorage.getItem(key)) return
      sessionStorage.setItem(key, 'yes')
      sessionStorage.setItem('authToken', authToken)
      sessionStorage.setItem('userData', userData)
    },
    [token, JSON.stringify({ id, name, email }), 'test-session'] as const,
  )
}

/** Creates a shopper of this shop by its API and the code of its mail. */
export async function registerShopper(
  shop: RunningShop,
  name: string,
  email = `${randomUUID()}@example.test`,
): Promise<Shopper> {
  const visitor = apiOf(shop, null)
  const registered = await visitor('POST /user/register', { body: { name, email } })
  if (!registered.ok) throw new Error(`register: ${registered.status} ${registered.message}`)
  const mail = await shop.mail.waitFor(email)
  const verified = await visitor('POST /user/verifyOtp', { body: { email, otp: Number(codeIn(mail)) } })
  if (!verified.ok) throw new Error(`verifyOtp: ${verified.status} ${verified.message}`)
  const { token, data } = verified.data
  return { id: data.id, name: data.name, email, token, api: apiOf(shop, token) }
}

/** The running shop's API over HTTP. */
export function apiOf(shop: RunningShop, token: string | null): Api<ShopContract> {
  return createApi<ShopContract>({
    base: `${shop.origin}/api`,
    fetch: (url, init) => fetch(url, init),
    token: () => token,
  })
}
