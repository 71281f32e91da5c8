import type { Page } from '@playwright/test'

const START = new Date('2026-07-01T10:00:00+05:30')
const LATER = new Date('2026-07-01T11:00:00+05:30')

/** Gives the pages of this tab a clock that the test can hold; until then it goes as clocks do. Before the first page. */
export async function ownClock(page: Page): Promise<void> {
  await page.clock.install({ time: START })
}

/** Holds that clock, after a leap of an hour: from here on `page.clock.runFor` alone moves it, however slow the machine. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.pauseAt(LATER)
}
