import type { Logger } from 'pino'
import { makeDataDir } from '#platform/config/data-dir.server.ts'
import type { Config } from '#platform/config.server.ts'
import { connectDatabase, openReplica } from '#platform/db/connect.server.ts'
import { startEmbedded } from '#platform/db/embedded.server.ts'
import { createLog } from '#platform/log.server.ts'
import { type RunningStop, stopInOrder } from '#platform/process/stop.server.ts'
import type { Telemetry } from '#platform/telemetry/otlp.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { runCommandProcess } from './command-process.server.ts'
import type { PageSource } from './page-source.server.ts'

interface RunOptions {
  /** The project's folder. */
  root: string
  /** Pages come from Vite with hot reload instead of the build. */
  development: boolean
}

/**
 * All that runs on the database. Its modules take a second to load, in which an embedded server starts: a failure is
 * thrown by the second call.
 */
const importParts = () => import('./parts.server.ts')

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
    const database = await connectDatabase<Tables>(config, {
      embedded: startEmbedded,
      log,
      print,
      meanwhile: () => void importParts().catch(() => {}),
    })
    closers.unshift(() => database.close())
    const replica = openReplica<Tables>(config, log)
    if (replica) closers.unshift(() => replica.close())
    const parts = await importParts()
    const open = await parts.openShop({
      config,
      log,
      root,
      database,
      replica,
      tracer: telemetry?.tracer,
      connections: parts.createConnections({ config, root, restart: () => stopping?.restart() }),
      progress: print,
      runCommand: (args, signal) => runCommandProcess(root, args, { signal }),
    })
    closers.unshift(() => open.stop())
    const pages = await (development ? parts.openSources(root) : parts.openBuild(root, config))
    closers.unshift(() => pages.close())
    const listener = await parts.listen(open, parts.createWeb(open, pages), pages)
    // A proxy that checks every second has noticed by then.
    closers.unshift(() => listener.close(config.trustProxy > 0 ? 2000 : 300))
    // Before that, because it waits for the requests under way, and a stream of events has no end.
    closers.unshift(async () => open.live.stop())
    open.jobs.start()
    telemetry?.pushMetrics(open.metrics)
    stopping = stopInOrder(closers, { deadlineMs: 9_000, log })
    parts.greet(open, print)
    await parts.inviteOwner(open, print)
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
