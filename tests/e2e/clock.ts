import type { Page } from '@playwright/test'

const START = new Date('2026-07-01T10:00:00+05:30')
const LATER = new Date('2026-07-01T11:00:00+05:30')

/** Installs a fake clock, which runs normally until `pauseClock`. Call it before the first page. */
export async function installClock(page: Page): Promise<void> {
  await page.clock.install({ time: START })
}

/** Moves the clock an hour ahead and pauses it: only `page.clock.runFor` moves it then, however slow the machine is. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(LATER)
}
