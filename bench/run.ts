/*
 * `npm run bench [-- OPTIONS]`: measures the shop relative to the capacity of this machine, in one run.
 *   --quick        short runs, under three minutes
 *   --write        puts the result into docs/performance.md, or that part of it
 *   --pages-only   only the pages compared to a bare Node server
 *   --private      only the calls of signed-in shoppers (or `--calls getCartProduct,addToCart`), beside a bare Node server
 *   --backup       only backups, of a shop with 100,000 orders and 2 GB of pictures that sells meanwhile, or as many orders as --orders
 *                  says, or of the shop that --staff left in --data; the first command 3 times, or as often as --runs says
 *   --staff        only the staff site's calls, with 100,000 orders, or as many as --orders says, each 100 times or as often as
 *                  --runs says, in a new folder or in that of --data, which stays for the next run
 *   --mixed        only mixed shopping
 *   --listing      only the product index, with 1,000 and 100,000 products
 *   --phone        only what a first visit loads and computes on a phone; with `--against DIR` beside another checkout, built
 *   --starts       only a first and a second start; with `--against DIR` in turns with another checkout, built
 *   --lighthouse   only Lighthouse: of all pages or `--pages home,listing`, 7 runs or `--runs 5`
 */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#platform/db/database.server.ts'
import { attachEmbedded } from '#platform/db/embedded.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { benchBackups } from './backups.ts'
import { backupTable, judgeBackups, withBackups } from './backups-report.ts'
import { installLighthouse, PAGES, runLighthouse } from './lighthouse.ts'
import { benchListing, type ListingFigures, listingTable } from './listing.ts'
import { loader } from './load.ts'
import { benchPhone, phoneTable } from './phone.ts'
import { benchPrivate, type PrivateFigures } from './private.ts'
import { judgePrivate, privateTable, withPrivate } from './private-report.ts'
import { progressOf } from './progress.ts'
import {
  type Findings,
  judge,
  judgeLighthouse,
  judgeListing,
  judgePages,
  sideBySide,
  toMarkdown,
  withLighthouse,
  writeReport,
} from './report.ts'
import { type BenchShop, newDataDir, removeDir, root, startShop } from './shop-process.ts'
import { benchMixed, benchWrites, measureMixed, openMarket } from './shopping.ts'
import { canPinLoad, compareSideBySide, saveResponse } from './side-by-side.ts'
import { ownerCookie, runStaff } from './staff.ts'
import { benchStarts, startsTable } from './starts.ts'

// React reads this when it loads, so rendering.ts is imported after it's set.
process.env.NODE_ENV = 'production'
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    lighthouse: { type: 'boolean', default: false },
    listing: { type: 'boolean', default: false },
    mixed: { type: 'boolean', default: false },
    backup: { type: 'boolean', default: false },
    private: { type: 'boolean', default: false },
    staff: { type: 'boolean', default: false },
    orders: { type: 'string' },
    data: { type: 'string' },
    phone: { type: 'boolean', default: false },
    starts: { type: 'boolean', default: false },
    against: { type: 'string' },
    'pages-only': { type: 'boolean', default: false },
    pages: { type: 'string' },
    runs: { type: 'string' },
    calls: { type: 'string' },
  },
})
const { quick } = options
const plan = quick
  ? { seconds: 1, rounds: 1, connections: [16, 64], listing: [1_000, 100_000], mixed: 20, renders: 40, lighthouse: 1 }
  : {
      // Many short rounds: other work comes in bursts, and a median ignores the affected rounds.
      seconds: 1,
      rounds: 13,
      connections: [1, 16, 64],
      listing: [1_000, 100_000],
      mixed: 300,
      renders: 200,
      lighthouse: 7,
    }

const print = (line: string) => process.stderr.write(`${line}\n`)
async function getProductId(shop: BenchShop): Promise<string> {
  const listed = await fetch(`${shop.origin}/api/user/filterProduct?limit=1`)
  // Safe cast: filterProduct returns products (CONTRACT), and the demonstration catalogue is loaded.
  const [product] = (await listed.json()) as { _id: string }[]
  return product?._id ?? ''
}

async function benchShop(shop: BenchShop, folder: string) {
  const id = await getProductId(shop)
  const idle = await shop.memoryMb()
  const paths = {
    home: '/',
    listing: '/categories',
    product: `/product-details/${id}`,
    'API product': `/api/product/getProductDetail/${id}`,
    'API listing': '/api/user/filterProduct',
  }
  const responses = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => {
      await (await fetch(`${shop.origin}${path}`)).arrayBuffer()
      return saveResponse(shop.origin, name, path)
    }),
  )
  const { seconds, rounds, connections } = plan
  const comparisons = await compareSideBySide({
    origin: shop.origin,
    pid: shop.pid,
    responses,
    folder,
    connections,
    seconds,
    rounds,
    progressOf: (steps) => progressOf('Pages side by side', steps),
  })
  const afterPages = await shop.memoryMb()
  return { id, idle, afterPages, comparisons }
}

