import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Option } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandLine, openCommandLine } from '../../tests/support/command-line.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'
import { leafCommands, type ShopCommand } from './command-tree.ts'
import { program } from './main.ts'

const folder = mkdtempSync(join(tmpdir(), 'nonsense-'))
let database: TestDatabase
let commandLine: CommandLine

beforeAll(async () => {
  database = await testDatabase()
  writeFileSync(join(folder, 'nonsense'), 'PK\u0003\u0004 nonsense\n')
  commandLine = openCommandLine({
    ...cleanEnvironment(),
    DATABASE_URL: databaseUrl(database.connection),
    DATA_DIR: folder,
    INIT_CWD: folder,
  })
})
afterAll(async () => {
  await commandLine.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** What each kind of nonsense makes of a command's arguments and required options, and of each further option alone. */
function wordsFor(name: string, command: ShopCommand, nonsense: string): string[][] {
  const given = command.registeredArguments.map(() => nonsense)
  const required = command.options.filter(({ mandatory }) => mandatory).flatMap((option) => wordOf(option, nonsense))
  const words = [...name.split(' '), ...required]
  const others = command.options.filter((option) => !option.mandatory && (option.required || option.optional))
  return [[], ...others.map((option) => wordOf(option, nonsense))].map((option) => [
    ...words,
    ...option,
    '--',
    ...given,
  ])
}

const wordOf = (option: Option, value: string) => [`${option.long}=${value}`]

/** What an owner must never see: a stack, a name of JavaScript, of the database or of Node. */
const INTERNAL =
  /\bat \S+ \(|TypeError|ReferenceError|SyntaxError|undefined|\[object|invalid input syntax|violates|relation "|ENOENT|EISDIR/

async function wrongAnswers(nonsense: string): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, command } of leafCommands(program))
    for (const words of wordsFor(name, command, nonsense)) {
      const { code, out, errors } = await commandLine.run(words)
      const said = `${out}${errors}`
      const isAnswer = code === 0 || ((code === 1 || code === 2) && /\S/.test(said) && !INTERNAL.test(said))
      if (!isAnswer) wrong.push(`${words.join(' ')}: exit code ${code}, ${said || 'nothing said'}`)
    }
  return wrong
}

test('every command answers a word of nonsense with a sentence', async () => {
  expect(await wrongAnswers('nonsense')).toEqual([])
})

test.each(['many', '-1', '', '१.२.३'])(
  'every command answers “%s” with a sentence',
  {
    tags: 'nightly',
  },
  async (nonsense) => {
    expect(await wrongAnswers(nonsense)).toEqual([])
  },
)

test('exports for people open in a spreadsheet: they begin with a byte order mark', async () => {
  for (const name of ['orders', 'newsletter'])
    expect((await commandLine.run([name, 'export'])).out, name).toMatch(/^\ufeff\S/)
})
