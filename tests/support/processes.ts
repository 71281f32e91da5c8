import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Sends SIGTERM and waits for the end of the process; kills it after `timeoutMs`. */
export async function endProcess(child: ChildProcess, timeoutMs = 60_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await ended
  clearTimeout(timer)
}

/** A free port whose next one, the sandbox's, is free too; below the range of ephemeral ports. */
export async function freePort(): Promise<number> {
  for (let round = 0; round < 50; round++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
  throw new Error('No free port was found.')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** The cache of compiled code that `npm start` uses: with it a process starts in two thirds of the time. */
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/compiled')

/** The environment without settings of the shop; SHOP_ENV_FILE keeps the project's `.env` from being read. */
export function cleanEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot']
  const found = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...Object.fromEntries(found), NODE_COMPILE_CACHE: COMPILE_CACHE, SHOP_ENV_FILE: '' }
}
