import { setTimeout as sleep } from 'node:timers/promises'
import { openLoop, type Sent, UNSENT } from './open-loop.ts'

/**
 * `node overload-sender.ts PORT MODE PER_SECOND MILLISECONDS FIRST`: a process of its own that asks for listings nobody
 * asked for before. `closed`: eight at a time, the next when one is answered (what the shop can do). `open`: at a steady
 * pace that waits for nobody. Prints one line of JSON.
 */
const [port = '0', mode = 'closed', perSecond = '0', forMs = '1000', first = '1'] = process.argv.slice(2)
const loop = openLoop(Number(port))
const until = performance.now() + Number(forMs)
let next = Number(first)

function freshPath(): string {
  next += 1
  return `/api/user/filterProduct?limit=24&q=tee&maxPrice=${100_000 + next}`
}

async function closed(): Promise<Sent[]> {
  const all: Sent[] = []
  const worker = async () => {
    while (performance.now() < until) all.push(await loop.send(freshPath(), performance.now()))
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return all
}

async function open(): Promise<Sent[]> {
  const asked: Promise<Sent>[] = []
  const from = performance.now()
  const gap = 1000 / Number(perSecond)
  while (performance.now() < until) {
    for (let due = from + asked.length * gap; due <= performance.now(); due += gap)
      asked.push(loop.send(freshPath(), due))
    await sleep(1)
  }
  const late = sleep(30_000, null, { ref: false })
  const none: Sent = { status: 0, ms: 30_000, lateMs: 0, connectMs: 0, retryAfter: false }
  return Promise.all(asked.map(async (one) => (await Promise.race([one, late])) ?? none))
}

const all = mode === 'open' ? await open() : await closed()
const sent = all.filter(({ status }) => status !== UNSENT)
process.stdout.write(
  `${JSON.stringify({
    next,
    unsent: all.length - sent.length,
    cpuSeconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    sent: sent.map((one) => [
      one.status,
      round(one.ms),
      round(one.lateMs),
      round(one.connectMs),
      one.retryAfter ? 1 : 0,
    ]),
  })}\n`,
)
loop.end()

function round(value: number): number {
  return Math.round(value * 10) / 10
}