async function benchData(shop: BenchShop, id: string, folder: string) {
  const embedded = await attachEmbedded({ dataDir: shop.dataDir, log: () => {} })
  const database = openDatabase<Tables>({ connection: embedded.connection, log: { warn: () => {} }, max: 4 })
  const rendered = progressOf('Uncached pages', 1)
  const { benchRendering } = await import('./rendering.ts')
  const paths = { home: '/', listing: '/categories', product: `/product-details/${id}` }
  const rendering = await benchRendering(embedded.connection, join(folder, 'renderer'), paths, plan.renders)
  rendered()
  const market = await openMarket(database.db, shop.origin, shop.dataDir)
  const written = progressOf('Carts and orders', 1)
  const writes = await benchWrites(market)
  written()
  const mixed = await benchMixed(market, plan.mixed, progressOf('Mixed shopping', plan.mixed))
  const afterMixed = await shop.memoryMb()
  await database.close()
  await embedded.stop()
  return { rendering, writes, mixed: { ...mixed, seconds: plan.mixed }, afterMixed }
}

async function benchLighthouse(shop: BenchShop, id: string, folder: string): Promise<Findings['lighthouse']> {
  const place = join(folder, 'lighthouse')
  const installed = await installLighthouse(place)
  if (typeof installed === 'string') return installed
  const all = Object.entries(PAGES).map(([name, path]) => [name, path.replace('PRODUCT', id)] as const)
  const names = options.pages?.split(',') ?? (quick ? ['home'] : Object.keys(PAGES))
  const unknown = names.find((name) => !(name in PAGES))
  if (unknown !== undefined) throw new Error(`--pages: there is no ${unknown}, but ${Object.keys(PAGES).join()}`)
  const pages = Object.fromEntries(all.filter(([name]) => names.includes(name)))
  const runs = Number(options.runs ?? plan.lighthouse)
  const progress = progressOf('Lighthouse', (names.length + 1) * runs)
  const cookie = await ownerCookie(shop.dataDir)
  return runLighthouse(installed, { origin: shop.origin, pages, cookie, runs, folder: place, progress })
}

async function benchListings(): Promise<ListingFigures[]> {
  const figures: ListingFigures[] = []
  const listed = progressOf('The listing', plan.listing.length)
  for (const products of plan.listing) {
    figures.push(await benchListing(products))
    listed()
  }
  return figures
}

async function runMixedOnly(_folder: string, dataDir: string) {
  print(await measureMixed(dataDir, plan.mixed, progressOf('Mixed shopping', plan.mixed)))
  return []
}

async function runListingOnly() {
  const figures = await benchListings()
  process.stdout.write(`${listingTable(figures)}\n`)
  return judgeListing(figures)
}

async function measure(folder: string, dataDir: string): Promise<Findings> {
  const starts = progressOf('Two starts', 2)
  const first = await startShop(dataDir)
  await first.stop()
  starts()
  const shop = await startShop(dataDir)
  starts()
  try {
    const pages = await benchShop(shop, folder)
    // Before the writes: their background jobs (mail, expired holds) would compete with the browser.
    const lighthouse = await benchLighthouse(shop, pages.id, folder).catch((error: Error) => error.message)
    const data = await benchData(shop, pages.id, folder)
    const listing = await benchListings()
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: `${availableParallelism()} virtual processors, Node ${process.versions.node}`,
      loader,
      pinned: canPinLoad(),
      quick,
      comparisons: pages.comparisons,
      rendering: data.rendering,
      listing,
      writes: data.writes,
      mixed: data.mixed,
      start: { first: first.firstPageMs, second: shop.firstPageMs },
      memory: { idle: pages.idle, afterPages: pages.afterPages, afterMixed: data.afterMixed },
      lighthouse,
      budgets: execFileSync(process.execPath, ['scripts/budgets.mjs', '--all'], {
        cwd: root,
        encoding: 'utf8',
      }).trimEnd(),
    }
  } finally {
    await shop.stop()
  }
}

async function runAll(folder: string, dataDir: string) {
  const findings = await measure(folder, dataDir)
  process.stdout.write(toMarkdown(findings))
  for (const error of new Set(findings.mixed.errors)) print(`Mixed shopping: ${error}`)
  if (options.write) await writeReport(root, findings)
  return judge(findings)
}

