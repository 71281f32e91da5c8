import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type OpenDatabase, openDatabase } from './database.server.ts'
import { migrate, pendingMigrations } from './migrate.server.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')
let own: TestDatabase
const opened: OpenDatabase<unknown>[] = []

function open(): OpenDatabase<unknown> {
  const database = openDatabase<unknown>({ connection: own.connection, log: { warn: () => {} } })
  opened.push(database)
  return database
}

beforeAll(async () => {
  own = await testDatabase()
})

afterAll(async () => {
  for (const database of opened) await database.close()
  await own.drop()
})

test('an up-to-date database is not changed', async () => {
  const { db } = open()
  expect(await pendingMigrations(db, folder)).toEqual([])
  expect(await migrate(db, folder)).toEqual([])
  expect(await migrate(db, folder)).toEqual([])
})

test('several instances that start at once run each file once', async () => {
  await sql`drop schema public cascade`.execute(open().db)
  await sql`create schema public`.execute(open().db)
  const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(open().db, folder)))
  const [applied, ...others] = runs.toSorted((a, b) => b.length - a.length)
  expect(applied?.[0]).toBe('0001_platform')
  expect(others).toEqual([[], [], []])
})

test('a failed migration is named and rolled back; corrected, it runs', async () => {
  const { db } = open()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const broken = mkdtempSync(join(tmpdir(), 'migrations-'))
  writeFileSync(join(broken, '0001_good.sql'), 'create table good (id integer);')
  writeFileSync(join(broken, '0002_bad.sql'), 'create table half (id integer); create table good (id integer);')
  expect(await pendingMigrations(db, broken)).toEqual(['0001_good', '0002_bad'])
  await expect(migrate(db, broken)).rejects.toThrow('0002_bad.sql')
  const { rows } = await sql`select to_regclass('good') as good, to_regclass('half') as half`.execute(db)
  expect(rows).toEqual([{ good: null, half: null }])
  writeFileSync(join(broken, '0002_bad.sql'), 'create table half (id integer);')
  expect(await migrate(db, broken)).toEqual(['0001_good', '0002_bad'])
  writeFileSync(join(broken, '0003_next.sql'), 'create table next (id integer);')
  expect(await pendingMigrations(db, broken)).toEqual(['0003_next'])
  await expect(migrate(db, folder)).rejects.toThrow('the database has 0001_good')
})

test('a database from before the first release is refused in one sentence and not changed', async () => {
  const { db } = open()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const unreleased = mkdtempSync(join(tmpdir(), 'migrations-'))
  writeFileSync(join(unreleased, '0001_base.sql'), 'create table products (id integer);')
  await migrate(db, unreleased)
  await expect(migrate(db, folder)).rejects.toThrow('made by a version before the first release')
  await expect(pendingMigrations(db, folder)).rejects.toThrow('made by a version before the first release')
  const { rows } = await sql`select to_regclass('orders') as orders`.execute(db)
  expect(rows).toEqual([{ orders: null }])
})
