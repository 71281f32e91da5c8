import { expect, test } from 'vitest'
import { mergeRows, type Row } from '../faults/support/report.ts'

const NOW = new Date('2026-02-03T00:00:00Z')
const row = (name: string, promise: string, measured: string, ok = true): Row => ({
  name,
  about: `about ${name}`,
  result: { promise, requirement: 'requirement', measured, ok },
})
const line = (command: string, promise: string, measured: string) =>
  `| \`${command}\` | ${promise} | requirement | ${measured} | 2026-01-01 |`
const mail = 'npm run faults -- mail-down'

test('a new row replaces the one with its promise, whatever the sizes, and all others stay', () => {
  const before = [
    line(mail, 'waits (gone, 120.0 s)', 'old'),
    line(mail, 'waits (silent, 10.0 s)', 'stays'),
    line('npm run faults -- rush', 'sold once (1 instance)', 'stays'),
    line('KILLS=3 npm run faults -- kill9', 'nothing is lost (external database)', 'old'),
    line(mail, 'about mail-down', 'broke off'),
  ]
  const after = mergeRows(
    before,
    [
      row('mail-down', 'waits (gone, 2 s)', 'new | 1', false),
      row('kill9', 'nothing is lost (external database)', 'new'),
    ],
    'full',
    NOW,
  )
  expect(after).toEqual([
    '| `npm run faults -- kill9` | nothing is lost (external database) | requirement | new | 2026-02-03 |',
    '| `npm run faults -- mail-down` | waits (gone, 2 s) | requirement | **not kept:** new / 1 | 2026-02-03 |',
    before[1],
    before[2],
  ])
})

test('a sample replaces only a sample', () => {
  const before = [
    line(mail, 'waits (gone, 120.0 s)', 'full'),
    line(`${mail} --quick`, 'waits (silent, 1000 ms)', 'old sample'),
  ]
  const rows = [row('mail-down', 'waits (gone, 2.0 s)', 'new'), row('mail-down', 'waits (silent, 1000 ms)', 'new')]
  expect(mergeRows(before, rows, 'quick', NOW)).toEqual([
    `| \`${mail} --quick\` | waits (silent, 1000 ms) | requirement | new | 2026-02-03 |`,
    before[0],
  ])
})

test('broken promises and ones that could not be shown are marked', () => {
  const result = { promise: 'a promise', requirement: 'requirement', measured: 'measured', ok: true }
  const rows: Row[] = [
    { name: 'rush', about: '', result: { ...result, ok: false } },
    { name: 'disk-full', about: '', result: { ...result, skipped: true } },
    { name: 'books', about: '', result },
  ]
  expect(mergeRows([], rows, 'full', NOW).map((text) => text.split(' | ')[3])).toEqual([
    'measured',
    '**not shown:** measured',
    '**not kept:** measured',
  ])
})
