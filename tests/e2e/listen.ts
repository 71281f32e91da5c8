import type { Page, Request, Route } from '@playwright/test'

/** The API calls of a page from here on. */
export function listen(page: Page, part = '/api/'): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes(part)) calls.push(request)
  })
  return calls
}

/** What the page notes in the console as information from here on. */
export function notes(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'info') lines.push(message.text())
  })
  return lines
}

/** Keeps the answer of an address back until `answer` is called; it then decides about every request that waits. */
export async function holdBack(page: Page, address: string | RegExp) {
  let open: (how: (route: Route) => Promise<void>) => void = () => {}
  const decided = new Promise<(route: Route) => Promise<void>>((resolve) => {
    open = resolve
  })
  await page.route(address, async (route) => (await decided)(route))
  return { answer: (how: (route: Route) => Promise<void>) => open(how) }
}

/** The last call's query as plain values. */
export function queryOf(request: Request | undefined): Record<string, string> {
  return request ? Object.fromEntries(new URL(request.url()).searchParams) : {}
}
