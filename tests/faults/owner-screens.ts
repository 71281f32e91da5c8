import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { startSandbox } from '#sandbox/sandbox.server.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import * as screens from '../e2e/first-evening.ts'
import { expect } from '../e2e/first-evening.ts'
import { freePort } from '../support/processes.ts'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import { controlSandbox } from '../support/sandbox-control.ts'
import { totpCode } from '../support/staff.ts'
import { until } from '../support/until.ts'
import { commandLine } from './support/commands.ts'
import type { CheckResult, Fault, FaultContext } from './support/context.ts'
import { DOMAIN } from './support/local-https.ts'
import { type Bought, registerShopper, type Shopper } from './support/shopper.ts'

/** What somebody at the screen did: presses of pointer or Enter, and fields that were filled. */
interface Effort {
  presses: number
  fields: number
}

const TEE = { productId: 'ilkal-kurta', color: 'Teal', price: 1450 }
/** What a browser may take for any one step on a busy machine. */
const STEP_MS = 30_000

interface Evening {
  context: FaultContext
  shop: RunningShop
  page: Page
  publicUrl: string
  folder: string
  env: Record<string, string>
  effort: Effort
  /** The secret of the owner's authenticator. */
  secret: string
  shopper: Shopper | null
  orders: Bought[]
}

/** A public address: TLS on this machine, in front of the shop. */
async function startProxy(context: FaultContext, folder: string, to: number): Promise<string> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', `/CN=${DOMAIN}`, '-addext', `subjectAltName=DNS:${DOMAIN}`]
  const files = ['-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
    stdio: 'ignore',
  })
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    const { method, url: path } = incoming
    const sent = request({ host: '127.0.0.1', port: to, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    // The shop starts again while its owner connects mail and payments.
    sent.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    outgoing.on('close', () => sent.destroy())
    incoming.pipe(sent)
  }
  const server = https.createServer({ key: await readFile(key), cert: await readFile(cert) }, forward)
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  context.defer(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `https://${DOMAIN}:${port}`
}

/** Counts what is done at the screen. */
async function count(browsing: BrowserContext, effort: Effort): Promise<void> {
  await browsing.exposeBinding('countEffort', (_, what: keyof Effort) => {
    effort[what] += 1
  })
  await browsing.addInitScript(() => {
    // Safe cast: the binding above.
    const tell = (globalThis as unknown as { countEffort(what: string): void }).countEffort
    document.addEventListener('pointerdown', () => tell('presses'), true)
    document.addEventListener('keydown', ({ key }) => (key === 'Enter' ? tell('presses') : undefined), true)
    document.addEventListener('change', () => tell('fields'), true)
  })
}

async function setUp({ page, shop, publicUrl }: Evening): Promise<string> {
  await screens.nameTheShop(page)
  await screens.decide(page)
  await screens.connect(page, shop, publicUrl)
  await screens.giveItAFace(page)
  return 'name, address, GST, policies, mail, payments, delivery, logo'
}

async function open({ page, publicUrl }: Evening): Promise<string> {
  await screens.openStep(page, 'Preview the shop')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('link', { name: /\/preview\?token=/ })).toBeVisible()
  await screens.openStep(page, 'Open the shop')
  await page.getByLabel('The shop is open').check()
  await screens.save(page)
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await expect(page.getByText('All caught up.')).toBeVisible()
  return `open at ${publicUrl}`
}

/** Customers order; what they do is no work of the owner. */
async function order({ shop, shopper, orders }: Evening, size: string): Promise<void> {
  if (shopper === null) throw new Error('nobody has registered')
  orders.push(await shopper.buy({ ...TEE, size }))
  await until('the order is paid', 30_000, () => shop.mail.mails.some(({ subject }) => /order/i.test(subject)))
}

async function ship(evening: Evening, size: string, tracking: string): Promise<void> {
  await order(evening, size)
  await screens.shipIt(evening.page, 'Asha Rathore', tracking)
}

/** The record of the newest order. */
async function openNewestOrder(page: Page): Promise<void> {
  await page.goto('/admin/orders')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^\S*\d{5}/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /\d{5}/ })).toBeVisible()
}

