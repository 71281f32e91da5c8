import { setTimeout as sleep } from 'node:timers/promises'
import { createOrder } from './support/buying.ts'
import { type Answer, call } from './support/http.ts'
import { openLoop, type Sent, UNSENT } from './support/open-loop.ts'
import { type Fault, type Figure, ms, percentile, type Stage, spoken, tally } from './support/stage.ts'
import { openWorld, type World } from './support/world.ts'

let next = 0

/** A listing that nobody asked for before: it has to be made. */
function freshPath(): string {
  next += 1
  return `/api/user/filterProduct?limit=24&q=tee&maxPrice=${100_000 + next}`
}

/** What the shop answers in a second when it is never asked faster than it answers. */
async function capacity(loop: ReturnType<typeof openLoop>, forMs: number): Promise<number> {
  const end = performance.now() + forMs
  let answered = 0
  const worker = async () => {
    while (performance.now() < end) if ((await loop.send(freshPath())).status === 200) answered += 1
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return Math.round(answered / (forMs / 1000))
}

async function memory(world: World): Promise<number> {
  const { text } = await call(world.origin(), '/metrics')
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 1024 / 1024
}

/** Five times as many requests as the shop can answer, at a steady pace that waits for nobody. */
export async function overload(stage: Stage, forMs: number): Promise<Figure> {
  const world = await openWorld(stage, { database: 'outside' })
  const origin = world.origin()
  const loop = openLoop(world.shops[0]?.port ?? 0)
  await capacity(loop, 1500)
  const limit = await capacity(loop, 3000)
  const buyers = await world.customers(40)
  const atRest = await memory(world)
  const asked: Promise<Sent>[] = []
  const orders: Promise<Answer>[] = []
  const from = performance.now()
  for (let sent = 0; performance.now() - from < forMs; ) {
    const due = ((performance.now() - from) / 1000) * limit * 5
    for (; sent < due; sent++) asked.push(loop.send(freshPath()))
    const buyer = buyers[orders.length]
    if (buyer && performance.now() - from > (orders.length / buyers.length) * forMs)
      orders.push(createOrder(origin, buyer, 'boxy-tee'))
    await sleep(5)
  }
  const late = sleep(30_000, null, { ref: false })
  const none: Sent = { status: 0, ms: 30_000, retryAfter: false }
  const all = await Promise.all(asked.map(async (one) => (await Promise.race([one, late])) ?? none))
  const answers = all.filter(({ status }) => status !== UNSENT)
  const bought = await Promise.all(orders)
  const ended = performance.now()
  let calm = 0
  while (performance.now() - ended < 10_000) {
    const answer = await call(origin, freshPath())
    if (answer.status === 200 && answer.ms < 250) break
    calm = performance.now() - ended
    await sleep(100)
  }
  const after = await memory(world)
  const accepted = answers.filter(({ status }) => status === 200)
  const shed = answers.filter(({ status }) => status === 503)
  const others = answers.filter(({ status }) => status !== 200 && status !== 503)
  const told = shed.every(({ retryAfter }) => retryAfter)
  const p99 = percentile(
    accepted.map((one) => one.ms),
    0.99,
  )
  const lives = world.shops[0]?.isAlive() ?? false
  const orderStatuses = tally(bought.map(({ status }) => status))
  const seen = `capacity ${limit}/s; of ${answers.length} (${Math.round(answers.length / (forMs / 1000))}/s, up to 1,000 at once): ${accepted.length} answered (p99 ${ms(p99)}), ${shed.length} × 503 (median ${ms(
    percentile(
      shed.map((one) => one.ms),
      0.5,
    ),
  )}${told ? '' : ', Retry-After MISSING'}), ${others.length} without an answer${others[0] ? ` (${spoken(others.map(({ status }) => status))})` : ''}; orders ${JSON.stringify(orderStatuses)}; normal again after ${ms(calm)}; memory ${Math.round(atRest)} → ${Math.round(after)} MB; process ${lives ? 'lives' : 'DIED'}`
  stage.say(seen)
  loop.end()
  await world.stop()
  return {
    promise: 'too many requests are sent away, not piled up',
    asked: `open loop at 5 × capacity for ${ms(forMs)}: excess 503 with Retry-After, accepted p99 ≤ 2 s, normal ≤ 10 s later`,
    seen,
    ok: told && shed.length > 0 && p99 <= 2000 && calm <= 10_000 && lives && others.length === 0,
  }
}

export const fault: Fault = {
  about: 'five times the load that the shop can bear',
  run: async (stage) => [await overload(stage, stage.pick(5000, 60_000))],
}
