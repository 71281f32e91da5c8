import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../support/processes.ts'
import { until } from '../support/until.ts'
import { ANSWERS, PIECES, type Piece, skuOf, writeBoutique, wrongPrices } from './support/boutique.ts'
import { commandLine, type Printed } from './support/commands.ts'
import type { CheckResult, Fault, FaultContext } from './support/context.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { runShop } from './support/processes.ts'
import { type SandboxProcess, startSandboxProcess } from './support/sandbox-process.ts'
import { type Around, type Bought, registerShopper, type Shopper, type Wanted } from './support/shopper.ts'

const OWNER = 'noor@neem.example'

/** What the privacy page needs before a shop opens. */
const FACTS = [
  ['privacy.updated', '1 November 2026'],
  ['privacy.orderYears', '8'],
  ['privacy.courier', 'Delhivery'],
  ['privacy.mailService', 'the shop’s own server'],
  ['privacy.authority', 'the Data Protection Board of India'],
] as const
const TRACKING = ['5512345678901', '5512345678902', '5512345678903']

type Run = (...words: string[]) => Promise<Printed>

/** What the evening runs on. */
interface Evening {
  context: FaultContext
  shop: Run
  folder: string
  mail: MailServer
  sandbox: SandboxProcess
}

/** Collects what was expected of the commands, and what was missing in what they printed. */
function expectations() {
  const missing: string[] = []
  return {
    missing,
    /** Expects exit code 0 and each pattern in the text. */
    shows({ code, text }: Printed, what: string, ...patterns: RegExp[]): void {
      if (code !== 0) missing.push(`${what}: exit ${code}, ${text.slice(-200)}`)
      for (const pattern of patterns) if (!pattern.test(text)) missing.push(`${what}: nothing matches ${pattern}`)
    },
    result(promise: string, requirement: string, measured: string): CheckResult {
      const ok = missing.length === 0
      return { promise, requirement, measured: ok ? measured : missing.join('; '), ok }
    },
  }
}

/** From an empty folder to a shop with forty products that is ready to open. */
async function setUp({ shop, folder }: Evening, csv: string): Promise<CheckResult> {
  const { shows, result } = expectations()
  const answers = join(folder, 'answers.json')
  await writeFile(answers, JSON.stringify({ ...ANSWERS, 'owner.email': OWNER, products: csv }))
  shows(await shop('init', '--from', answers, '--yes'), 'init', /40 new/)
  shows(await shop('products', 'list'), 'products list', /neem-co-ord-set/)
  const exported = await shop('catalog', 'export')
  shows(exported, 'colours', /"Indigo"/, /"Rani Pink"/, /"Off White"/)
  shows(await shop('catalog', 'import', csv, '--dry-run', '--diff'), 'second import', /40 unchanged/)
  return result(
    'an empty machine becomes a shop by two commands',
    'init takes 40 products in two colours each with 160 pictures, and a second import would change nothing',
    '40 new, their own colour names, 40 unchanged the second time',
  )
}

/** A price list with a digit missing, and the way back. */
async function undoImport({ shop, folder }: Evening, csv: string): Promise<CheckResult> {
  const { shows, result, missing } = expectations()
  const wrong = join(folder, 'wrong.csv')
  await writeFile(wrong, wrongPrices(await readFile(csv, 'utf8'), 10))
  const priceOf = async ({ handle }: Piece) =>
    /"price": (\d+)/.exec((await shop('products', 'show', handle, '--json')).text)?.[1]
  const [piece] = PIECES
  if (!piece) throw new Error('no product')
  shows(
    await shop('catalog', 'import', wrong, '--dry-run', '--diff'),
    'difference',
    /the price falls from Rs\. 1,299 to Rs\. 99/,
  )
  const done = await shop('catalog', 'import', wrong)
  shows(done, 'import', /10 (changed|updated)/)
  const during = await priceOf(piece)
  const id = /undo-import (\d+)/.exec(done.text)?.[1] ?? ''
  shows(await shop('catalog', 'undo-import', id, '--yes'), 'undo-import', /10/)
  const after = await priceOf(piece)
  if (during !== '99' || after !== String(piece.price)) missing.push(`price ${during}, then ${after}`)
  return result(
    'a wrong import is taken back',
    'ten prices that fall to Rs. 99 are flagged, and undo-import returns all ten',
    `${piece.handle}: Rs. ${during}, then Rs. ${after}`,
  )
}

