import { defineConfig } from '@playwright/test'
import { installedBrowser } from './scripts/browser.mjs'

/** Journeys in headless Chromium against the built shop, its payment sandbox and a real SMTP session. */
export default defineConfig({
  globalSetup: './tests/support/demonstration.ts',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  // More than the two cores of the smallest machine: journeys wait for timers and sockets part of their time.
  workers: 3,
  // A stalled machine must not fail the gate, which lists each journey that needed a retry.
  retries: 1,
  // They only end a hang, but one renamed button costs twice as much as an expectation may wait.
  timeout: 120_000,
  expect: {
    timeout: 15_000,
    // Tolerances for each pixel's colour and for the share of pixels: rounding at edges differs between machines.
    toHaveScreenshot: { threshold: 0.2, maxDiffPixels: 100 },
  },
  updateSnapshots: 'none',
  projects: [
    { name: 'journeys', testDir: 'tests/e2e' },
    { name: 'html', testDir: 'tests/html' },
    {
      name: 'screens',
      testDir: 'tests/screens',
      // `npm run screens` compares all states with its earlier pictures. `npm test -- --all` compares those in
      // docs/screens.
      snapshotPathTemplate: `${process.env.SCREENS === 'all' ? 'test-results' : 'docs'}/screens/{arg}{ext}`,
    },
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A test's routes don't see a worker's requests. offline.spec.ts allows workers.
    serviceWorkers: 'block',
    // Only for the retry: tracing every journey takes a fifth of the time.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: installedBrowser() ?? '/usr/bin/chromium',
      args: [
        '--headless',
        // For the headless shell: renders text as in a headed browser, so the same reference pictures work for both.
        '--font-render-hinting=slight',
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
