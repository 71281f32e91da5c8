import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EMPTY_PAGE, type LighthouseFigures } from './lighthouse.ts'
import { type ListingFigures, listingTable } from './listing.ts'
import type { MixedFigures, Throughput } from './shopping.ts'
import type { Comparison } from './side-by-side.ts'

/** The results of one run. If Lighthouse couldn't run, `lighthouse` is a sentence with the reason. */
export interface Findings {
  date: string
  machine: string
  loader: string
  /** True if the load generator had its own processor while pages were compared. */
  pinned: boolean
  quick: boolean
  comparisons: Comparison[]
  rendering: Record<string, number>
  listing: ListingFigures[]
  writes: Record<string, Throughput>
  mixed: MixedFigures & { seconds: number }
  start: { first: number; second: number }
  memory: { idle: number; afterPages: number; afterMixed: number }
  lighthouse: LighthouseFigures[] | string
  /** What `scripts/budgets.mjs` prints. */
  budgets: string
}

const round = (value: number, digits = 1) => value.toFixed(digits)
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: (string | number)[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

export interface Verdict {
  what: string
  found: string
  held: boolean
}

const verdictCells = ({ what, found, held }: Verdict) => [what, found, held ? 'holds' : '**missed**']

/** The pages compared to a bare Node server. The p99 has no limit, because other work on the machine determines it. */
export function judgePages(comparisons: Comparison[]): Verdict[] {
  return comparisons
    .filter(({ connections }) => connections > 1)
    .flatMap(({ page, connections, targets: { shop, 'bare Node': bare } }) => {
      if (!shop || !bare) return []
      const ratio = shop.requestsPerSecond / bare.requestsPerSecond
      const slower = shop.p99 / bare.p99
      const what = `${page}, ${connections} connections: at least 0.8 of bare Node's requests/s`
      return [{ what, found: `${round(ratio, 2)}, p99 ${round(slower, 2)}`, held: ratio >= 0.8 }]
    })
}

/** The limits of a whole run, and what was measured. */
export function judge(findings: Findings): Verdict[] {
  const verdicts = judgePages(findings.comparisons)
  const add = (what: string, value: number, limit: number, unit: string) =>
    verdicts.push({ what: `${what} under ${limit} ${unit}`, found: `${round(value)} ${unit}`, held: value < limit })
  add('Listing rendered (median)', findings.rendering.listing ?? Number.NaN, 15, 'ms')
  verdicts.push(...judgeListing(findings.listing))
  add('Idle memory', findings.memory.idle, 200, 'MB')
  add('Second start to its first page', findings.start.second, 3000, 'ms')
  add('Mixed shopping: p99', findings.mixed.p99, 100, 'ms')
  verdicts.push({
    what: 'Mixed shopping: no error',
    found: `${findings.mixed.errors.length} of ${findings.mixed.requests}`,
    held: findings.mixed.errors.length === 0,
  })
  return [...verdicts, ...judgeLighthouse(findings.lighthouse)]
}

/** The limits of the product index (docs/decisions/010): the median processor time, build and memory. */
export function judgeListing(figures: ListingFigures[]): Verdict[] {
  return figures.flatMap(({ products, filter, options, search, buildMs, memoryMb }) => {
    const isLarge = products > 1000
    const verdict = (name: string, value: number, limit: number, unit: string) => ({
      what: `${name}, ${products} products: at most ${limit} ${unit}`,
      found: `${round(value, 2)} ${unit}`,
      held: value <= limit,
    })
    return [
      verdict('Filtered page', filter.p50, isLarge ? 5 : 1, 'ms'),
      verdict('Counts beside its filters', options.p50, isLarge ? 5 : 1, 'ms'),
      verdict('Text search', search.p50, isLarge ? 10 : 1, 'ms'),
      verdict('Product index built', buildMs / 1000, 2, 's'),
      verdict('Product index in memory', memoryMb, 250, 'MB'),
    ]
  })
}

/** Pages of the staff site, which no search engine ranks: their limit is the first paint. */
const isStaffPage = (page: string) => page.startsWith('staff ')

/** Scores, LCP and CLS have limits, on the staff site the first paint. The blocking time is shown without one. */
export function judgeLighthouse(figures: LighthouseFigures[] | string): Verdict[] {
  if (typeof figures === 'string') return []
  const own = figures.filter(({ page }) => page !== EMPTY_PAGE)
  return own.map((one) => {
    if (isStaffPage(one.page))
      return {
        what: `Lighthouse, ${one.page}: first paint under 1 s`,
        found: `${round(one.fcp, 2)} s, LCP ${round(one.lcp, 2)} s, TBT ${round(one.tbt, 0)} ms`,
        held: one.fcp < 1,
      }
    const least = Math.min(one.performance, one.accessibility, one.bestPractices, one.seo)
    return {
      what: `Lighthouse, ${one.page}: 100 in all four, LCP 1.3 s, CLS 0`,
      found: `least score ${least}, LCP ${round(one.lcp, 2)} s, TBT ${round(one.tbt, 0)} ms, CLS ${round(one.cls, 3)}`,
      held: least === 100 && one.lcp <= 1.3 && one.cls === 0,
    }
  })
}

const LIGHTHOUSE = '## Lighthouse'

/** The report with new Lighthouse figures and verdicts, and their date. */
export function withLighthouse(page: string, figures: LighthouseFigures[] | string, date: string): string {
  const isVerdict = (line: string) => line.startsWith('| Lighthouse, ')
  const lines = page.slice(0, page.indexOf(LIGHTHOUSE)).split('\n')
  const kept = lines.filter((line) => !isVerdict(line))
  const end = kept.findLastIndex((line) => line.startsWith('| Mixed shopping'))
  kept.splice(end + 1, 0, ...judgeLighthouse(figures).map((verdict) => row(verdictCells(verdict))))
  return `${kept.join('\n')}${LIGHTHOUSE}\n\nOn ${date}. ${lighthouse(figures)}\n`
}

/** The report in Markdown. */
export function toMarkdown(findings: Findings): string {
  return [
    '# Performance',
    `Written by \`npm run bench -- --write\`${findings.quick ? ' (`--quick`: short runs)' : ''} on ${findings.date}, on ${findings.machine}. Load came from ${findings.loader} on the same machine${findings.pinned ? '; for the pages side by side it had the second processor, and the server the first' : ''}. Trust the ratios, measured by turns in one run, more than the absolute figures.`,
    '## What must hold',
    table(['', 'found', ''], judge(findings).map(verdictCells)),
    '## First visit',
    'What it loads, packed, against the budgets of the gate (`node scripts/budgets.mjs --all`).',
    `\`\`\`\n${findings.budgets}\n\`\`\``,
    '## Pages and calls side by side',
    'The same bytes and headers (brotli) from the shop, from a bare Node server and from nginx with one worker.',
    '![Requests a second beside a bare Node server](performance/pages.svg)',
    sideBySide(findings.comparisons),
    '## Uncached pages',
    'Milliseconds (median) to render a page that is not in the cache, compression included.',
    table(
      ['page', 'ms'],
      Object.entries(findings.rendering).map(([name, ms]) => [name, round(ms)]),
    ),
    '## The listing',
    'Processor milliseconds (median / p99) of one call without any cache: a page of 24 products with two or three filters, the counts beside all options, a search with a typo, suggestions while typing, and the update of one product.',
    listingTable(findings.listing),
    '## Writes',
    '16 callers over HTTP; create-order holds stock and calls the payment sandbox, which takes no time of its own.',
    table(
      ['call', 'a second', 'p50 ms', 'p99 ms'],
      Object.entries(findings.writes).map(([name, one]) => [
        name,
        round(one.perSecond, 0),
        round(one.p50),
        round(one.p99),
      ]),
    ),
    `Mixed shopping, 50 requests/s with 5 paid orders/s for ${findings.mixed.seconds} s: ${findings.mixed.requests} requests, ${findings.mixed.errors.length} errors, p50 ${round(findings.mixed.p50)} ms, p99 ${round(findings.mixed.p99)} ms.`,
    '## The process',
    table(
      ['', ''],
      [
        ['first start to first page (empty data folder, pages built)', `${round(findings.start.first, 0)} ms`],
        ['second start to first page', `${round(findings.start.second, 0)} ms`],
        ['memory, idle', `${round(findings.memory.idle, 0)} MB`],
        ['memory after the pages at 64 connections', `${round(findings.memory.afterPages, 0)} MB`],
        ['memory after mixed shopping', `${round(findings.memory.afterMixed, 0)} MB`],
      ],
    ),
    LIGHTHOUSE,
    lighthouse(findings.lighthouse),
    '',
  ].join('\n\n')
}

/** The comparisons as a Markdown table. */
export function sideBySide(comparisons: Comparison[]): string {
  const rows = comparisons.map(({ page, connections, targets, errors }) => {
    const { shop, 'bare Node': bare, nginx } = targets
    const share = (other: typeof bare) =>
      shop && other ? round(shop.requestsPerSecond / other.requestsPerSecond, 2) : ''
    return [
      page,
      connections,
      round(shop?.requestsPerSecond ?? 0, 0),
      `${round(shop?.p50 ?? 0, 2)} / ${round(shop?.p99 ?? 0, 2)}`,
      share(bare),
      `${round(bare?.p50 ?? 0, 2)} / ${round(bare?.p99 ?? 0, 2)}`,
      share(nginx),
      shop && bare ? round(shop.cpuMs / bare.cpuMs, 2) : '',
      errors,
    ]
  })
  const bareNode = ['of bare Node', 'its p50 / p99 ms']
  const others = ['of nginx', 'processor time, of bare Node', 'errors']
  return table(['response', 'connections', 'requests/s', 'p50 / p99 ms', ...bareNode, ...others], rows)
}

function lighthouse(figures: LighthouseFigures[] | string): string {
  if (typeof figures === 'string') return `Left out: ${figures}.`
  const rows = table(
    ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'FCP s', 'LCP s', 'TBT ms', 'CLS', 'KB'],
    figures.map((one) => [
      one.page,
      one.performance,
      one.accessibility,
      one.bestPractices,
      one.seo,
      round(one.fcp, 2),
      round(one.lcp, 2),
      round(one.tbt, 0),
      round(one.cls, 3),
      round(one.kilobytes, 0),
    ]),
  )
  const powers = figures.map(({ power }) => power)
  const power = `${round(Math.min(...powers), 0)} to ${round(Math.max(...powers), 0)}`
  return `Medians; the last row is a document with one word in it. Lighthouse slows every machine down to a quarter; its own
measure of this one (\`benchmarkIndex\`, 1500 to 2000 for the desktop machines that this is meant for) was ${power}.\n\n${rows}`
}

