import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckResult, Size } from './context.ts'
import { ROOT } from './processes.ts'

const BEGIN = '<!-- figures: written by npm run faults -- --write -->'
const END = '<!-- end of figures -->'
const HEAD = '| command | promise | requirement | measured | date |\n|---|---|---|---|---|'

export interface Row {
  name: string
  /** What the fault is about; in place of the promise if the fault threw an error. */
  about: string
  result: CheckResult
}

/** Puts rows into the table of docs/reliability.md. */
export async function writeResults(rows: readonly Row[], size: Size): Promise<void> {
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
 * The lines of the table with the new rows: each replaces those of the same fault and promise, whatever their sizes; all
 * others stay. A sample (a `--quick` run, or one with sizes from environment variables) never replaces a full-size row.
 */
export function mergeRows(before: readonly string[], rows: readonly Row[], size: Size, now: Date): string[] {
  const today = now.toISOString().slice(0, 10)
  const sizes = size === 'quick' ? ' --quick' : ''
  const replaced = new Set(rows.flatMap(({ name, about, result }) => [keyOf(name, result.promise), keyOf(name, about)]))
  const full = new Set(before.filter((line) => !partsOf(line).isSample).map((line) => partsOf(line).key))
  const kept = before.filter((line) => {
    const { key, isSample } = partsOf(line)
    return !replaced.has(key) || (size === 'quick' && !isSample)
  })
  const added = rows
    .filter(({ name, result }) => size === 'full' || !full.has(keyOf(name, result.promise)))
    .map(
      ({ name, result }) =>
        `| \`npm run faults -- ${name}${sizes}\` | ${cell(result.promise)} | ${cell(result.requirement)} | ${mark(result)}${cell(result.measured)} | ${today} |`,
    )
  return [...kept, ...added].sort()
}

function partsOf(line: string): { key: string; isSample: boolean } {
  const [command = '', promise = ''] = line.split(' | ')
  const name = /faults -- ([a-z0-9-]+)/.exec(command)?.[1] ?? command
  return { key: keyOf(name, promise), isSample: /--quick|^\| `[A-Z]/.test(command) }
}

/** Fault and promise without numbers: a promise for 2 s and one for 60 s have the same key. */
function keyOf(name: string, promise: string): string {
  const key = cell(promise).replace(/\d[\d.,]*(?: ?(?:ms|s|h)\b)?/g, '#')
  return `${name}: ${key}`
}

function mark({ ok, skipped }: CheckResult): string {
  if (skipped) return '**not shown:** '
  return ok ? '' : '**not kept:** '
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '/')
}
