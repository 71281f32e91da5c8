import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** One promise, what was asked of it and what was seen: a row of the table. */
export interface Figure {
  promise: string
  asked: string
  seen: string
  ok: boolean
  /** This machine cannot show it, as `seen` says: neither kept nor broken. */
  notShown?: true
}

/** `full`: the figures of docs/reliability.md. `quick`: a sample of each, for every run of the tests. */
export type Size = 'quick' | 'full'

/** What a fault runs on: temporary folders and processes of its own, all gone afterwards. */
export interface Stage {
  size: Size
  pick<T>(quick: T, full: T): T
  /** Whether what took so many milliseconds kept to its limit: a sample runs beside other tests, so it judges no times. */
  inTime(tookMs: number, limitMs: number): boolean
  /** A line of progress. */
  say(line: string): void
  /** A temporary folder into which the unprivileged user of a database may walk. */
  folder(name: string): Promise<string>
  /** Ends at the end, last one first. */
  defer(end: () => Promise<unknown>): void
  /** A process that may not outlive us, whatever happens. */
  own(child: ChildProcess): void
  close(): Promise<void>
}

/** A fault: what happens, and what the shop promises for it. */
export interface Fault {
  about: string
  /** Takes an hour or more at full size: then it runs only when it is named. */
  isLong?: boolean
  run(stage: Stage): Promise<Figure[]>
}

/** Opens a stage. Close it, and nothing is left of it. */
export function openStage(size: Size, say: (line: string) => void = () => {}): Stage {
  const ends: (() => Promise<unknown>)[] = []
  const children = new Set<ChildProcess>()
  const killAll = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  process.once('exit', killAll)
  return {
    size,
    say,
    pick: (quick, full) => (size === 'quick' ? quick : full),
    inTime: (tookMs, limitMs) => size === 'quick' || tookMs <= limitMs,
    async folder(name) {
      const path = await mkdtemp(join(tmpdir(), `faults-${name}-`))
      await chmod(path, 0o711)
      ends.push(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
      return path
    },
    defer: (end) => void ends.push(end),
    own(child) {
      children.add(child)
      child.once('exit', () => children.delete(child))
    },
    async close() {
      for (const end of ends.reverse()) await end().catch(() => {})
      process.off('exit', killAll)
      killAll()
    },
  }
}

/** Asks again and again until the answer is neither null nor false; `within` in milliseconds. */
export async function until<T>(
  what: string,
  within: number,
  ask: () => Promise<T | null | false> | T | null | false,
): Promise<T> {
  const end = performance.now() + within
  let last: unknown
  for (;;) {
    try {
      const found = await ask()
      if (found !== null && found !== false) return found
    } catch (error) {
      last = error
    }
    if (performance.now() > end)
      throw new Error(`${what}: not within ${within} ms${last instanceof Error ? ` (${last.message})` : ''}`)
    await sleep(40)
  }
}

/** The value below which a share of all lies; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** How often each value comes: `{200: 10, 409: 490}`. */
export function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** `10 × 200, 490 × 409`. */
export function spoken(values: readonly (string | number)[]): string {
  return Object.entries(tally(values))
    .map(([value, count]) => `${count} × ${value}`)
    .join(', ')
}

/** Milliseconds, for people. */
export function ms(value: number): string {
  return value >= 2000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`
}
