import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Stops a process and waits for it; after `timeoutMs` it is killed. */
export async function endProcess(child: ChildProcess, timeoutMs = 15_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await ended
  clearTimeout(timer)
}

/** A port that is free, as is the next one (the sandbox's), below the range of ephemeral ports. */
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

/** Node's cache of compiled code, the one of `npm start`: it takes a third off each start of a process. */
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/compiled')

/** The environment without the shop's settings; the project's `.env` is not read either. */
export function cleanEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot']
  const found = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...Object.fromEntries(found), NODE_COMPILE_CACHE: COMPILE_CACHE, SHOP_ENV_FILE: '' }
}
