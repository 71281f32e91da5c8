/**
 * Installs and builds what is missing, which takes about 50 ms if nothing is. It imports no packages and runs on Node
 * 18, which is what Debian 12 has. It prints only to standard error, because standard output belongs to the command.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = resolve(fileURLToPath(new URL('..', import.meta.url)))

const log = (line) => process.stderr.write(`${line}\n`)
const [major, minor] = process.versions.node.split('.').map(Number)
const SYSTEM = process.platform === 'win32' ? 'win' : process.platform
/** The packages' own file, because some versions of npm (Debian 12's) don't link it in `node_modules/.bin`. */
export const BUNDLED_NODES = [`node-${SYSTEM}-${process.arch}`, `node-bin-${SYSTEM}-${process.arch}`].map((name) =>
  join(root, 'node_modules', name, 'bin', SYSTEM === 'win' ? 'node.exe' : 'node'),
)
/** The sources of the pages. A change in them makes the build stale. */
const SOURCES = ['src', 'public', 'package-lock.json', 'react-router.config.ts', 'vite.config.ts']
const PAGES = ['node_modules/@react-router/dev/bin.cjs', 'build']
/** Each language of the pages has its own build (docs/decisions/019), and the staff site (024). */
const BUILDS = [
  ['Building the pages', PAGES, { PAGE_LANGUAGE: 'en' }],
  ['Building the pages in Hindi', PAGES, { PAGE_LANGUAGE: 'hi' }],
  ['Building the staff site', ['node_modules/vite/bin/vite.js', 'build', '--config', 'src/admin/vite.config.ts'], {}],
]
/**
 * npm leaves out optional packages that don't want the Node that runs npm, but they will run on the one from the
 * packages. So a Node 18 says that it is 20.19, which all of them accept.
 */
const AS_NODE_20 = major < 20 && {
  NODE_OPTIONS: "--import=data:text/javascript,Object.defineProperty(process,'version',{value:'v20.19.0'})",
}
const STAMP = join(root, 'build/.sources-hash')

/** The Node that runs the shop: this one if it is new enough, or else the one from the packages. '' if there is none. */
export function findNode() {
  return major >= 24 ? process.execPath : (BUNDLED_NODES.find((file) => existsSync(file)) ?? '')
}

/**
 * Installs and builds what is missing; exits with a one-line error if that fails.
 * @param {{ build?: boolean, dev?: boolean }} options `build`: the pages too; `dev`: development dependencies too
 */
export async function ensure({ build = false, dev = false } = {}) {
  checkNodeVersion()
  if (!isInstalled(dev)) await install(dev)
  if (!findNode())
    fail(`No Node 24 came with the packages for ${process.platform} ${process.arch}: install Node 24 itself.`)
  if (build) await buildPages()
}

function checkNodeVersion() {
  if (major > 18 || (major === 18 && minor >= 18)) return
  fail(
    `Node 18.18 or newer is needed, and this is ${process.versions.node}. (The shop brings its own Node 24 for the rest.)`,
  )
}

function fail(message) {
  log(message)
  process.exit(1)
}

/** True if every package of the lock file is installed in the right version, according to npm's own record. */
function isInstalled(dev) {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { packages: found } = JSON.parse(readFileSync(record, 'utf8'))
  return Object.entries(wanted).every(([path, { version, optional, devOptional, dev: isDev }]) => {
    if (path === '' || optional || devOptional || (isDev && !dev)) return true
    return found[path]?.version === version && existsSync(join(root, path))
  })
}

async function install(dev) {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  // If only development dependencies are missing, `npm ci` would first delete packages that a running shop uses.
  const args = dev && isInstalled(false) ? ['install', '--no-save'] : ['ci']
  args.push('--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', dev ? '--include=dev' : '--omit=dev')
  const output = await run('Installing packages (a minute or so, the first time)', [...npm, ...args], AS_NODE_20)
  if (output === null) return
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ECONNRESET|network/i.test(output))
    fail(
      'The packages are missing, and the npm registry cannot be reached: connect this machine once, then start again.',
    )
  fail(`${output}\nThe packages could not be installed.`)
}

/** The shop would do this at its first start, but on a server it may not write here. */
function linkPostgres() {
  const program = `const { findBinaries, linkLibraries } = await import('#platform/db/postgres-binaries.server.ts')
    linkLibraries(findBinaries())`
  // There may be no PostgreSQL for this platform: then the shop needs a DATABASE_URL, and says so.
  spawnSync(findNode(), ['--input-type=module', '--eval', program], { cwd: root, stdio: 'ignore' })
}

async function buildPages() {
  const hash = hashSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  rmSync(STAMP, { force: true })
  for (const [title, command, env] of BUILDS) {
    const output = await run(title, [findNode(), ...command], { NODE_ENV: 'production', ...env })
    if (output !== null) fail(`${output}\nThe pages could not be built.`)
  }
  linkPostgres()
  writeFileSync(STAMP, hash)
}

/** A hash of the contents of all sources except tests, so a fresh checkout has the same hash. */
function hashSources() {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((source) => {
    if (!statSync(join(root, source)).isDirectory()) return source
    return readdirSync(join(root, source), { recursive: true }).map((name) => join(source, name))
  })
  for (const file of files.sort()) {
    if (/\.test\.tsx?$/.test(file) || statSync(join(root, file)).isDirectory()) continue
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Runs a program, prints its progress, and ends it with this process. @returns its output if it failed, else null */
function run(title, [program, ...args], env = {}) {
  log(`${title} …`)
  const start = Date.now()
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && program === 'npm',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-20_000)
    })
  const seconds = () => Math.round((Date.now() - start) / 1000)
  const progress = setInterval(() => log(`${title}: ${seconds()} s so far …`), 10_000)
  const end = (signal) => {
    child.kill(signal)
    process.exit(0)
  }
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
  for (const signal of signals) process.on(signal, end)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? null : output.trim()))
  }).finally(() => {
    clearInterval(progress)
    for (const signal of signals) process.off(signal, end)
    log(`${title}: ended after ${seconds()} s.`)
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  // As with npm itself, production has no development dependencies.
  await ensure({ build: process.argv.includes('build'), dev: process.env.NODE_ENV !== 'production' })
}
