/*
 * `npm run bench [-- --quick] [--write] [--lighthouse]`: the shop beside what this machine can do at all, in one run and
 * as ratios. `--quick` takes under three minutes; `--write` puts the result into docs/performance.md; `--lighthouse`
 * measures that part alone, and with `--write` replaces it there.
 */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#platform/db/database.server.ts'
import { attachEmbedded } from '#platform/db/embedded.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { installLighthouse, runLighthouse } from './lighthouse.ts'
import { benchListing, type ListingFigures } from './listing.ts'
import { loader } from './load.ts'
import { type Findings, judge, judgeLighthouse, toMarkdown, withLighthouse, writeReport } from './report.ts'
import { type BenchShop, newDataDir, removeDir, root, startShop } from './shop-process.ts'
import { benchMixed, benchWrites, openFair } from './shopping.ts'
import { canBeApart, compareSideBySide, saveAnswer } from './side-by-side.ts'

// React looks at it as it loads (rendering.ts is loaded late for the same reason).
process.env.NODE_ENV = 'production'
const quick = process.argv.includes('--quick')
const plan = quick
  ? { seconds: 1, rounds: 1, connections: [16, 64], listing: [1_000, 100_000], mixed: 20, renders: 40, lighthouse: 1 }
  : {
      // Many short rounds: the machine's neighbours come in bursts, and a median drops whatever rounds they hit.
      seconds: 1,
      rounds: 13,
      connections: [1, 16, 64],
      listing: [1_000, 100_000, 1_000_000],
      mixed: 300,
      renders: 200,
      lighthouse: 7,
    }
const PUBLIC_PAGES = {
  home: '/',
  listing: '/categories',
  product: '/product-details/PRODUCT',
  about: '/about-us',
  contact: '/contact-us',
  stores: '/nearby-store',
  policy: '/privacy-policy',
  login: '/login',
  register: '/register',
}

const say = (line: string) => process.stderr.write(`${line}\n`)

/** One line that grows; where the output is no terminal, a line for each part. */
function progressOf(name: string, steps: number): () => void {
  let done = 0
  const draw = () => {
    const full = Math.round((done / steps) * 30)
    process.stderr.write(
      `\r${name.padEnd(28)} [${'='.repeat(full)}${' '.repeat(30 - full)}]${done === steps ? '\n' : ''}`,
    )
  }
  if (process.stderr.isTTY) draw()
  else say(name)
  return () => {
    done++
    if (process.stderr.isTTY) draw()
  }
}

async function someProduct(shop: BenchShop): Promise<string> {
  const listed = await fetch(`${shop.origin}/api/user/filterProduct?limit=1`)
  // Proof: filterProduct answers with products (CONTRACT), and the demonstration range is loaded.
  const [product] = (await listed.json()) as { _id: string }[]
  return product?._id ?? ''
}

async function benchShop(shop: BenchShop, folder: string) {
  const id = await someProduct(shop)
  const idle = await shop.memoryMb()
  const paths = {
    home: '/',
    listing: '/categories',
    product: `/product-details/${id}`,
    'API product': `/api/product/getProductDetail/${id}`,
    'API listing': '/api/user/filterProduct',
  }
  const answers = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => {
      await (await fetch(`${shop.origin}${path}`)).arrayBuffer()
      return saveAnswer(shop.origin, name, path)
    }),
  )
  const { seconds, rounds, connections } = plan
  const progress = progressOf('Pages beside the limit', answers.length * connections.length * rounds * 3)
  const comparisons = await compareSideBySide({
    origin: shop.origin,
    pid: shop.pid,
    answers,
    folder,
    connections,
    seconds,
    rounds,
    progress,
  })
  const afterPages = await shop.memoryMb()
  return { id, idle, afterPages, comparisons }
}

