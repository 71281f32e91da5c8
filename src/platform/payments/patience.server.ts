import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome, ProviderFailure } from './provider.server.ts'

/** How often and how long a call is tried; milliseconds. */
export interface Patience {
  /** Tries beyond the first. */
  retries: number
  /** From the start of the first try to the end of the last. */
  totalMs: number
  /** The shortest time in which another try makes sense. */
  leastMs: number
  /** The mean pause before the first retry; it doubles, and varies by half. */
  pauseMs: number
}

/** A shopper waits at most 10 s for an answer (docs/reliability.md). */
export const USUAL_PATIENCE: Patience = { retries: 2, totalMs: 9000, leastMs: 700, pauseMs: 200 }
export const NO_RETRY: Patience = { ...USUAL_PATIENCE, retries: 0 }

const TIMED_OUT: ProviderFailure = {
  kind: 'unreachable',
  status: 0,
  code: 'TIMEOUT',
  description: 'The payment provider did not answer in time.',
}

/** Tries a call again where the provider could not be reached. */
export async function tryPatiently<T>(patience: Patience, attempt: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const end = performance.now() + patience.totalMs
  for (let tried = 0; ; tried += 1) {
    const outcome = await withDeadline(attempt(), end - performance.now())
    if (outcome.ok || outcome.failure.kind !== 'unreachable' || tried >= patience.retries) return outcome
    const pause = patience.pauseMs * 2 ** tried * (0.5 + Math.random())
    if (end - performance.now() - pause < patience.leastMs) return outcome
    await sleep(pause)
  }
}

async function withDeadline<T>(work: Promise<Outcome<T>>, ms: number): Promise<Outcome<T>> {
  const timer = new AbortController()
  const late = sleep(Math.max(0, ms), undefined, { signal: timer.signal }).then(
    (): Outcome<T> => ({ ok: false, failure: TIMED_OUT }),
  )
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
  }
}

/** After this many calls in a row without an answer the provider is left alone for a while. */
const FAILURES_TO_OPEN = 5
const OPEN_MS = 5000

const OPEN: ProviderFailure = {
  kind: 'unreachable',
  status: 0,
  code: 'CIRCUIT_OPEN',
  description: 'The payment provider is out of order.',
}

/**
 * A circuit breaker: a provider that hangs must not hang every shopper for 10 s. While it is open calls fail at once;
 * afterwards one call goes through as a probe, and its outcome decides.
 */
export function createBreaker(now: () => number = () => performance.now()) {
  let failures = 0
  let openUntil = 0
  let probing = false
  return async function guard<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const probe = failures >= FAILURES_TO_OPEN
    if (probe && (probing || now() < openUntil)) return { ok: false, failure: OPEN }
    probing = probe
    try {
      const outcome = await call()
      if (outcome.ok || outcome.failure.kind !== 'unreachable') failures = 0
      else {
        failures += 1
        openUntil = now() + OPEN_MS
      }
      return outcome
    } finally {
      if (probe) probing = false
    }
  }
}
