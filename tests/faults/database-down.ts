import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { purchase } from './support/buying.ts'
import { type Answer, call } from './support/http.ts'
import { startPostgres } from './support/postgres.ts'
import { type Fault, type Figure, ms, type Stage, spoken, until } from './support/stage.ts'
import { type Customer, openWorld, type World } from './support/world.ts'

interface Asked extends Answer {
  /** Milliseconds since the load began. */
  at: number
}

/** Private calls at a steady pace, whatever comes of them. */
function load(world: World, who: Customer, perSecond: number) {
  const asked: Promise<Asked>[] = []
  const from = performance.now()
  const timer = setInterval(() => {
    const at = performance.now() - from
    const path = `/api/user/getCartProduct/${who.id}`
    asked.push(call(world.origin(), path, { token: who.token }).then((answer) => ({ ...answer, at })))
  }, 1000 / perSecond)
  return {
    now: () => performance.now() - from,
    async end(): Promise<Asked[]> {
      clearInterval(timer)
      return Promise.all(asked)
    },
  }
}

/** The database stops under load and comes back. */
export async function databaseBounce(stage: Stage, downMs: number, how: 'fast' | 'immediate'): Promise<Figure> {
  const postgres = await startPostgres(stage)
  const world = await openWorld(stage, { database: 'outside', postgres })
  const [who] = await world.customers(1)
  if (!who) throw new Error('nobody')
  const pages = ['/', '/api/home/latestArrivals']
  for (const page of pages) await call(world.origin(), page)
  const running = load(world, who, stage.pick(20, 50))
  await sleep(1000)
  const stopped = running.now()
  await postgres.stop(how)
  await sleep(downMs / 2)
  const ready = await call(world.origin(), '/readyz')
  const alive = await call(world.origin(), '/healthz')
  await sleep(downMs / 2)
  const started = running.now()
  await postgres.start()
  const back = running.now()
  await until('the shop answers again', 20_000, async () => {
    const answer = await call(world.origin(), `/api/user/getCartProduct/${who.id}`, { token: who.token })
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
  const lives = world.shops[0]?.isAlive() ?? false
  const seen = `${spoken(during.map(({ status }) => status))} while it was down, slowest ${ms(slowest)}${told ? ', all with Retry-After' : ', Retry-After MISSING'}; /readyz ${ready.status}, /healthz ${alive.status}; recovered ${ms(recovered)} after its return; process ${lives ? 'lives' : 'DIED'}; other answers: ${others.length === 0 ? 'none' : `${spoken(others.map(({ status }) => status))} ${others[0]?.text.slice(0, 100)}`}`
  stage.say(seen)
  await world.stop()
  await postgres.stop('immediate')
  return {
    promise: `the shop lives through a database that is gone (${how} stop, ${ms(downMs)})`,
    asked:
      '503 with Retry-After within 2 s (+ the time of one answer), the process lives, /readyz false, recovers ≤ 5 s after its return',
    seen,
    ok:
      during.length > 0 &&
      during.every(({ status }) => status === 503) &&
      stage.inTime(slowest, 2500) &&
      told &&
      lives &&
      ready.status === 503 &&
      alive.status === 200 &&
      stage.inTime(recovered, 5000) &&
      others.length === 0,
  }
}

/** Connections are cut in the middle of orders. */
export async function cutConnections(stage: Stage, cuts: number): Promise<Figure> {
  const world = await openWorld(stage, { database: 'outside' })
  const people = await world.customers(stage.pick(10, 60))
  const running = people.map(async (who, index) => {
    await sleep(index * 50)
    const { purchase: made, done } = purchase(world, { who, productId: 'boxy-tee', closes: index % 3 === 1 })
    await done
    return made
  })
  let killed = 0
  while (killed < cuts) {
    const { rows } = await sql<{ gone: boolean }>`
      select pg_terminate_backend(pid) as gone from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'fourth-seat'
        and client_port not in (select client_port from pg_stat_activity where pid = pg_backend_pid())
      order by state = 'active' desc, random() limit 2`.execute(world.db)
    killed += rows.length
    await sleep(40)
  }
  const purchases = await Promise.all(running)
  await until('the ledger is clean', 60_000, async () => (await world.audit()).ok).catch(() => null)
  const books = await world.audit()
  const lives = world.shops[0]?.isAlive() ?? false
  const paid = purchases.filter(({ outcome }) => outcome === 'paid').length
  const { rows } = await sql<{ paid: number; odd: number }>`
    select count(*) filter (where state = 'paid')::int as paid,
      count(*) filter (where state = 'paid' and not exists (select from order_lines l where l.order_id = o.id))::int as odd
    from orders o`.execute(world.db)
  const seen = `${killed} connections cut; ${paid} of ${people.length} orders paid, ${rows[0]?.paid} in the books, ${rows[0]?.odd} partial; ledger ${books.ok ? 'clean' : JSON.stringify(books.findings.slice(0, 2))}; process ${lives ? 'lives' : 'DIED'}`
  stage.say(seen)
  await world.stop()
  return {
    promise: 'a connection cut in the middle of an order leaves nothing half done',
    asked: `pg_terminate_backend × ${cuts} under orders: 0 partial orders, every shopper who tries again gets theirs once`,
    seen,
    ok: paid === people.length && rows[0]?.paid === paid && rows[0].odd === 0 && books.ok && lives,
  }
}

export const fault: Fault = {
  about: 'the database stops, crashes, or cuts its connections',
  async run(stage) {
    const figures = [await databaseBounce(stage, stage.pick(2000, 60_000), 'fast')]
    if (stage.size === 'full') figures.push(await databaseBounce(stage, 10_000, 'immediate'))
    figures.push(await cutConnections(stage, stage.pick(10, 100)))
    return figures
  },
}
