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
 * @param {{ args?: string[], flags?: string[] }} options `flags` are for Node itself, and always mean a child
 */
export async function handOver(entry, { args = [], flags = [] } = {}) {
  // npm was killed while packages came in: nobody waits for the shop any more.
  if (process.ppid !== parent && process.env.npm_lifecycle_event) process.exit(0)
  const file = join(root, entry)
  if (findNode() === process.execPath && flags.length === 0) {
    process.argv = [process.execPath, file, ...args]
    // Stripped types and compiled code are kept from one start to the next: the second one takes half as long.
    module.enableCompileCache?.(join(root, 'node_modules/.cache/compiled'))
    await import(pathToFileURL(file).href)
    return
  }
  const child = spawn(findNode(), [...flags, file, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code) => process.exit(code ?? 1))
}
