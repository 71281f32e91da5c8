import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indianDay } from '#platform/india-time.ts'
import { type CommandLine, openCommandLine } from '../../tests/support/command-line.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
let database: TestDatabase
let commandLine: CommandLine

beforeAll(async () => {
  database = await testDatabase()
  const DATABASE_URL = databaseUrl(database.connection)
  commandLine = openCommandLine({ ...cleanEnvironment(), DATABASE_URL, DATA_DIR: folder, INIT_CWD: folder })
})
afterAll(async () => {
  await commandLine.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const settings = (...args: string[]) => commandLine.run(['settings', ...args])

test('an import changes what its file names; --replace lists what would be reset and asks', async () => {
  writeFileSync(join(folder, 'part.json'), '{"announcement":"Diwali"}')
  await settings('set', 'shop.hours', 'mornings')
  expect(await settings('import', 'part.json')).toMatchObject({
    code: 0,
    out: 'announcement: "7-day easy exchange · Flat ₹40 delivery" → "Diwali"\n',
  })
  expect(await settings('import', 'part.json', '--replace')).toEqual({
    code: 2,
    out: '',
    errors: [
      'These settings aren’t in the file and get their default:',
      '  shop.hours: "mornings" → "Monday to Saturday, 10 am to 7 pm"',
      'Continue? Add --yes: there is no terminal to ask on.\n',
    ].join('\n'),
  })
  expect(await settings('import', 'part.json', '--replace', '--yes')).toMatchObject({ code: 0 })
  expect(await settings('get', 'shop.hours')).toMatchObject({ out: 'Monday to Saturday, 10 am to 7 pm\n' })
})

test('the history says in words what each version changed; undo and return say what they did', async () => {
  await settings('set', 'shop.name', 'Neem and Nor')
  const history = await settings('history', '--limit', '1')
  const [, version = ''] = /^(\d+) {2}/.exec(history.out) ?? []
  expect(history.out).toContain('\n    shop.name: "Fourth Seat" → "Neem and Nor"\n')
  const undone = await settings('undo')
  expect(undone.out).toContain('shop.name: "Neem and Nor" → "Fourth Seat"\nThe settings are as in version ')
  expect(await settings('return', version)).toMatchObject({ out: 'shop.name: "Fourth Seat" → "Neem and Nor"\n' })
  expect(await settings('return', '999')).toMatchObject({ code: 1, errors: expect.stringContaining('no version 999') })
})

test('a logo is shown by its size, not its markup', async () => {
  writeFileSync(
    join(folder, 'logo.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>',
  )
  const { out } = await settings('set', 'brand.mark', '@logo.svg')
  expect(out).toMatch(/^brand\.mark = an SVG of \d+ characters\n$/)
})

test('a tax table that isn’t JSON, or not of rates, is refused with an example or the place', async () => {
  const wrong = await settings('set', 'tax.table', '5 per cent')
  expect(wrong).toMatchObject({ code: 2, errors: expect.stringContaining('[{"hsn":"61","upTo":2500,') })
  const [example = ''] = /\[\{.*\}\]/.exec(wrong.errors) ?? []
  expect(await settings('set', 'tax.table', example)).toMatchObject({ code: 0 })
  const negative = await settings('set', 'tax.table', example.replace('18', '41'))
  expect(negative).toMatchObject({ code: 1, errors: expect.stringContaining('must be from 0 to 40') })
  expect(await settings('set', 'order.taxPercent', '40')).toMatchObject({ code: 0 })
  expect(await settings('set', 'order.taxPercent', '41')).toMatchObject({ code: 1 })
})

test('a logo with letters is refused with the reason', async () => {
  writeFileSync(
    join(folder, 'letters.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/><text>Neem</text></svg>',
  )
  expect(await settings('set', 'brand.mark', '@letters.svg')).toEqual({
    code: 1,
    out: '',
    errors:
      'brand.mark has letters (<text>), which other devices draw in other fonts; convert the text to paths in your drawing program.\n',
  })
})

test('a page’s text that names no setting is noted', async () => {
  const { code, errors } = await settings('set', 'page.about', 'We are {shop.name} of {shop.citty}.')
  expect({ code, errors }).toEqual({
    code: 0,
    errors: '{shop.citty} isn’t the name of a setting, so the page shows it as it is.\n',
  })
})

test('settings are planned for a time, one or several as one, listed, and taken back', async () => {
  const day = indianDay(new Date(Date.now() + 3 * 86_400_000))
  const planned = await settings('set', 'shop.hours', 'evenings', '--at', `${day}T09:00`)
  const [, id = ''] = /settings unplan (\S+)`/.exec(planned.out) ?? []
  expect(planned).toMatchObject({ code: 0, out: expect.stringMatching(/^Planned for .*, 09:00 in India/) })
  writeFileSync(join(folder, 'later.json'), '{"announcement":"Holi","shop.motto":"Slow"}')
  expect(await settings('import', 'later.json', '--at', day, '--replace')).toMatchObject({ code: 2 })
  expect(await settings('import', 'later.json', '--at', `${day}T10:00`)).toMatchObject({ code: 0 })
  const list = await settings('planned')
  expect(list.out).toMatch(/^.* {2}.*09:00 {2}.*\n {4}shop.hours: .* → "evenings"\n.*10:00.*\n {4}.*\n {4}.*\n$/)
  expect(await settings('unplan', id)).toMatchObject({ code: 0 })
  expect(await settings('unplan', id)).toMatchObject({ code: 1 })
  expect(await settings('set', 'shop.hours', 'x', '--at', '2020-01-01')).toMatchObject({ code: 1 })
  expect((await settings('planned')).out).not.toContain('evenings')
})

test('tables are written and read as CSV files', async () => {
  const example = await settings('write', 'tax.table')
  expect(example.out).toBe('hsn,up_to,percent,from\n61,2500,5,2025-09-22\n61,,18,2025-09-22\n')
  writeFileSync(join(folder, 'rates.csv'), `${example.out}62,,5,2025-09-22\n`)
  await settings('reset', 'tax.table')
  const dry = await settings('read', 'tax.table', 'rates.csv', '--dry-run')
  expect(dry.out).toContain(
    '62 from 2025-09-22: none → 5%\n3 new, 0 changed, 0 removed, 0 as before.\nNothing was written',
  )
  expect(await settings('read', 'tax.table', 'rates.csv')).toMatchObject({ code: 0 })
  expect((await settings('write', 'tax.table')).out).toContain('62,,5,2025-09-22')
  writeFileSync(join(folder, 'wrong.csv'), 'hsn,percent,from\n61,x,2025-09-22\n6,5,2025-09-22\n')
  expect(await settings('read', 'tax.table', 'wrong.csv')).toMatchObject({
    code: 1,
    errors:
      'line 2, percent: x must be a whole number.\nline 3, hsn: 6 must be the first 2 to 8 digits of HSN codes.\n',
  })
  expect(await settings('read', 'shop.name', 'wrong.csv')).toMatchObject({ code: 2 })
})
