import { defineConfig } from 'vitest/config'

/** Two rings: `unit` needs nothing, `api` needs a database (tests/support/global-setup.ts brings one). */
export default defineConfig({
  test: {
    restoreMocks: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,tests,catalogue,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.api.test.ts'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['{src,tests}/**/*.api.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Long: what it ends is a hang. A machine that is slow for a while must not fail a test.
          expect: { poll: { timeout: 20_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
})
