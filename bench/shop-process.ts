import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanEnvironment, endProcess, freePort } from '../tests/support/processes.ts'
import { until } from '../tests/support/until.ts'

export const root = join(import.meta.dirname, '..')

/** The shop as an operator starts it, in a process of its own. */
export interface BenchShop {
  origin: string
  pid: number
  dataDir: string
  /** Milliseconds from the start of the process to the last byte of its first page. */
  firstPageMs: number
  /** Resident memory of the process in MB (10^6 bytes); NaN where the system has no /proc. */
  memoryMb(): Promise<number>
  stop(): Promise<void>
}

export const newDataDir = () => mkdtemp(join(tmpdir(), 'bench-'))
export const removeDir = (dir: string) => rm(dir, { recursive: true, force: true })

/**
 * Starts the shop on a data folder as `npm start` does, and waits for its first page. `more` adds settings. `checkout`: the
 * folder of another version, built.
 */
export async function startShop(
  dataDir: string,
  more: Record<string, string> = {},
  checkout = root,
): Promise<BenchShop> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const settings = { PORT: String(port), PUBLIC_URL: origin, DATA_DIR: dataDir, LOG_LEVEL: 'error', HOLD_MINUTES: '1' }
  const from = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: checkout,
    env: { ...cleanEnvironment(), ...settings, ...more, NODE_ENV: 'production', DEMO: 'on' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()))
  await until('the shop sends its first page', 300_000, async () => {
    if (child.exitCode !== null) return true
    const page = await fetch(`${origin}/`)
    await page.arrayBuffer()
    return page.ok
  }).catch(async (error: unknown) => {
    await endProcess(child)
    throw error
  })
  if (child.exitCode !== null) throw new Error(`The shop ended at its start.\n${errors}`)
  return {
    origin,
    pid: child.pid ?? 0,
    dataDir,
    firstPageMs: performance.now() - from,
    memoryMb: () => memoryOf(child.pid ?? 0),
    stop: () => endProcess(child),
  }
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024) / 1e6
}
