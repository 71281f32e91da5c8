import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandLine, openCommandLine } from '../../tests/support/command-line.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'offers-'))
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

const offers = (...args: string[]) => commandLine.run(['offers', ...args])

async function addOffer(offer: object): Promise<string> {
  writeFileSync(join(folder, 'offer.json'), JSON.stringify(offer))
  const { code, out, errors } = await offers('add', 'offer.json', '--json')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return JSON.parse(out).id
}

test('an offer is added from a file, changed by its fields, started and stopped', { tags: 'A45' }, async () => {
  expect(await offers('list')).toMatchObject({ code: 0, out: 'There are no offers.\n' })
  const id = await addOffer({ name: 'Welcome', kind: 'percent', value: 10, code: 'WELCOME10', minimum: { goods: 500 } })
  for (const [field, value] of [
    ['value', '12'],
    ['minimum.pieces', '2'],
    ['limits.perCustomer', '1'],
    ['minimum.goods', 'none'],
    ['combines', 'delivery,products'],
  ] as const)
    expect(await offers('set', id, field, value)).toMatchObject({ code: 0 })
  expect(JSON.parse((await offers('show', id, '--json')).out)).toMatchObject({
    value: 12,
    minimum: { pieces: 2 },
    limits: { perCustomer: 1 },
    combines: ['products', 'delivery'],
  })
  expect(await offers('start', id)).toMatchObject({ code: 0, out: '“Welcome” runs.\n' })
  expect(await offers('list')).toMatchObject({ out: `${id}  running  Welcome: 12 % off  0 used, Rs. 0 off\n` })
  expect(await offers('stop', id)).toMatchObject({ code: 0, out: '“Welcome” is stopped.\n' })
  expect(await offers('set', id, 'to', '2020-01-01')).toMatchObject({ code: 0 })
  expect(await offers('start', id)).toMatchObject({
    code: 1,
    errors: 'Its last day is over. Please choose a later one, then start it.\n',
  })
})

test('what is wrong is said by its field', async () => {
  writeFileSync(join(folder, 'wrong.json'), '{"kind": "percent", "value": 101, "name": "Ten"}')
  expect(await offers('add', 'wrong.json')).toMatchObject({
    code: 1,
    errors: 'Please give a number of per cent, above 0 and at most 100.\n',
  })
  writeFileSync(join(folder, 'wrong.json'), '{"kind": ')
  expect((await offers('add', 'wrong.json')).errors).toContain('it isn’t JSON')
  const id = await addOffer({ name: 'Ten', kind: 'percent', value: 10 })
  expect((await offers('set', id, 'colour', 'red')).errors).toContain('There is no field colour.')
})

test('codes of a batch are made and written as CSV', async () => {
  const id = await addOffer({ name: 'Friends', kind: 'amount', value: 100, codes: 'batch' })
  expect(await offers('codes', id, '--count', '2', '--prefix', 'ria')).toMatchObject({
    code: 0,
    out: '2 codes were made. offers codes-csv has them.\n',
  })
  expect((await offers('codes-csv', id)).out).toMatch(/^code,used,order,usedAt\r\n(RIA[A-Z2-9]{8},no,,\r\n){2}$/)
})

test('what export writes, import takes back: all of it, or nothing', async () => {
  const { out } = await offers('export')
  writeFileSync(join(folder, 'offers.jsonl'), out)
  const count = out.trim().split('\n').length
  expect(await offers('import', 'offers.jsonl')).toMatchObject({
    code: 0,
    out: `0 new, 0 changed, ${count} as before.\n`,
  })
  const fresh = (name: string) => JSON.stringify({ name, kind: 'delivery', state: 'running' })
  writeFileSync(join(folder, 'more.jsonl'), `${out.replace('"Ten"', '"Eleven"')}${fresh('Free')}\n`)
  const dry = await offers('import', 'more.jsonl', '--dry-run')
  expect(dry.out).toBe(`1 new, 1 changed, ${count - 1} as before.\nNothing was written (dry run).\n`)
  expect((await offers('list', '--q', 'Eleven')).out).toBe('There are no offers.\n')
  expect(await offers('import', 'more.jsonl')).toMatchObject({ code: 0 })
  expect((await offers('list', '--q', 'Eleven')).out).toContain('Eleven')
  writeFileSync(join(folder, 'half.jsonl'), `${fresh('Half')}\n{"name": "Bad", "kind": "percent"}\n`)
  expect(await offers('import', 'half.jsonl')).toMatchObject({
    code: 1,
    errors: 'line 2: Please give a number of per cent, above 0 and at most 100.\n',
  })
  expect((await offers('list', '--q', 'Half')).out).toBe('There are no offers.\n')
})
