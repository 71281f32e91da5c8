import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NO_KEYS } from '#platform/backup/encryption.server.ts'
import type { OpenDatabase } from '#platform/db/database.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { buy, newShopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { openTestTables } from '../../../tests/support/database.ts'
import { openTestShop } from '../../../tests/support/shop.ts'
import type { Tables } from '../tables.server.ts'
import { verifyBackup } from './restore.server.ts'
import { listBackups } from './sql.server.ts'
import { type UpdateOptions, updateTables } from './update-tables.server.ts'

const project = join(import.meta.dirname, '../../..')

let folder: string
let database: OpenDatabase<Tables>
/** This version as it will be with one more migration. */
let next: string
let printed: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'update-'))
  database = await openTestTables()
  next = join(folder, 'next')
  await cp(join(project, 'db/migrations'), join(next, 'db/migrations'), { recursive: true })
  await cp(join(project, 'package.json'), join(next, 'package.json'))
  await addMigration('9001_next', 'create table next (id integer); insert into next values (1);')
  await createFolderStore(join(folder, 'data')).write('pictures/tee.webp', Buffer.from('a picture'))
  printed = []
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const addMigration = (name: string, text: string) => writeFile(join(next, `db/migrations/${name}.sql`), text)
const update = (more: Partial<UpdateOptions> = {}, on: Parameters<typeof updateTables>[0] = database) =>
  updateTables(on, {
    config: { dataDir: join(folder, 'data'), pictures: { kind: 'folder' } },
    root: next,
    print: (line) => void printed.push(line),
    ...more,
  })
const madeBackups = async () =>
  (await readdir(join(folder, 'data/backups')).catch(() => [])).filter((name) => name.endsWith('.tar'))
const nextRows = async () => (await sql`select id from next`.execute(database.db)).rows
const isUpdated = async () =>
  (await sql<{ name: string | null }>`select to_regclass('next') as name`.execute(database.db)).rows[0]?.name === 'next'

test('tables with data are updated after a backup of what they were, with the pictures', async () => {
  expect(await update()).toEqual(['9001_next'])
  const [name = ''] = await madeBackups()
  expect(name).toMatch(/^before-9001_next-\d{8}T\d{6}Z\.tar$/)
  expect(printed).toEqual([
    `The tables are updated for this version (9001_next); a backup is made first: ${join(folder, 'data/backups', name)}`,
  ])
  const store = createFolderStore(join(folder, 'data/backups'))
  const source = {
    store,
    name,
    keys: NO_KEYS,
    migrations: join(project, 'db/migrations'),
    bundled: null,
    print: () => {},
  }
  expect(await verifyBackup(join(folder, 'scratch'), source)).toMatchObject({ pictures: 1, migrated: [] })
  expect(await listBackups(database.db, 10)).toMatchObject([{ name, problem: null, pictures: 1 }])
  expect(await update()).toEqual([])
  expect(await madeBackups()).toEqual([name])
})

test('a new database and up-to-date tables need no backup', async () => {
  expect(await update({ root: project })).toEqual([])
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  expect(await update()).toContain('9001_next')
  expect(await madeBackups()).toEqual([])
  expect(printed).toEqual([])
})

test('of several processes that start at once one makes the backup and updates', async () => {
  const runs = await Promise.all([update(), update(), update()])
  expect(runs.flat()).toEqual(['9001_next'])
  expect(await nextRows()).toEqual([{ id: 1 }])
  expect(await madeBackups()).toHaveLength(1)
})

test('a backup that fails changes nothing, and says how to go on', async () => {
  await writeFile(join(folder, 'data/backups'), 'a file in the way')
  await expect(update()).rejects.toThrow(
    /^The tables must be updated .* can’t be made \(.*\), so nothing was changed: .* `npm run shop -- upgrade --without-backup`\.$/,
  )
  expect(await isUpdated()).toBe(false)
  expect(await update({ withoutBackup: true })).toEqual(['9001_next'])
})

test('a migration that fails leaves the tables as they were, and each attempt has its backup, up to three', async () => {
  await addMigration('9002_broken', 'select 1 / 0;')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(update()).rejects.toThrow('9002_broken.sql')
    // Their names have seconds.
    const [newest = ''] = (await madeBackups()).sort().reverse()
    const older = `before-9001_next-2026010${attempt + 1}T000000Z.tar`
    await cp(join(folder, 'data/backups', newest), join(folder, 'data/backups', older))
    await cp(join(folder, 'data/backups', `${newest}.json`), join(folder, 'data/backups', `${older}.json`))
  }
  expect(await isUpdated()).toBe(false)
  await addMigration('9002_broken', 'select 1;')
  expect(await update()).toEqual(['9001_next', '9002_broken'])
  expect(await madeBackups()).toHaveLength(3)
})

test('a migration of the table of backups itself is recorded too', async () => {
  await sql`drop table backups`.execute(database.db)
  await sql`delete from kysely_migration where name in ('0009_backups', '0031_missing_pictures')`.execute(database.db)
  expect(await update()).toEqual(['0009_backups', '0031_missing_pictures', '9001_next'])
  expect(await listBackups(database.db, 10)).toHaveLength(1)
})

test('what a killed update left of its backup is deleted', async () => {
  await createFolderStore(join(folder, 'data/backups')).write('before-0001_x.tar.1.part', Buffer.from('half'))
  await update()
  expect((await readdir(join(folder, 'data/backups'))).filter((name) => name.endsWith('.part'))).toEqual([])
  expect(await readFile(join(folder, 'data/pictures/tee.webp'), 'utf8')).toBe('a picture')
})

test('an instance of the old version goes on selling beside the updated tables', async () => {
  const shop = await openTestShop()
  try {
    const database = { db: shop.shop.db, connection: shop.database.connection }
    expect(await update({}, database)).toEqual(['9001_next'])
    expect(await shop.isReady()).toBe(true)
    await buy(shop, await newShopper(shop), [tee])
    await expect(update({ root: project }, database)).rejects.toThrow('start a newer version of the shop')
  } finally {
    await shop.close()
  }
})

test('data of a newer version is not changed', async () => {
  await migrate(database.db, join(next, 'db/migrations'))
  await expect(update({ root: project })).rejects.toThrow(
    'the database has 9001_next, which this version of the shop doesn’t know; start a newer version of the shop.',
  )
  expect(await nextRows()).toEqual([{ id: 1 }])
})
