import { defineConfig } from '@playwright/test'

/** Journeys in headless Chromium against the built shop, its payment sandbox and a real SMTP session. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  workers: 2,
  // A machine that stood still must not fail the gate; a journey that needed its second try is named at the gate's end.
  retries: 1,
  // Long: what they end is a hang. A machine that is slow for a while must not fail a journey.
  timeout: 150_000,
  expect: { timeout: 25_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
