import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/until.ts'
import { commandLine } from './support/commands.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts } from './support/context.ts'
import {
  type CopiedShop,
  countTables,
  emptyDatabase,
  filesIn,
  openCopiedShop,
  query,
  sentenceOf,
} from './support/copies.ts'
import { describeLedger } from './support/environment.ts'
import { describe } from './support/kill-command.ts'
import { type OwnPostgres, startPostgres } from './support/postgres.ts'
import { runNode } from './support/processes.ts'
import { smallDisk } from './support/small-disk.ts'

interface Attempt {
  /** Empty if all is well, otherwise what isn't. */
  problem: string
  text: string
}

const TIMEOUT_MS = 30_000

/** Runs a command, and `crash` at a random moment after `begun` is true. */
async function crashDuring(
  context: FaultContext,
  env: Record<string, string>,
  words: readonly string[],
  { begun, crash, withinMs }: { begun: () => Promise<boolean>; crash: () => Promise<unknown>; withinMs: number },
): Promise<Attempt> {
  const running = runNode(context, 'src/cli/main.ts', env, [], words)
  await until('the command uses its database', TIMEOUT_MS, async () => !running.isAlive() || (await begun()))
  await Promise.race([sleep(Math.random() * withinMs), running.ended])
  const isOver = !running.isAlive()
  await crash()
  const { code } = await running.ended
  const text = running.output()
  context.log(`$ shop ${words[0]}: ${text.trim()}`)
  // Its file is whole, and may stay.
  if (/ is complete, but /.test(text)) return { text: 'was complete', problem: sentenceOf({ code, text }) }
  return {
    text: isOver || code === 0 ? 'had ended' : 'failed',
    problem: isOver || code === 0 ? '' : sentenceOf({ code, text }),
  }
}

const isConnected = (postgres: OwnPostgres, name: string) => async () => {
  const found = await query(postgres.connection, `select from pg_stat_activity where application_name = '${name}'`)
  return found.length > 0
}

