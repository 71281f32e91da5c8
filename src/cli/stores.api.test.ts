import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandLine, openCommandLine } from '../../tests/support/command-line.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'stores-'))
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

const stores = (...args: string[]) => commandLine.run(['stores', ...args])

test('stores are added, changed, moved and removed one by one', { tags: 'A45' }, async () => {
  expect(await stores('list')).toMatchObject({ code: 0, out: 'There are no stores.\n' })
  const opening = 'opening=[{"days":["Mon","Tue"],"from":"11:00","to":"20:00"}]'
  expect(
    await stores('add', 'Neem Jaipur', 'address=12 Johari Bazaar', 'place=26.9239, 75.8267', opening, 'note=No lift'),
  ).toMatchObject({
    code: 0,
    out: 'neem-jaipur  Neem Jaipur  Open\n  12 Johari Bazaar\n  Monday and Tuesday, 11 am to 8 pm. No lift\n  26.9239, 75.8267\n',
  })
  await stores('add', 'Neem Pune', 'address=FC Road', 'place=https://www.google.com/maps/@18.5236,73.8411,17z')
  const changed = await stores('set', 'neem-jaipur', 'status=Closed', 'opening=', 'hindi.note=लिफ़्ट नहीं', '--json')
  expect(JSON.parse(changed.out)).toMatchObject({ status: 'Closed', opening: [], hindi: { note: 'लिफ़्ट नहीं' } })
  const hours = await stores('set', 'neem-jaipur', 'hindi.hours=सुबह', '--json')
  expect(JSON.parse(hours.out)).toMatchObject({ hindi: { note: 'लिफ़्ट नहीं', hours: 'सुबह' } })
  expect(await stores('move', 'neem-pune', '--to', '1')).toMatchObject({
    out: '1  neem-pune  Neem Pune\n2  neem-jaipur  Neem Jaipur\n',
  })
  expect(await stores('remove', 'neem-jaipur')).toMatchObject({ code: 0, out: 'Removed.\n' })
})

test('what is wrong is said by its field', async () => {
  expect(await stores('add', 'Neem', 'status=Maybe', 'place=19.06, 72.83')).toMatchObject({
    code: 1,
    errors: 'address: Please enter the address.\nstatus: The status is Open or Closed.\n',
  })
  for (const [assignment, message] of [
    ['place=Bandra', '"Bandra" isn’t a place such as 19.0628, 72.8352'],
    ['opening=Mon', 'opening isn’t JSON'],
    ['colour=red', 'Unknown field colour'],
    ['Closed', '"Closed" isn’t FIELD=VALUE'],
  ] as const)
    expect(await stores('set', 'neem-pune', assignment), assignment).toMatchObject({
      code: 2,
      errors: expect.stringContaining(message),
    })
  expect(await stores('set', 'nowhere', 'status=Open')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('This store doesn’t exist.'),
  })
})

test('a dry run says what a file would change, and the exported file is taken back', { tags: 'A11' }, async () => {
  const { out } = await stores('export')
  writeFileSync(join(folder, 'next.jsonl'), out.replace('FC Road', 'MG Road'))
  const difference = 'Neem Pune: FC Road → MG Road\n0 new, 1 changed, 0 removed, 0 as before.\n'
  expect(await stores('import', 'next.jsonl', '--dry-run')).toMatchObject({
    code: 0,
    out: `${difference}Nothing was written (dry run).\n`,
  })
  expect((await stores('export')).out).toBe(out)
  expect(await stores('import', 'next.jsonl')).toMatchObject({ code: 0, out: `${difference}1 store was imported.\n` })
  writeFileSync(join(folder, 'bad.jsonl'), '{"id":"a"}\nno json\n')
  expect(await stores('import', 'bad.jsonl')).toMatchObject({
    code: 1,
    out: expect.stringContaining('line 1, name: Please enter the name of the store.\n'),
  })
  expect(JSON.parse((await stores('import', 'bad.jsonl', '--json')).out)).toMatchObject({
    ok: false,
    errors: expect.arrayContaining([{ line: 2, column: '', message: 'This line isn’t JSON.' }]),
  })
})
