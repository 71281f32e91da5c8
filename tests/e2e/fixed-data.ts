import type { Page } from '@playwright/test'

const NOW = new Date('2026-03-04T10:30:00+05:30')
const DAY_MS = 86_400_000

/** The shop's days are today's, and its ids random: the pages get the days of a fixed clock, and fixed ids. */
export async function fixData(page: Page, ids = new Map<string, string>()): Promise<void> {
  await page.clock.setFixedTime(NOW)
  const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString()
  await page.route('**/api/**', async (route) => {
    let url = route.request().url()
    for (const [shown, id] of ids) url = url.replace(`=${shown}`, `=${id}`).replace(`/${shown}`, `/${id}`)
    const response = await route.fetch({ url }).catch(() => null)
    // The page was left meanwhile.
    if (response === null) return route.abort().catch(() => {})
    let body = await response.text()
    for (const [shown, id] of ids) body = body.replaceAll(id, shown)
    body = body
      .replace(
        /"(\w+)":"\d{4}-\d\d-\d\dT[^"]*"/g,
        (_, key) => `"${key}":"${later(/estimated|arrival|until/i.test(key) ? 5 : 0)}"`,
      )
      .replace(/"(\w+)":"\d{4}-\d\d-\d\d"/g, (_, key) => `"${key}":"${later(4).slice(0, 10)}"`)
    await route.fulfill({ response, body })
  })
}
