import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Kysely } from 'kysely'
import type { StaffRole } from '#platform/api/identity.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { attachEmbedded } from '#platform/db/embedded.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { totpCode } from '../support/staff.ts'
import { axeViolations, COLOUR_RULES, isSwept } from './axe.ts'
import { expect } from './fixtures.ts'

/** Somebody of the staff, with an authenticator. */
export interface StaffPerson {
  id: string
  email: string
  name: string
  role: StaffRole
  /** The authenticator's code. A step of 30 s counts once, so each of `steps` works once. */
  codeIn(steps?: number): string
  /** The value of the session's cookie. */
  cookie: string
}

let people = 0

/** Makes a call of the staff API from outside a browser. */
export async function callStaff(
  shop: RunningShop,
  cookie: string,
  [method, path]: readonly [string, string],
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown>; cookie: string }> {
  const response = await fetch(`${shop.origin}/api/admin${path}`, {
    method,
    headers: {
      origin: shop.origin,
      ...(cookie === '' ? {} : { cookie: `staff=${cookie}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const set = /^staff=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1]
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text), cookie: set ?? cookie }
}

/** Invites somebody by a command; the invitation's path. */
export async function inviteByCommand(
  shop: RunningShop,
  role: StaffRole,
  email: string,
  name: string,
): Promise<string> {
  const printed = await shop.command('staff', 'invite', email, '--role', role, '--name', name, '--json')
  const { pathname, hash } = new URL(JSON.parse(printed).link)
  return `${pathname}${hash}`
}

/** Somebody who has joined with an authenticator and is signed in. */
export async function addStaff(shop: RunningShop, role: StaffRole, name: string): Promise<StaffPerson> {
  people += 1
  const email = `${role}-${process.pid}-${people}@staff.test`
  const token = (await inviteByCommand(shop, role, email, name)).split('#').at(-1)
  const joined = await callStaff(shop, '', ['POST', '/join'], { token })
  const enrolled = await callStaff(shop, joined.cookie, ['POST', '/totp/enrol'])
  const secret = String(enrolled.body.secret)
  const confirm = () => callStaff(shop, joined.cookie, ['POST', '/totp'], { code: totpCode(secret, -1) })
  const first = await confirm()
  // The code of the step before is too old if the next step has begun on the way.
  const done = first.status === 401 ? await confirm() : first
  if (done.status !== 200) throw new Error(`staff: ${done.status} ${done.body.message}`)
  const { id } = done.body.staff as { id: string }
  return { id, email, name, role, codeIn: (steps = 0) => totpCode(secret, steps), cookie: done.cookie }
}

/** Puts a person's session into a browser. */
export async function openStaffSession(
  context: BrowserContext,
  shop: RunningShop,
  { cookie }: StaffPerson,
): Promise<void> {
  await context.addCookies([{ name: 'staff', value: cookie, url: shop.origin, httpOnly: true, sameSite: 'Strict' }])
}

/** The staff site in a browser of its own, as a new person with this role. */
export async function openStaffSite(
  browser: Browser,
  shop: RunningShop,
  role: StaffRole,
  { name = 'Asha Rao', ...options }: Parameters<Browser['newContext']>[0] & { name?: string } = {},
): Promise<{ page: Page; person: StaffPerson; context: BrowserContext }> {
  const person = await addStaff(shop, role, name)
  const context = await browser.newContext({
    baseURL: shop.origin,
    locale: 'en-IN',
    // The previews of the shop's pages would register theirs, as playwright.config.ts forbids it elsewhere.
    serviceWorkers: 'block',
    ...options,
  })
  await openStaffSession(context, shop, person)
  return { page: await context.newPage(), person, context }
}

/** Lets a person's second factor have been that many minutes ago. */
export async function ageFactor(shop: RunningShop, { id }: StaffPerson, minutes: number): Promise<void> {
  await withDatabase(shop, (db) =>
    db
      .updateTable('staff_sessions')
      .set({ factor_at: new Date(Date.now() - minutes * 60_000) })
      .where('staff_id', '=', id)
      .execute(),
  )
}

/** Ends all sessions of a person, as if they had expired. @returns what lets the person be signed in again, in a browser */
export async function endSessions(
  shop: RunningShop,
  person: StaffPerson,
): Promise<(context: BrowserContext) => Promise<void>> {
  const ended = await withDatabase(shop, (db) =>
    db.deleteFrom('staff_sessions').where('staff_id', '=', person.id).returningAll().execute(),
  )
  return async (context) => {
    await withDatabase(shop, (db) => db.insertInto('staff_sessions').values(ended).execute())
    await openStaffSession(context, shop, person)
  }
}

/** The database of a running shop. */
export async function withDatabase<T>(shop: RunningShop, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const connection = shop.database ?? (await attachEmbedded({ dataDir: shop.dataDir, log: () => {} })).connection
  const database = openDatabase<Tables>({ connection, log: { warn: () => {} }, max: 1 })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/**
 * A screen, or a part of it, fits from 320 to 1920 px, has targets for a thumb, and is clean to axe in both themes. The gate
 * checks that of changed screens, of others on a phone in the light theme.
 */
export async function expectSound(page: Page, about = page.url(), part = 'html'): Promise<void> {
  const isWhole = isSwept(page)
  await page.emulateMedia({ colorScheme: 'light' })
  for (const width of isWhole ? [320, 360, 768, 1280, 1920] : [360, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${about} at ${width}`).toBeLessThanOrEqual(0)
    if (width === 360) expect(await smallTargets(page), about).toEqual([])
    if (width === 360 || width === 1280) expect(await axeViolations(page, part), `${about} at ${width}`).toEqual([])
  }
  if (!isWhole) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await axeViolations(page, part, COLOUR_RULES), `${about}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Controls under 44 px in either direction, except links within a text (WCAG 2.5.8; docs/staff-rules.md, A5). */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(
      document.querySelectorAll<HTMLElement>('main a, main button, main input, main select, nav a, nav button'),
    )
      .filter((element) => element.checkVisibility() && element.closest('p, dd, .sr-only') === null)
      .map((element) => {
        // A link that covers its row by `::after`.
        const covers = getComputedStyle(element, '::after').position === 'absolute' ? element.offsetParent : null
        return { element, box: (covers ?? element.closest('label') ?? element).getBoundingClientRect() }
      })
      .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 90)} ${box.width}×${box.height}`),
  )
}
