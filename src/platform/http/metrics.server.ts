import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CacheStats, ResponseCache } from '../cache/response-cache.server.ts'
import type { PromMetric } from '../telemetry/otlp-metrics.server.ts'

export interface Metrics {
  /**
   * Counts one finished request: `kind` is page, api, file or picture; `seconds` from the request's first byte to the
   * response's last.
   */
  observe(kind: string, status: number, seconds: number): void
  /** Counts a cached response; cheaper than `observe`, because most responses are cached. */
  observeCached(status: number): void
  /** Counts one request that was rejected because the shop was overloaded. */
  observeRejected(): void
  text(): Promise<string>
  /** The same figures, to be sent elsewhere. */
  json(): Promise<PromMetric[]>
  contentType: string
}

/** What `shop_cache_…` counts. */
const CACHE_HELP: Record<keyof CacheStats, string> = {
  entries: 'Responses in the cache.',
  bytes: 'Their size in bytes.',
  hits: 'Requests that the cache answered.',
  renders: 'Responses that were rendered.',
  invalidations: 'Responses that a write removed from the cache.',
}

/** The metrics of `/metrics`, in Prometheus' text format. */
export function createMetrics(
  cache: ResponseCache,
  gauges: Record<string, () => number | Promise<number>> = {},
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const cached = new Map<number, number>()
  let rejected = 0
  const requests = new Counter({
    name: 'shop_requests_total',
    help: 'Finished requests.',
    labelNames: ['kind', 'status'],
    registers: [registry],
    collect() {
      for (const [status, count] of cached) this.inc({ kind: 'cached', status }, count)
      cached.clear()
      if (rejected > 0) this.inc({ kind: 'rejected', status: 503 }, rejected)
      rejected = 0
    },
  })
  const seconds = new Histogram({
    name: 'shop_request_seconds',
    help: 'Time to respond to a request.',
    labelNames: ['kind'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  // Safe cast: a record of these keys.
  for (const [figure, help] of Object.entries(CACHE_HELP) as [keyof CacheStats, string][])
    new Gauge({
      name: `shop_cache_${figure}`,
      help,
      registers: [registry],
      collect() {
        this.set(cache.stats()[figure])
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
    observeCached(status) {
      cached.set(status, (cached.get(status) ?? 0) + 1)
    },
    observeRejected() {
      rejected += 1
    },
    text: () => registry.metrics(),
    json: () => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  }
}