async function runLighthouseOnly(folder: string, dataDir: string) {
  const shop = await startShop(dataDir)
  try {
    const figures = await benchLighthouse(shop, await getProductId(shop), folder)
    const page = join(root, 'docs/performance.md')
    const text = withLighthouse(await readFile(page, 'utf8'), figures, new Date().toISOString().slice(0, 10))
    process.stdout.write(text.slice(text.indexOf('## Lighthouse')))
    if (options.write) await writeFile(page, text)
    return judgeLighthouse(figures)
  } finally {
    await shop.stop()
  }
}

/** `other` is the data folder of the shop of `--against`. */
async function runPhoneOnly(other: string, dataDir: string) {
  const { against } = options
  const shop = await startShop(dataDir)
  const second = against === undefined ? null : await startShop(other, {}, resolve(against))
  try {
    const paths = [PAGES.home, PAGES.listing, PAGES.product.replace('PRODUCT', await getProductId(shop))]
    const shops = { 'this one': shop.origin, ...(second && { [against ?? '']: second.origin }) }
    const runs = Number(options.runs ?? (quick ? 3 : 7))
    const progress = progressOf('A phone', runs * paths.length * Object.keys(shops).length)
    process.stdout.write(`${phoneTable(await benchPhone({ shops, paths, runs, progress }))}\n`)
    return []
  } finally {
    await shop.stop()
    await second?.stop()
  }
}

async function runStartsOnly() {
  const { against } = options
  const checkouts = { 'this one': root, ...(against !== undefined && { [against]: resolve(against) }) }
  const runs = Number(options.runs ?? (quick ? 1 : 5))
  const progress = progressOf('Starts', runs * Object.keys(checkouts).length)
  process.stdout.write(`${startsTable(await benchStarts(checkouts, runs, progress))}\n`)
  return []
}

async function runPagesOnly(folder: string, dataDir: string) {
  const shop = await startShop(dataDir)
  try {
    const { comparisons } = await benchShop(shop, folder)
    process.stdout.write(`${sideBySide(comparisons)}\n`)
    return judgePages(comparisons)
  } finally {
    await shop.stop()
  }
}

async function runPrivateOnly(folder: string, dataDir: string) {
  const figures: PrivateFigures[] = await benchPrivate({
    folder,
    dataDir,
    ...(options.calls === undefined ? {} : { only: options.calls.split(',') }),
    callers: quick ? [16] : [1, 16, 64],
    seconds: quick ? 1 : 2,
    rounds: quick ? 3 : 5,
    progressOf: (steps) => progressOf('Private calls', steps),
  })
  const text = privateTable(figures)
  process.stdout.write(`${text}\n`)
  if (options.write) {
    const page = join(root, 'docs/performance.md')
    await writeFile(page, withPrivate(await readFile(page, 'utf8'), text, new Date().toISOString().slice(0, 10)))
  }
  return judgePrivate(figures)
}

function ordersAndRounds(): { orders?: number; rounds?: number } {
  const { orders, runs } = options
  return { ...(orders ? { orders: Number(orders) } : {}), ...(runs ? { rounds: Number(runs) } : {}) }
}

async function runBackupOnly() {
  const { data } = options
  const figures = await benchBackups({ quick, print, ...ordersAndRounds(), ...(data ? { data: resolve(data) } : {}) })
  const text = backupTable(figures)
  process.stdout.write(`${text}\n`)
  if (options.write) {
    const page = join(root, 'docs/performance.md')
    await writeFile(page, withBackups(await readFile(page, 'utf8'), text, new Date().toISOString().slice(0, 10)))
  }
  return judgeBackups(figures)
}

const [folder, dataDir] = [await newDataDir(), await newDataDir()]
try {
  const parts = [
    [options['pages-only'], runPagesOnly],
    [options.private, runPrivateOnly],
    [options.backup, runBackupOnly],
    [
      options.staff,
      () =>
        runStaff(resolve(options.data ?? dataDir), {
          quick,
          print,
          ...ordersAndRounds(),
        }),
    ],
    [options.mixed, runMixedOnly],
    [options.listing, runListingOnly],
    [options.lighthouse, runLighthouseOnly],
    [options.phone, runPhoneOnly],
    [options.starts, runStartsOnly],
  ] as const
  const [, run] = parts.find(([isChosen]) => isChosen) ?? [true, runAll]
  const missed = (await run(folder, dataDir)).filter(({ held }) => !held)
  const named = missed.map(({ what, found }) => `${what} (${found})`).join('; ')
  print(missed.length === 0 ? 'Every limit was kept.' : `Missed: ${named}`)
} finally {
  await removeDir(folder)
  await removeDir(dataDir)
}
