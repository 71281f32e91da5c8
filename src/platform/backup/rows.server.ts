import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Header } from './contents.ts'

/** The rows of one part before compression, in bytes. */
const PART_BYTES = 4 * 1024 * 1024

type Table = Header['tables'][number]

/** The migrator's own tables: a restore runs the migrations again. */
const MIGRATOR_TABLES = ['kysely_migration', 'kysely_migration_lock']

/** A session for long statements, whose text forms of values are the same on every server. */
export async function prepareSession(client: pg.Client): Promise<void> {
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
    set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
    set bytea_output = 'hex'`)
}

/** The shop's tables with the columns that have values of their own (generated ones are computed again). */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all ($1)
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`,
    [MIGRATOR_TABLES],
  )
  return rows
}

/** The tables whose rows a crash may lose, and which no replica has. */
export async function readUnlogged(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relpersistence = 'u' and relnamespace = current_schema()::regnamespace`,
  )
  return rows.map(({ name }) => name)
}

/** The state of every sequence, of identity columns too. Read after the snapshot was taken, so that it covers its rows. */
export async function readSequences(client: pg.Client): Promise<Header['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace order by 1`,
  )
  const sequences: Header['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
    )
    const [found] = state.rows
    if (found) sequences.push({ name, ...found })
  }
  return sequences
}

export async function writeSequences(client: pg.Client, sequences: Header['sequences']): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [client.escapeIdentifier(name), value, isCalled])
}

/** The migrations that have run, in their order. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by timestamp, name')
  return rows.map(({ name }) => name)
}

const columnsOf = (client: pg.Client, { name, columns }: Table) =>
  `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`

/** The rows of a table in COPY's text format, in parts of some 4 MB. @returns the number of rows, at the end */
export async function* copyOut(client: pg.Client, table: Table): AsyncGenerator<Buffer, number> {
  const stream = client.query(copyTo(`copy ${columnsOf(client, table)} to stdout`))
  stream.on('error', () => {})
  let chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(chunks)
  return stream.rowCount
}

/** Takes the rows of one table. */
export interface RowsIn {
  write(rows: Buffer): Promise<void>
  /** @returns the number of rows written */
  end(): Promise<number>
  /** Gives up: without this, the connection would wait for more rows. */
  abort(): Promise<void>
}

/** Begins to write rows in COPY's text format into a table. */
export function copyIn(client: pg.Client, table: Table): RowsIn {
  const stream = client.query(copyFrom(`copy ${columnsOf(client, table)} from stdin`))
  // A lost connection fails it twice, the second time when nobody waits any more.
  stream.on('error', () => {})
  const ended = once(stream, 'finish')
  // A refused row fails the next `write` or `end`; until then nobody waits for it.
  let hasFailed = false
  ended.catch(() => {
    hasFailed = true
  })
  return {
    async write(rows) {
      if (!stream.write(rows)) await Promise.race([once(stream, 'drain'), ended])
    },
    async end() {
      stream.end()
      await ended
      return stream.rowCount
    },
    async abort() {
      // A stream that the lost connection failed would never close.
      if (hasFailed) return
      const closed = once(stream, 'close').catch(() => {})
      stream.destroy(new Error('the backup could not be read further'))
      await closed
    },
  }
}
