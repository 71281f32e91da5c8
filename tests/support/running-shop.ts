import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '#platform/db/connection.server.ts'
import { openCommandLine } from './command-line.ts'
import { cleanEnvironment, endProcess, freePort } from './processes.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'
import { databaseUrl } from './test-server.ts'
import { until } from './until.ts'

const root = join(import.meta.dirname, '../..')

/** The built shop in a process of its own, with its own data folder and mail server. */
export interface RunningShop {
  origin: string
  dataDir: string
  /** Of the database that it was given; undefined for an embedded one. */
  database: Connection | undefined
  mail: SmtpSink
  process: ChildProcess
  /** What the shop has printed so far. */
  output(): string
  /** Runs an operator's command on this shop's data; its standard output. */
  command(...args: string[]): Promise<string>
  stop(): Promise<void>
}

export interface RunningShopOptions {
  settings?: Record<string, string>
  /** An existing database on the run's server. Without it the shop starts an embedded one of its own. */
  database?: Connection
  /** An existing data folder, which is not removed: for a restart. */
  dataDir?: string
  /** A port of the caller's, so that the address outlives a restart. */
  port?: number
}

/** Starts the shop and waits until it is ready. */
export async function startShop(options: RunningShopOptions = {}): Promise<RunningShop> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'shop-run-')))
  const port = options.port ?? (await freePort())
  const mail = await startSmtpSink()
  const env = {
    ...cleanEnvironment(),
    NODE_ENV: 'production',
    DEMO: 'on',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    LOG_LEVEL: 'warn',
    ...(options.database ? { DATABASE_URL: databaseUrl(options.database) } : {}),
    ...options.settings,
  }
  const child = spawn(process.execPath, ['server.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (printed += text.toString()))
  const origin = `http://localhost:${port}`
  const commandLine = openCommandLine(env)
  async function stop() {
    await commandLine.stop()
    await endProcess(child)
    await mail.close()
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await until(
      'the shop is ready',
      120_000,
      async () => child.exitCode !== null || (await fetch(`${origin}/readyz`)).ok,
    )
    if (child.exitCode !== null) throw new Error(`The shop ended at its start:\n${printed}`)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    origin,
    dataDir,
    database: options.database,
    mail,
    process: child,
    output: () => printed,
    async command(...args) {
      const { code, out, errors } = await commandLine.run(args)
      if (code !== 0) throw new Error(`shop ${args.join(' ')} ended with ${code}: ${errors || out}`)
      return out
    },
    stop,
  }
}
