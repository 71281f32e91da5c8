import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms } from './support/context.ts'
import { type Customer, type Environment, type EnvironmentOptions, openEnvironment } from './support/environment.ts'

/**
 * `refused`: nothing listened any more. `not accepted`: the kernel had opened the connection, but the shop stopped
 * listening before it accepted it. `cut`: a request that the shop may have received got no response, or half of one.
 */
type Outcome = 'responded' | 'refused' | 'not accepted' | 'cut' | `status ${number}`

/** Sends one request and reports its outcome. */
function send(agent: Agent, port: number, who: Customer): Promise<Outcome> {
  const options = {
    agent,
    port,
    host: '127.0.0.1',
    path: `/api/user/getCartProduct/${who.id}`,
    headers: { authorization: `Bearer ${who.token}` },
  }
  return new Promise((done) => {
    const sent = request(options, (response) => {
      response.resume()
      response.once('error', () => done('cut'))
      response.once('end', () => {
        if (!response.complete) return done('cut')
        done(response.statusCode === 200 ? 'responded' : `status ${response.statusCode ?? 0}`)
      })
    })
    sent.once('error', (error) => {
      const code = 'code' in error ? error.code : ''
      if (code === 'ECONNREFUSED') done('refused')
      else done(code === 'ECONNRESET' && !sent.reusedSocket ? 'not accepted' : 'cut')
    })
    sent.end()
  })
}

interface Stop {
  outcomes: Outcome[]
  took: number
  code: number | null
}

/** SIGTERM under a steady load. */
async function stopUnderLoad(environment: Environment, who: Customer, perSecond: number): Promise<Stop> {
  const shop = await environment.restart(0)
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const outcomes: Promise<Outcome>[] = []
  const timer = setInterval(() => outcomes.push(send(agent, shop.port, who)), 1000 / perSecond)
  await sleep(600 + Math.random() * 400)
  const from = performance.now()
  shop.child.kill('SIGTERM')
  const { code } = await shop.ended
  const took = performance.now() - from
  clearInterval(timer)
  const all = await Promise.all(outcomes)
  agent.destroy()
  return { outcomes: all, took, code }
}

/** Stops under load lose no accepted request. */
export async function gracefulStop(
  context: FaultContext,
  where: EnvironmentOptions,
  times: number,
): Promise<CheckResult> {
  const environment = await openEnvironment(context, { ...where, startShops: false })
  const who = await environment.customer()
  const stops: Stop[] = []
  for (let turn = 0; turn < times; turn++) stops.push(await stopUnderLoad(environment, who, 50))
  await environment.stop()
  const outcomes = stops.flatMap((one) => one.outcomes)
  const failed = outcomes.filter((outcome) => outcome === 'cut' || outcome.startsWith('status'))
  const slowest = Math.max(...stops.map(({ took }) => took))
  const codes = formatCounts(stops.map(({ code }) => code ?? 'signal'))
  const measured = `${formatCounts(outcomes)}; exits: ${codes}, slowest stop ${ms(slowest)}`
  context.log(measured)
  return {
    promise: 'a stop loses no request',
    requirement: `SIGTERM under 50 requests/s × ${times}: 0 accepted requests fail, exit 0 ≤ 10 s`,
    measured,
    ok: failed.length === 0 && context.inTime(slowest, 10_000) && stops.every(({ code }) => code === 0),
  }
}

export const fault: Fault = {
  about: 'SIGTERM under load',
  run: async (context) => [await gracefulStop(context, { database: 'external' }, context.pick(2, 20))],
}