/** A sale over a weekend, in whole Indian days. */
async function weekendSale({ shop }: Evening): Promise<CheckResult> {
  const { shows, result } = expectations()
  const { handle = '', price = 0 } = PIECES[1] ?? {}
  const sale = await shop(
    'products',
    'set',
    handle,
    `price=${price - 300}`,
    '--from',
    '2027-01-02',
    '--to',
    '2027-01-03',
  )
  shows(sale, 'sale', /2 Jan 2027, 00:00/, /4 Jan 2027, 00:00|3 Jan 2027, 23:59/)
  return result('a sale lasts whole Indian days', 'from the first day 00:00 to the end of the last one', 'as typed')
}

/** Three orders are bought, packed and shipped by their numbers. */
async function orders({ shop }: Evening, shopper: Shopper, pieces: readonly Piece[]): Promise<[CheckResult, Bought[]]> {
  const { shows, result } = expectations()
  const bought: Bought[] = []
  for (const piece of pieces) bought.push(await shopper.buy(wantedOf(piece)))
  shows(await shop('orders', 'list', '--stage', 'to-pack'), 'to pack', /10001/, /10002/, /10003/)
  shows(
    await shop('orders', 'pick-list'),
    'pick list',
    ...pieces.map((piece) => new RegExp(`${skuOf(piece, piece.first, 'M')}`)),
  )
  for (const [index, number] of TRACKING.entries())
    shows(await shop('orders', 'ship', String(10001 + index), '--carrier', 'Delhivery', '--tracking', number), 'ship')
  shows(await shop('orders', 'show', '10001'), 'show', /5512345678901/, /GST/)
  shows(await shop('orders', 'invoice', '10001', '--out', '/dev/null'), 'invoice by number')
  return [
    result('orders are worked by their numbers', 'list, pick list, shipping, tracking, invoice', '3 orders shipped'),
    bought,
  ]
}

/** The bank takes a payment back: the owner is told by today, the list and a mail, with the last day to answer. */
async function dispute({ shop, sandbox, mail }: Evening, { paymentId }: Bought): Promise<CheckResult> {
  const { shows, result, missing } = expectations()
  await sandbox.dispute({ payment_id: paymentId, status: 'open' })
  const told = () => mail.mails.find(({ to, subject, text }) => to === OWNER && /dispute/i.test(`${subject} ${text}`))
  const mailed = await until('the owner hears of the dispute', 60_000, told).catch(() => null)
  if (!mailed) missing.push('no mail to the owner names the dispute')
  shows(await shop('today'), 'today', /dispute/i, /10003/)
  shows(await shop('orders', 'list'), 'orders list', /dispute/i)
  return result('a dispute is told', 'today, orders list and a mail to the owner name it', `mailed: ${mailed?.subject}`)
}

