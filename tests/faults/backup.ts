import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine } from './support/commands.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, percentileMs } from './support/context.ts'
import { addPictures, emptyDatabase, query } from './support/copies.ts'
import { describeLedger, type Environment, openEnvironment } from './support/environment.ts'
import { sharedPostgres } from './support/postgres.ts'
import { quickProvider, type SaleCall, startSales } from './support/sales.ts'

const PAID = 'select count(*)::int as count from orders where paid_at is not null'

interface Copy {
  file: string
  /** When the command ran, by `performance.now()`. */
  from: number
  to: number
  /** Paid orders just before and just after it. */
  before: number
  after: number
  code: number | null
}

async function paidIn(environment: Environment): Promise<number> {
  const { count } = await environment.db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Backups of a shop that sells all the time; each is restored into a database of its own. */
export async function backUpWhileSelling(
  context: FaultContext,
  { backups, perSecond, pictures }: { backups: number; perSecond: number; pictures: number },
): Promise<CheckResult> {
  const dataDir = await context.folder('shop')
  await addPictures(dataDir, pictures, 60_000)
  const settings = await quickProvider(context)
  const environment = await openEnvironment(context, { database: 'embedded', dataDir, settings })
  const sales = startSales(() => environment.origin(), await environment.customers(500), perSecond)
  const begun = performance.now()
  const shop = commandLine(context, environment.settingsOf(0))
  const folder = await context.folder('backups')
  const copies: Copy[] = []
  await sleep(3000)
  for (let index = 1; index <= backups; index += 1) {
    // As long without a backup as with one, in turns.
    await sleep(Math.min(10_000, Math.max(1000, (copies.at(-1)?.to ?? 0) - (copies.at(-1)?.from ?? 0))))
    const file = join(folder, `${index}.tar`)
    const before = await paidIn(environment)
    const from = performance.now()
    const { code } = await shop('backup', '--to', file)
    copies.push({ file, from, to: performance.now(), before, after: await paidIn(environment), code })
  }
  await sales.stop()
  const seconds = (performance.now() - begun) / 1000
  const ledger = await environment.auditShop()
  await environment.stop()
  const restored = await restoreAll(context, copies)
  const isDuring = ({ at, ms: took }: SaleCall) => copies.some(({ from, to }) => at < to && at + took > from)
  const warm = sales.calls.filter(({ at }) => at > begun + 3000)
  const [during, alone] = [warm.filter(isDuring), warm.filter((one) => !isDuring(one))]
  const refused = sales.calls.filter(({ status }) => status !== 200 && status !== 201)
  const times = (calls: SaleCall[]) => `p50 ${ms(percentileMs(calls, 0.5))}, p99 ${ms(percentileMs(calls, 0.99))}`
  const longest = Math.max(...copies.map(({ from, to }) => to - from))
  const measured = `${restored.good} of ${backups} restored, each with all orders paid before and none of those paid after it; ${sales.paid()} orders paid, ${(sales.paid() / seconds).toFixed(0)} a second of ${perSecond} due; calls with a backup ${times(during)}, without ${times(alone)}; calls that failed: ${refused.length}${refused[0] ? ` (${formatCounts(refused.map(({ status }) => status))}: ${refused[0].text})` : ''}; a backup took at most ${ms(longest)}; ${describeLedger(ledger)}${restored.problems.length > 0 ? `; ${restored.problems.slice(0, 3).join('; ')}` : ''}`
  context.log(measured)
  return {
    promise: 'a backup of a shop that sells restores to a ledger that adds up',
    requirement: `${perSecond} orders a second placed and paid meanwhile: ${backups} of ${backups}, no call fails`,
    measured,
    ok: restored.good === backups && refused.length === 0 && ledger.ok,
  }
}

/** Restores each backup, which checks its ledger, and counts the paid orders in it. */
async function restoreAll(context: FaultContext, copies: readonly Copy[]) {
  const postgres = await sharedPostgres(context)
  const shop = commandLine(context, { DATA_DIR: await context.folder('restored') })
  const problems: string[] = []
  for (const { file, code, before, after } of copies) {
    const { url, connection } = await emptyDatabase(postgres)
    const restored = code === 0 ? await shop('restore', file, '--database', url) : { code, text: 'backup failed' }
    if (restored.code !== 0) {
      problems.push(restored.text)
      continue
    }
    const [row] = await query<{ count: number }>(connection, PAID)
    const paid = row?.count ?? Number.NaN
    if (!(paid >= before && paid <= after)) problems.push(`${paid} paid orders, ${before} before and ${after} after`)
  }
  return { good: copies.length - problems.length, problems }
}

export const fault: Fault = {
  about: 'backups while the shop sells',
  run: async (context) => [
    await backUpWhileSelling(context, {
      backups: context.pick(2, 20),
      perSecond: context.pick(10, 50),
      pictures: context.pick(20, 100),
    }),
  ],
}
