/**
 * `npm run dev`: pages from their sources with hot reload; the server starts again when a file that only it reads
 * changes. (Node's own --watch also starts again for the settings that Vite writes into its cache at every start.)
 */
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensure, findNode, root } from './ensure.mjs'

process.env.NODE_ENV = 'development'
const parent = process.ppid
await ensure({ dev: true })

/** Files that Vite does not serve: the server's, and the pure ones that both sides read. */
const OF_SERVER =
  /(\.server|[\\/](contract|rules|messages|tables))\.ts$|^(src[\\/](platform|sandbox)|db)[\\/].*\.(ts|sql)$/
const PAUSE_MS = 150

let child = start()
let isEnding = false
let timer

function start() {
  const started = spawn(findNode(), [join(root, 'server.ts')], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  started.on('exit', (code) => {
    if (started !== child) return
    if (isEnding) process.exit(code ?? 0)
    if (code !== 0) process.stderr.write('The server has stopped; it starts again when a file changes.\n')
  })
  return started
}

async function startAgain(file) {
  process.stderr.write(`${file} has changed: the server starts again.\n`)
  const old = child
  const gone = old.exitCode === null ? new Promise((resolve) => old.once('exit', resolve)) : null
  child = undefined
  old.kill('SIGTERM')
  await gone
  if (!isEnding) child = start()
}

for (const folder of ['src', 'db'])
  watch(join(root, folder), { recursive: true }, (_, name) => {
    const file = join(folder, name ?? '')
    if (!OF_SERVER.test(file) || /\.test\./.test(file) || !child) return
    clearTimeout(timer)
    timer = setTimeout(() => startAgain(file), PAUSE_MS)
  })

// npm was killed: our exit closes the server's channel, and it stops by itself.
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || process.exit(0), 500).unref()

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    isEnding = true
    if (!child || child.exitCode !== null) process.exit(0)
    child.kill(signal)
  })
