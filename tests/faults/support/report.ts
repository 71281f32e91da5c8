import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './processes.ts'
import type { Figure, Size } from './stage.ts'

const BEGIN = '<!-- figures: written by npm run faults -- --write -->'
const END = '<!-- end of figures -->'
const HEAD = '| command | promise | figure asked | figure seen | date |\n|---|---|---|---|---|'

/** Puts rows into the table of docs/reliability.md in place of those of the same command; all others stay. */
export async function writeFigures(rows: readonly { name: string; figure: Figure }[], size: Size): Promise<void> {
  const path = join(ROOT, 'docs/reliability.md')
  const text = await readFile(path, 'utf8')
  const from = text.indexOf(BEGIN)
  const to = text.indexOf(END)
  if (from < 0 || to < 0) throw new Error('docs/reliability.md has no place for the figures.')
  const commandOf = (name: string) => `\`npm run faults -- ${name}${size === 'quick' ? ' --quick' : ''}\``
  const names = [...new Set(rows.map(({ name }) => name))]
  const kept = text
    .slice(from, to)
    .split('\n')
    .filter(
      (line) =>
        line.startsWith('| `') &&
        !names.some(
          (name) =>
            line.startsWith(`| \`npm run faults -- ${name}\``) || line.startsWith(`| \`npm run faults -- ${name} `),
        ),
    )
  const today = new Date().toISOString().slice(0, 10)
  const added = rows.map(
    ({ name, figure }) =>
      `| ${commandOf(name)} | ${cell(figure.promise)} | ${cell(figure.asked)} | ${figure.ok ? '' : '**not kept:** '}${cell(figure.seen)} | ${today} |`,
  )
  const table = [...kept, ...added].sort()
  await writeFile(path, `${text.slice(0, from)}${BEGIN}\n\n${HEAD}\n${table.join('\n')}\n\n${text.slice(to)}`)
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '/')
}
