import { pino } from 'pino'
import { openShop } from '#app/open-shop.server.ts'
import { openBuild } from '#app/page-source.server.ts'
import { createWeb } from '#app/web.server.ts'
import { readConfig } from '#platform/config.server.ts'
import type { Connection } from '#platform/db/connection.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { root } from './shop-process.ts'
import { quantile } from './statistics.ts'

/**
 * Milliseconds (median) to render an uncached page: its API calls, React, the policy’s hashes, brotli. It runs in this
 * process, against the measured shop's database, and clears the cache before each page.
 */
export async function benchRendering(
  connection: Connection,
  dataDir: string,
  paths: Record<string, string>,
  rounds: number,
): Promise<Record<string, number>> {
  const log = pino({ level: 'silent' })
  const config = readConfig({ PORT: '0', PUBLIC_URL: 'http://localhost:3000', DATA_DIR: dataDir }, { root: dataDir })
  const database = openDatabase<Tables>({ connection, log })
  const open = await openShop({ config, log, root, database, demonstration: false })
  const web = createWeb(open, await openBuild(root, config))
  const headers = { 'accept-encoding': 'br' }
  const figures: Record<string, number> = {}
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = []
    for (let round = 0; round < rounds + 20; round++) {
      open.cache.clear()
      const from = performance.now()
      await (await web.fetch(new Request(`http://localhost:3000${path}`, { headers }))).arrayBuffer()
      // The first twenty are warm-up.
      if (round >= 20) times.push(performance.now() - from)
    }
    figures[name] = quantile(times, 0.5)
  }
  await open.stop()
  await database.close()
  return figures
}
