import { ValueType } from '@opentelemetry/api'
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** The metrics as prom-client's registry gives them. */
export type PromMetric = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>

interface Times {
  startTime: [seconds: number, nanoseconds: number]
  endTime: [seconds: number, nanoseconds: number]
}

/** The metrics of `/metrics` in OTLP's form. `startedAt`: since when they count, in milliseconds since 1970. */
export function toOtlpMetrics(metrics: readonly PromMetric[], startedAt: number): MetricData[] {
  const times = { startTime: toHrTime(startedAt), endTime: toHrTime(Date.now()) }
  return metrics.map((metric): MetricData => {
    const common = {
      descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    }
    const kind = String(metric.type)
    if (kind === 'histogram')
      return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(metric, times) }
    const dataPoints = metric.values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }))
    return kind === 'counter'
      ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
      : { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
  })
}

/** prom-client has a value for each bound that counts all below it; OTLP counts each bucket alone. */
function histogramsOf({ values }: PromMetric, times: Times) {
  const found = new Map<string, { attributes: object; bounds: number[]; below: number[]; sum: number; count: number }>()
  for (const { labels, value, metricName = '' } of values) {
    const { le, ...attributes } = labels
    const key = JSON.stringify(attributes)
    const one = found.get(key) ?? { attributes, bounds: [], below: [], sum: 0, count: 0 }
    found.set(key, one)
    if (metricName.endsWith('_sum')) one.sum = value
    else if (metricName.endsWith('_count')) one.count = value
    else if (le !== '+Inf') {
      one.bounds.push(Number(le))
      one.below.push(value)
    }
  }
  return [...found.values()].map(({ attributes, bounds, below, sum, count }) => {
    const counts = [...below, count].map((upTo, at) => upTo - (below[at - 1] ?? 0))
    return {
      ...times,
      attributes: { ...attributes },
      value: { buckets: { boundaries: bounds, counts }, sum, count },
    }
  })
}

function toHrTime(milliseconds: number): [number, number] {
  return [Math.floor(milliseconds / 1000), (milliseconds % 1000) * 1_000_000]
}
