import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { until } from '../support/until.ts'
import { pursue } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms } from './support/context.ts'
import { type Customer, describeLedger, type Environment, openEnvironment } from './support/environment.ts'
import { type CallResult, call } from './support/http.ts'
import { startPostgres } from './support/postgres.ts'

interface TimedResult extends CallResult {
  /** When it was sent, in milliseconds since the load began. */
  at: number
}

/** Sends calls of a customer at a steady rate, without waiting for responses. */
function startLoad(environment: Environment, who: Customer, perSecond: number) {
  const pending: Promise<TimedResult>[] = []
  const from = performance.now()
  const timer = setInterval(() => {
    const at = performance.now() - from
    const path = `/api/user/getCartProduct/${who.id}`
    pending.push(call(environment.origin(), path, { token: who.token }).then((response) => ({ ...response, at })))
  }, 1000 / perSecond)
  return {
    now: () => performance.now() - from,
    async end(): Promise<TimedResult[]> {
      clearInterval(timer)
      return Promise.all(pending)
    },
  }
}

/** The database stops under load and starts again. */
export async function databaseBounce(
  context: FaultContext,
  downMs: number,
  how: 'fast' | 'immediate',
): Promise<CheckResult> {
  const postgres = await startPostgres(context)
  const environment = await openEnvironment(context, { database: 'external', postgres })
  const who = await environment.customer()
  const pages = ['/', '/api/home/latestArrivals']
  for (const page of pages) await call(environment.origin(), page)
  const load = startLoad(environment, who, context.pick(20, 50))
  const calmMs = context.pick(400, 1000)
  await sleep(calmMs)
  const stopped = load.now()
  await postgres.stop(how)
  await sleep(downMs / 2)
  const ready = await call(environment.origin(), '/readyz')
  const alive = await call(environment.origin(), '/healthz')
  await sleep(downMs / 2)
  const started = load.now()
  await postgres.start()
  const back = load.now()
  await until('the shop responds again', 20_000, async () => {
    const response = await call(environment.origin(), `/api/user/getCartProduct/${who.id}`, { token: who.token })
    return response.status === 200
  })
  const recovered = load.now() - back
  await sleep(calmMs)
  const results = await load.end()
  const during = results.filter(({ at }) => at > stopped + 50 && at < started - 50)
  const others = results.filter(({ status }) => status !== 200 && status !== 503)
  const busy = results.filter(({ status }) => status === 503)
  const slowest = Math.max(0, ...busy.map((one) => one.ms))
  const allRetryAfter = busy.every((one) => Number(one.headers.get('retry-after')) > 0)
  const isAlive = environment.shops[0]?.isAlive() ?? false
  const measured = `${formatCounts(during.map(({ status }) => status))} while it was down, slowest ${ms(slowest)}${allRetryAfter ? ', all with Retry-After' : ', Retry-After MISSING'}; /readyz ${ready.status}, /healthz ${alive.status}; recovered ${ms(recovered)} after its return; process ${isAlive ? 'alive' : 'DIED'}; other statuses: ${others.length === 0 ? 'none' : `${formatCounts(others.map(({ status }) => status))} ${others[0]?.text.slice(0, 100)}`}`
  context.log(measured)
  await environment.stop()
  await postgres.stop('immediate')
  return {
    promise: `the shop survives a database that is down (${how} stop, ${ms(downMs)})`,
    requirement:
      '503 with Retry-After within 2 s (+ the time of one request), the process stays up, /readyz false, recovers ≤ 5 s after its return',
    measured,
    ok:
      during.length > 0 &&
      during.every(({ status }) => status === 503) &&
      context.inTime(slowest, 2500) &&
      allRetryAfter &&
      isAlive &&
      ready.status === 503 &&
      alive.status === 200 &&
      context.inTime(recovered, 5000) &&
      others.length === 0,
  }
}

/** The server ends connections in the middle of orders. */
export async function cutConnections(context: FaultContext, cuts: number): Promise<CheckResult> {
  const environment = await openEnvironment(context, { database: 'external' })
  const people = await environment.customers(context.pick(10, 60))
  const running = people.map(async (who, index) => {
    await sleep(index * 50)
    const { purchase, done } = pursue(environment, { who, productId: 'boxy-tee', closes: index % 3 === 1 })
    await done
    return purchase
  })
  let killed = 0
  while (killed < cuts) {
    const { rows } = await sql<{ gone: boolean }>`
      select pg_terminate_backend(pid) as gone from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'shop'
        and client_port not in (select client_port from pg_stat_activity where pid = pg_backend_pid())
      order by state = 'active' desc, random() limit 2`.execute(environment.db)
    killed += rows.length
    await sleep(40)
  }
  const purchases = await Promise.all(running)
  const ledger = await environment.auditUntilClean(60_000)
  const isAlive = environment.shops[0]?.isAlive() ?? false
  const paid = purchases.filter(({ outcome }) => outcome === 'paid').length
  const { rows } = await sql<{ paid: number; odd: number }>`
    select count(*) filter (where state = 'paid')::int as paid,
      count(*) filter (where state = 'paid' and not exists (select from order_lines l where l.order_id = o.id))::int as odd
    from orders o`.execute(environment.db)
  const measured = `${killed} connections cut; ${paid} of ${people.length} orders paid, ${rows[0]?.paid} in the ledger, ${rows[0]?.odd} partial; ${describeLedger(ledger)}; process ${isAlive ? 'alive' : 'DIED'}`
  context.log(measured)
  await environment.stop()
  return {
    promise: 'a connection cut in the middle of an order leaves no transaction half done',
    requirement: `pg_terminate_backend × ${cuts} under orders: 0 partial orders, every shopper who retries gets one order`,
    measured,
    ok: paid === people.length && rows[0]?.paid === paid && rows[0].odd === 0 && ledger.ok && isAlive,
  }
}

export const fault: Fault = {
  about: 'the database stops, crashes, or cuts its connections',
  async run(context) {
    const results = [await databaseBounce(context, context.pick(2000, 60_000), 'fast')]
    if (context.size === 'full') results.push(await databaseBounce(context, 10_000, 'immediate'))
    results.push(await cutConnections(context, context.pick(10, 100)))
    return results
  },
}
