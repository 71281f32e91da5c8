import { execFile } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../tests/support/processes.ts'
import { medians } from './statistics.ts'

const execute = promisify(execFile)
const VERSION = '13.5.0'
const BROWSERS = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The folders of the browsers' binaries. The paths above may be launch scripts. */
const PROGRAMS = ['/usr/lib/chromium', '/opt/google/chrome']
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** The pages that are measured; PRODUCT is a product's id. */
export const PAGES = {
  home: '/',
  listing: '/categories',
  product: '/product-details/PRODUCT',
  about: '/about-us',
  contact: '/contact-us',
  stores: '/nearby-store',
  policy: '/privacy-policy',
  login: '/login',
  register: '/register',
  'staff home': '/admin',
  'staff list': '/admin/products',
  'staff form': '/admin/products/PRODUCT',
}

type Run = Awaited<ReturnType<typeof measureOnce>>

export type LighthouseFigures = Run & { page: string }

/** A nearly empty page, for comparison. */
export const EMPTY_PAGE = 'an empty page'
const EMPTY =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Empty</title><meta name="description" content="Next to nothing"></head><body><main><h1>Empty</h1></main></body></html>'

/** Installs Lighthouse in its own folder, because it's too large for a dependency. Returns the reason if that fails. */
export async function installLighthouse(folder: string): Promise<{ run: string; browser: string } | string> {
  const browser = BROWSERS.find((place) => place && existsSync(place))
  if (!browser) return 'no Chromium was found'
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]
  const installed = await execute('npm', ['install', ...flags, `lighthouse@${VERSION}`]).catch((error: Error) => error)
  if (installed instanceof Error) return `lighthouse ${VERSION} could not be installed`
  return { run: join(folder, 'node_modules/lighthouse/cli/index.js'), browser }
}

/**
 * Medians of several runs with Lighthouse's mobile setting (simulated slow 4G, a quarter of the processor) and a new
 * profile each. The pages take turns, so a burst of other work affects one run of several pages rather than every run
 * of one page.
 */
export async function runLighthouse(
  { run, browser }: { run: string; browser: string },
  options: {
    origin: string
    pages: Record<string, string>
    /** Sent with the requests of the staff site's pages. */
    cookie: string
    runs: number
    folder: string
    progress(): void
  },
): Promise<LighthouseFigures[]> {
  const empty = await openEmptyPage()
  const own = Object.entries(options.pages).map(([page, path]) => ({
    page,
    url: `${options.origin}${path}`,
    cookie: path.startsWith('/admin') ? options.cookie : null,
  }))
  const pages = [...own, { page: EMPTY_PAGE, url: empty.url, cookie: null }].map((one) => ({
    ...one,
    runs: [] as Run[],
  }))
  try {
    for (let round = 0; round < options.runs; round++)
      for (const { url, cookie, runs } of pages) {
        runs.push(await measure({ run, browser, url, cookie, folder: options.folder }))
        options.progress()
      }
  } finally {
    empty.close()
  }
  return pages.map(({ page, runs }) => ({ page, ...medians(runs) }))
}

async function openEmptyPage(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const known = request.url === '/'
    response.writeHead(known ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(known ? EMPTY : '')
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** Attempts per run, because Lighthouse itself sometimes fails (for example, to record a trace). */
const MAX_ATTEMPTS = 3

interface MeasureOptions {
  run: string
  browser: string
  url: string
  cookie: string | null
  folder: string
}

async function measure(options: MeasureOptions) {
  for (let attempt = 1; ; attempt++) {
    const figures = await measureOnce(options).catch((error: Error) => error)
    if (!(figures instanceof Error)) return figures
    if (attempt === MAX_ATTEMPTS) throw figures
  }
}

/** Reads the browser's binary into the page cache, so no measured task includes a disk read. */
async function warmBrowser() {
  for (const folder of PROGRAMS.filter((place) => existsSync(place)))
    for (const entry of await readdir(folder, { withFileTypes: true }))
      if (entry.isFile()) for await (const _ of createReadStream(join(folder, entry.name), { highWaterMark: 1 << 20 }));
}

async function measureOnce(options: MeasureOptions) {
  const report = join(options.folder, 'report.json')
  const profile = join(options.folder, 'profile')
  await rm(profile, { recursive: true, force: true })
  await warmBrowser()
  const flags = [
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    `--chrome-flags=${FLAGS} --user-data-dir=${profile}`,
    ...(options.cookie === null ? [] : [`--extra-headers=${JSON.stringify({ cookie: options.cookie })}`]),
  ]
  await execute(process.execPath, [options.run, options.url, ...flags], {
    env: { ...process.env, CHROME_PATH: options.browser },
    timeout: 120_000,
  })
  const { categories, audits, environment } = JSON.parse(await readFile(report, 'utf8'))
  const score = (name: string) => Math.round(categories[name].score * 100)
  const value = (name: string) => Number(audits[name].numericValue)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    /** Seconds. */
    fcp: value('first-contentful-paint') / 1000,
    lcp: value('largest-contentful-paint') / 1000,
    /** Milliseconds. */
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    kilobytes: value('total-byte-weight') / 1000,
    /** Lighthouse's `benchmarkIndex`: the speed of the machine. */
    power: Number(environment.benchmarkIndex),
  }
}
