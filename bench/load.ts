import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { onSecond } from '../tests/support/processors.ts'

const execute = promisify(execFile)

export interface LoadFigures {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  errors: number
}

export interface Load {
  url: string
  connections: number
  seconds: number
  /** wrk runs on the second processor only. */
  pinned?: boolean
  /** A Lua file that makes wrk's requests; only with wrk. */
  script?: string
}

/** wrk if it's installed (a Debian package), because it uses less processor time than autocannon. */
export const loader = spawnSync('wrk', ['-v']).error === undefined ? 'wrk' : 'autocannon'

/** Requests one URL over keep-alive connections, accepting brotli as browsers do. */
export function load(options: Load): Promise<LoadFigures> {
  return loader === 'wrk' ? loadWithWrk(options) : loadWithAutocannon(options)
}

async function loadWithWrk({ url, connections, seconds, pinned = false, script }: Load): Promise<LoadFigures> {
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', 'Accept-Encoding: br']
  const command = ['wrk', ...flags, ...(script === undefined ? [] : ['-s', script]), url]
  const [program = '', ...args] = pinned ? onSecond(command) : command
  const { stdout } = await execute(program, args)
  const failures = [...stdout.matchAll(/(?:connect|read|write|timeout) (\d+)|Non-2xx or 3xx responses: (\d+)/g)]
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50: milliseconds(/50%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    p99: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    errors: failures.reduce((sum, [, socket, status]) => sum + Number(socket ?? status ?? 0), 0),
  }
}

function milliseconds(found: RegExpExecArray | null): number {
  const scale = { us: 0.001, ms: 1, s: 1000 }[found?.[2] ?? ''] ?? Number.NaN
  return Number(found?.[1]) * scale
}

async function loadWithAutocannon({ url, connections, seconds }: Load): Promise<LoadFigures> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { 'accept-encoding': 'br' } })
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  }
}