/** A bar chart; a line marks the limit. */
function bars(title: string, values: { label: string; value: number }[], limit: number | null, unit: string): string {
  const most = Math.max(limit ?? 0, ...values.map(({ value }) => value)) * 1.15 || 1
  const width = 720
  const x = (value: number) => 220 + (value / most) * (width - 240)
  const rows = values.map(({ label, value }, index) => {
    const y = 44 + index * 26
    return `<text x="212" y="${y + 13}" text-anchor="end">${label}</text><rect x="220" y="${y}" width="${round(x(value) - 220)}" height="18" fill="#6b4fd8"/><text x="${round(x(value) + 6)}" y="${y + 13}">${value >= 10 ? round(value, 0) : value.toPrecision(2)} ${unit}</text>`
  })
  const height = 60 + values.length * 26
  const mark =
    limit === null
      ? ''
      : `<line x1="${round(x(limit))}" x2="${round(x(limit))}" y1="36" y2="${height - 10}" stroke="#c2410c" stroke-dasharray="4 3"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#14130F"><rect width="${width}" height="${height}" fill="#fff"/><text x="16" y="24" font-size="14" font-weight="bold">${title}</text>${rows.join('')}${mark}</svg>\n`
}

/** Writes `docs/performance.md` and its charts. */
export async function writeReport(root: string, findings: Findings): Promise<void> {
  const folder = join(root, 'docs/performance')
  await mkdir(folder, { recursive: true })
  const shares = findings.comparisons.map(({ page, connections, targets: { shop, 'bare Node': bare } }) => ({
    label: `${page}, ${connections}`,
    value: shop && bare ? shop.requestsPerSecond / bare.requestsPerSecond : 0,
  }))
  await writeFile(join(folder, 'pages.svg'), bars("Requests/s, as a share of a bare Node server's", shares, 0.8, ''))
  await writeFile(join(root, 'docs/performance.md'), toMarkdown(findings))
}
