import { setTimeout as sleep } from 'node:timers/promises'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { createOrder } from './support/buying.ts'
import { type Fault, type FaultContext, type Figure, formatCounts, ms, percentile, until } from './support/context.ts'
import { openEnvironment } from './support/environment.ts'
import { type Answer, call } from './support/http.ts'
import { type OwnPostgres, startPostgres } from './support/postgres.ts'

/** The same server behind a proxy. */
function behind(proxy: TcpProxy, postgres: OwnPostgres): OwnPostgres {
  return {
    ...postgres,
    async createDatabase() {
      const url = new URL(await postgres.createDatabase())
      url.port = String(proxy.port)
      return url.href
    },
  }
}

async function portOf(postgres: OwnPostgres): Promise<number> {
  return Number(new URL(await postgres.createDatabase()).port)
}

/** The network to the database swallows everything: no refusal, no response. */
export async function networkDead(context: FaultContext, forMs: number): Promise<Figure> {
  const postgres = await startPostgres(context)
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: await portOf(postgres) })
  context.defer(() => proxy.close())
  const environment = await openEnvironment(context, { database: 'outside', postgres: behind(proxy, postgres) })
  const people = await environment.customers(20)
  const [first] = people
  if (!first) throw new Error('nobody')
  const getCart = (who = first) =>
    call(environment.origin(), `/api/user/getCartProduct/${who.id}`, { token: who.token })
  await Promise.all(people.map((who) => getCart(who)))
  await call(environment.origin(), '/')
  proxy.blackhole()
  const from = performance.now()
  const asked: Promise<Answer>[] = people.map((who) => createOrder(environment.origin(), who, 'boxy-tee'))
  const pages: Answer[] = []
  while (performance.now() - from < forMs) {
    asked.push(getCart(people[asked.length % people.length]))
    if (asked.length % 10 === 0) pages.push(await call(environment.origin(), '/api/home/latestArrivals'))
    await sleep(50)
  }
  const [ready, alive] = await Promise.all([
    call(environment.origin(), '/readyz'),
    call(environment.origin(), '/healthz'),
  ])
  const answers = await Promise.all(asked)
  proxy.restore()
  const back = performance.now()
  await until('the shop answers again', 30_000, async () => (await getCart()).status === 200)
  const recovered = performance.now() - back
  const lives = environment.shops[0]?.isAlive() ?? false
  const { reserved } = await until('the books can be read', 20_000, () => environment.stockOf('boxy-tee'))
  await environment.stop()
  const slowest = Math.max(...answers.map((one) => one.ms))
  const median = percentile(
    answers.map((one) => one.ms),
    0.5,
  )
  const told = answers.every((one) => Number(one.headers.get('retry-after')) > 0)
  const seen = `${formatCounts(answers.map(({ status }) => status))}, median ${ms(median)}, slowest ${ms(slowest)}${told ? ', all with Retry-After' : ', Retry-After MISSING'}; public calls meanwhile ${formatCounts(pages.map(({ status }) => status))}; /readyz ${ready.status}, /healthz ${alive.status}; recovered ${ms(recovered)} after its return; ${reserved} pieces held; process ${lives ? 'lives' : 'DIED'}`
  context.say(seen)
  const isClear = answers.every(({ status }) => status === 503) && told && slowest <= 12_000
  return {
    promise: `the shop lives through a network that swallows what it says to its database (${ms(forMs)})`,
    asked:
      '503 with Retry-After ≤ 10 s (+ 2 s), the process lives, /readyz false, no stock held, recovers ≤ 5 s after its return',
    seen,
    ok: isClear && lives && ready.status === 503 && alive.status === 200 && reserved === 0 && recovered <= 5000,
  }
}

export const fault: Fault = {
  about: 'the network between shop and database drops everything silently',
  run: async (context) => [await networkDead(context, context.pick(8000, 30_000))],
}
