import type { BackupCommand, BackupFigures, SaleTimes } from './backups.ts'
import type { Verdict } from './report.ts'

const HEADING = '## Backups'
/** The most memory of a command, whatever the shop's size. */
const MEMORY_MB = 400
/** A sale may take this many times as long while a backup is made. */
const SLOWER = 2

const mb = (bytes: number) => bytes / 1e6

export function judgeBackups({ commands, alone, failed }: BackupFigures): Verdict[] {
  return [
    ...commands.flatMap(({ what, memory, sales }) => [
      { what: `${what}: at most ${MEMORY_MB} MB`, found: mb(memory).toFixed(0), held: !(mb(memory) > MEMORY_MB) },
      {
        what: `${what}: p99 of sales at most ${SLOWER} times that without`,
        found: `${(sales.p99 / alone.p99).toFixed(1)}`,
        held: !(sales.p99 > SLOWER * alone.p99),
      },
    ]),
    { what: 'no sale failed', found: failed[0] ?? '0', held: failed.length === 0 },
  ]
}

const times = ({ p50, p99, calls }: SaleTimes) => (calls === 0 ? '' : `${p50.toFixed(0)} / ${p99.toFixed(0)}`)
const figure = (value: number, digits = 0) => (Number.isNaN(value) ? '' : value.toFixed(digits))

function rowOf({ what, from, to, processor, postgres, memory, written, file, sales }: BackupCommand): string[] {
  return [
    `\`${what.split(',')[0]}\`${what.slice(what.split(',')[0]?.length)}`,
    figure((to - from) / 1000, 1),
    figure(processor, 1),
    figure(postgres, 1),
    figure(mb(memory)),
    file === null ? '' : figure(mb(file)),
    figure(mb(written)),
    times(sales),
  ]
}

/** The figures in Markdown. */
export function backupTable({ orders, pictures, pictureBytes, perSecond, alone, commands }: BackupFigures): string {
  const head = [
    'command',
    's',
    'processor s',
    'PostgreSQL’s processor s',
    'most memory MB',
    'its file MB',
    'written MB',
    'p50 / p99 of sales ms',
  ]
  const rows = [head, head.map(() => '---'), ...commands.map(rowOf)]
  return `${orders.toLocaleString('en')} orders, ${pictures.toLocaleString('en')} pictures of ${(pictureBytes / 1e9).toFixed(2)} GB, the embedded database; ${perSecond} orders a second
are placed and paid all the time, with p50 / p99 of ${times(alone)} ms a call (${alone.calls} calls) while no backup is made. A command’s
seconds include its start; its memory is that of its process alone.

${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`
}

/** docs/performance.md with a new table, at its end or in place of the last one. */
export function withBackups(page: string, table: string, date: string): string {
  const at = page.indexOf(HEADING)
  const next = at < 0 ? -1 : page.indexOf('\n## ', at + 1)
  const before = at < 0 ? `${page.trimEnd()}\n\n` : page.slice(0, at)
  const after = next < 0 ? '' : page.slice(next)
  return `${before}${HEADING}

On ${date}, \`npm run bench -- --backup --write\`. ${table}
${after}`
}
