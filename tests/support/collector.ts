import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as OTLP's JSON has it, with its attributes as a record. */
export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: Record<string, string | number | boolean>
}

/** A metric as OTLP's JSON has it. */
export interface CollectedMetric {
  name: string
  sum?: { dataPoints: { asDouble?: number; asInt?: number; attributes: Attribute[] }[]; isMonotonic?: boolean }
  gauge?: { dataPoints: { asDouble?: number; asInt?: number }[] }
  histogram?: { dataPoints: { count: number; bucketCounts: number[]; explicitBounds: number[] }[] }
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
}

interface TraceBody {
  resourceSpans: { scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: Attribute[] })[] }[] }[]
}
interface MetricsBody {
  resourceMetrics: { scopeMetrics: { metrics: CollectedMetric[] }[] }[]
}

/** A collector's stand-in, which takes OTLP over HTTP as JSON, or doesn't. */
export interface Collector {
  url: string
  /** All that it was sent, as it came. */
  bodies: string[]
  /** The headers of the last request. */
  headers(): IncomingMessage['headers']
  spans(): CollectedSpan[]
  metrics(): CollectedMetric[]
  close(): Promise<void>
}

export async function startCollector(
  respond: (response: ServerResponse) => void = (response) => response.end('{}'),
): Promise<Collector> {
  const bodies: string[] = []
  const received: { path: string; body: string }[] = []
  let headers: IncomingMessage['headers'] = {}
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    headers = request.headers
    bodies.push(body)
    received.push({ path: request.url ?? '', body })
    response.setHeader('content-type', 'application/json')
    respond(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe cast: it listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  const bodiesOf = <T>(path: string): T[] =>
    received.filter((one) => one.path === path).map(({ body }): T => JSON.parse(body))
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    headers: () => headers,
    spans: () =>
      bodiesOf<TraceBody>('/v1/traces')
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: toRecord(span.attributes) })),
    metrics: () =>
      bodiesOf<MetricsBody>('/v1/metrics')
        .flatMap(({ resourceMetrics }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function toRecord(attributes: Attribute[]): CollectedSpan['attributes'] {
  const values = attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ''] as const)
  return Object.fromEntries(values)
}
