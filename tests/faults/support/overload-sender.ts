import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLoop, type Sent, UNSENT } from './open-loop.ts'

/**
 * `node overload-sender.ts PORT MODE PER_SECOND MILLISECONDS LAST_QUERY [FILE]`: a process of its own that requests uncached
 * listings, or one after the other the requests of a file (a JSON list of their texts). `closed`: eight at a time, which
 * measures the shop's capacity. `open`: at a fixed rate. Prints one line of JSON.
 */
const [port = '0', mode = 'closed', perSecond = '0', forMs = '1000', last = '0', file] = process.argv.slice(2)
const RESPONSE_TIMEOUT_MS = 30_000
const loop = openLoop(Number(port))
const until = performance.now() + Number(forMs)
let lastQuery = Number(last)

const given: string[] = file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8'))

function nextRequest(): string {
  lastQuery += 1
  const path = `/api/user/filterProduct?limit=24&q=tee&maxPrice=${100_000 + lastQuery}`
  return (
    given[lastQuery % given.length] ?? `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n`
  )
}

/** The results as flat rows: a burst has a million of them, and objects would fill the memory. */
const rows: number[][] = []
let unsent = 0
let waiting = 0

function record(sent: Sent): void {
  waiting -= 1
  if (sent.status === UNSENT) unsent += 1
  else rows.push([sent.status, round(sent.ms), round(sent.lateMs), sent.retryAfter])
}

function send(due: number): Promise<void> {
  waiting += 1
  return loop.send(nextRequest(), due).then(record)
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
