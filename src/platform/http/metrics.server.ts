import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ByteCache } from '../cache/response-cache.server.ts'

export interface Metrics {
  /** Counts one finished request: `kind` is page, api, file or picture; `seconds` from first byte in to last out. */
  observe(kind: string, status: number, seconds: number): void
  /** Counts a kept answer: nothing but an addition, since that is most of what the shop does. */
  observeKept(status: number): void
  /** Counts one request that was sent away because there was too much to do: as cheap as that must be. */
  observeRefused(): void
  text(): Promise<string>
  contentType: string
}

/** What `/metrics` shows, in Prometheus' text form. */
export function createMetrics(
  caches: Record<string, ByteCache>,
  gauges: Record<string, () => number | Promise<number>> = {},
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const kept = new Map<number, number>()
  let refused = 0
  const requests = new Counter({
    name: 'shop_requests_total',
    help: 'Finished requests.',
    labelNames: ['kind', 'status'],
    registers: [registry],
    collect() {
      for (const [status, count] of kept) this.inc({ kind: 'kept', status }, count)
      kept.clear()
      if (refused > 0) this.inc({ kind: 'refused', status: 503 }, refused)
      refused = 0
    },
  })
  const seconds = new Histogram({
    name: 'shop_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['kind'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  for (const figure of ['entries', 'bytes', 'hits', 'makings', 'cleared'] as const)
    new Gauge({
      name: `shop_cache_${figure}`,
      help: `The answer cache: ${figure}.`,
      labelNames: ['cache'],
      registers: [registry],
      collect() {
        for (const [name, cache] of Object.entries(caches)) this.set({ cache: name }, cache.stats()[figure])
      },
    })
  for (const [name, read] of Object.entries(gauges))
    new Gauge({
      name,
      help: name.replaceAll('_', ' '),
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  return {
    observe(kind, status, duration) {
      requests.inc({ kind, status })
      seconds.observe({ kind }, duration)
    },
    observeKept(status) {
      kept.set(status, (kept.get(status) ?? 0) + 1)
    },
    observeRefused() {
      refused += 1
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
