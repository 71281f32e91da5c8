import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity } from 'age-encryption'
import { generateProducts } from '../tests/faults/support/browsing.ts'
import { openContext } from '../tests/faults/support/context.ts'
import { openEnvironment } from '../tests/faults/support/environment.ts'
import { quickProvider, type SaleCall, startSales } from '../tests/faults/support/sales.ts'
import { countOrders, fillOrders, fillPictures, measurePictures } from './backups-data.ts'
import { type CommandCost, measureCommand } from './command-cost.ts'
import { quantile } from './statistics.ts'

/** Times of create-order and verify-payment in milliseconds; NaN if there were none. */
export interface SaleTimes {
  p50: number
  p99: number
  calls: number
}

/** A command and what it cost. */
export interface BackupCommand extends CommandCost {
  what: string
  /** The size of the file that it made, in bytes; null if it made none. */
  file: number | null
  /** Of the sales meanwhile. */
  sales: SaleTimes
}

export interface BackupFigures {
  orders: number
  pictures: number
  /** In bytes. */
  pictureBytes: number
  perSecond: number
  /** Of the sales without a backup, between those with one. */
  alone: SaleTimes
  commands: BackupCommand[]
  /** Calls of sales that failed. */
  failed: string[]
}

const PAUSE_MS = 15_000

/**
 * Backups of a large shop that sells all the time, and restores of it. `rounds` is how often the first command is measured.
 * `data` is the folder of a shop that has orders, as `--staff --data` leaves it; else a new one is filled.
 */
export async function benchBackups({
  quick,
  data,
  orders,
  rounds,
  print,
}: {
  quick: boolean
  data?: string
  orders?: number
  rounds?: number
  print(line: string): void
}): Promise<BackupFigures> {
  const plan = quick
    ? { orders: 2_000, bytes: 40e6, perSecond: 10, rounds: 1 }
    : { orders: 100_000, bytes: 2e9, perSecond: 20, rounds: 3 }
  const size = { ...plan, orders: orders ?? plan.orders, rounds: rounds ?? plan.rounds }
  const context = openContext('full', print)
  const dataDir = data ?? (await context.folder('shop'))
  const folder = await context.folder('backups')
  try {
    const { lines } = await generateProducts(1000)
    const settings = await quickProvider(context)
    const environment = await openEnvironment(context, { database: 'embedded', dataDir, lines, settings })
    const people = await environment.customers(500)
    const sell = (perSecond: number) => startSales(() => environment.origin(), people, perSecond)
    // The order that all others are copies of.
    const first = sell(2)
    await sleep(3000)
    await first.stop()
    if (data === undefined) {
      await fillOrders(environment.db, size.orders)
      const { ok, findings } = await environment.auditShop()
      if (!ok) throw new Error(`The generated orders don’t add up: ${JSON.stringify(findings.slice(0, 3))}`)
    }
    const folderOfPictures = join(dataDir, 'pictures')
    if ((await measurePictures(folderOfPictures)).pictures === 0) await fillPictures(folderOfPictures, size.bytes)
    const has = { ...(await countOrders(environment.db)), ...(await measurePictures(folderOfPictures)) }
    print(`${has.orders} orders and ${has.pictures} pictures`)

    const commands: BackupCommand[] = []
    const quiet: [from: number, to: number][] = []
    const env = environment.settingsOf(0)
    const sales = sell(size.perSecond)
    const pause = async () => {
      await sleep(2000)
      const from = performance.now()
      await sleep(PAUSE_MS)
      quiet.push([from, performance.now()])
    }
    const measure = async (what: string, words: string[], made: () => Promise<string | null>) => {
      const cost = await measureCommand(context, { env, words, db: environment.db })
      const path = await made()
      const file = path === null ? null : (await stat(path)).size
      commands.push({ what, ...cost, file, sales: timesOf(sales.calls, [[cost.from, cost.to]]) })
      print(JSON.stringify(commands.at(-1)))
    }
    const [tar, encrypted, keyFile] = [join(folder, 'shop.tar'), join(folder, 'shop.tar.age'), join(folder, 'key.txt')]
    await writeFile(keyFile, `${await generateX25519Identity()}\n`)
    for (let round = 0; round < size.rounds; round += 1) {
      await pause()
      await measure('backup --to FILE', ['backup', '--to', tar], async () => tar)
    }
    await pause()
    const withKey = ['backup', '--to', encrypted, '--key-file', keyFile]
    await measure('backup --to FILE --key-file KEY', withKey, async () => encrypted)
    await rm(encrypted)
    for (const [where, place] of await places(folder)) {
      await measureCommand(context, { env, words: ['settings', 'set', 'backup.to', place], db: environment.db })
      for (const which of ['the first', 'the second']) {
        await pause()
        await measure(`backup, as planned, into a folder on ${where}, ${which}`, ['backup'], () => newestIn(place))
      }
      await rm(place, { recursive: true, force: true })
    }
    await sales.stop()
    await environment.stop()
    const into = join(folder, 'restored')
    await measure('restore FILE --into DIR, without a shop', ['restore', tar, '--into', into], async () => null)
    const failed = sales.calls.filter(({ status }) => status !== 200 && status !== 201)
    return {
      ...has,
      perSecond: size.perSecond,
      alone: timesOf(sales.calls, quiet),
      commands,
      failed: failed.map(({ status, text }) => `${status} ${text}`),
    }
  } finally {
    await context.close()
  }
}

/** A folder on the shop's disk, and one on another if there is memory for that. */
async function places(folder: string): Promise<(readonly [where: string, path: string])[]> {
  const own = ['the shop’s disk', join(folder, 'planned')] as const
  if (!existsSync('/dev/shm')) return [own]
  return [own, ['another disk (in memory)', await mkdtemp('/dev/shm/bench-backups-')]]
}

async function newestIn(place: string): Promise<string | null> {
  const names = (await readdir(place)).filter((name) => name.endsWith('.tar')).sort()
  return join(place, names.at(-1) ?? '')
}

/** Of the calls that were under way at these times. */
function timesOf(calls: readonly SaleCall[], spans: readonly (readonly [from: number, to: number])[]): SaleTimes {
  const times = calls.filter(({ at, ms }) => spans.some(([from, to]) => at < to && at + ms > from)).map(({ ms }) => ms)
  const share = (of: number) => (times.length === 0 ? Number.NaN : quantile(times, of))
  return { p50: share(0.5), p99: share(0.99), calls: times.length }
}
