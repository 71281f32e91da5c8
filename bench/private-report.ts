import type { PrivateFigures } from './private.ts'
import type { Verdict } from './report.ts'

/** The least share of the bare server's requests a second, and the most times its p99, at 16 callers. */
const LEAST_SHARE = 0.5
const MOST_TIMES = 2
const HEADING = '## Private calls'

const share = ({ shop, bare }: PrivateFigures) => shop.requestsPerSecond / bare.requestsPerSecond

/** The limits at 16 callers. */
export function judgePrivate(figures: PrivateFigures[]): Verdict[] {
  return figures
    .filter(({ callers }) => callers === 16)
    .flatMap((one) => [
      {
        what: `${one.call}: at least ${LEAST_SHARE} of the bare server’s requests/s`,
        found: share(one).toFixed(2),
        held: share(one) >= LEAST_SHARE,
      },
      {
        what: `${one.call}: p99 at most ${MOST_TIMES} times the bare server’s`,
        found: `${(one.shop.p99 / one.bare.p99).toFixed(1)}`,
        held: one.shop.p99 <= MOST_TIMES * one.bare.p99,
      },
      { what: `${one.call}: no error`, found: String(one.errors), held: one.errors === 0 },
    ])
}

/** The figures as a table in Markdown. */
export function privateTable(figures: PrivateFigures[]): string {
  const head = [
    'call',
    'callers',
    'requests/s',
    'share',
    'p50 ms',
    'p99 ms',
    'Node ms a call',
    'PostgreSQL ms a call',
    'statements',
    'round trips',
  ]
  const rows = figures.map((one) => {
    const both = (pick: (side: PrivateFigures['shop']) => number, digits: number) =>
      `${pick(one.shop).toFixed(digits)} / ${pick(one.bare).toFixed(digits)}`
    return [
      one.call,
      one.callers,
      both((side) => side.requestsPerSecond, 0),
      share(one).toFixed(2),
      both((side) => side.p50, 1),
      both((side) => side.p99, 1),
      both((side) => side.nodeMs, 2),
      both((side) => side.postgresMs, 2),
      `${one.counts.shop.statements} / ${one.counts.bare.statements}`,
      `${one.counts.shop.trips} / ${one.counts.bare.trips}`,
    ]
  })
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** docs/performance.md with a new table, at its end or in place of the last one. */
export function withPrivate(page: string, table: string, date: string): string {
  const at = page.indexOf(HEADING)
  const next = at < 0 ? -1 : page.indexOf('\n## ', at + 1)
  const before = at < 0 ? `${page.trimEnd()}\n\n` : page.slice(0, at)
  const after = next < 0 ? '' : page.slice(next)
  return `${before}${HEADING}

On ${date}, \`npm run bench -- --private --write\`: the shop and a bare \`node:http\` server with \`pg\` that does the fewest
named statements that the call means, on one database, in turns; medians. Each cell is shop / bare server. Both
servers share one processor and the load generator has the other.

${table}
${after}`
}
