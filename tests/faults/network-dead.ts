import { setTimeout as sleep } from 'node:timers/promises'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'
import { createOrder } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, percentileMs } from './support/context.ts'
import { openEnvironment } from './support/environment.ts'
import { type CallResult, call } from './support/http.ts'
import { type OwnPostgres, startPostgres } from './support/postgres.ts'

/** Creates databases on the server, with URLs that lead through the proxy. */
function behind(proxy: TcpProxy, postgres: OwnPostgres): Pick<OwnPostgres, 'createDatabase'> {
  return {
    async createDatabase() {
      const url = new URL(await postgres.createDatabase())
      url.port = String(proxy.port)
      return url.href
    },
  }
}

/** The network to the database drops all packets: no refusal, no response. */
export async function networkDead(context: FaultContext, forMs: number): Promise<CheckResult> {
  const postgres = await startPostgres(context)
  const proxy = await startTcpProxy({
    host: '127.0.0.1',
    port: Number(new URL(postgres.connection.connectionString).port),
  })
  context.defer(() => proxy.close())
  const environment = await openEnvironment(context, { database: 'external', postgres: behind(proxy, postgres) })
  const first = await environment.customer()
  const people = await environment.customers(20)
  const getCart = (who = first) =>
    call(environment.origin(), `/api/user/getCartProduct/${who.id}`, { token: who.token })
  await Promise.all(people.map((who) => getCart(who)))
  await call(environment.origin(), '/')
  proxy.blackhole()
  const from = performance.now()
  const pending: Promise<CallResult>[] = people.map((who) => createOrder(environment.origin(), who, 'boxy-tee'))
  const pages: CallResult[] = []
  while (performance.now() - from < forMs) {
    pending.push(getCart(people[pending.length % people.length]))
    if (pending.length % 10 === 0) pages.push(await call(environment.origin(), '/api/home/latestArrivals'))
    await sleep(50)
  }
  const [ready, alive] = await Promise.all([
    call(environment.origin(), '/readyz'),
    call(environment.origin(), '/healthz'),
  ])
  const responses = await Promise.all(pending)
  proxy.restore()
  const back = performance.now()
  await until('the shop responds again', 30_000, async () => (await getCart()).status === 200)
  const recovered = performance.now() - back
  const isAlive = environment.shops[0]?.isAlive() ?? false
  const { reserved } = await until('the stock can be read', 20_000, () => environment.stockOf('boxy-tee'))
  await environment.stop()
  const slowest = Math.max(...responses.map((one) => one.ms))
  const median = percentileMs(responses, 0.5)
  const allRetryAfter = responses.every((one) => Number(one.headers.get('retry-after')) > 0)
  const measured = `${formatCounts(responses.map(({ status }) => status))}, median ${ms(median)}, slowest ${ms(slowest)}${allRetryAfter ? ', all with Retry-After' : ', Retry-After MISSING'}; public calls meanwhile ${formatCounts(pages.map(({ status }) => status))}; /readyz ${ready.status}, /healthz ${alive.status}; recovered ${ms(recovered)} after its return; ${reserved} units held; process ${isAlive ? 'alive' : 'DIED'}`
  context.log(measured)
  const isClear = responses.every(({ status }) => status === 503) && allRetryAfter && slowest <= 12_000
  return {
    promise: `the shop survives a network that drops all packets to its database (${ms(forMs)})`,
    requirement:
      '503 with Retry-After ≤ 10 s (+ 2 s), the process stays up, /readyz false, no stock held, recovers ≤ 5 s after its return',
    measured,
    ok: isClear && isAlive && ready.status === 503 && alive.status === 200 && reserved === 0 && recovered <= 5000,
  }
}

export const fault: Fault = {
  about: 'the network between shop and database drops all packets',
  run: async (context) => [await networkDead(context, context.pick(8000, 30_000))],
}
