/**
 * `npm run dev`: Vite serves the pages with hot reload, and the server restarts when a file that it may have loaded
 * changes. (`node --watch` would restart forever: at every start, React Router's plugin has Vite bundle its
 * configuration into `node_modules/.vite-temp` and imports that file, even with Vite's `configLoader: 'runner'`.)
 */
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensure, findNode, root } from './ensure.mjs'

process.env.NODE_ENV = 'development'
const parent = process.ppid
await ensure({ dev: true })

/** Code and data that the server may load, excluding components, styles and OTHER_FILES. */
const SERVER_FILES = /^server\.ts$|^(src|db)[\\/].*\.(ts|json|txt|sql)$|^src[\\/]sandbox[\\/]/
const OTHER_FILES = /^src[\\/](platform[\\/]browser|app[\\/]service-worker)[\\/]|\.test\./
const DEBOUNCE_MS = 150

let child = start()
let isStopping = false
let timer

function start() {
  const started = spawn(findNode(), [join(root, 'server.ts')], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  started.on('exit', (code) => {
    if (started !== child) return
    if (isStopping) process.exit(code ?? 0)
    if (code !== 0) process.stderr.write('The server has stopped; it restarts when a file changes.\n')
  })
  return started
}

/** A process ended by a signal has no exit code. */
function isRunning({ exitCode, signalCode }) {
  return exitCode === null && signalCode === null
}

async function restart(file) {
  process.stderr.write(`${file} has changed: the server restarts.\n`)
  const old = child
  const exited = isRunning(old) ? new Promise((resolve) => old.once('exit', resolve)) : null
  child = undefined
  old.kill('SIGTERM')
  await exited
  if (!isStopping) child = start()
}

for (const folder of ['.', 'src', 'db'])
  watch(join(root, folder), { recursive: folder !== '.' }, (_, name) => {
    const file = join(folder, name ?? '')
    if (!SERVER_FILES.test(file) || OTHER_FILES.test(file) || !child) return
    clearTimeout(timer)
    timer = setTimeout(() => restart(file), DEBOUNCE_MS)
  })

// If npm is killed, this process exits, which closes the server's channel and stops it.
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || process.exit(0), 500).unref()

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    isStopping = true
    if (!child || !isRunning(child)) process.exit(0)
    child.kill(signal)
  })
