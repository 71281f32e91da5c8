import { setTimeout as sleep } from 'node:timers/promises'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { createOrder } from './support/buying.ts'
import { type Answer, call } from './support/http.ts'
import { type OwnPostgres, startPostgres } from './support/postgres.ts'
import { type Fault, type Figure, ms, percentile, type Stage, spoken, until } from './support/stage.ts'
import { openWorld } from './support/world.ts'

/** The same server, reached over a wire that can die. */
function behind(wire: TcpProxy, postgres: OwnPostgres): OwnPostgres {
  return {
    ...postgres,
    async createDatabase() {
      const url = new URL(await postgres.createDatabase())
      url.port = String(wire.port)
      return url.href
    },
  }
}

async function portOf(postgres: OwnPostgres): Promise<number> {
  return Number(new URL(await postgres.createDatabase()).port)
}

/** The way to the database swallows everything: no refusal, no answer. */
export async function networkDead(stage: Stage, forMs: number): Promise<Figure> {
  const postgres = await startPostgres(stage)
  const wire = await startTcpProxy({ host: '127.0.0.1', port: await portOf(postgres) })
  stage.defer(() => wire.close())
  const world = await openWorld(stage, { database: 'outside', postgres: behind(wire, postgres) })
  const people = await world.customers(20)
  const [first] = people
  if (!first) throw new Error('nobody')
  const ask = (who = first) => call(world.origin(), `/api/user/getCartProduct/${who.id}`, { token: who.token })
  await Promise.all(people.map(ask))
  await call(world.origin(), '/')
  wire.die()
  const from = performance.now()
  const asked: Promise<Answer>[] = people.map((who) => createOrder(world.origin(), who, 'boxy-tee'))
  const pages: Answer[] = []
  while (performance.now() - from < forMs) {
    asked.push(ask(people[asked.length % people.length]))
    if (asked.length % 10 === 0) pages.push(await call(world.origin(), '/api/home/latestArrivals'))
    await sleep(50)
  }
  const [ready, alive] = await Promise.all([call(world.origin(), '/readyz'), call(world.origin(), '/healthz')])
  const answers = await Promise.all(asked)
  wire.live()
  const back = performance.now()
  await until('the shop answers again', 30_000, async () => (await ask()).status === 200)
  const recovered = performance.now() - back
  const lives = world.shops[0]?.isAlive() ?? false
  const { reserved } = await until('the books can be read', 20_000, () => world.stockOf('boxy-tee'))
  await world.stop()
  const slowest = Math.max(...answers.map((one) => one.ms))
  const median = percentile(
    answers.map((one) => one.ms),
    0.5,
  )
  const told = answers.every((one) => Number(one.headers.get('retry-after')) > 0)
  const seen = `${spoken(answers.map(({ status }) => status))}, median ${ms(median)}, slowest ${ms(slowest)}${told ? ', all with Retry-After' : ', Retry-After MISSING'}; public calls meanwhile ${spoken(pages.map(({ status }) => status))}; /readyz ${ready.status}, /healthz ${alive.status}; recovered ${ms(recovered)} after its return; ${reserved} pieces held; process ${lives ? 'lives' : 'DIED'}`
  stage.say(seen)
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
  about: 'the network between shop and database carries nothing, and says nothing',
  run: async (stage) => [await networkDead(stage, stage.pick(8000, 30_000))],
}
