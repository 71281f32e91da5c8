import { afterAll, expect } from 'vitest'
import { type CheckResult, type FaultContext, openContext } from './context.ts'

/** A context for a test file that runs a bounded sample of `npm run faults`: the same functions on the same processes. */
export function openSample(): FaultContext {
  const context = openContext('quick')
  afterAll(() => context.close())
  return context
}

/** Fails the test where a promise was not kept. */
export function expectKept(results: readonly CheckResult[]): void {
  const broken = results
    .filter(({ ok }) => !ok)
    .map(({ promise, requirement, measured }) => `${promise}: required ${requirement}; measured ${measured}`)
  expect(broken).toEqual([])
}
