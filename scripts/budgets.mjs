/**
 * `node scripts/budgets.mjs` uses the builds' manifests to compare the size and the number of modules of a first visit with the budgets below,
 * and checks that nothing of the staff site is in a shopper's files. `--all` lists every page. 1 KB is 1,000 bytes after
 * gzip. Exits with 1 if a page is over its budget.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { root } from './ensure.mjs'

const client = join(root, 'build/en/client')
const KB = 1000
const SCRIPTS = {
  'routes/home': 135 * KB,
  'routes/categories': 142 * KB,
  'routes/product-details': 140 * KB,
  'routes/nearby-store': 185 * KB,
  // The address form is there at once, for a first order.
  'routes/cart-checkout-form': 160 * KB,
}
/** The budget of all other pages. */
const OTHER_SCRIPTS = 160 * KB
/** The most modules of a page: a request costs a phone more than a small module's bytes (vite.config.ts). */
const MODULES = {
  'routes/home': 8,
  'routes/categories': 12,
  'routes/product-details': 10,
}
const OTHER_MODULES = 32
const STYLES = 15 * KB
const FONTS = 35 * KB
/** What Hindi pages load beside these: their headline face, and their styles. */
const HINDI_FONT = 20 * KB
const HINDI_STYLES = 1 * KB
/** Screens of the staff site, without React and the router, which are the same for all. */
const STAFF_SCREENS = {
  'home/home.tsx': 90 * KB,
  'pack/list.tsx': 60 * KB,
  'pack/run-screen.tsx': 60 * KB,
  'pack/file.tsx': 60 * KB,
}
/** The budget of its other screens: the shell, a list and a record. */
const OTHER_STAFF_SCREENS = 104 * KB
/** Chunks that a page loads by import() and that count towards its budget. */
const DYNAMIC = { 'routes/nearby-store': /\/assets\/open-map-.*\.js$/ }

if (!existsSync(join(client, 'assets'))) {
  console.error('There is no build; run npm run build first.')
  process.exit(1)
}

const assets = readdirSync(join(client, 'assets')).map((name) => `/assets/${name}`)
const manifest = assets.find((path) => path.startsWith('/assets/manifest-'))
const { entry, routes } = JSON.parse(/\{[\s\S]*\}/.exec(readFileSync(join(client, manifest), 'utf8'))[0])
const gzipSize = (path) => gzipSync(readFileSync(join(client, path)), { level: 9 }).length
const sum = (paths, size) => [...new Set(paths)].reduce((total, path) => total + size(path), 0)

/** A route and its parents. */
function routeChain(id) {
  const route = routes[id]
  return route ? [route, ...routeChain(route.parentId)] : []
}

/** A route's module, and the client loader that the router fetches with it. */
function filesOf({ module, imports, clientLoaderModule }) {
  return [module, ...imports, ...(clientLoaderModule ? [clientLoaderModule] : [])]
}

const results = []
const add = (name, bytes, budget) => results.push({ name, amount: bytes / KB, budget: budget / KB, unit: ' KB' })

for (const id of Object.keys(routes).filter((name) => name !== 'root')) {
  const parts = [entry, ...routeChain(id)]
  const dynamic = assets.filter((path) => DYNAMIC[id]?.test(path))
  const files = new Set([manifest, ...dynamic, ...parts.flatMap(filesOf)])
  add(`${id}: scripts`, sum(files, gzipSize), SCRIPTS[id] ?? OTHER_SCRIPTS)
  results.push({ name: `${id}: modules`, amount: files.size, budget: MODULES[id] ?? OTHER_MODULES, unit: '' })
}
// Style sheets are inlined in every page (src/app/shell/styles.ts), so they're in the server build.
const styles = async (build, name) => {
  const assets = join(root, 'build', build, 'server/assets')
  // With the length of a hash, because `shop-icons-….js` is another module.
  const module = readdirSync(assets).find((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file))
  return gzipSync((await import(pathToFileURL(join(assets, module)).href)).default, { level: 9 }).length
}
add('styles', await styles('en', 'shop'), STYLES)
add('styles of Hindi pages', await styles('hi', 'hindi'), HINDI_STYLES)
const [ofHindi, latin] = [true, false].map((isHindi) =>
  readdirSync(client, { recursive: true }).filter(
    (path) => path.endsWith('.woff2') && path.includes('devanagari') === isHindi,
  ),
)
const fileSize = (path) => readFileSync(join(client, path)).length
add('fonts', sum(latin, fileSize), FONTS)
add('fonts of Hindi pages', sum(ofHindi, fileSize), HINDI_FONT)

const staff = join(root, 'build/admin')
const staffManifest = JSON.parse(readFileSync(join(staff, 'assets/admin/manifest.json'), 'utf8'))
const staffSize = (path) => gzipSync(readFileSync(join(staff, path)), { level: 9 }).length
const isVendor = (path) => /\/react-[^/]+\.js$/.test(path)
/** The files of a module of the staff site and of all that it imports at once. */
function staffFiles(key, seen = new Set()) {
  const { file, imports = [] } = staffManifest[key]
  if (seen.has(file)) return seen
  seen.add(file)
  for (const next of imports) staffFiles(next, seen)
  return seen
}
const shell = staffFiles('index.html')
for (const [key, { isDynamicEntry }] of Object.entries(staffManifest).filter(([key]) => /^[a-z].*\.tsx$/.test(key))) {
  if (!isDynamicEntry || /^(shell|sign-in)\//.test(key)) continue
  const files = [...shell, ...staffFiles(key)].filter((path) => !isVendor(path))
  add(`staff: ${key}`, sum(files, staffSize), STAFF_SCREENS[key] ?? OTHER_STAFF_SCREENS)
}
const isOfStaff = /\/api\/admin|staffSingleKeys/
const strays = ['en', 'hi'].flatMap((language) =>
  readdirSync(join(root, 'build', language, 'client'), { recursive: true })
    .filter((path) => /\.(js|css)$/.test(path))
    .map((path) => join('build', language, 'client', path))
    .filter((path) => isOfStaff.test(readFileSync(join(root, path), 'utf8'))),
)
for (const path of strays) console.log(`OF THE STAFF SITE, in a shopper's file: ${path}`)

const heaviest = results.toSorted((a, b) => b.amount / b.budget - a.amount / a.budget)
for (const { name, amount, budget, unit } of process.argv.includes('--all') ? heaviest : heaviest.slice(0, 8)) {
  const figure = amount.toFixed(unit === '' ? 0 : 1).padStart(6)
  console.log(`${amount > budget ? 'OVER ' : '     '}${name.padEnd(40)} ${figure} of ${budget}${unit}`)
}
process.exit(strays.length > 0 || results.some(({ amount, budget }) => amount > budget) ? 1 : 0)
