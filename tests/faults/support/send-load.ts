import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { canPin, onSecond, pinToFirst } from '../../support/processors.ts'
import type { FaultContext } from './context.ts'
import type { Environment } from './environment.ts'
import type { Sent } from './open-loop.ts'

export interface Burst {
  asked: Sent[]
  /** Requests that the load generator could not send because all of its connections were in use. */
  unsent: number
  /** The load generator's use of its processor, 0 to 1. */
  busy: number
}

interface Load {
  port: number
  /** `closed`: eight requests at a time. `open`: at a fixed rate. */
  mode: 'closed' | 'open'
  perSecond?: number
  forMs: number
  /** A JSON list of the requests' texts; uncached listings without one. */
  file?: string
}

/** The number of the last query; each has another one, so that no response is cached. */
export const queries = { last: 0 }

/** Sends load from a process of its own, where possible on a processor of its own. */
export async function sendLoad(
  context: FaultContext,
  { port, mode, perSecond = 0, forMs, file }: Load,
): Promise<Burst> {
  const sender = join(import.meta.dirname, 'overload-sender.ts')
  const words = [sender, port, mode, perSecond, forMs, queries.last, ...(file === undefined ? [] : [file])]
  const line = [process.execPath, ...words.map(String)]
  const [command, ...args] = canPin() ? onSecond(line) : line
  const child = spawn(command ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  context.own(child)
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await new Promise((ended) => child.once('close', ended))
  const report: { lastQuery: number; unsent: number; cpuSeconds: number; sent: number[][] } = JSON.parse(printed)
  queries.last = report.lastQuery
  const asked = report.sent.map(([status = 0, ms = 0, lateMs = 0, retryAfter = 0]) => ({
    status,
    ms,
    lateMs,
    retryAfter,
  }))
  return { asked, unsent: report.unsent, busy: report.cpuSeconds / (forMs / 1000) }
}

/** Pins the shop to the first processor; the load generator has the second. */
export function pinShop(environment: Environment): boolean {
  const pid = environment.shops[0]?.child.pid
  if (!pid || !canPin()) return false
  pinToFirst(pid)
  return true
}
