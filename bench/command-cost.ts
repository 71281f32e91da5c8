import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#shop/tables.server.ts'
import type { FaultContext } from '../tests/faults/support/context.ts'
import { runNode } from '../tests/faults/support/processes.ts'

/** What a command took. NaN if the system has no /proc. */
export interface CommandCost {
  /** When it ran, by `performance.now()`. */
  from: number
  to: number
  /** Processor seconds of the command, and of its longest connection to PostgreSQL. */
  processor: number
  postgres: number
  /** Its most resident memory, in bytes. */
  memory: number
  /** Bytes that it wrote to disks. */
  written: number
}

const EVERY_MS = 40
/** Of `utime` and `stime` in /proc. */
const TICKS_PER_SECOND = 100

/** Runs a command of the shop to its end. @throws {Error} with what it printed, if it fails */
export async function measureCommand(
  context: FaultContext,
  { env, words, db }: { env: Record<string, string>; words: readonly string[]; db: Kysely<Tables> },
): Promise<CommandCost> {
  const from = performance.now()
  const running = runNode(context, 'src/cli/main.ts', env, [], words)
  const pid = running.child.pid ?? 0
  const cost = { processor: Number.NaN, postgres: Number.NaN, memory: Number.NaN, written: Number.NaN }
  let backend: number | null = null
  while (running.isAlive()) {
    const [status, stat, io] = await Promise.all([fileOf(pid, 'status'), fileOf(pid, 'stat'), fileOf(pid, 'io')])
    cost.memory = keep(cost.memory, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024)
    cost.processor = keep(cost.processor, secondsIn(stat))
    cost.written = keep(cost.written, Number(/^write_bytes: (\d+)/m.exec(io)?.[1]))
    backend ??= await findBackend(db).catch(() => null)
    if (backend !== null) cost.postgres = keep(cost.postgres, secondsIn(await fileOf(backend, 'stat')))
    await sleep(EVERY_MS)
  }
  const { code } = await running.ended
  if (code !== 0) throw new Error(`shop ${words.join(' ')}: ${running.output()}`)
  return { from, to: performance.now(), ...cost }
}

const fileOf = (pid: number, name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
const keep = (before: number, now: number) => (Number.isNaN(now) ? before : now)

function secondsIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

async function findBackend(db: Kysely<Tables>): Promise<number | null> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'shop backup'`.execute(db)
  return rows[0]?.pid ?? null
}
