import type { Logger } from 'pino'
import { makeDataDir } from '#platform/config/data-dir.server.ts'
import type { Config } from '#platform/config.server.ts'
import { connectDatabase } from '#platform/db/connect.server.ts'
import { startEmbedded } from '#platform/db/embedded.server.ts'
import { createLog } from '#platform/log.server.ts'
import { type RunningStop, stopInOrder } from '#platform/process/stop.server.ts'
import type { Telemetry } from '#platform/telemetry/otlp.server.ts'
import { unsetIdentity } from '#shop/settings/definitions.ts'
import { foundingLink } from '#shop/staff/founder.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { runCommandProcess } from './command-process.server.ts'
import { createConnections } from './connections.server.ts'
import { listen } from './listen.server.ts'
import { type OpenShop, openShop } from './open-shop.server.ts'
import { openBuild, openSources, type PageSource } from './page-source.server.ts'
import { createWeb } from './web.server.ts'

interface RunOptions {
  /** The project's folder. */
  root: string
  /** Pages come from Vite with hot reload instead of the build. */
  development: boolean
}

/** Runs the whole shop until it is stopped. */
export async function runShop(config: Config, { root, development }: RunOptions): Promise<void> {
  const log = createLog(config.logLevel)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  /** The steps of a stop, in order. */
  const closers: (() => Promise<void>)[] = []
  let stopping: RunningStop | undefined
  try {
    const telemetry = await openTelemetry(config, log)
    if (telemetry) closers.unshift(() => telemetry.stop())
    if (writesFiles(config)) makeDataDir(config.dataDir)
    const database = await connectDatabase<Tables>(config, { embedded: startEmbedded, log, print })
    closers.unshift(() => database.close())
    const open = await openShop({
      config,
      log,
      root,
      database,
      tracer: telemetry?.tracer,
      connections: createConnections({ config, root, restart: () => stopping?.restart() }),
      progress: print,
      runCommand: (args, signal) => runCommandProcess(root, args, { signal }),
    })
    closers.unshift(() => open.stop())
    const pages = await (development ? openSources(root) : openBuild(root, config))
    closers.unshift(() => pages.close())
    const listener = await listen(open, createWeb(open, pages), pages)
    // A proxy that checks every second has noticed by then.
    closers.unshift(() => listener.close(config.trustProxy > 0 ? 2000 : 300))
    // Before that, because it waits for the requests under way, and a stream of events has no end.
    closers.unshift(async () => open.live.stop())
    open.jobs.start()
    telemetry?.pushMetrics(open.metrics)
    stopping = stopInOrder(closers, { deadlineMs: 9_000, log })
    greet(open, print)
    await inviteOwner(open, print)
    // In production alone: Vite renders from the sources.
    if (!development) setTimeout(loadOtherLanguage, FIRST_PAGES_MS, pages, log).unref()
  } catch (error) {
    for (const close of closers) await close().catch(() => {})
    throw error
  }
}

/** Milliseconds in which the first pages after a start have the processor for themselves. */
const FIRST_PAGES_MS = 1000

/** Before anybody asks for a Hindi page. If it fails, so does that page. */
function loadOtherLanguage(pages: PageSource, log: Logger): void {
  pages.build('hi').catch((error: unknown) => log.error({ err: error }, 'the Hindi pages could not be loaded'))
}

/** Loads OpenTelemetry only if there's a collector: it takes 0.1 s and 25 MB. */
async function openTelemetry({ telemetry, publicUrl }: Config, log: Logger): Promise<Telemetry | null> {
  if (telemetry === null) return null
  const { startTelemetry } = await import('#platform/telemetry/otlp.server.ts')
  return startTelemetry({ telemetry, publicUrl, log })
}

/** True if the shop writes to its data folder even with an external database. */
function writesFiles({ payments, mail }: Config): boolean {
  return payments.kind === 'sandbox' || mail.kind === 'mailbox'
}

/** The owner's message when a shop with nothing to sell starts. */
const EMPTY =
  'Nothing is on sale yet, so visitors read "Opening soon". Set the shop up on the staff site or with `npm run shop -- init`, bring your products with `npm run shop -- catalog import FILE`, or look around with `npm run shop -- demo load`.'

/** The owner's message when a shop without its details starts. */
const UNNAMED =
  'The shop has no name or address of its own yet, so visitors read "Opening soon". Set it up on the staff site or with `npm run shop -- init`; `npm run shop -- doctor` says what it lacks.'

/** The owner's message when a closed shop starts. */
const CLOSED =
  'The shop is closed, so visitors read "Opening soon". `npm run shop -- doctor` says what it lacks; `npm run shop -- preview` prints a private link to look at it; `npm run shop -- settings set shop.open yes` opens it.'

/** The owner's message when a public shop has no keys or no mail server. */
const UNCONNECTED =
  'Visitors read "Opening soon" until the shop has the keys of its payment provider and a mail server: enter them on the staff site, or set RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET and SMTP_URL.'

/** The owner's message when the environment asks for a shop of its own, but the database has the demonstration. */
const DEMONSTRATION =
  'This database holds the demonstration shop. `npm run shop -- demo remove` makes it a shop of your own, which begins closed and empty.'

function greet({ config, shop, provider, isOpen }: OpenShop, print: (line: string) => void): void {
  const { 'shop.name': name, 'shop.open': isOpened } = shop.settings()
  print(`${name || 'The shop'} is ${isOpened ? 'open' : 'running'}: ${config.publicUrl}`)
  const isUnnamed = shop.config.real && unsetIdentity(shop.settings()).length > 0
  if (config.missing.length > 0) print(UNCONNECTED)
  else if (!isOpen()) print(isOpened ? EMPTY : isUnnamed ? UNNAMED : CLOSED)
  if (config.real && !shop.config.real) print(DEMONSTRATION)
  print(describeMail(config))
  if (provider.sandboxOrigin) print(`Payments go to the built-in sandbox (${provider.sandboxOrigin}): no money moves.`)
}

/** Prints the link of a new shop's owner, as long as the shop has no staff. */
async function inviteOwner({ config, shop }: OpenShop, print: (line: string) => void): Promise<void> {
  const link = await foundingLink({ db: shop.db, publicUrl: config.publicUrl })
  if (link === null) return
  print(`Nobody runs this shop yet. Open this link to become its owner and set it up in the browser: ${link}`)
  print('It works once, for 48 hours, and the next start prints another one. Give it to nobody.')
}

function describeMail(config: Config): string {
  if (config.mail.kind === 'none') return 'Mail waits until there is a mail server.'
  if (config.mail.kind === 'mailbox') return `Mail is stored, not sent: ${config.publicUrl}/dev/mailbox`
  return `Mail goes to ${new URL(config.mail.url).host}.`
}
