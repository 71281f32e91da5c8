import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { readStatements } from './scripts/statements.mjs'

/** Long, because they only end a hang. A temporarily slow machine must not fail a test. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } } }

/** Shared by all tests with a database (tests/support/global-setup.ts starts it). */
const withDatabase = {
  ...patient,
  // A stalled machine must not fail the gate, which lists each test that needed a retry.
  retry: 1,
  globalSetup: ['tests/support/global-setup.ts'],
  // More than the two cores of the smallest machine: these tests wait for processes, sockets and timers part of their time.
  maxWorkers: 3,
  // Files share a worker's modules, because loading them takes a third of the processor time. Each has its own
  // database.
  isolate: false,
}

/**
 * Tests with a happy-dom document. Each file gets its own worker, or its listeners on the window would receive events
 * of later files.
 */
const withDom = globSync('src/**/*.test.{ts,tsx}').filter((file) =>
  readFileSync(file, 'utf8').startsWith('// @vitest-environment'),
)

/**
 * `unit` and `unit-dom` need nothing, `api` needs a database. `npm test -- --all` adds `tooling`, the tests of the npm
 * scripts and the checks themselves, and `api-external`, which runs everything with SQL (all below src) again on an
 * installed PostgreSQL.
 */
export default defineConfig({
  test: {
    restoreMocks: true,
    // A test's tags are the statements that it proves, and `nightly` if it's too slow for every merge.
    tags: ['nightly', ...Object.values(readStatements()).flatMap((all) => all.map(({ id }) => id))].map((name) => ({
      name,
    })),
    projects: [
      {
        test: {
          name: 'unit',
          ...patient,
          include: ['{src,tests,catalogue,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.api.test.ts', 'tests/tooling/**', ...withDom],
          maxWorkers: 2,
          // A new worker for each file takes a third of the time.
          isolate: false,
          setupFiles: ['tests/support/reset-globals.ts'],
        },
      },
      {
        test: {
          name: 'unit-dom',
          ...patient,
          include: withDom,
          maxWorkers: 2,
          setupFiles: ['tests/support/reset-globals.ts'],
        },
      },
      { test: { name: 'tooling', ...patient, include: ['tests/tooling/*.test.ts'], maxWorkers: 2 } },
      { test: { name: 'api', include: ['{src,tests}/**/*.api.test.ts'], ...withDatabase } },
      {
        test: {
          name: 'api-external',
          include: ['src/**/*.api.test.ts'],
          // The embedded server itself, the network in front of any server, and commands: their SQL is in the stores,
          // which run on both.
          exclude: [
            'src/platform/db/embedded.api.test.ts',
            'src/platform/db/dead-network.api.test.ts',
            'src/cli/*.api.test.ts',
            // Reads the sources. The other files run the statements.
            'src/shop/statements.api.test.ts',
            // Races, processes that die, a provider that fails: the other files run all their statements too.
            'src/shop/checkout/kill.api.test.ts',
            'src/shop/checkout/machine.api.test.ts',
            'src/shop/checkout/provider-faults.api.test.ts',
            'src/shop/checkout/rush.api.test.ts',
            'src/shop/checkout/webhook.api.test.ts',
            'src/shop/refunds/faults.api.test.ts',
          ],
          env: { TEST_DATABASE: 'external' },
          ...withDatabase,
        },
      },
    ],
  },
})
