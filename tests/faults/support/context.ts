import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the check of one promise measured: a row of the table in docs/reliability.md. */
export interface CheckResult {
  promise: string
  requirement: string
  measured: string
  ok: boolean
  /** This machine cannot check it, for the reason in `measured`: neither kept nor broken. */
  skipped?: true
}

/** `full`: as in docs/reliability.md. `quick`: a sample, for every run of the tests. */
export type Size = 'quick' | 'full'

/** The temporary folders and processes of a fault, all removed by `close`. */
export interface FaultContext {
  size: Size
  /** Whether processor time is to be printed by part. */
  isProfiled: boolean
  pick<T>(quick: T, full: T): T
  /** Whether a time is within its limit. In a sample always, because that runs beside other tests. */
  inTime(tookMs: number, limitMs: number): boolean
  /** Prints progress. */
  log(line: string): void
  /** A temporary folder that the unprivileged user of a database can reach. */
  folder(name: string): Promise<string>
  /** Runs in `close`, the last one first. */
  defer(end: () => Promise<unknown>): void
  /** Kills a child process in `close`, or when this process exits. */
  own(child: ChildProcess): void
  close(): Promise<void>
}

/** A fault and the checks of what the shop promises for it. */
export interface Fault {
  about: string
  /** Takes an hour or more at full size, and then runs only when it is named. */
  isLong?: boolean
  /** Runs in a process of its own, whose network has nothing but loopback and what it adds. */
  hasOwnNetwork?: boolean
  run(context: FaultContext): Promise<CheckResult[]>
}

/** Opens a context; `close` removes everything of it. */
export function openContext(
  size: Size,
  log: (line: string) => void = () => {},
  { isProfiled = false }: { isProfiled?: boolean } = {},
): FaultContext {
  const ends: (() => Promise<unknown>)[] = []
  const folders: string[] = []
  const children = new Set<ChildProcess>()
  const killAll = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  process.once('exit', killAll)
  return {
    size,
    isProfiled,
    log,
    pick: (quick, full) => (size === 'quick' ? quick : full),
    inTime: (tookMs, limitMs) => size === 'quick' || tookMs <= limitMs,
    async folder(name) {
      const path = await mkdtemp(join(tmpdir(), `faults-${name}-`))
      await chmod(path, 0o711)
      folders.push(path)
      return path
    },
    defer: (end) => void ends.push(end),
    own(child) {
      children.add(child)
      child.once('exit', () => children.delete(child))
    },
    async close() {
      for (const end of ends.reverse()) await end().catch(() => {})
      // A child may write into a folder until it has exited.
      const running = [...children].filter((child) => child.pid !== undefined && child.exitCode === null)
      const exits = running.map((child) => new Promise((resolve) => child.once('exit', resolve)))
      killAll()
      await Promise.all(exits)
      for (const path of folders) await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
      process.off('exit', killAll)
    },
  }
}

/** The value below which this share of all values lies; 0 if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The same of the times of responses. */
export function percentileMs(responses: readonly { ms: number }[], share: number): number {
  return percentile(
    responses.map((one) => one.ms),
    share,
  )
}

/** How often each value occurs: `{200: 10, 409: 490}`. */
export function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** `10 × 200, 490 × 409`. */
export function formatCounts(values: readonly (string | number)[]): string {
  return Object.entries(tally(values))
    .map(([value, count]) => `${count} × ${value}`)
    .join(', ')
}

/** Formats milliseconds. */
export function ms(value: number): string {
  return value >= 2000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`
}
