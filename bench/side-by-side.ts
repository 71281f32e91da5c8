import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { endProcess, freePort } from '../tests/support/processes.ts'
import { canPin, childrenOf, pinToFirst, processorTime, unpin } from '../tests/support/processors.ts'
import { until } from '../tests/support/until.ts'
import { load, loader } from './load.ts'
import { medians } from './statistics.ts'

/** One of the shop's responses as it was sent; the servers that it is compared to send the same bytes and headers. */
export interface SavedResponse {
  name: string
  path: string
  headers: Record<string, string>
  /** Base64. */
  body: string
}

export interface Comparison {
  page: string
  connections: number
  /** Medians over the rounds, by server. */
  targets: Record<string, TargetFigures>
  errors: number
}

type TargetFigures = {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** The server's processor time per request. Other work on the machine hardly affects it. */
  cpuMs: number
}

/** A server under test. */
interface Target {
  name: string
  pids: number[]
  origin: string
  stop(): Promise<void>
}

/** Fetches a response as a browser that accepts brotli, without decompressing it. */
export function saveResponse(origin: string, name: string, path: string): Promise<SavedResponse> {
  return new Promise((resolve, reject) => {
    request(new URL(path, origin), { headers: { 'accept-encoding': 'br' }, agent: false }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      const { date: _, connection: __, 'keep-alive': ___, ...headers } = response.headers
      // Safe cast: the shop never repeats a header (only Set-Cookie would be an array).
      resolve({ name, path, headers: headers as Record<string, string>, body: Buffer.concat(parts).toString('base64') })
    })
      .on('error', reject)
      .end()
  })
}

/**
 * Compares the shop to a bare Node server and to nginx (if it's installed) that send the same bytes: each page at each
 * number of connections. The servers take turns in each round. If possible, the servers get one processor and the load
 * generator gets the other.
 */
export async function compareSideBySide(options: {
  origin: string
  pid: number
  responses: SavedResponse[]
  folder: string
  connections: number[]
  seconds: number
  rounds: number
  /** Starts the progress bar. The number of measurements depends on nginx. */
  progressOf(steps: number): () => void
}): Promise<Comparison[]> {
  const { responses, rounds } = options
  const targets: Target[] = [{ name: 'shop', pids: [options.pid], origin: options.origin, stop: async () => {} }]
  const pinned = canPinLoad()
  try {
    targets.push(await startBare(responses, options.folder))
    targets.push(...(await startNginx(responses, options.folder)))
    if (pinned) for (const pid of targets.flatMap(({ pids }) => pids)) pinToFirst(pid)
    const progress = options.progressOf(responses.length * options.connections.length * rounds * targets.length)
    const comparisons: Comparison[] = []
    for (const { name, path } of responses)
      for (const connections of options.connections)
        comparisons.push(await comparePage({ ...options, targets, name, path, connections, pinned, progress }))
    return comparisons
  } finally {
    if (pinned) unpin(options.pid)
    for (const target of targets) await target.stop()
  }
}

/** True if the load generator can have its own processor. */
export function canPinLoad(): boolean {
  return loader === 'wrk' && canPin()
}

async function comparePage(options: {
  targets: Target[]
  name: string
  path: string
  connections: number
  seconds: number
  rounds: number
  pinned: boolean
  progress(): void
}): Promise<Comparison> {
  const { targets, path, connections, seconds, rounds, pinned } = options
  const figures = new Map(targets.map(({ name }) => [name, [] as TargetFigures[]]))
  let errors = 0
  for (let round = 0; round < rounds; round++)
    for (const target of round % 2 ? targets.toReversed() : targets) {
      const before = processorTime(target.pids)
      const one = await load({ url: `${target.origin}${path}`, connections, seconds, pinned })
      const cpuMs = (processorTime(target.pids) - before) / (one.requestsPerSecond * seconds)
      errors += one.errors
      figures.get(target.name)?.push({ requestsPerSecond: one.requestsPerSecond, p50: one.p50, p99: one.p99, cpuMs })
      options.progress()
    }
  const targetFigures = Object.fromEntries(Array.from(figures, ([name, rounds]) => [name, medians(rounds)]))
  return { page: options.name, connections, targets: targetFigures, errors }
}

async function startBare(responses: SavedResponse[], folder: string): Promise<Target> {
  const port = await freePort()
  const file = join(folder, 'responses.json')
  await writeFile(file, JSON.stringify(responses))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), file, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return untilListening(
    { name: 'bare Node', pids: [child.pid ?? 0], origin: `http://127.0.0.1:${port}`, stop: () => endProcess(child) },
    child,
  )
}

/** nginx with one worker, files from the page cache and no log. None if it isn't installed. */
async function startNginx(responses: SavedResponse[], folder: string): Promise<Target[]> {
  const program = ['/usr/sbin/nginx', 'nginx'].find((place) => spawnSync(place, ['-v']).error === undefined)
  if (!program) return []
  const port = await freePort()
  const files = join(folder, 'nginx')
  await mkdir(files, { recursive: true })
  const locations = []
  for (const [number, { path, headers, body }] of responses.entries()) {
    await writeFile(join(files, `${number}.bin`), Buffer.from(body, 'base64'))
    const { 'content-type': type = '', 'content-length': _, ...others } = headers
    const lines = Object.entries(others).map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`)
    locations.push(
      `location = ${path.split('?', 1)[0]} { default_type ${JSON.stringify(type)}; ${lines.join(' ')} try_files /${number}.bin =404; }`,
    )
  }
  const asRoot = process.getuid?.() === 0 ? 'user root;' : ''
  const conf = `${asRoot} worker_processes 1; daemon off; pid nginx.pid; error_log stderr crit; events { worker_connections 1024; }
http { access_log off; etag off; sendfile on; tcp_nopush on; keepalive_requests 100000000; charset off;
open_file_cache max=100; open_file_cache_valid 600s;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
server { listen 127.0.0.1:${port}; root ${files}; types {} ${locations.join('\n')} } }`
  await writeFile(join(files, 'nginx.conf'), conf)
  const child = spawn(program, ['-p', files, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const target = {
    name: 'nginx',
    pids: [child.pid ?? 0],
    origin: `http://127.0.0.1:${port}`,
    stop: () => endProcess(child),
  }
  await untilListening(target, child)
  return [{ ...target, pids: [...target.pids, ...childrenOf(child.pid ?? 0)] }]
}

async function untilListening(target: Target, child: ChildProcess): Promise<Target> {
  try {
    await until(
      `${target.name} starts`,
      5000,
      async () => child.exitCode !== null || Boolean(await fetch(target.origin)),
    )
    if (child.exitCode === null) return target
  } catch {}
  await target.stop()
  throw new Error(`${target.name} did not start.`)
}
