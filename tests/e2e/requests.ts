import type { Page, Request, Route } from '@playwright/test'

/** Records a page's requests from now on whose path contains `part`. */
export function recordRequests(page: Page, part = '/api/'): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes(part)) calls.push(request)
  })
  return calls
}

/** Records the page's console.info messages from now on. */
export function recordInfo(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'info') lines.push(message.text())
  })
  return lines
}

/** Holds the responses of a URL until `release` is called, whose function then handles every waiting request. */
export async function holdResponses(page: Page, address: string | RegExp) {
  let decide: (how: (route: Route) => Promise<void>) => void = () => {}
  const decided = new Promise<(route: Route) => Promise<void>>((resolve) => {
    decide = resolve
  })
  await page.route(address, async (route) => (await decided)(route))
  return { release: (how: (route: Route) => Promise<void>) => decide(how) }
}

/** A request's query as plain values. */
export function queryOf(request: Request | undefined): Record<string, string> {
  return request ? Object.fromEntries(new URL(request.url()).searchParams) : {}
}
