import { Client, type Connection, types } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOptions } from '#platform/db/connection.server.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { readStatements, type Statement, type ValueKind } from '../../tests/support/sql-statements.ts'
import { findForeignUses, LOOKS_UP, PLATFORM, readOwners, WRITES_UP } from '../../tests/support/table-uses.ts'

const { BOOL, BYTEA, DATE, FLOAT8, INT2, INT4, INT8, NUMERIC, TEXT, TIMESTAMPTZ, VARCHAR } = types.builtins

/** The types of PostgreSQL that the driver parses into a kind of value; the others are `other`. */
const TYPES: Readonly<Record<Exclude<ValueKind, 'other'>, readonly number[]>> = {
  number: [INT2, INT4, INT8, FLOAT8, NUMERIC],
  string: [TEXT, VARCHAR, DATE],
  boolean: [BOOL],
  Date: [TIMESTAMPTZ],
  Buffer: [BYTEA],
}
const KINDS = new Map(
  (['number', 'string', 'boolean', 'Date', 'Buffer'] as const).flatMap((kind) => TYPES[kind].map((oid) => [oid, kind])),
)

interface Field {
  name: string
  dataTypeID: number
}

let own: TestDatabase
let client: Client
const statements = readStatements()

beforeAll(async () => {
  own = await testDatabase()
  client = new Client(clientOptions(own.connection))
  client.on('error', () => {})
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await own.drop()
})

/** Has PostgreSQL parse a statement without running it; returns its result columns. */
function describeStatement(text: string): Promise<readonly Field[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly Field[] = []
    client.query({
      submit(connection: Connection) {
        connection.parse({ name: '', text, types: [] }, false)
        connection.describe({ type: 'S', name: '' }, false)
        connection.sync()
      },
      handleRowDescription(message: { fields: readonly Field[] }) {
        fields = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    })
  })
}

/** How the result columns of a statement differ from the columns of its row type. */
function compareColumns(fields: readonly Field[], columns: NonNullable<Statement['columns']>): string[] {
  const names = new Set(fields.map(({ name }) => name))
  const missing = [...columns].filter(([name, { isOptional }]) => !isOptional && !names.has(name))
  return [
    ...missing.map(([name]) => `the row type has ${name}, which the statement doesn't select`),
    ...fields.flatMap(({ name, dataTypeID }) => {
      const column = columns.get(name)
      if (!column) return [`the statement selects ${name}, which the row type lacks`]
      const kind = KINDS.get(dataTypeID) ?? 'other'
      return column.kinds.has(kind) ? [] : [`${name} is ${kind}, and ${[...column.kinds].join(' or ')} by the row type`]
    }),
  ]
}

test('every statement in plain SQL fits the tables, and its columns fit its row type', async () => {
  expect(statements.length).toBeGreaterThan(200)
  const faults: string[] = []
  // Temporary tables, which other statements use.
  for (const { texts } of statements)
    for (const text of texts.filter((one) => one.startsWith('create temporary table')))
      await client.query(text.replace('on commit drop', ''))
  for (const { where, texts, columns } of statements) {
    if (texts.length === 0) faults.push(`${where}: the source doesn't show what a fragment is`)
    for (const text of new Set(texts)) {
      const fields = await describeStatement(text).catch((error: Error) => error)
      if (fields instanceof Error) faults.push(`${where}: ${fields.message}: ${text}`)
      else if (columns) faults.push(...compareColumns(fields, columns).map((fault) => `${where}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})

test('a statement names tables of its own feature and of earlier ones; what looks up is on a list, with the reason', () => {
  const up = findForeignUses(statements).filter(({ isUp }) => isUp)
  expect(up.length).toBeGreaterThan(20)
  const isListed = (list: typeof LOOKS_UP, { file, table }: (typeof up)[number]) =>
    list[file]?.tables.includes(table) === true
  const writes = up.filter(({ isWrite }) => isWrite)
  expect(writes.filter((one) => !isListed(WRITES_UP, one))).toEqual([])
  const reads = up.filter(({ isWrite }) => !isWrite)
  expect(reads.filter((one) => !isListed(LOOKS_UP, one))).toEqual([])
  const unused = (list: typeof LOOKS_UP, uses: typeof up) =>
    Object.entries(list).flatMap(([file, { tables }]) =>
      tables
        .filter((table) => !uses.some((one) => one.file === file && one.table === table))
        .map((table) => [file, table]),
    )
  expect(unused(WRITES_UP, writes)).toEqual([])
  expect(unused(LOOKS_UP, reads)).toEqual([])
})

test('every table and view is declared by a feature or is the platform’s', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema() order by 1`,
  )
  const owners = readOwners()
  expect(rows.map(({ name }) => name).filter((name) => !owners.has(name) && !PLATFORM.includes(name))).toEqual([])
})

test.each([
  ['select price from products', 'column "price" does not exist'],
  ['select id from products where id = any($1::text[]) and state = $2', null],
])('%s: %s', async (text, message) => {
  const described = describeStatement(text)
  if (message) await expect(described).rejects.toThrow(message)
  else expect(await described).toMatchObject([{ name: 'id', dataTypeID: TEXT }])
})

test('a column that is missing, undeclared or of another type is a fault', async () => {
  const fields = await describeStatement('select id, price_paise, created_at from products')
  const declared = (kind: ValueKind) => ({ isOptional: false, kinds: new Set([kind]) })
  const columns = new Map([
    ['id', declared('string')],
    ['created_at', declared('string')],
    ['name', declared('string')],
  ])
  expect(compareColumns(fields, columns)).toEqual([
    "the row type has name, which the statement doesn't select",
    'the statement selects price_paise, which the row type lacks',
    'created_at is Date, and string by the row type',
  ])
})
