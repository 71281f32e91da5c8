/** Runs a program of the shop, which needs Node 24, from a script that any Node since 18 can run. */
import { spawn } from 'node:child_process'
import * as module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNode, root } from './ensure.mjs'

const parent = process.ppid

/**
 * Runs `entry` in this process where its Node, flags and environment fit, so that npm's signals reach the shop. Else in
 * a child that gets our signals and whose exit code becomes ours; when we are killed its IPC channel closes, and it stops.
 * @param {string} entry a file, relative to the project's root
 * @param {{ args?: string[], env?: Record<string, string>, flags?: string[] }} options `env`: defaults of environment
 *   variables; `flags`: Node's own
 */
export async function handOver(entry, { args = [], env = {}, flags = [] } = {}) {
  // npm was killed during the installation: nobody is left to stop the shop.
  if (process.ppid !== parent && process.env.npm_lifecycle_event) process.exit(0)
  const file = join(root, entry)
  // With a compile cache the second start takes half as long.
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
  // Replaces this process and keeps its id, so that signals still reach it.
  if (isSameNode && process.platform !== 'win32')
    process.execve(process.execPath, [process.execPath, ...flags, file, ...args], fullEnv)
  const child = spawn(findNode(), [...flags, file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: fullEnv,
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm was killed: our exit closes the child's channel.
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || process.exit(0), 500).unref()
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code) => process.exit(code ?? 1))
}
