import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { attachEmbedded, type EmbeddedDatabase, startEmbedded } from './embedded.server.ts'
import { majorOf } from './postgres-binaries.server.ts'
import { formerOf, isSwitching, makeDraft, switchClusters } from './switch-clusters.server.ts'

const settings = { fsync: 'off' }

let home: string
let dataDir: string
let major: number
const logged: string[] = []
const log = (line: string): void => void logged.push(line)

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'switch-'))
  dataDir = join(home, 'data')
  logged.length = 0
  return () => rmSync(home, { recursive: true, force: true })
})

const open: EmbeddedDatabase[] = []
afterEach(async () => {
  for (const database of open.splice(0)) await database.stop()
})

const start = async () => {
  const database = await startEmbedded({ dataDir, log, settings })
  open.push(database)
  return database
}

/** A database with one table of that name. */
async function makeDatabase(folder: string, table: string): Promise<void> {
  const database = await startEmbedded({ dataDir: folder, log, settings, isRestore: true })
  await query(database, `create table ${table} ()`)
  await database.stop()
  major = majorOf(readFileSync(join(folder, 'postgres/PG_VERSION'), 'utf8'))
}

async function query({ connection }: EmbeddedDatabase, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  // A server that stops says so to connections that are just closing, too.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query({ text, rowMode: 'array' }).finally(() => client.end())
  return rows.flat()
}

const tables = (database: EmbeddedDatabase) =>
  query(database, "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace")

test('a database of another major version is named in one sentence, by starts and commands, and not changed', async () => {
  await makeDatabase(dataDir, 'mine')
  const version = join(dataDir, 'postgres/PG_VERSION')
  const files = () => readdirSync(join(dataDir, 'postgres')).sort()
  const before = files()
  for (const [written, way] of [
    [major - 1, 'run `npm run shop -- upgrade`'],
    [major + 1, 'start a newer version of the shop'],
  ] as const) {
    writeFileSync(version, `${written}\n`)
    const sentence = `The database in ${dataDir} is of PostgreSQL ${written}, and this version of the shop brings ${major}: ${way}; nothing was changed.`
    await expect(start()).rejects.toThrow(sentence)
    await expect(attachEmbedded({ dataDir, log, settings })).rejects.toThrow(sentence)
    expect(files()).toEqual(before)
  }
  writeFileSync(version, `${major}\n`)
  expect(await tables(await start())).toEqual(['mine'])
})

test('an upgrade that was killed between its renames is completed by the next start', { tags: 'nightly' }, async () => {
  await makeDatabase(dataDir, 'older')
  const draft = await makeDraft(dataDir)
  await makeDatabase(draft, 'newer')
  renameSync(join(dataDir, 'postgres'), formerOf(dataDir, major - 1))
  expect(isSwitching(dataDir)).toBe(true)
  expect(await tables(await start())).toEqual(['newer'])
  expect(logged.join()).toContain('The upgrade of the database, which was interrupted, is complete.')
  expect(isSwitching(dataDir)).toBe(false)
  expect(existsSync(draft)).toBe(false)
  expect(existsSync(formerOf(dataDir, major - 1))).toBe(true)
})

test('an upgrade that was killed before its renames leaves nothing', { tags: 'nightly' }, async () => {
  await makeDatabase(dataDir, 'older')
  await makeDatabase(await makeDraft(dataDir), 'newer')
  mkdirSync(join(dataDir, '.postgresql-17.new'))
  expect(await tables(await start())).toEqual(['older'])
  expect(readdirSync(dataDir).filter((name) => /upgrade|postgresql/.test(name))).toEqual([])
})

test('the renames keep the former database', { tags: 'nightly' }, async () => {
  await makeDatabase(dataDir, 'older')
  await makeDatabase(await makeDraft(dataDir), 'newer')
  switchClusters(dataDir, major - 1)
  expect(await tables(await start())).toEqual(['newer'])
  expect(existsSync(join(formerOf(dataDir, major - 1), 'PG_VERSION'))).toBe(true)
})

test('no empty database is made while only a former one is there', async () => {
  await makeDatabase(dataDir, 'older')
  renameSync(join(dataDir, 'postgres'), formerOf(dataDir, major - 1))
  const refusal = `rename ${formerOf(dataDir, major - 1)} to postgres to go on with it`
  await expect(start()).rejects.toThrow(refusal)
  // An incomplete new one doesn't count.
  mkdirSync(join(dataDir, 'postgres-upgrade/postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres-upgrade/restore-unfinished'), 'before.tar\n')
  await expect(start()).rejects.toThrow(refusal)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  renameSync(formerOf(dataDir, major - 1), join(dataDir, 'postgres'))
  expect(await tables(await start())).toEqual(['older'])
})
