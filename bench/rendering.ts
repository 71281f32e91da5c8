import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { openShop } from '#app/open-shop.server.ts'
import { startPaymentProvider } from '#app/payment-provider.server.ts'
import { createWeb } from '#app/web.server.ts'
import { readConfig } from '#platform/config.server.ts'
import type { Connection } from '#platform/db/connection.server.ts'
import { createMetrics } from '#platform/http/metrics.server.ts'
import { root } from './shop-process.ts'
import { quantile } from './statistics.ts'

/**
 * Milliseconds (median) to render a page that is not cached: its API calls, React, the policy’s hashes, brotli. It runs in
 * this process, on the database of the measured shop, and clears the cache before each page.
 */
export async function benchRendering(
  connection: Connection,
  dataDir: string,
  paths: Record<string, string>,
  rounds: number,
): Promise<Record<string, number>> {
  const log = pino({ level: 'silent' })
  const config = readConfig({ PORT: '0', PUBLIC_URL: 'http://localhost:3000', DATA_DIR: dataDir }, { root: dataDir })
  const provider = await startPaymentProvider(config, log, { webhookPath: '/api/webhooks/razorpay' })
  const open = await openShop({ config, log, root, connection, payments: provider.payments, demonstration: false })
  const build = import(pathToFileURL(join(root, 'build/en/server/index.js')).href)
  const notFound = async () => new Response(null, { status: 404 })
  const web = createWeb({
    ...open,
    metrics: createMetrics({}),
    handleWebhook: async () => ({ status: 400 }),
    handleMailLink: notFound,
    build: () => build,
    mode: 'production',
    staticFiles: null,
    servePicture: notFound,
    showMailbox: null,
    policyFor: () => ({ https: false }),
    https: false,
    trustProxy: 0,
    metricsToken: null,
    serviceWorker: true,
  })
  const headers = { 'accept-encoding': 'br' }
  const figures: Record<string, number> = {}
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = []
    for (let round = 0; round < rounds + 20; round++) {
      open.cache.clear()
      const from = performance.now()
      await (await web.fetch(new Request(`http://localhost:3000${path}`, { headers }))).arrayBuffer()
      // The first twenty warm the process up.
      if (round >= 20) times.push(performance.now() - from)
    }
    figures[name] = quantile(times, 0.5)
  }
  await open.stop()
  await provider.stop()
  return figures
}
