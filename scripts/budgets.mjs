/**
 * `node scripts/budgets.mjs`: what a first visit loads, from the build's own list of files, against the budgets of
 * docs/performance.md. KB are 1,000 bytes, as gzip packs them. Plain Node, no dependencies; exits 1 over budget.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { root } from './ensure.mjs'

const client = join(root, 'build/client')
const server = join(root, 'build/server')
const KB = 1000
const SCRIPTS = {
  'routes/home': 120 * KB,
  'routes/categories': 130 * KB,
  'routes/product-details': 130 * KB,
  'routes/nearby-store': 170 * KB,
}
/** The others have no budget of their own; this one keeps them from growing unseen. */
const OTHER_SCRIPTS = 140 * KB
const STYLES = 15 * KB
const FONTS = 35 * KB
/** The map comes when its page stands (import() in the page), and the page's budget is meant for both. */
const LATER = { 'routes/nearby-store': /\/assets\/open-map-.*\.js$/ }

if (!existsSync(join(client, 'assets'))) {
  console.error('There is no build to measure: npm run build')
  process.exit(1)
}

const assets = readdirSync(join(client, 'assets')).map((name) => `/assets/${name}`)
const list = assets.find((path) => path.startsWith('/assets/manifest-'))
const { entry, routes } = JSON.parse(/\{[\s\S]*\}/.exec(readFileSync(join(client, list), 'utf8'))[0])
const packed = (path) => gzipSync(readFileSync(join(client, path)), { level: 9 }).length
const sum = (paths, size) => [...new Set(paths)].reduce((total, path) => total + size(path), 0)

/** The route and those it stands in, from the page out to the document. */
function chain(id) {
  const route = routes[id]
  return route ? [route, ...chain(route.parentId)] : []
}

/** What the document asks for: the page, and the loader that the router fetches beside it. */
function filesOf({ module, imports, clientLoaderModule }) {
  return [module, ...imports, ...(clientLoaderModule ? [clientLoaderModule] : [])]
}

const lines = []
const add = (what, bytes, budget) => lines.push({ what, bytes, budget, over: bytes > budget })

for (const id of Object.keys(routes).filter((name) => name !== 'root')) {
  const parts = [entry, ...chain(id)]
  const later = assets.filter((path) => LATER[id]?.test(path))
  add(`${id}: scripts`, sum([list, ...later, ...parts.flatMap(filesOf)], packed), SCRIPTS[id] ?? OTHER_SCRIPTS)
}
// The style sheet stands in every page (src/app/shell/styles.ts), so it is in the server's half of the build.
const sheet = readdirSync(join(server, 'assets')).find((name) => /^theme-.*\.js$/.test(name))
const { default: styles } = await import(pathToFileURL(join(server, 'assets', sheet)).href)
add('styles', gzipSync(styles, { level: 9 }).length, STYLES)
const fonts = readdirSync(client, { recursive: true }).filter((path) => path.endsWith('.woff2'))
add(
  'fonts',
  sum(fonts, (path) => readFileSync(join(client, path)).length),
  FONTS,
)

const heaviest = lines.toSorted((a, b) => b.bytes / b.budget - a.bytes / a.budget)
for (const { what, bytes, budget, over } of process.argv.includes('--all') ? heaviest : heaviest.slice(0, 8))
  console.log(
    `${over ? 'OVER ' : '     '}${what.padEnd(40)} ${(bytes / KB).toFixed(1).padStart(6)} of ${budget / KB} KB`,
  )
process.exit(lines.some(({ over }) => over) ? 1 : 0)
