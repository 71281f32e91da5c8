import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { leafCommands } from './command-tree.ts'
import { completionEntries } from './completion.ts'
import { EXAMPLES } from './examples.ts'
import { program } from './main.ts'
import { commandReference } from './reference.ts'
import { readableTime, table } from './table.ts'

const root = join(import.meta.dirname, '../..')

test('docs/commands.md is made from the commands as they are', () => {
  // `npm run shop -- completion markdown > docs/commands.md` writes it.
  expect(readFileSync(join(root, 'docs/commands.md'), 'utf8')).toBe(commandReference(program))
})

test('every command has a description, --json and an example; no example is of another command', () => {
  const commands = leafCommands(program)
  for (const { name, command } of commands) {
    expect(command.description(), name).not.toBe('')
    expect(
      command.options.map(({ long }) => long),
      name,
    ).toContain('--json')
    expect(EXAMPLES, name).toHaveProperty([name])
  }
  expect(Object.keys(EXAMPLES).sort()).toEqual(commands.map(({ name }) => name).sort())
})

test('columns are aligned, money and counts to the right; times are in Indian time', () => {
  expect(
    table(
      ['product', 'price'],
      [
        ['linen-shirt', 'Rs. 1,29,900.00'],
        ['tee', 'Rs. 499.00'],
      ],
    ),
  ).toEqual(['product                price', 'linen-shirt  Rs. 1,29,900.00', 'tee               Rs. 499.00'])
  expect(readableTime('2026-11-21T05:00:00Z')).toBe('21 Nov 2026, 10:30')
})

describe('completion', () => {
  test('offers commands, options and their values', () => {
    const entries = completionEntries(program)
    expect(entries.get('')).toEqual(expect.arrayContaining(['init', 'settings', 'doctor']))
    expect(entries.get('settings set')).toEqual(expect.arrayContaining(['shop.name', '--json']))
    expect(entries.get('catalog import --format')).toEqual(['jsonl', 'shopify', 'woocommerce', 'google'])
  })

  test.skipIf(spawnSync('bash', ['-c', 'true']).error)('completes in bash', () => {
    const script = execFileSync(process.execPath, ['src/cli/main.ts', 'completion', 'bash'], { cwd: root })
    const complete = (...words: string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shop; echo "\${COMPREPLY[*]}"`,
          'bash',
          ...words,
        ],
        { encoding: 'utf8' },
      ).trim()
    expect(complete('shop', 'pro')).toBe('products')
    expect(complete('shop', 'products', 'pub')).toBe('publish')
    expect(complete('shop', 'settings', 'set', 'order.d')).toBe('order.delivery')
    expect(complete('shop', 'catalog', 'import', '--format', 'sho')).toBe('shopify')
    expect(complete('shop', 'catalog', 'import', '--format', 'shopify', 'a.csv', '--dr')).toBe('--dry-run')
  })

  test.each(['zsh', 'fish'])('the script for %s has every command', (shell) => {
    const script = execFileSync(process.execPath, ['src/cli/main.ts', 'completion', shell], {
      cwd: root,
      encoding: 'utf8',
    })
    for (const { name } of leafCommands(program)) expect(script).toContain(name)
    // The shell's own check of the syntax, where it is installed.
    const checked = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' })
    if (!checked.error) expect(checked.stderr).toBe('')
  })
})
