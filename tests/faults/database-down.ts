import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pursue } from './support/buying.ts'
import { type Fault, type FaultContext, type Figure, formatCounts, ms, until } from './support/context.ts'
import { type Customer, type Environment, openEnvironment } from './support/environment.ts'
import { type Answer, call } from './support/http.ts'
import { startPostgres } from './support/postgres.ts'

interface Asked extends Answer {
  /** Milliseconds since the load began. */
  at: number
}

/** Sends private calls at a steady rate, whatever their responses. */
function load(environment: Environment, who: Customer, perSecond: number) {
  const asked: Promise<Asked>[] = []
  const from = performance.now()
  const timer = setInterval(() => {
    const at = performance.now() - from
    const path = `/api/user/getCartProduct/${who.id}`
    asked.push(call(environment.origin(), path, { token: who.token }).then((answer) => ({ ...answer, at })))
  }, 1000 / perSecond)
  return {
    now: () => performance.now() - from,
    async end(): Promise<Asked[]> {
      clearInterval(timer)
      return Promise.all(asked)
    },
  }
}

/** The database stops under load and starts again. */
export async function databaseBounce(
  context: FaultContext,
  downMs: number,
  how: 'fast' | 'immediate',
): Promise<Figure> {
  const postgres = await startPostgres(context)
  const environment = await openEnvironment(context, { database: 'outside', postgres })
  const [who] = await environment.customers(1)
  if (!who) throw new Error('nobody')
  const pages = ['/', '/api/home/latestArrivals']
  for (const page of pages) await call(environment.origin(), page)
  const running = load(environment, who, context.pick(20, 50))
  await sleep(1000)
  const stopped = running.now()
  await postgres.stop(how)
  await sleep(downMs / 2)
  const ready = await call(environment.origin(), '/readyz')
  const alive = await call(environment.origin(), '/healthz')
  await sleep(downMs / 2)
  const started = running.now()
  await postgres.start()
  const back = running.now()
  await until('the shop answers again', 20_000, async () => {
    const answer = await call(environment.origin(), `/api/user/getCartProduct/${who.id}`, { token: who.token })
    return answer.status === 200
  })
  const recovered = running.now() - back
  await sleep(1000)
  const asked = await running.end()
  const during = asked.filter(({ at }) => at > stopped + 50 && at < started - 50)
  const others = asked.filter(({ status }) => status !== 200 && status !== 503)
  const busy = asked.filter(({ status }) => status === 503)
  const slowest = Math.max(0, ...busy.map((one) => one.ms))
  const told = busy.every((one) => Number(one.headers.get('retry-after')) > 0)
  const lives = environment.shops[0]?.isAlive() ?? false
  const seen = `${formatCounts(during.map(({ status }) => status))} while it was down, slowest ${ms(slowest)}${told ? ', all with Retry-After' : ', Retry-After MISSING'}; /readyz ${ready.status}, /healthz ${alive.status}; recovered ${ms(recovered)} after its return; process ${lives ? 'lives' : 'DIED'}; other answers: ${others.length === 0 ? 'none' : `${formatCounts(others.map(({ status }) => status))} ${others[0]?.text.slice(0, 100)}`}`
  context.say(seen)
  await environment.stop()
  await postgres.stop('immediate')
  return {
    promise: `the shop lives through a database that is gone (${how} stop, ${ms(downMs)})`,
    asked:
      '503 with Retry-After within 2 s (+ the time of one answer), the process lives, /readyz false, recovers ≤ 5 s after its return',
    seen,
    ok:
      during.length > 0 &&
      during.every(({ status }) => status === 503) &&
      context.inTime(slowest, 2500) &&
      told &&
      lives &&
      ready.status === 503 &&
      alive.status === 200 &&
      context.inTime(recovered, 5000) &&
      others.length === 0,
  }
}

/** Terminates connections in the middle of orders. */
export async function cutConnections(context: FaultContext, cuts: number): Promise<Figure> {
  const environment = await openEnvironment(context, { database: 'outside' })
  const people = await environment.customers(context.pick(10, 60))
  const running = people.map(async (who, index) => {
    await sleep(index * 50)
    const { intention, done } = pursue(environment, { who, productId: 'boxy-tee', closes: index % 3 === 1 })
    await done
    return intention
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
  const intentions = await Promise.all(running)
  await until('the ledger is clean', 60_000, async () => (await environment.audit()).ok).catch(() => null)
  const books = await environment.audit()
  const lives = environment.shops[0]?.isAlive() ?? false
  const paid = intentions.filter(({ outcome }) => outcome === 'paid').length
  const { rows } = await sql<{ paid: number; odd: number }>`
    select count(*) filter (where state = 'paid')::int as paid,
      count(*) filter (where state = 'paid' and not exists (select from order_lines l where l.order_id = o.id))::int as odd
    from orders o`.execute(environment.db)
  const seen = `${killed} connections cut; ${paid} of ${people.length} orders paid, ${rows[0]?.paid} in the books, ${rows[0]?.odd} partial; ledger ${books.ok ? 'clean' : JSON.stringify(books.findings.slice(0, 2))}; process ${lives ? 'lives' : 'DIED'}`
  context.say(seen)
  await environment.stop()
  return {
    promise: 'a connection cut in the middle of an order leaves nothing half done',
    asked: `pg_terminate_backend × ${cuts} under orders: 0 partial orders, every shopper who tries again gets theirs once`,
    seen,
    ok: paid === people.length && rows[0]?.paid === paid && rows[0].odd === 0 && books.ok && lives,
  }
}

export const fault: Fault = {
  about: 'the database stops, crashes, or cuts its connections',
  async run(context) {
    const figures = [await databaseBounce(context, context.pick(2000, 60_000), 'fast')]
    if (context.size === 'full') figures.push(await databaseBounce(context, 10_000, 'immediate'))
    figures.push(await cutConnections(context, context.pick(10, 100)))
    return figures
  },
}
