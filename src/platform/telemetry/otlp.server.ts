import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Config } from '../config.server.ts'
import type { Metrics } from '../http/metrics.server.ts'
import { toOtlpMetrics } from './otlp-metrics.server.ts'
import type { Span, SpanAttributes, SpanOptions, Tracer } from './spans.server.ts'

/** Traces and metrics on their way to a collector. */
export interface Telemetry {
  tracer: Tracer
  /** Sends the metrics every minute from now on. */
  pushMetrics(metrics: Metrics): void
  /** Sends what is waiting, for at most two seconds. */
  stop(): Promise<void>
}

/** Steps that wait to be sent; more are dropped, so that a dead collector costs a bounded amount of memory. */
const MAX_WAITING = 4096
const BATCH = 512
const EXPORT_TIMEOUT_MS = 5_000
const STOP_TIMEOUT_MS = 2_000
const METRICS_MS = 60_000
/** A failing collector is logged at most this often. */
const WARN_MS = 10 * 60_000
/** A job's round that took this long is sent even if it did nothing. */
const LONG_ROUND_MS = 1_000
/** Further steps of a round are dropped until it's known whether it did something. */
const MAX_ROUND = 500

const KINDS = { request: SpanKind.SERVER, job: SpanKind.INTERNAL, mail: SpanKind.CONSUMER }

interface TelemetryOptions {
  telemetry: NonNullable<Config['telemetry']>
  publicUrl: string
  log: Pick<Logger, 'warn'>
  /** Shorter in tests. */
  delayMs?: number
}

/**
 * Sends traces and metrics to a collector (OTLP over HTTP as JSON), in the background: a collector that is slow or dead
 * delays nothing, and what it doesn't take is dropped.
 */
export function startTelemetry({ telemetry, publicUrl, log, delayMs = 5_000 }: TelemetryOptions): Telemetry {
  const { endpoint, headers, share } = telemetry
  const exporterOptions = (signal: string) => ({
    url: `${endpoint.replace(/\/$/, '')}/v1/${signal}`,
    headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const warn = createWarning(log)
  const resource = resourceFromAttributes({ 'service.name': 'shop', 'service.namespace': new URL(publicUrl).host })
  const exporter = warnOfFailures(new OTLPTraceExporter(exporterOptions('traces')), warn)
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: delayMs,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const metricExporter = new OTLPMetricExporter(exporterOptions('metrics'))
  const startedAt = Date.now()
  let timer: NodeJS.Timeout | undefined
  return {
    tracer: createTracer(provider.getTracer('shop')),
    pushMetrics(metrics) {
      let isSending = false
      const push = async () => {
        if (isSending) return
        isSending = true
        try {
          const scopeMetrics = [{ scope: { name: 'shop' }, metrics: toOtlpMetrics(await metrics.json(), startedAt) }]
          await new Promise<void>((resolve) =>
            metricExporter.export({ resource, scopeMetrics }, ({ code, error }) => {
              if (code !== 0) warn(error)
              resolve()
            }),
          )
        } catch (error) {
          warn(error)
        } finally {
          isSending = false
        }
      }
      void push()
      timer = setInterval(push, METRICS_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      const flushed = Promise.all([provider.shutdown(), metricExporter.shutdown()]).catch(() => undefined)
      await Promise.race([flushed, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

function createWarning(log: Pick<Logger, 'warn'>): (error: unknown) => void {
  let warnedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - warnedAt < WARN_MS) return
    warnedAt = performance.now()
    // Its message could repeat what the collector responded.
    log.warn({ failure: error instanceof Error ? error.name : 'unknown' }, 'telemetry could not be sent')
  }
}

function warnOfFailures(exporter: SpanExporter, warn: (error: unknown) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0) warn(result.error)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

/** What isn't sent before a round turns out to have done something. */
interface Round {
  ended: (() => void)[]
  isKept: boolean
}

function createTracer(tracer: OtelTracer): Tracer {
  const wrap = (own: OtelSpan, round: Round | null, isRoot: boolean): Span => {
    const { traceId, spanId, traceFlags } = own.spanContext()
    // A span's length is by the clock that is never set.
    const [clock, startedAt] = [Date.now(), performance.now()]
    const end = (endedAt: number) => own.end(endedAt)
    let isEnded = false
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
      get isEnded() {
        return isEnded
      },
      child: (name, attributes = {}) =>
        wrap(
          tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes }, trace.setSpan(ROOT_CONTEXT, own)),
          round,
          false,
        ),
      rename(name, attributes = {}) {
        own.updateName(name)
        own.setAttributes(attributes)
      },
      set: (attributes: SpanAttributes) => void own.setAttributes(attributes),
      fail(code) {
        own.setAttribute('error.type', code)
        own.setStatus({ code: SpanStatusCode.ERROR })
        if (round) round.isKept = true
      },
      keep() {
        if (round) round.isKept = true
      },
      end() {
        isEnded = true
        const endedAt = clock + performance.now() - startedAt
        if (!round) return end(endedAt)
        if (isRoot || round.ended.length < MAX_ROUND) round.ended.push(() => end(endedAt))
        if (isRoot && (round.isKept || performance.now() - startedAt > LONG_ROUND_MS))
          for (const send of round.ended) send()
      },
    }
  }
  return {
    start(name, { kind, parent, startedAt }: SpanOptions) {
      const context = parentContext(parent)
      const own = tracer.startSpan(
        name,
        { kind: KINDS[kind], ...(startedAt === undefined ? {} : { startTime: startedAt }) },
        context,
      )
      return wrap(own, kind === 'job' ? { ended: [], isKept: false } : null, true)
    },
  }
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

function parentContext(header: string | null | undefined) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header ?? '') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & 1
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
