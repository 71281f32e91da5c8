import { defineConfig } from '@playwright/test'
import { installedBrowser } from './scripts/browser.mjs'

/** Journeys in headless Chromium against the built shop, its payment sandbox and a real SMTP session. */
export default defineConfig({
  globalSetup: './tests/support/build-pages.ts',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  // More than the two cores of the smallest machine: journeys wait for timers and sockets part of their time.
  workers: 3,
  // A machine that stood still must not fail the gate, which names each journey that needed its second try.
  retries: 1,
  // Long: they only end a hang. A machine that is slow for a while must not fail a journey.
  timeout: 300_000,
  expect: {
    timeout: 60_000,
    // Of each pixel's colour, and of all pixels: rounding at edges differs between machines.
    toHaveScreenshot: { threshold: 0.2, maxDiffPixels: 100 },
  },
  updateSnapshots: 'none',
  projects: [
    { name: 'journeys', testDir: 'tests/e2e' },
    {
      name: 'screens',
      testDir: 'tests/screens',
      // `npm run screens` compares all states with pictures that it took before, `npm test -- --all` those that docs/screens keeps.
      snapshotPathTemplate: `${process.env.SCREENS === 'all' ? 'test-results' : 'docs'}/screens/{arg}{ext}`,
    },
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Routes of a test do not see what a worker fetches; offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Of the second try alone: tracing every journey takes a fifth of the time.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: installedBrowser() ?? '/usr/bin/chromium',
      args: [
        '--headless',
        // Of the headless shell: letters as in a browser with windows, so that the pictures of the screens serve for both.
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
