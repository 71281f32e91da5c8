import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cleanEnvironment, endProcess } from '../../support/processes.ts'
import { until } from '../../support/until.ts'
import type { FaultContext } from './context.ts'

export const ROOT = join(import.meta.dirname, '../../..')

/** Environment and flags of the shop's process under `npm start`. */
const { SHOP_PROCESS }: { SHOP_PROCESS: { env: Record<string, string>; flags: string[] } } = await import(
  pathToFileURL(join(ROOT, 'scripts/shop-process.mjs')).href
)

/** How a process ended. */
export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A program of ours in a process of its own. */
export interface Running {
  child: ChildProcess
  /** All that it has printed so far. */
  output(): string
  ended: Promise<Ending>
  isAlive(): boolean
  /** Asks it to stop, and kills it after 15 s. */
  stop(): Promise<Ending>
}

/** Runs `node FLAGS FILE WORDS` in the project's folder, without the environment's settings of the shop. */
export function runNode(
  context: FaultContext,
  file: string,
  env: Record<string, string>,
  flags: readonly string[] = [],
  words: readonly string[] = [],
): Running {
  const child = spawn(process.execPath, [...flags, file, ...words], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  context.own(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-200_000)
    })
  const ended = new Promise<Ending>((done) => child.once('exit', (code, signal) => done({ code, signal })))
  const isAlive = () => child.exitCode === null && child.signalCode === null
  return {
    child,
    output: () => printed,
    ended,
    isAlive,
    async stop() {
      await endProcess(child)
      return ended
    },
  }
}

export interface ShopProcess extends Running {
  origin: string
  port: number
}

/** Starts `server.ts` and waits until it is ready. */
export async function runShop(context: FaultContext, port: number, env: Record<string, string>): Promise<ShopProcess> {
  const running = startShop(context, port, env)
  await untilReady(running)
  return running
}

/** Starts `server.ts` and does not wait. */
export function startShop(context: FaultContext, port: number, env: Record<string, string>): ShopProcess {
  const settings = {
    // As `npm start` runs it: React is several times slower otherwise. Failpoints work with NODE_ENV=test only.
    NODE_ENV: env.FAILPOINT === undefined ? 'production' : 'test',
    DEMO: 'on',
    ...SHOP_PROCESS.env,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'warn',
    ...env,
  }
  return { ...runNode(context, 'server.ts', settings, SHOP_PROCESS.flags), origin: `http://127.0.0.1:${port}`, port }
}

/** Waits until /readyz responds 200; throws EndedAtStart if the process ends before. */
async function untilReady(shop: ShopProcess): Promise<void> {
  await until('the shop opens', 60_000, async () => {
    if (!shop.isAlive()) return 'ended'
    const response = await fetch(`${shop.origin}/readyz`, { signal: AbortSignal.timeout(3000) }).catch(() => null)
    await response?.arrayBuffer()
    return response?.ok ? 'ready' : null
  })
  if (!shop.isAlive()) throw new EndedAtStart(shop)
}

/** The shop ended before it was ready; `shop` has its exit code and output. */
export class EndedAtStart extends Error {
  readonly shop: ShopProcess
  constructor(shop: ShopProcess) {
    super(`The shop ended at its start: ${shop.output().slice(-600)}`)
    this.shop = shop
  }
}
