import { setTimeout as sleep } from 'node:timers/promises'
import { createOrder } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, percentile } from './support/context.ts'
import { type Customer, type Environment, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'
import { type Cluster, startCluster } from './support/patroni.ts'
import { startSale, withoutCluster } from './support/selling.ts'

async function kills(
  context: FaultContext,
  cluster: Cluster,
  environment: Environment,
  people: readonly Customer[],
): Promise<CheckResult[]> {
  const count = context.pick(1, 20)
  const sale = await startSale(context, environment, people)
  const times: number[] = []
  for (let kill = 0; kill < count; kill += 1) {
    await sleep(1_000 + Math.random() * 3_000)
    const name = (await cluster.leader()) ?? ''
    const from = performance.now()
    await cluster.kill(name)
    const tookMs = await sale.untilWritesAreBack(from)
    times.push(tookMs)
    context.log(`${kill + 1}: ${name} killed, writes back after ${ms(tookMs)}; ${sale.described(from)}`)
    await cluster.revive(name)
  }
  const middle = percentile(times, 0.5)
  return [
    ...(await sale.end('when the server that takes writes dies')),
    {
      promise: 'writes are back soon after the server that takes them died',
      requirement: `${count} kills at random: median ≤ 15 s, with a ttl of 10 s; each server follows the new one when it's back`,
      measured: `median ${ms(middle)}, slowest ${ms(Math.max(...times))}`,
      ok: context.inTime(middle, 15_000),
    },
  ]
}

/** Another server takes the writes on purpose. */
async function switchOvers(
  context: FaultContext,
  cluster: Cluster,
  environment: Environment,
  people: readonly Customer[],
): Promise<CheckResult> {
  const count = context.pick(1, 5)
  const statuses: number[] = []
  const texts: string[] = []
  const waits: number[] = []
  let isEnding = false
  const callers = people.slice(0, 4).map(async (who, first) => {
    for (let index = first; !isEnding; index += 1) {
      const origin = environment.origin(index)
      const result =
        index % 2 === 0
          ? await createOrder(origin, who, 'spare-tee')
          : await call(origin, `/api/user/getCartProduct/${who.id}`, { token: who.token })
      statuses.push(result.status)
      waits.push(result.ms)
      if (result.status >= 400 || result.status === 0) texts.push(result.text.slice(0, 120))
      await sleep(100)
    }
  })
  for (let index = 0; index < count; index += 1) {
    await sleep(2_000)
    context.log(`switched over to ${await cluster.switchOver()}`)
  }
  isEnding = true
  await Promise.all(callers)
  const failed = statuses.filter((status) => status !== 200 && status !== 201)
  return {
    promise: 'a planned switch-over to another server fails no call',
    requirement: `${count} switch-overs under orders and reads of four shoppers: no call fails`,
    measured: `${statuses.length} calls, ${failed.length === 0 ? 'none failed' : `${formatCounts(failed)}: ${texts[0]}`}, slowest ${ms(Math.max(...waits))}`,
    ok: failed.length === 0,
  }
}

export const fault: Fault = {
  about: 'the database server that takes writes dies, or is replaced',
  isLong: true,
  hasOwnNetwork: true,
  async run(context) {
    const skipped = withoutCluster(
      'no confirmed order is lost, paid twice or oversold when the server that takes writes dies',
    )
    if (skipped) return skipped
    const cluster = await startCluster(context)
    const environment = await openEnvironment(context, { database: 'external', instances: 3, postgres: cluster })
    const people = await environment.customers(200)
    const results = [
      await switchOvers(context, cluster, environment, people),
      ...(await kills(context, cluster, environment, people)),
    ]
    await environment.stop()
    return results
  },
}
