import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leafCommands, PROGRAM } from './command-tree.ts'
import { program } from './main.ts'
import { settingsReference } from './reference.ts'
import { readableTime, table } from './table.ts'

const root = join(import.meta.dirname, '../..')

test('docs/settings.md is made from the table of settings', () => {
  expect(readFileSync(join(root, 'docs/settings.md'), 'utf8')).toBe(settingsReference())
})

test('every command has a description, --json, and examples of its own', () => {
  for (const { name, command } of leafCommands(program)) {
    expect(command.description(), name).not.toBe('')
    expect(
      command.options.map(({ long }) => long),
      name,
    ).toContain('--json')
    expect(command.examples.length, name).toBeGreaterThan(0)
    expect(command.helpInformation(), name).toContain(`Usage: ${PROGRAM} ${name} `)
    for (const line of command.examples) expect(`${line} `).toContain(`shop -- ${name} `)
    // npm prints lines of its own to standard output.
    for (const line of command.examples.filter((one) => one.includes(' > '))) expect(line).toContain('run --silent')
  }
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
