import { processorTime } from '../tests/support/processors.ts'
import { newDataDir, removeDir, startShop } from './shop-process.ts'
import { medians } from './statistics.ts'

type Starts = Awaited<ReturnType<typeof startTwice>>

/**
 * Medians of a first and a second start of built checkouts, which take turns: milliseconds to the last byte of the first
 * page, and Node's processor time until then. The first start of each isn't counted: it compiles.
 * @param checkouts folders by name
 */
export async function benchStarts(checkouts: Record<string, string>, runs: number, progress: () => void) {
  const all = Object.entries(checkouts).map(([name, folder]) => ({ name, folder, starts: [] as Starts[] }))
  for (const { folder } of all) await startTwice(folder)
  for (let run = 0; run < runs; run++)
    for (const { folder, starts } of all) {
      starts.push(await startTwice(folder))
      progress()
    }
  return all.map(({ name, starts }) => ({ name, ...medians(starts) }))
}

async function startTwice(folder: string) {
  const dataDir = await newDataDir()
  try {
    const [firstMs, firstCpuMs] = await startOnce(dataDir, folder)
    const [secondMs, secondCpuMs] = await startOnce(dataDir, folder)
    return { firstMs, firstCpuMs, secondMs, secondCpuMs }
  } finally {
    await removeDir(dataDir)
  }
}

async function startOnce(dataDir: string, folder: string): Promise<[firstPageMs: number, cpuMs: number]> {
  const shop = await startShop(dataDir, {}, folder)
  const cpuMs = processorTime([shop.pid])
  await shop.stop()
  return [shop.firstPageMs, cpuMs]
}

export function startsTable(figures: Awaited<ReturnType<typeof benchStarts>>): string {
  const rows = figures.map((one) => [
    one.name,
    ...[one.firstMs, one.firstCpuMs, one.secondMs, one.secondCpuMs].map((ms) => ms.toFixed(0)),
  ])
  const heads = ['', 'first start ms', 'of processor', 'second start ms', 'of processor']
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