/** A size is exchanged, from the request to the piece that comes back. */
async function exchange({ shop }: Evening, shopper: Shopper, order: Bought, piece: Piece): Promise<CheckResult> {
  const { shows, result, missing } = expectations()
  shows(await shop('orders', 'advance', '10001'), 'delivered')
  await shopper.exchange(order, wantedOf(piece), 'L')
  shows(await shop('exchanges', 'list'), 'exchanges list', /Asha Rathore/, /10001/)
  shows(await shop('exchanges', 'show', '10001'), 'exchanges show', /too tight/, /M/, /L/)
  shows(await shop('exchanges', 'approve', '10001'), 'approve')
  shows(await shop('orders', 'pick-list'), 'pick list', new RegExp(skuOf(piece, piece.first, 'L')))
  shows(await shop('exchanges', 'packing-slip', '10001', '--out', '/dev/null'), 'slip')
  shows(await shop('exchanges', 'ship', '10001', '--carrier', 'Delhivery', '--tracking', '5512345678999'), 'ship')
  shows(await shop('exchanges', 'receive', '10001'), 'receive')
  const { stock } = JSON.parse((await shop('products', 'show', piece.handle, '--json')).text)
  const onHand = (size: string) =>
    stock.find((one: { sku: string }) => one.sku === skuOf(piece, piece.first, size))?.onHand
  const [back, gone] = [onHand('M'), onHand('L')]
  if (back !== 6 || gone !== 5) missing.push(`stock of M ${back}, of L ${gone}`)
  return result(
    'an exchange is worked from what the shop shows',
    'who, why, from and to; slip and pick list; M back, L gone',
    `M ${back}, L ${gone}`,
  )
}

/** What the accountant and the owner close the evening with. */
async function books({ shop, folder }: Evening): Promise<CheckResult> {
  const { shows, result, missing } = expectations()
  const file = join(folder, 'gstr1.csv')
  shows(await shop('ledger', 'check'), 'ledger', /consistent/i)
  shows(await shop('orders', 'refund', '10002', '--amount', '200', '--reason', 'arrived late', '--yes'), 'refund')
  shows(await shop('orders', 'list'), 'list', /refund/i)
  shows(await shop('invoices', 'export', '--month', new Date().toISOString().slice(0, 7), '--out', file), 'export')
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  if (lines.length < 4) missing.push(`${lines.length} lines in the export`)
  shows(await shop('doctor'), 'doctor')
  return result(
    'the books add up',
    'ledger consistent, refund listed, invoices exported',
    `${lines.length - 1} lines for the accountant`,
  )
}

function wantedOf({ handle, price, first }: Piece): Wanted {
  return { productId: handle, color: first, size: 'M', price }
}

async function open(evening: Evening, env: Record<string, string>, port: number): Promise<Around> {
  const { context, shop, mail, sandbox } = evening
  for (const [name, value] of FACTS) await shop('settings', 'set', name, value)
  await shop('settings', 'set', 'shop.open', 'yes')
  const { origin } = await runShop(context, port, env)
  const settings = JSON.parse((await shop('settings', 'export')).text)
  return { origin, mail, sandbox, settings }
}

async function run(context: FaultContext): Promise<CheckResult[]> {
  const [sandbox, mail, port] = await Promise.all([startSandboxProcess(context), startMailServer(context), freePort()])
  await sandbox.sendEventsTo(`http://127.0.0.1:${port}/api/webhooks/razorpay`)
  const folder = await context.folder('evening')
  const settingsFile = join(folder, 'shop.env')
  await writeFile(settingsFile, '')
  const env = {
    ...sandbox.settings,
    NODE_ENV: 'production',
    DEMO: 'off',
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: join(folder, 'data'),
    SHOP_ENV_FILE: settingsFile,
    SMTP_URL: mail.url,
    LOG_LEVEL: 'warn',
  }
  const evening: Evening = { context, shop: commandLine(context, env), folder, mail, sandbox }
  const csv = await writeBoutique(folder)
  const results = [await setUp(evening, csv), await undoImport(evening, csv), await weekendSale(evening)]
  const around = await open(evening, env, port)
  const shopper = await registerShopper(around, 'asha@shopper.example', 'Asha Rathore')
  const pieces = PIECES.slice(10, 13)
  const [check, bought] = await orders(evening, shopper, pieces)
  const [first, , third] = bought
  const [piece] = pieces
  if (!first || !third || !piece) throw new Error('three orders were expected')
  return [
    ...results,
    check,
    await dispute(evening, third),
    await exchange(evening, shopper, first, piece),
    await books(evening),
  ]
}

export const fault: Fault = { about: 'an owner’s evening by commands alone, from an empty machine', run }
