/*
 * What the garbage collector makes of kept answers, by what the shop's process begins with (decision 005). Each start is
 * one rush of 256 connections, as after a restart, and then 64 connections, which are measured. Variants take turns.
 * Run by itself, after a build: node bench/young-heap.ts [starts]
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quantile } from './listing.ts'
import { load } from './load.ts'
import { newDataDir, removeDir, root, startShop } from './shop-process.ts'

const { SHOP_PROCESS }: { SHOP_PROCESS: { flags: string[] } } = await import(
  pathToFileURL(join(root, 'scripts/shop-process.mjs')).href
)
const VARIANTS: Record<string, string[]> = {
  'Node as it is': [],
  'halves of 8 MB': ['--min-semi-space-size=8', '--max-semi-space-size=8'],
  'as the shop begins': SHOP_PROCESS.flags,
}
const RUSH = { connections: 256, seconds: 2 }
const MEASURED = { connections: 64, seconds: 4 }
const PATH = '/api/user/filterProduct'

/** What one start shows, in the order of `measure`. */
const FIGURES = ['pause ms', 'put among the old, MB/s', 'full collections', 'memory MB']

async function scrape(origin: string) {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0)
  return {
    pauses: read('nodejs_gc_duration_seconds_count\\{kind="minor"\\}'),
    paused: read('nodejs_gc_duration_seconds_sum\\{kind="minor"\\}'),
    full: read('nodejs_gc_duration_seconds_count\\{kind="major"\\}'),
    old: read('nodejs_heap_space_size_used_bytes\\{space="old"\\}') / 1e6,
    memory: read('process_resident_memory_bytes') / 1e6,
  }
}

async function measure(dataDir: string, flags: string[]): Promise<number[]> {
  const shop = await startShop(dataDir, [...flags, 'server.ts'])
  try {
    const url = `${shop.origin}${PATH}`
    await load({ url, ...RUSH })
    const before = await scrape(shop.origin)
    await load({ url, ...MEASURED })
    const after = await scrape(shop.origin)
    const pause = ((after.paused - before.paused) / (after.pauses - before.pauses)) * 1000
    return [pause, (after.old - before.old) / MEASURED.seconds, after.full - before.full, after.memory]
  } finally {
    await shop.stop()
  }
}

const starts = Number(process.argv[2] ?? 5)
const dataDir = await newDataDir()
const found = new Map(Object.keys(VARIANTS).map((name) => [name, [] as number[][]]))
try {
  for (let start = 0; start < starts; start++)
    for (const [name, flags] of Object.entries(VARIANTS)) {
      found.get(name)?.push(await measure(dataDir, flags))
      process.stderr.write('.')
    }
} finally {
  await removeDir(dataDir)
}
process.stdout.write(`\nMedian and worst of ${starts} starts:\n\n| | ${FIGURES.join(' | ')} |\n|---|---|---|---|---|\n`)
for (const [name, runs] of found) {
  const cells = FIGURES.map((_, index) => {
    const all = runs.map((run) => run[index] ?? Number.NaN)
    return `${quantile(all, 0.5).toFixed(1)}, ${Math.max(...all).toFixed(1)}`
  })
  process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`)
}
