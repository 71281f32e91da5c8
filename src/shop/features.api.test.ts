import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOptions } from '#platform/db/connection.server.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { forgetPerson } from './accounts/staff.server.ts'
import { PEOPLE } from './handlers.server.ts'
import type { Tables } from './tables.server.ts'

/** Columns that may say who somebody is or what they wrote. */
const PERSONAL =
  /(^|_)(customer|email|phone|name|address|recipient|author|comment|message|text|body|note|reason|problem|raw|subject|document|content|filters|data|agent|ip)(_id|$)/

/** Tables with such a column that erasing a person leaves alone, and why. */
const LEFT_ALONE: Readonly<Record<string, string>> = {
  api_keys: 'the name of a program',
  audit_log: 'names people by their ids; an erased one’s row says nothing',
  backups: 'names of files',
  branches: 'the shop’s own stores',
  credit_notes: 'tax law: the goods and the seller; the buyer is printed from the order',
  debit_notes: 'tax law: the goods and the seller; the buyer is printed from the order',
  disputes: 'a code of the payment provider',
  import_runs: 'files of products',
  invoices: 'tax law: the goods and the seller; the buyer is printed from the order',
  kysely_migration: 'names of migrations',
  newsletter_drafts: 'what the shop writes to everybody',
  newsletter_previews: 'what the shop writes to everybody',
  newsletters: 'what the shop writes to everybody',
  order_lines: 'names of products; the order is kept for the books',
  planned_settings: 'why a plan failed',
  products: 'names of products',
  refunds: 'the books need the reason of a refund',
  reviews: 'stay under “A former customer”',
  saved_replies: 'what the shop answers to many',
  searches: 'words alone, without who typed them; none that look like an address or a number of somebody’s',
  secrets: 'names of keys',
  staff: 'those who run the shop: `staff end` ends their access, and the log needs their names',
  staff_drafts: 'settings and the home page',
  staff_presence: 'who has which record open; it lasts a minute',
  stock_ledger: 'why stock changed',
}

let own: TestDatabase
let db: Kysely<Tables>
const statements: string[] = []

beforeAll(async () => {
  own = await testDatabase()
  const pool = new Pool(clientOptions(own.connection))
  // A connection that is closing when the database goes.
  pool.on('error', () => {})
  db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      statements.push(query.sql)
    },
  })
})
afterAll(async () => {
  await db.destroy()
  await own.drop()
})

/** The tables whose rows are deleted or changed when a person is erased, and those whose rows go with them. */
async function forgottenTables(): Promise<Set<string>> {
  await db.transaction().execute((tx) => forgetPerson(tx, PEOPLE, { email: 'nobody@shop.test', customer: 'nobody' }))
  const changed = (verb: string) =>
    statements.flatMap((text) => [...text.matchAll(new RegExp(`${verb} "?(\\w+)`, 'g'))].map(([, table = '']) => table))
  const deleted = changed('delete from')
  const { rows } = await sql<{ name: string }>`
    with recursive gone(name) as (
      select unnest(${deleted}::text[])
      union select conrelid::regclass::text from pg_constraint join gone on confrelid = gone.name::regclass
      where contype = 'f' and confdeltype = 'c')
    select name from gone`.execute(db)
  return new Set([...changed('update'), ...rows.map(({ name }) => name)])
}

test('a table with a person in it is forgotten by a feature, or says why not', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1, 2`.execute(db)
  const personal = Object.entries(
    Object.groupBy(
      rows.filter(({ column }) => PERSONAL.test(column)),
      ({ table }) => table,
    ),
  ).map(([table, found = []]) => ({ table, columns: found.map(({ column }) => column).join(', ') }))
  expect(personal.length).toBeGreaterThan(20)
  const forgotten = await forgottenTables()
  expect(personal.filter(({ table }) => !forgotten.has(table) && !Object.hasOwn(LEFT_ALONE, table))).toEqual([])
  const known = new Set(personal.map(({ table }) => table))
  expect(Object.keys(LEFT_ALONE).filter((table) => forgotten.has(table) || !known.has(table))).toEqual([])
})
