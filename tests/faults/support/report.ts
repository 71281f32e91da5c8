import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Figure, Size } from './context.ts'
import { ROOT } from './processes.ts'

const BEGIN = '<!-- figures: written by npm run faults -- --write -->'
const END = '<!-- end of figures -->'
const HEAD = '| command | promise | requirement | measured | date |\n|---|---|---|---|---|'

export interface Row {
  name: string
  /** What the fault is about: the promise in a row for a fault that threw. */
  about: string
  figure: Figure
}

/** Puts rows into the table of docs/reliability.md. */
export async function writeFigures(rows: readonly Row[], size: Size): Promise<void> {
  const path = join(ROOT, 'docs/reliability.md')
  const text = await readFile(path, 'utf8')
  const from = text.indexOf(BEGIN)
  const to = text.indexOf(END)
  if (from < 0 || to < 0) throw new Error('docs/reliability.md has no place for the figures.')
  const before = text
    .slice(from, to)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const table = mergeRows(before, rows, size, new Date())
  await writeFile(path, `${text.slice(0, from)}${BEGIN}\n\n${HEAD}\n${table.join('\n')}\n\n${text.slice(to)}`)
}

/**
 * The lines of the table with the new rows in them: each in place of those of the same fault and promise (whatever
 * their sizes), all others stay. A sample never takes the place of a row at full size.
 */
export function mergeRows(before: readonly string[], rows: readonly Row[], size: Size, now: Date): string[] {
  const today = now.toISOString().slice(0, 10)
  const sizes = size === 'quick' ? ' --quick' : ''
  const replaced = new Set(rows.flatMap(({ name, about, figure }) => [keyOf(name, figure.promise), keyOf(name, about)]))
  const full = new Set(before.filter((line) => !partsOf(line).isSample).map((line) => partsOf(line).key))
  const kept = before.filter((line) => {
    const { key, isSample } = partsOf(line)
    return !replaced.has(key) || (size === 'quick' && !isSample)
  })
  const added = rows
    .filter(({ name, figure }) => size === 'full' || !full.has(keyOf(name, figure.promise)))
    .map(
      ({ name, figure }) =>
        `| \`npm run faults -- ${name}${sizes}\` | ${cell(figure.promise)} | ${cell(figure.requirement)} | ${mark(figure)}${cell(figure.measured)} | ${today} |`,
    )
  return [...kept, ...added].sort()
}

function partsOf(line: string): { key: string; isSample: boolean } {
  const [command = '', promise = ''] = line.split(' | ')
  const name = /faults -- ([a-z0-9-]+)/.exec(command)?.[1] ?? command
  return { key: keyOf(name, promise), isSample: /--quick|^\| `[A-Z]/.test(command) }
}

/** A promise without its sizes: what is kept for 2 s and for 60 s is one promise. */
function keyOf(name: string, promise: string): string {
  const key = cell(promise).replace(/\d[\d.,]*(?: ?(?:ms|s|h)\b)?/g, '#')
  return `${name}: ${key}`
}

function mark({ ok, notShown }: Figure): string {
  if (notShown) return '**not shown:** '
  return ok ? '' : '**not kept:** '
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '/')
}
