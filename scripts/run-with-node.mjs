/** For scripts that also run on Node 18: runs a program that needs Node 24. */
import { spawn } from 'node:child_process'
import * as module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNode, root } from './ensure.mjs'

const parent = process.ppid
/** A program that ends with this code is started again (src/platform/process/stop.server.ts). */
const RESTART_CODE = 75

/**
 * Runs `entry` on the right Node: in this process if its version, flags and environment fit, or by replacing this
 * process, so that npm's signals reach the program. With another Node it runs in a child process that receives this
 * one's signals and determines its exit code. If this process is killed, the IPC channel closes and the child stops.
 * @param {string} entry a file, relative to the project's root
 * @param {{ args?: string[], env?: Record<string, string>, flags?: string[] }} options `env`: defaults of environment
 *   variables; `flags`: Node's own
 */
export async function runWithNode(entry, { args = [], env = {}, flags = [] } = {}) {
  // npm was killed during the installation, so nothing would stop the program.
  if (process.ppid !== parent && process.env.npm_lifecycle_event) process.exit(0)
  const file = join(root, entry)
  // The compile cache halves the time of the second start.
  const compileCache = join(root, 'node_modules/.cache/compiled')
  const isSameNode = findNode() === process.execPath
  const hasFlags = flags.every((flag) => process.execArgv.includes(flag))
  if (isSameNode && hasFlags && Object.keys(env).every((name) => process.env[name] !== undefined)) {
    process.argv = [process.execPath, file, ...args]
    module.enableCompileCache?.(compileCache)
    await import(pathToFileURL(file).href)
    return
  }
  const fullEnv = { NODE_COMPILE_CACHE: compileCache, ...env, ...process.env }
  // Keeps the process id, so that signals still reach the program.
  if (isSameNode && process.platform !== 'win32')
    process.execve(process.execPath, [process.execPath, ...flags, file, ...args], fullEnv)
  let child
  const start = () => {
    child = spawn(findNode(), [...flags, file, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: fullEnv,
    })
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      process.exit(1)
    })
    child.on('exit', (code) => (code === RESTART_CODE ? start() : process.exit(code ?? 1)))
  }
  start()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // If npm is killed, this process exits, which closes the child's channel.
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || process.exit(0), 500).unref()
}
