import { existsSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '#platform/db/connection.server.ts'
import { attachEmbedded } from '#platform/db/embedded.server.ts'
import { freePort } from '../support/processes.ts'
import { until } from '../support/until.ts'
import { commandLine } from './support/commands.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, tally } from './support/context.ts'
import { countTables, emptyDatabase, filesIn, openCopiedShop, query } from './support/copies.ts'
import { describe, killAfter, moment, timed } from './support/kill-command.ts'
import { sharedPostgres } from './support/postgres.ts'
import { startShop } from './support/processes.ts'

/** A checksum over all rows. */
async function checksum(connection: Connection): Promise<string> {
  const tables = await query<{ name: string }>(
    connection,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by 1",
  )
  const sums: string[] = []
  for (const { name } of tables) {
    const [row] = await query<{ sum: string }>(
      connection,
      `select count(*) || ':' || coalesce(md5(string_agg(md5(t::text), '' order by t::text)), '') as sum from "${name}" t`,
    )
    sums.push(`${name} ${row?.sum}`)
  }
  return sums.join('\n')
}

async function checksumOf(dataDir: string): Promise<string> {
  const server = await attachEmbedded({ dataDir, log: () => {} })
  try {
    return await checksum(server.connection)
  } finally {
    await server.stop()
  }
}

/** Restores into a folder are killed; no shop starts there, and the next one is as if nothing had been. */
async function killFolderRestores(context: FaultContext, backup: string, kills: number): Promise<CheckResult> {
  const run = commandLine(context, {})
  const wholeDir = join(await context.folder('whole'), 'data')
  const wholeMs = (await timed(() => run('restore', backup, '--keep-sign-ins', '--into', wholeDir))).ms
  const wanted = await checksumOf(wholeDir)
  const pictures = (await filesIn(join(wholeDir, 'pictures'))).length
  const target = join(await context.folder('restored'), 'data')
  const problems: string[] = []
  const outcomes: string[] = []
  for (let index = 0; index < kills; index += 1) {
    const begun = async () => existsSync(join(target, 'postgres'))
    await killAfter(
      context,
      {},
      ['restore', backup, '--keep-sign-ins', '--into', target],
      moment(wholeMs, index, begun),
    )
    if (existsSync(join(target, 'restore-unfinished'))) {
      const shop = startShop(context, await freePort(), { DATA_DIR: target })
      const { code } = await shop.ended
      const said = shop.output().trim().split('\n')
      if (code === 0 || said.length !== 1 || !/a restore into .* was interrupted/.test(said[0] ?? ''))
        problems.push(`a shop on it: exit ${code}, ${shop.output().slice(-300)}`)
      outcomes.push('refused to start')
    } else outcomes.push(existsSync(join(target, 'postgres')) ? 'was complete' : 'hadn’t begun')
    if (outcomes.at(-1) === 'was complete' || index % 3 === 2 || index === kills - 1) {
      if (outcomes.at(-1) !== 'was complete') {
        const { code, text } = await run('restore', backup, '--keep-sign-ins', '--into', target)
        if (code !== 0) problems.push(`the next restore: ${text}`)
      }
      if ((await checksumOf(target)) !== wanted) problems.push('other rows')
      if ((await filesIn(join(target, 'pictures'))).length !== pictures) problems.push('other pictures')
      await removeShop(target)
    }
  }
  const measured = `${kills} kills: ${formatCounts(outcomes)}; every restore after them had the same rows and ${pictures} pictures${describe(problems)}`
  context.log(measured)
  return {
    promise: 'a killed restore into a folder opens no half shop',
    requirement: `kill -9 at ${kills} random moments: no shop starts on the folder and one sentence says why; the next restore is identical`,
    measured,
    ok: problems.length === 0 && (outcomes.includes('refused to start') || context.size === 'quick'),
  }
}

/** Deletes a data folder, with a database that lies elsewhere. */
async function removeShop(target: string): Promise<void> {
  const cluster = await realpath(join(target, 'postgres')).catch(() => null)
  if (cluster) await rm(cluster, { recursive: true, force: true })
  await rm(target, { recursive: true, force: true })
}

/** Restores into a database are killed; it stays empty. */
async function killDatabaseRestores(context: FaultContext, backup: string, kills: number): Promise<CheckResult> {
  const postgres = await sharedPostgres(context)
  const env = { DATA_DIR: await context.folder('pictures') }
  const run = commandLine(context, env)
  const first = await emptyDatabase(postgres)
  const wholeMs = (await timed(() => run('restore', backup, '--keep-sign-ins', '--database', first.url))).ms
  const wanted = await checksum(first.connection)
  let target = await emptyDatabase(postgres)
  const problems: string[] = []
  const outcomes: string[] = []
  for (let index = 0; index < kills; index += 1) {
    const isConnected = async () => {
      const open = await query(
        target.connection,
        "select from pg_stat_activity where application_name = 'shop restore'",
      )
      return open.length > 0
    }
    await killAfter(
      context,
      env,
      ['restore', backup, '--keep-sign-ins', '--database', target.url],
      moment(wholeMs, index, isConnected),
    )
    await until('the killed restore’s connection ends', 20_000, async () => !(await isConnected()))
    const tables = await countTables(target.connection)
    outcomes.push(tables === 0 ? 'empty' : 'complete')
    if (tables === 0) continue
    if ((await checksum(target.connection)) !== wanted) problems.push(`${tables} tables with other rows`)
    target = await emptyDatabase(postgres)
  }
  const { code, text } = await run('restore', backup, '--keep-sign-ins', '--database', target.url)
  if (code !== 0) problems.push(text)
  else if ((await checksum(target.connection)) !== wanted) problems.push('other rows at last')
  const measured = `${kills} kills: ${formatCounts(outcomes)}; the next restore into the same database was identical${describe(problems)}`
  context.log(measured)
  return {
    promise: 'a killed restore into a database leaves it empty',
    requirement: `kill -9 at ${kills} random moments: empty or complete, and the next restore is identical`,
    measured,
    ok: problems.length === 0 && tally(outcomes).empty !== undefined,
  }
}

export const fault: Fault = {
  about: 'kill -9 of restores',
  async run(context) {
    const kills = context.pick(4, 24)
    const size = { pictures: context.pick(100, 500), perSecond: 5 }
    const { sales, env, environment } = await openCopiedShop(context, { database: 'embedded' }, size)
    await until('orders are paid', 120_000, () => sales.paid() >= 20)
    await sales.stop()
    const backup = join(await context.folder('kept'), 'shop.tar')
    await commandLine(context, env)('backup', '--to', backup)
    await environment.stop()
    const folders = await killFolderRestores(context, backup, kills)
    return [folders, await killDatabaseRestores(context, backup, kills)]
  },
}
