/** Hands this process over to a program of the shop, which needs Node 24. Plain Node 18+, no dependencies. */
import { spawn } from 'node:child_process'
import * as module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNode, root } from './ensure.mjs'

const parent = process.ppid

/**
 * Runs `entry` in this very process where its Node will do, so that nothing stands between npm and the shop. Else in a
 * child that gets our signals, whose exit code becomes ours, and that stops by itself when we are killed: the channel
 * between us closes then.
 * @param {string} entry a file, from the project's folder
 * @param {{ args?: string[], env?: Record<string, string>, flags?: string[] }} options `env` is what its process begins
 *   with, beside what the operator has set; `flags` are Node's own
 */
export async function handOver(entry, { args = [], env = {}, flags = [] } = {}) {
  // npm was killed while packages came in: nobody waits for the shop any more.
  if (process.ppid !== parent && process.env.npm_lifecycle_event) process.exit(0)
  const file = join(root, entry)
  // Stripped types and compiled code are kept from one start to the next: the second one takes half as long.
  const compiled = join(root, 'node_modules/.cache/compiled')
  const isOurNode = findNode() === process.execPath
  const isSet = flags.every((flag) => process.execArgv.includes(flag))
  if (isOurNode && isSet && Object.keys(env).every((name) => process.env[name] !== undefined)) {
    process.argv = [process.execPath, file, ...args]
    module.enableCompileCache?.(compiled)
    await import(pathToFileURL(file).href)
    return
  }
  const all = { NODE_COMPILE_CACHE: compiled, ...env, ...process.env }
  // The same process under the same number, begun anew.
  if (isOurNode && process.platform !== 'win32')
    process.execve(process.execPath, [process.execPath, ...flags, file, ...args], all)
  const child = spawn(findNode(), [...flags, file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: all,
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
