import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { connectionOf } from '#platform/db/connection.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { createReads } from '#platform/db/reads.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { until } from '../support/until.ts'
import { type CheckResult, type Fault, type FaultContext, ms } from './support/context.ts'
import { type Customer, type Environment, openEnvironment } from './support/environment.ts'
import { type Cluster, startCluster } from './support/patroni.ts'
import { startSale, withoutCluster } from './support/selling.ts'

const quiet = { warn: () => {} }

/** A program that knows only one server, and writes a number there again and again. */
function startStubborn(url: string) {
  const confirmed: { id: number; at: number }[] = []
  let isEnding = false
  const ended = (async () => {
    for (let id = 1; !isEnding; id += 1) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 2_000 })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('insert into numbers values ($1)', [id])
        confirmed.push({ id, at: performance.now() })
      } catch {}
      void client.end().catch(() => {})
      await sleep(250)
    }
  })()
  return {
    confirmed,
    async end() {
      isEnding = true
      await ended
    },
  }
}

/** Fills the log of a server that is cut off with what no other server gets. */
async function writeUnconfirmed(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 8_000 })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query('create table cut_off as select generate_series(1, 300000) as id')
}

/** Reads on a server as the shop does, each right after a change; how many missed it. */
async function readAfterChanges({ db }: Environment, url: string): Promise<{ replica: number; missed: number }> {
  const replica = openDatabase<Tables>({ connection: connectionOf(url), log: quiet, max: 2 })
  const reads = createReads(db, replica.db, quiet)
  let missed = 0
  for (let id = 1_000_000; id < 1_000_005; id += 1) {
    await sql`insert into numbers values (${id})`.execute(db)
    const found = await reads.run((where) => sql`select 1 from numbers where id = ${id}`.execute(where))
    if (found.rows.length === 0) missed += 1
  }
  await replica.close()
  return { replica: reads.counts.replica, missed }
}

/** Cuts the server that takes writes off from both others and from most of etcd; the shops still reach it. */
async function split(
  context: FaultContext,
  { cluster, environment, people }: { cluster: Cluster; environment: Environment; people: readonly Customer[] },
  how: string,
): Promise<CheckResult[]> {
  await sql`drop table if exists numbers`.execute(environment.db)
  await sql`create table numbers (id bigint primary key)`.execute(environment.db)
  const sale = await startSale(context, environment, people, 5)
  const { leader, synchronous } = await cluster.roles()
  const stubborn = startStubborn(cluster.urlOf(leader))
  await sleep(3_000)
  const from = performance.now()
  cluster.cutOff(leader)
  await writeUnconfirmed(cluster.urlOf(leader))
  const since = (what: string, check: () => Promise<boolean>) =>
    until(what, 60_000, check).then(() => performance.now() - from)
  const ended = since('the server that is cut off stops', async () => !(await cluster.serves(leader, 'writes')))
  const promoted = since('the synchronous server takes over', () => cluster.serves(synchronous, 'writes'))
  const backMs = await sale.untilWritesAreBack(from)
  const [endedMs, promotedMs] = await Promise.all([ended, promoted])
  context.log(
    `${how}: ${leader} cut off, stopped taking writes after ${ms(endedMs)}; ${synchronous} took over after ${ms(promotedMs)}, orders again after ${ms(backMs)}; orders and payments: ${sale.described(from)}`,
  )
  const readable = await until('the server that is cut off can be read', 80_000, () =>
    cluster.serves(leader, 'reads'),
  ).catch(() => false)
  const reads = await readAfterChanges(environment, cluster.urlOf(leader))
  context.log(
    `${how}: the server that is cut off ${readable ? `could be read after ${ms(performance.now() - from)}` : 'could not be read'}: ${reads.replica} of 5 reads were served there, ${reads.missed} missed a change`,
  )
  const healed = performance.now()
  cluster.heal()
  await cluster.untilWhole()
  const followsMs = performance.now() - healed
  await stubborn.end()
  const { rows } = await sql<{ id: string }>`select id::text from numbers`.execute(environment.db)
  const stored = new Set(rows.map(({ id }) => Number(id)))
  const after = stubborn.confirmed.filter(({ at }) => at > from)
  const lost = stubborn.confirmed.filter(({ id }) => !stored.has(id)).length
  context.log(
    `${how}: ${leader} followed ${ms(followsMs)} after the split; a program that knows only it: ${stubborn.confirmed.length} writes confirmed, ${after.length} since the split began, ${lost} lost`,
  )
  const event = `when the server that takes writes is cut off from the others${how}`
  return [
    ...(await sale.end(event)),
    {
      promise: `nothing is confirmed that another server doesn't have ${event}`,
      requirement: `one that only writes to that server loses nothing confirmed; no read there is older than a change; another takes writes within 25 s, and the first follows it afterwards`,
      measured: `stopped taking writes after ${ms(endedMs)}, the synchronous one took over after ${ms(promotedMs)}, orders again after ${ms(backMs)}; ${after.length} writes confirmed there since, ${lost} lost; ${reads.missed} of 5 reads missed a change; followed ${ms(followsMs)} after the split`,
      ok: lost === 0 && reads.missed === 0 && context.inTime(backMs, 25_000),
    },
  ]
}

export const fault: Fault = {
  about: 'the network cuts the database server that takes writes off from the others',
  hasOwnNetwork: true,
  async run(context) {
    const skipped = withoutCluster('a split of the network between the database servers loses no confirmed order')
    if (skipped) return skipped
    const cluster = await startCluster(context)
    const environment = await openEnvironment(context, { database: 'external', instances: 3, postgres: cluster })
    const people = await environment.customers(100)
    const all = { cluster, environment, people }
    const results = await split(context, all, '')
    await cluster.configure({ failsafe_mode: true })
    results.push(...(await split(context, all, ', with failsafe_mode')))
    await environment.stop()
    return results
  },
}
