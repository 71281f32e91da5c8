import { type Browser, chromium } from '@playwright/test'
import { installedBrowser } from '../scripts/browser.mjs'
import { HYDRATED } from '../src/app/deferred-scripts.ts'
import { medians } from './statistics.ts'

/** How much slower the phone's processor is than this machine's: Lighthouse's mobile setting. */
const SLOWER = 4
/** Tasks beyond this many milliseconds keep a touch waiting: what Lighthouse counts as blocking time. */
const LONG_TASK = 50

type Visit = Awaited<ReturnType<typeof visit>>

/** What a first visit costs a phone that touches nothing. */
type PhoneFigures = Visit & { path: string; shop: string }

/**
 * Medians of first visits with an empty cache and a processor `SLOWER` times slower. Shops and pages take turns, so other
 * work on the machine affects all of them.
 */
export async function benchPhone(options: {
  /** Origins by name. */
  shops: Record<string, string>
  paths: readonly string[]
  runs: number
  progress(): void
}): Promise<PhoneFigures[]> {
  const executablePath = installedBrowser()
  const browser = await chromium.launch({ args: ['--disable-quic'], ...(executablePath && { executablePath }) })
  const all = options.paths.flatMap((path) =>
    Object.entries(options.shops).map(([shop, origin]) => ({
      path,
      shop,
      url: `${origin}${path}`,
      visits: [] as Visit[],
    })),
  )
  try {
    for (let run = 0; run < options.runs; run++)
      for (const { url, visits } of all) {
        visits.push(await visit(browser, url))
        options.progress()
      }
  } finally {
    await browser.close()
  }
  return all.map(({ path, shop, visits }) => ({ path, shop, ...medians(visits) }))
}

async function visit(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const types = new Map<string, string>()
    const bytes = { script: 0, document: 0 }
    devtools.on('Network.requestWillBeSent', ({ requestId, type = '' }) => types.set(requestId, type))
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId)
      if (type === 'Script') bytes.script += encodedDataLength
      if (type === 'Document') bytes.document += encodedDataLength
    })
    await devtools.send('Network.enable')
    await devtools.send('Performance.enable')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(watch, HYDRATED)
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForFunction(() => 'hydratedAfter' in window)
    const { hydratedAfter, longTasks } = await page.evaluate(readWatched)
    const { metrics } = await devtools.send('Performance.getMetrics')
    const milliseconds = (name: string) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000
    return {
      requests: types.size,
      scripts: [...types.values()].filter((type) => type === 'Script').length,
      /** Compressed, with headers. */
      scriptKb: bytes.script / 1000,
      documentKb: bytes.document / 1000,
      scriptMs: milliseconds('ScriptDuration'),
      taskMs: milliseconds('TaskDuration'),
      blockingMs: longTasks.reduce((sum, task) => sum + Math.max(0, task - LONG_TASK), 0),
      hydratedMs: hydratedAfter,
    }
  } finally {
    await context.close()
  }
}

/** Milliseconds. */
type Watched = { hydratedAfter: number; longTasks: number[] }

/** Runs in the page. */
function watch(hydrated: string): void {
  const longTasks: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  Object.assign(window, { longTasks })
  document.addEventListener(hydrated, () => Object.assign(window, { hydratedAfter: performance.now() }))
}

/** Runs in the page. */
function readWatched(): Watched {
  // Safe cast: `watch` has set both.
  const { hydratedAfter, longTasks } = window as unknown as Watched
  return { hydratedAfter, longTasks }
}

export function phoneTable(figures: readonly PhoneFigures[]): string {
  const rows = figures.map((one) => [
    one.path,
    one.shop,
    String(one.requests),
    String(one.scripts),
    one.scriptKb.toFixed(1),
    one.documentKb.toFixed(1),
    ...[one.hydratedMs, one.scriptMs, one.taskMs, one.blockingMs].map((ms) => ms.toFixed(0)),
  ])
  const head =
    'page,shop,requests,scripts,scripts KB,document KB,interactive after ms,scripts ms,main thread ms,blocking ms'
  const heads = head.split(',')
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
