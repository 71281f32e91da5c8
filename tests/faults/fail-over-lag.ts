import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectionOf } from '#platform/db/connection.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { createReads } from '#platform/db/reads.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { runOnServer } from '../support/test-server.ts'
import { type CheckResult, type Fault, ms } from './support/context.ts'
import { type Environment, openEnvironment } from './support/environment.ts'
import { startCluster } from './support/patroni.ts'
import { startSale, withoutCluster } from './support/selling.ts'

const quiet = { warn: () => {} }

/** Ten reads as the shop's long ones are, each right after a change. */
async function readsAfterChanges({ db }: Environment, url: string): Promise<string> {
  const replica = openDatabase<Tables>({ connection: connectionOf(url), log: quiet, max: 2 })
  const reads = createReads(db, replica.db, quiet)
  let missed = 0
  for (let count = 0; count < 10; count += 1) {
    const { rows } = await sql<{ id: string }>`insert into numbers default values returning id`.execute(db)
    const found = await reads.run((where) => sql`select 1 from numbers where id = ${rows[0]?.id}`.execute(where))
    if (found.rows.length === 0) missed += 1
  }
  await replica.close()
  return `${reads.counts.replica} of 10 reads there, ${reads.counts.writer} on the writer, ${missed} missed a change`
}

export const fault: Fault = {
  about: 'a database server that follows lags, hangs, or is the last one left',
  hasOwnNetwork: true,
  async run(context) {
    const skipped = withoutCluster('a replica that lags or hangs loses no confirmed order')
    if (skipped) return skipped
    const cluster = await startCluster(context)
    const environment = await openEnvironment(context, { database: 'external', instances: 3, postgres: cluster })
    await sql`create table numbers (id bigint generated always as identity primary key)`.execute(environment.db)
    const sale = await startSale(context, environment, await environment.customers(100), 5)
    const results: CheckResult[] = []
    const { leader, synchronous, other } = await cluster.roles()
    const there = { connectionString: cluster.urlOf(other) }
    /** How long orders are away, from what happens on. */
    const during = async (what: string, happens: () => Promise<void> | void) => {
      const from = performance.now()
      await happens()
      const backMs = await sale.untilWritesAreBack(from)
      await sleep(1_000)
      const said = `orders again after ${ms(backMs)}; orders and payments ${sale.described(from)}`
      context.log(`${what}: ${said}`)
      return { backMs, said }
    }

    const whole = await readsAfterChanges(environment, there.connectionString)
    await runOnServer(there, 'select pg_wal_replay_pause()')
    const behind = await readsAfterChanges(environment, there.connectionString)
    context.log(`reads of ${other}: ${whole}; while it lags: ${behind}`)
    results.push({
      promise: 'a replica that lags costs no read a change',
      requirement: 'ten reads right after a change, on a replica and while its replay is paused: none misses it',
      measured: `${whole}; while it lags ${behind}`,
      ok: whole.endsWith(' 0 missed a change') && behind.endsWith('10 on the writer, 0 missed a change'),
    })

    // The lagging one mustn't take over.
    const died = await during(`${leader} killed while ${other} lags`, () => cluster.kill(leader))
    const isRight = (await cluster.leader()) === synchronous
    await runOnServer(there, 'select pg_wal_replay_resume()')
    await cluster.revive(leader)
    results.push({
      promise: 'a server that lags never takes the writes over',
      requirement: 'the one that takes writes dies while another lags: the synchronous one takes over, within 20 s',
      measured: `${isRight ? 'the synchronous one did' : 'ANOTHER did'}; ${died.said}`,
      ok: isRight && context.inTime(died.backMs, 20_000),
    })

    const second = await cluster.roles()
    const hung = await during(`PostgreSQL of ${second.synchronous}, the synchronous one, hangs`, () =>
      cluster.hang(second.synchronous, true),
    )
    cluster.hang(second.synchronous, false)
    await cluster.untilWhole()
    const third = await cluster.roles()
    const cut = await during(`${third.synchronous}, the synchronous one, is cut off`, () =>
      cluster.cutOff(third.synchronous),
    )
    cluster.heal()
    await cluster.untilWhole()
    results.push({
      promise: 'a synchronous server that hangs delays orders until another is synchronous',
      requirement: 'its PostgreSQL is stopped, then its network: orders again within 20 s',
      measured: `hanging: ${hung.said}; cut off: ${cut.said}`,
      ok: context.inTime(Math.max(hung.backMs, cut.backMs), 20_000),
    })

    const last = await cluster.roles()
    const killBoth = async () => {
      await cluster.kill(last.synchronous)
      await cluster.kill(last.other)
    }
    const alone = await during(`${last.leader} is left alone`, killBoth)
    await cluster.revive(last.synchronous, { isWaitedFor: false })
    await cluster.revive(last.other)
    await cluster.configure({ synchronous_mode_strict: true })
    await sleep(5_000)
    const strict = performance.now()
    await killBoth()
    await sleep(15_000)
    const strictly = sale.described(strict)
    const strictDuring = await Promise.race([sale.untilWritesAreBack(strict), sleep(2_000, null)])
    context.log(`${last.leader} alone, synchronous_mode_strict: orders and payments ${strictly}`)
    const returns = performance.now()
    await cluster.revive(last.synchronous, { isWaitedFor: false })
    const strictBackMs = await sale.untilWritesAreBack(returns)
    context.log(`orders again ${ms(strictBackMs)} after one is back`)
    await cluster.revive(last.other)
    results.push({
      promise: 'a server that is left alone takes writes, and with synchronous_mode_strict none until another is back',
      requirement: 'both others killed: orders again within 20 s; strict: no order until one is back, then within 30 s',
      measured: `alone: ${alone.said}; strict: ${strictly}, ${strictDuring === null ? 'none confirmed' : 'an order WAS CONFIRMED'} in 15 s, orders again ${ms(strictBackMs)} after one is back`,
      ok: context.inTime(alone.backMs, 20_000) && strictDuring === null && context.inTime(strictBackMs, 30_000),
    })
    results.push(...(await sale.end('when a replica lags, hangs or dies')))
    await environment.stop()
    return results
  },
}