async function benchData(shop: BenchShop, id: string, folder: string) {
  const embedded = await attachEmbedded({ dataDir: shop.dataDir, log: () => {} })
  const database = openDatabase<Tables>({ connection: embedded.connection, log: { warn: () => {} }, max: 4 })
  const rendered = progressOf('Pages made anew', 1)
  const { benchRendering } = await import('./rendering.ts')
  const paths = { home: '/', listing: '/categories', product: `/product-details/${id}` }
  const rendering = await benchRendering(embedded.connection, join(folder, 'renderer'), paths, plan.renders)
  rendered()
  const fair = await openFair(database.db, shop.origin, shop.dataDir)
  const written = progressOf('Carts and orders', 1)
  const writes = await benchWrites(fair)
  written()
  const mixed = await benchMixed(fair, plan.mixed, progressOf('Mixed shopping', plan.mixed))
  const afterMixed = await shop.memoryMb()
  await database.close()
  await embedded.stop()
  return { rendering, writes, mixed: { ...mixed, seconds: plan.mixed }, afterMixed }
}

async function benchLighthouse(shop: BenchShop, id: string, folder: string): Promise<Findings['lighthouse']> {
  const place = join(folder, 'lighthouse')
  const installed = await installLighthouse(place)
  if (typeof installed === 'string') return installed
  const all = Object.entries(PUBLIC_PAGES).map(([name, path]) => [name, path.replace('PRODUCT', id)] as const)
  const pages = Object.fromEntries(quick ? all.slice(0, 1) : all)
  const progress = progressOf('Lighthouse', (Object.keys(pages).length + 1) * plan.lighthouse)
  return runLighthouse(installed, { origin: shop.origin, pages, runs: plan.lighthouse, folder: place, progress })
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
    // Before the writes: what they leave to be done (mail, holds that end) would take the processors from the browser.
    const lighthouse = await benchLighthouse(shop, pages.id, folder).catch((error: Error) => error.message)
    const data = await benchData(shop, pages.id, folder)
    const listing: ListingFigures[] = []
    const listed = progressOf('The listing', plan.listing.length)
    for (const rows of plan.listing) {
      listing.push(await benchListing(rows))
      listed()
    }
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: `${availableParallelism()} virtual processors, Node ${process.versions.node}`,
      loader,
      apart: canBeApart(),
      quick,
      comparisons: pages.comparisons,
      rendering: data.rendering,
      listing,
      writes: { ...data.writes },
      mixed: data.mixed,
      start: { first: first.firstPageMs, second: shop.firstPageMs },
      memory: { idle: pages.idle, afterPages: pages.afterPages, afterMixed: data.afterMixed },
      lighthouse,
      budgets: execFileSync(process.execPath, [join(root, 'scripts/budgets.mjs'), '--all'], {
        encoding: 'utf8',
      }).trimEnd(),
    }
  } finally {
    await shop.stop()
  }
}

const writes = process.argv.includes('--write')

async function runAll(folder: string, dataDir: string) {
  const findings = await measure(folder, dataDir)
  process.stdout.write(toMarkdown(findings))
  for (const error of new Set(findings.mixed.errors)) say(`Mixed shopping: ${error}`)
  if (writes) await writeReport(root, findings)
  return judge(findings)
}

async function runLighthouseAlone(folder: string, dataDir: string) {
  const shop = await startShop(dataDir)
  try {
    const figures = await benchLighthouse(shop, await someProduct(shop), folder)
    const page = join(root, 'docs/performance.md')
    const text = withLighthouse(await readFile(page, 'utf8'), figures, new Date().toISOString().slice(0, 10))
    process.stdout.write(text.slice(text.indexOf('## Lighthouse')))
    if (writes) await writeFile(page, text)
    return judgeLighthouse(figures)
  } finally {
    await shop.stop()
  }
}

const [folder, dataDir] = [await newDataDir(), await newDataDir()]
try {
  const run = process.argv.includes('--lighthouse') ? runLighthouseAlone : runAll
  const missed = (await run(folder, dataDir)).filter(({ held }) => !held)
  say(
    missed.length === 0
      ? 'Everything held.'
      : `Missed: ${missed.map(({ what, found }) => `${what} (${found})`).join('; ')}`,
  )
} finally {
  await removeDir(folder)
  await removeDir(dataDir)
}
