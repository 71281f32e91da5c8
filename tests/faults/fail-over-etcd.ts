import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { until } from '../support/until.ts'
import { type CheckResult, type Fault, ms } from './support/context.ts'
import { openEnvironment } from './support/environment.ts'
import { startCluster } from './support/patroni.ts'
import { startSale, withoutCluster } from './support/selling.ts'

const NAMES = ['db1', 'db2', 'db3']

export const fault: Fault = {
  about: 'etcd, which decides what database server takes writes, is lost',
  hasOwnNetwork: true,
  async run(context) {
    const skipped = withoutCluster('a lost etcd loses no confirmed order')
    if (skipped) return skipped
    const cluster = await startCluster(context)
    const environment = await openEnvironment(context, { database: 'external', instances: 3, postgres: cluster })
    const sale = await startSale(context, environment, await environment.customers(100), 5)
    const { leader } = await cluster.roles()
    const results: CheckResult[] = []

    // The one that decides, which is the harder case.
    const lost = await cluster.etcdLeader()
    const one = performance.now()
    const since = () => sql<{ at: string }>`select pg_postmaster_start_time()::text as at`.execute(environment.db)
    const before = await since()
    cluster.killEtcd(lost)
    await sleep(10_000)
    const isSame = (await cluster.leader()) === leader && (await since()).rows[0]?.at === before.rows[0]?.at
    const withTwo = `${isSame ? 'the same server took writes all the time' : 'its server STOPPED'}; orders and payments ${sale.described(one)}`
    context.log(`etcd of ${lost} lost, which led: ${withTwo}`)
    cluster.startEtcd(lost)
    await sleep(3_000)
    results.push({
      promise: 'one of three etcd is lost without a consequence',
      requirement: 'the one that leads etcd is killed for 10 s: the same server takes writes all the time',
      measured: withTwo,
      ok: isSame,
    })

    const all = performance.now()
    for (const name of NAMES) cluster.killEtcd(name)
    await until('no server takes writes', 60_000, async () => !(await cluster.serves(leader, 'writes')))
    const stoppedMs = performance.now() - all
    const isRead = await until('it can be read', 30_000, () => cluster.serves(leader, 'reads')).catch(() => false)
    await sleep(5_000)
    const back = performance.now()
    for (const name of NAMES) cluster.startEtcd(name)
    const backMs = await sale.untilWritesAreBack(back)
    const without = `no writes from ${ms(stoppedMs)} on, the server ${isRead ? 'reads on' : 'can’t be read'}; orders again ${ms(backMs)} after etcd is back; orders and payments ${sale.described(all)}`
    context.log(`all etcd lost: ${without}`)
    await cluster.untilWhole()
    results.push({
      promise: 'without etcd no server takes writes, and they are back soon after it',
      requirement: 'all three killed: within 15 s no server takes writes; orders again within 20 s after its return',
      measured: without,
      ok: context.inTime(stoppedMs, 15_000) && context.inTime(backMs, 20_000),
    })

    await cluster.configure({ failsafe_mode: true })
    // Patroni stores who must respond in its next rounds.
    await sleep(6_000)
    const { leader: second, other } = await cluster.roles()
    const safe = performance.now()
    for (const name of NAMES) cluster.killEtcd(name)
    await sleep(25_000)
    const goesOn = await cluster.serves(second, 'writes')
    const safely = sale.described(safe)
    context.log(`all etcd lost, failsafe_mode: ${goesOn ? 'goes on' : 'STOPS'}; orders and payments ${safely}`)
    const killed = performance.now()
    await cluster.kill(other)
    await until('no server takes writes', 60_000, async () => !(await cluster.serves(second, 'writes')))
    const endsMs = performance.now() - killed
    context.log(`and a replica killed: no writes from ${ms(endsMs)} on`)
    for (const name of NAMES) cluster.startEtcd(name)
    await cluster.revive(other)
    results.push({
      promise: 'with failsafe_mode the shop sells on without etcd as long as all servers see each other',
      requirement: 'all etcd killed for 25 s: writes go on; a replica killed too: they stop within 20 s',
      measured: `writes ${goesOn ? 'went on' : 'STOPPED'}: ${safely}; with a replica killed no writes from ${ms(endsMs)} on`,
      ok: goesOn && context.inTime(endsMs, 20_000),
    })
    results.push(...(await sale.end('when etcd is lost')))
    await environment.stop()
    return results
  },
}
