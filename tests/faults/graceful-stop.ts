import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, type Figure, ms, type Stage, spoken } from './support/stage.ts'
import { type Customer, openWorld, type World } from './support/world.ts'

/**
 * `refused`: nobody listened any more. `not taken in`: the system had made the connection and the shop had not taken it
 * yet when it ended listening. `cut`: a request that the shop may have had got no answer, or half of one.
 */
type Fate = 'answered' | 'refused' | 'not taken in' | 'cut' | `status ${number}`

/** One request that tells how far it came. */
function ask(agent: Agent, port: number, who: Customer): Promise<Fate> {
  const options = {
    agent,
    port,
    host: '127.0.0.1',
    path: `/api/user/getCartProduct/${who.id}`,
    headers: { authorization: `Bearer ${who.token}` },
  }
  return new Promise((done) => {
    const asked = request(options, (response) => {
      response.resume()
      response.once('error', () => done('cut'))
      response.once('end', () => {
        if (!response.complete) return done('cut')
        done(response.statusCode === 200 ? 'answered' : `status ${response.statusCode ?? 0}`)
      })
    })
    asked.once('error', (error) => {
      const code = 'code' in error ? error.code : ''
      if (code === 'ECONNREFUSED') done('refused')
      else done(code === 'ECONNRESET' && !asked.reusedSocket ? 'not taken in' : 'cut')
    })
    asked.end()
  })
}

interface Stop {
  fates: Fate[]
  took: number
  code: number | null
}

/** SIGTERM in the middle of a steady load. */
async function stopUnderLoad(world: World, who: Customer, perSecond: number): Promise<Stop> {
  const shop = await world.restart(0)
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const fates: Promise<Fate>[] = []
  const timer = setInterval(() => fates.push(ask(agent, shop.port, who)), 1000 / perSecond)
  await sleep(600 + Math.random() * 400)
  const from = performance.now()
  shop.child.kill('SIGTERM')
  const { code } = await shop.ended
  const took = performance.now() - from
  clearInterval(timer)
  const all = await Promise.all(fates)
  agent.destroy()
  return { fates: all, took, code }
}

/** Stops under load lose no request that was accepted. */
export async function gracefulStop(stage: Stage, times: number): Promise<Figure> {
  const world = await openWorld(stage, { database: 'outside', dormant: true })
  const [who] = await world.customers(1)
  if (!who) throw new Error('nobody')
  const stops: Stop[] = []
  for (let turn = 0; turn < times; turn++) stops.push(await stopUnderLoad(world, who, 50))
  await world.stop()
  const fates = stops.flatMap((one) => one.fates)
  const failed = fates.filter((fate) => fate === 'cut' || fate.startsWith('status'))
  const slowest = Math.max(...stops.map(({ took }) => took))
  const codes = spoken(stops.map(({ code }) => code ?? 'signal'))
  const seen = `${spoken(fates)}; exits: ${codes}, slowest stop ${ms(slowest)}`
  stage.say(seen)
  return {
    promise: 'a stop loses no request',
    asked: `SIGTERM under 50 requests/s × ${times}: 0 accepted requests fail, exit 0 ≤ 10 s`,
    seen,
    ok: failed.length === 0 && stage.inTime(slowest, 10_000) && stops.every(({ code }) => code === 0),
  }
}

export const fault: Fault = {
  about: 'SIGTERM under load',
  run: async (stage) => [await gracefulStop(stage, stage.pick(2, 20))],
}
