import { setTimeout as sleep } from 'node:timers/promises'
import { openLoop, type Sent, UNSENT } from './open-loop.ts'

/**
 * `node overload-sender.ts PORT MODE PER_SECOND MILLISECONDS LAST_QUERY`: a process of its own that requests uncached
 * listings. `closed`: eight at a time, which measures the shop's capacity. `open`: at a fixed rate. Prints one line of JSON.
 */
const [port = '0', mode = 'closed', perSecond = '0', forMs = '1000', last = '0'] = process.argv.slice(2)
const RESPONSE_TIMEOUT_MS = 30_000
const loop = openLoop(Number(port))
const until = performance.now() + Number(forMs)
let lastQuery = Number(last)

function freshPath(): string {
  lastQuery += 1
  return `/api/user/filterProduct?limit=24&q=tee&maxPrice=${100_000 + lastQuery}`
}

/** The results as flat rows: a burst has a million of them, and objects would fill the memory. */
const rows: number[][] = []
let unsent = 0
let waiting = 0

function record(sent: Sent): void {
  waiting -= 1
  if (sent.status === UNSENT) unsent += 1
  else rows.push([sent.status, round(sent.ms), round(sent.lateMs), sent.retryAfter ? 1 : 0])
}

function send(due: number): Promise<void> {
  waiting += 1
  return loop.send(freshPath(), due).then(record)
}

async function closed(): Promise<void> {
  const worker = async () => {
    while (performance.now() < until) await send(performance.now())
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

async function open(): Promise<void> {
  const from = performance.now()
  const gap = 1000 / Number(perSecond)
  let dueAt = from
  while (performance.now() < until) {
    while (dueAt <= performance.now()) {
      void send(dueAt)
      dueAt += gap
    }
    await sleep(1)
  }
  const end = performance.now() + RESPONSE_TIMEOUT_MS
  while (waiting > 0 && performance.now() < end) await sleep(20)
  // What has no response by now counts as lost.
  for (let lost = 0; lost < waiting; lost++) rows.push([0, RESPONSE_TIMEOUT_MS, 0, 0])
}

await (mode === 'open' ? open() : closed())
const { user, system } = process.cpuUsage()
process.stdout.write(`${JSON.stringify({ lastQuery, unsent, cpuSeconds: (user + system) / 1e6, sent: rows })}\n`)
loop.end()

function round(value: number): number {
  return Math.round(value * 10) / 10
}