async function setParcel(page: Page, state: string): Promise<void> {
  await page.getByRole('button', { name: 'Update status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update status' })
  await dialog.getByRole('radio', { name: state, exact: true }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

async function firstOrder(evening: Evening): Promise<string> {
  const { page, shop } = evening
  await ship(evening, 'M', '5512345678901')
  await shop.mail.waitFor('asha@shopper.example', /^Your order is on the way/)
  await openNewestOrder(page)
  await setParcel(page, 'Delivered')
  return 'packed, shipped, delivered, its customer told'
}

async function exchange({ page, shopper, orders: [first] }: Evening): Promise<string> {
  if (!shopper || !first) throw new Error('there is no order')
  await shopper.exchange(first, { ...TEE, size: 'M' }, 'L')
  await page.goto('/admin/exchanges?state=waiting')
  await page.getByRole('main').getByRole('link', { name: /\d{5}/ }).first().click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Receive: 1 fine, 0 damaged, 0 missing' }).click()
  await page.getByRole('button', { name: 'Send the replacement' }).click()
  await dialog.getByLabel('Carrier', { exact: true }).fill('Delhivery')
  await dialog.getByLabel('Tracking number (AWB)').fill('5512345678902')
  await dialog.getByRole('button', { name: 'Send the replacement' }).click()
  const arrived = 'Mark as delivered'
  await page.getByRole('button', { name: arrived }).click()
  await dialog.getByRole('button', { name: arrived }).click()
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible()
  return 'approved, back, replaced, arrived'
}

/** A parcel that comes back, or is lost: listed as a problem until its customer has the money back. */
async function parcelWithTrouble(evening: Evening, size: string, tracking: string, state: string): Promise<string> {
  const { page } = evening
  await ship(evening, size, tracking)
  await openNewestOrder(page)
  await setParcel(page, state)
  const address = new URL(page.url()).pathname
  await page.goto('/admin/orders?stage=problems')
  await page.locator(`main a[href="${address}"]`).first().click()
  const amount = await cancelOrder(evening, { isBack: state === 'Came back' })
  await page.goto('/admin/orders?stage=problems')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await expect(page.locator(`main a[href="${address}"]`)).toHaveCount(0)
  return `${state}, listed as a problem, cancelled, ${amount} refunded`
}

/** Cancels the order on the screen, with the second factor if it was given too long ago. @returns what its customer gets back */
async function cancelOrder({ page, secret }: Evening, { isBack }: { isBack: boolean }): Promise<string> {
  await page.locator('summary').filter({ hasText: 'More' }).click()
  await page.getByRole('button', { name: 'Cancel the order', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel / })
  await dialog.getByLabel('Note').fill(isBack ? 'The parcel came back' : 'The parcel is lost')
  if (isBack) await dialog.getByLabel('Restock the pieces').check()
  const confirm = dialog.getByRole('button', { name: /^Cancel and refund Rs\./ })
  const amount = (await confirm.innerText()).replace('Cancel and refund ', '')
  await confirm.click()
  const code = page.getByLabel('Code from your authenticator app')
  const cancelled = page.getByText('Cancelled', { exact: true }).first()
  await expect(code.or(cancelled)).toBeVisible()
  if (await code.isVisible()) {
    await code.fill(totpCode(secret))
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await expect(cancelled).toBeVisible()
  return amount
}

async function gst({ page, folder }: Evening): Promise<string> {
  await page.goto('/admin/reports/tax')
  const saving = page.waitForEvent('download')
  await page.locator('a[href*="gstr-1.csv"]').last().click()
  const file = join(folder, 'gstr-1.csv')
  await (await saving).saveAs(file)
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  expect(lines.length).toBeGreaterThan(3)
  return `${lines.length - 1} lines`
}

async function backUp({ page, folder }: Evening): Promise<string> {
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: /^Backups/ }).click()
  await page.getByRole('button', { name: 'Back up now' }).click()
  // A new shop has the planned backup of its first minute, which isn't this one.
  await expect(page.getByText('Backing up since')).toBeVisible()
  await expect(page.getByText('Backing up since')).toBeHidden({ timeout: 120_000 })
  await expect(page.getByText('Failed', { exact: true })).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).first().click()
  await (await saving).saveAs(join(folder, 'shop.tar'))
  await page.getByRole('button', { name: 'How to restore' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('npm run shop -- restore')
  return 'made and downloaded'
}

async function restore({ context, env, folder }: Evening): Promise<string> {
  const { code, text } = await commandLine(context, env)(
    'restore',
    join(folder, 'shop.tar'),
    '--into',
    join(folder, 'restored'),
  )
  if (code !== 0 || !/Restored and checked: .* [1-9]\d* pictures/.test(text)) throw new Error(text)
  return text.split('\n')[0] ?? ''
}

const CHAPTERS: readonly [name: string, play: (evening: Evening) => Promise<string>][] = [
  [
    'the owner’s link',
    async (evening) => {
      evening.secret = await screens.joinAsOwner(evening.page, evening.shop)
      return 'joined with an authenticator'
    },
  ],
  ['the shop is set up', setUp],
  ['the first product', async ({ page }) => screens.addProduct(page).then(() => '6 variants, 4 pictures, published')],
  ['the shop opens', open],
  ['the first order and its parcel', firstOrder],
  ['its exchange', exchange],
  ['a parcel that comes back', (evening) => parcelWithTrouble(evening, 'S', '5512345678903', 'Came back')],
  ['a parcel that is lost', (evening) => parcelWithTrouble(evening, 'L', '5512345678904', 'Lost')],
  ['the month’s GST file', gst],
  ['a backup', backUp],
  ['a restore, by its command', restore],
]

/** Plays a chapter, and says how long it took and what it asked of the owner. */
async function play(evening: Evening, [name, chapter]: (typeof CHAPTERS)[number]): Promise<CheckResult> {
  const { context, effort, page } = evening
  Object.assign(effort, { presses: 0, fields: 0 })
  const from = performance.now()
  const about = { promise: `an owner’s evening by screens: ${name}`, requirement: 'to be finished at the screen' }
  try {
    const done = await chapter(evening)
    const minutes = ((performance.now() - from) / 60_000).toFixed(1)
    const measured = `${minutes} min, ${effort.presses} clicks, ${effort.fields} fields: ${done}`
    context.log(`${name}: ${measured}`)
    return { ...about, measured, ok: true }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    context.log(
      `${name}: NOT FINISHED\n${text}\n${await page
        .locator('main')
        .innerText()
        .catch(() => '')}`,
    )
    return { ...about, measured: `not finished: ${text.split('\n')[0]}`, ok: false }
  }
}

async function run(context: FaultContext): Promise<CheckResult[]> {
  const folder = await context.folder('owner-screens')
  const port = await freePort()
  const publicUrl = await startProxy(context, folder, port)
  const provider = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    publicHostname: 'localhost',
    keys: screens.KEYS,
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/razorpay`,
    dataDir: join(folder, 'provider'),
  })
  context.defer(() => provider.stop())
  const settings = {
    DEMO: 'off',
    ALLOW_SANDBOX: 'yes',
    SMTP_URL: '',
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '1',
    RAZORPAY_API_URL: provider.origin,
    RAZORPAY_CHECKOUT_URL: `${provider.origin}/v1/checkout.js`,
  }
  const shop = await startShop({ port, dataDir: join(folder, 'data'), settings })
  context.defer(() => shop.stop())
  const browser = await chromium.launch({
    executablePath: (await findBrowser(process.env)) ?? '',
    args: [`--host-resolver-rules=MAP ${DOMAIN} 127.0.0.1`],
  })
  context.defer(() => browser.close())
  const browsing = await browser.newContext({
    baseURL: publicUrl,
    ignoreHTTPSErrors: true,
    locale: 'en-IN',
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
  })
  browsing.setDefaultTimeout(STEP_MS)
  const effort = { presses: 0, fields: 0 }
  await count(browsing, effort)
  const page = await browsing.newPage()
  const env = { ...settings, DATA_DIR: join(folder, 'data') }
  const evening: Evening = {
    context,
    shop,
    page,
    publicUrl,
    folder,
    env,
    effort,
    secret: '',
    shopper: null,
    orders: [],
  }
  const results: CheckResult[] = []
  for (const chapter of CHAPTERS) {
    results.push(await play(evening, chapter))
    // Without its chapter the next ones can't begin.
    if (results.at(-1)?.ok === false) break
    if (chapter[1] === open)
      evening.shopper = await registerShopper(
        {
          origin: `http://127.0.0.1:${port}`,
          mail: shop.mail,
          sandbox: controlSandbox({ sandboxOrigin: provider.origin, controlToken: screens.KEYS.controlToken }),
          settings: { ...DEFAULT_SETTINGS, 'order.delivery': 60, 'tax.pricesInclude': true },
        },
        'asha@shopper.example',
        'Asha Rathore',
      )
  }
  const missing = CHAPTERS.slice(results.length).map(([name]) => ({
    promise: `an owner’s evening by screens: ${name}`,
    requirement: 'to be finished at the screen',
    measured: 'not begun: the chapter before wasn’t finished',
    ok: false,
  }))
  return [...results, ...missing]
}

export const fault: Fault = {
  about: 'an owner’s evening, Friday and bad day by screens, from an empty production start',
  run,
}
