import { percentile } from './context.ts'

/** Measurements of a process at one moment. */
export interface Sample {
  hours: number
  megabytes: number
  /** The 99th percentile of the event loop's delay since the sample before, in milliseconds. */
  loopMs: number
}

/** The sample with the least memory of each of that many stretches of equal length: what garbage collection leaves. */
export function floors(samples: readonly Sample[], stretches: number): Sample[] {
  const size = Math.max(1, Math.ceil(samples.length / stretches))
  const found: Sample[] = []
  for (let at = 0; at < samples.length; at += size) {
    const [low] = samples.slice(at, at + size).sort((a, b) => a.megabytes - b.megabytes)
    if (low) found.push(low)
  }
  return found
}

/** The Theil–Sen slope in MB an hour: the median of the slopes between any two samples, which no outlier distorts. */
export function slope(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((one, index) =>
    samples.slice(index + 1).map((other) => (other.megabytes - one.megabytes) / (other.hours - one.hours)),
  )
  return percentile(slopes, 0.5)
}