/** PostgreSQL is killed in the middle of backups and restores. */
async function crashPostgres(context: FaultContext, times: number): Promise<CheckResult> {
  const postgres = await startPostgres(context)
  const shop = await openCopiedShop(context, { database: 'external', postgres }, { pictures: 300, perSecond: 5 })
  const folder = await context.folder('backups')
  const run = commandLine(context, shop.env)
  const kept = join(folder, 'kept.tar')
  await run('backup', '--to', kept)
  const problems: string[] = []
  const outcomes: string[] = []
  const note = (what: string, { text, problem }: Attempt, left: readonly string[]) => {
    outcomes.push(`${what} ${text}`)
    if (problem !== '') problems.push(`${what}: ${problem}`)
    if (text === 'failed' && left.length > 0) problems.push(`${what}: left ${left.join(' ')}`)
  }
  const crash = () => postgres.stop('immediate')
  for (let index = 0; index < times; index += 1) {
    const file = join(folder, `${index}.tar`)
    const begun = isConnected(postgres, 'shop backup')
    const one = await crashDuring(context, shop.env, ['backup', '--to', file], { begun, crash, withinMs: 500 })
    await postgres.start()
    note(
      'backup',
      one,
      (await filesIn(folder)).filter((name) => name.startsWith(`${index}.tar`)),
    )
    await until('orders are paid again', TIMEOUT_MS, async () => {
      const before = shop.sales.paid()
      await sleep(500)
      return shop.sales.paid() > before
    })
  }
  await shop.sales.stop()
  const ledger = await shop.environment.auditShop()
  await shop.environment.stop()
  const env = { DATA_DIR: await context.folder('pictures') }
  for (let index = 0; index < times; index += 1) {
    const { url, connection } = await emptyDatabase(postgres)
    const begun = isConnected(postgres, 'shop restore')
    const words = ['restore', kept, '--database', url]
    const one = await crashDuring(context, env, words, { begun, crash, withinMs: 1500 })
    await postgres.start()
    note('restore --database', one, (await countTables(connection)) > 0 ? ['tables'] : [])
  }
  for (let index = 0; index < times; index += 1) {
    const target = join(await context.folder('restored'), 'data')
    const pid = async () => Number((await readFile(join(target, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
    const killServer = async () => process.kill(await pid(), 'SIGKILL')
    const one = await crashDuring(context, {}, ['restore', kept, '--into', target], {
      begun: async () => (await pid()) > 0,
      crash: () => killServer().catch(() => {}),
      withinMs: 1500,
    })
    note('restore --into', one, await filesIn(target))
  }
  const measured = `${formatCounts(outcomes)}; each failure one sentence, and nothing left; orders paid again each time; ${describeLedger(ledger)}${describe(problems)}`
  context.log(measured)
  return {
    promise: 'PostgreSQL may die in the middle of a backup or a restore',
    requirement: `kill of the whole server, ${times} times each in backup, restore --database and restore --into: one sentence, nothing left, the shop’s ledger clean`,
    measured,
    ok: problems.length === 0 && ledger.ok,
  }
}

/** The disk fills up in the middle of a backup, which is the shop's own in one case, and of a restore. */
async function fillDisk(context: FaultContext): Promise<CheckResult> {
  const promise = 'a disk that is too small costs the backup, and no order'
  const requirement =
    'backup onto the shop’s own disk and onto a small one, planned too, restore onto a small one: one sentence, nothing left, no order fails'
  const [own, small] = [await smallDisk(context, '300m'), await smallDisk(context, '30m')]
  if (!own || !small)
    return { promise, requirement, measured: 'this user may not mount a small file system', ok: true, skipped: true }
  // 130 MB of pictures and 60 MB of database on a disk of 300 MB: a copy of them doesn't fit.
  const shop: CopiedShop = await openCopiedShop(
    context,
    { database: 'embedded', dataDir: own },
    { pictures: 2200, perSecond: 2 },
  )
  const run = commandLine(context, shop.env)
  const problems: string[] = []
  const said: string[] = []
  const attempt = async (what: string, words: string[], place: string) => {
    const printed = await run(...words)
    const problem = sentenceOf(printed)
    if (problem !== '') problems.push(`${what}: ${problem}`)
    said.push(printed.text.split('\n').at(-1) ?? '')
    const left = (await filesIn(place)).filter((name) => /tar|\.part$/.test(name))
    if (left.length > 0) problems.push(`${what}: left ${left.join(' ')}`)
  }
  await attempt('on the shop’s disk', ['backup', '--to', join(own, 'shop.tar')], own)
  await attempt('on a small disk', ['backup', '--to', join(small, 'shop.tar')], small)
  await run('settings', 'set', 'backup.to', join(small, 'planned'))
  await attempt('planned', ['backup'], join(small, 'planned'))
  await shop.sales.stop()
  const kept = join(await context.folder('kept'), 'shop.tar')
  await run('backup', '--to', kept)
  const refused = shop.sales.calls.filter(({ status }) => status !== 200 && status !== 201)
  const ledger = await shop.environment.auditShop()
  await shop.environment.stop()
  const disk = await smallDisk(context, '120m')
  const target = join(disk ?? small, 'data')
  await attempt('restore', ['restore', kept, '--into', target], target)
  const measured = `${said.map((line) => `“${line.replace(/\/tmp\/\S+/g, 'FOLDER')}”`).join(', ')}; nothing left; ${shop.sales.paid()} orders paid meanwhile, ${refused.length} calls failed${refused[0] ? ` (${refused[0].status} ${refused[0].text})` : ''}; ${describeLedger(ledger)}${describe(problems)}`
  context.log(measured)
  return { promise, requirement, measured, ok: problems.length === 0 && refused.length === 0 && ledger.ok }
}

export const fault: Fault = {
  about: 'PostgreSQL dies, or the disk fills up, in the middle of backup and restore',
  run: async (context) => [await crashPostgres(context, context.pick(1, 5)), await fillDisk(context)],
}
