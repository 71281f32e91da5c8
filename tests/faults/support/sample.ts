import { afterAll, expect } from 'vitest'
import { testDatabase } from '../../support/database.ts'
import { databaseUrl } from '../../support/test-server.ts'
import { type CheckResult, type FaultContext, openContext } from './context.ts'
import type { EnvironmentOptions } from './environment.ts'

/** A context for a test file that runs a small sample of `npm run faults`. */
export function openSample(): FaultContext {
  const context = openContext('quick')
  afterAll(() => context.close())
  return context
}

/** An external database on the server of the test run, which has a migrated template already. */
export const ON_TEST_SERVER: EnvironmentOptions = {
  database: 'external',
  postgres: { createDatabase: async () => databaseUrl((await testDatabase()).connection) },
}

/** Fails the test if a promise was not kept. */
export function expectKept(results: readonly CheckResult[]): void {
  const broken = results
    .filter(({ ok }) => !ok)
    .map(({ promise, requirement, measured }) => `${promise}: required ${requirement}; measured ${measured}`)
  expect(broken).toEqual([])
}
