import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { type Connection, clientOptions } from '../db/connection.server.ts'
import { isUnavailable } from '../db/failures.server.ts'
import { listMigrations, runMigrations } from '../db/migrate.server.ts'
import { openSingleConnection } from '../db/single-connection.server.ts'
import type { FileStore } from '../files/file-store.ts'
import { type ArchiveEntry, sha256Of } from './archive.server.ts'
import { type BackedUpPicture, BackupError, type Header, type Manifest, tableOfEntry } from './contents.ts'
import { explainDatabaseGone } from './database-gone.server.ts'
import { detachTables } from './detach-tables.server.ts'
import { type OpenBackup, readBeside } from './open-backup.server.ts'
import { isBeside, isPicture } from './picture-copies.server.ts'
import { readAhead, runAhead } from './read-ahead.ts'
import { copyIn, prepareSession, type RowsIn, writeSequences } from './rows.server.ts'

const decompress = promisify(gunzip)
/** A part has some 4 MB of rows and at most one row more. */
const MAX_PART_BYTES = 256e6

export interface RestoreOptions<Tables> {
  /** Without tables. */
  connection: Connection
  /** The folder of this version's migrations. */
  migrations: string
  /** Takes the pictures; null to check them only. */
  pictures: FileStore | null
  /** Checks the restored rows before they are committed, with the names of the backup's pictures, and throws to take them back. It may change rows. */
  check(tx: Transaction<Tables>, backedUp: { pictures: ReadonlySet<string> }): Promise<void>
  onProgress?: ((done: { rows: number; pictures: number }) => void) | undefined
}

export interface RestoredBackup {
  /** The moment of the snapshot. */
  at: Date
  tables: number
  rows: number
  pictures: number
  /** The migrations of this version that the backup didn't have. */
  migrated: string[]
}

/**
 * Restores a backup into an empty database, all or nothing: the tables as the backup's migrations make them, its rows,
 * then the migrations that this version adds. Everything is compared with the backup's manifest.
 * @throws {BackupError} if the database isn't empty, or the backup is of a newer version, incomplete or damaged
 */
export async function restoreBackup<Tables>(
  backup: OpenBackup,
  options: RestoreOptions<Tables>,
): Promise<RestoredBackup> {
  const client = new pg.Client({ ...clientOptions(options.connection), application_name: 'shop restore' })
  client.on('error', () => {})
  await client.connect().catch((error) => {
    throw explainDatabaseGone(error, 'restored')
  })
  try {
    await prepareSession(client)
    const db = openSingleConnection<Tables>(client)
    const restored = await db.transaction().execute(async (tx) => {
      await requireEmpty(client)
      const { pictures, ...found } = await restoreInto(client, tx, backup, options)
      await options.check(tx, { pictures: new Set(pictures.map(({ name }) => name)) })
      return { ...found, pictures: pictures.length }
    })
    await client.query('analyze')
    return restored
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isUnavailable(error)) throw explainDatabaseGone(error, 'restored')
    throw new BackupError(`The database refuses the backup’s rows: ${error.message}.`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v', 'm', 'S', 'p')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') limit 1`,
  )
  if (rows[0])
    throw new BackupError(
      `The database isn’t empty (it has ${rows[0].name}); restore into an empty one, such as a new database on the same server.`,
    )
}

async function restoreInto<Tables>(
  client: pg.Client,
  tx: Kysely<Tables>,
  backup: OpenBackup,
  { migrations, pictures, onProgress = () => {} }: RestoreOptions<Tables>,
): Promise<Omit<RestoredBackup, 'pictures'> & Pick<Manifest, 'pictures'>> {
  const { header } = backup
  await makeTables(tx, header, migrations)
  const attach = await detachTables(client, header.tables)
  // Rows that the migrations themselves write are in the backup too.
  await client.query(`truncate ${header.tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')}`)
  const loader = loadRows(client, header)
  const files = takePictures(pictures, backup)
  const hashes: Manifest['entries'] = Object.create(null)
  let manifest: Manifest | null = null
  try {
    for await (const entry of backup.entries()) {
      if ('manifest' in entry) {
        manifest = entry.manifest
        continue
      }
      if (entry.name in hashes) throw new BackupError(`The backup is damaged: it has ${entry.name} twice.`)
      hashes[entry.name] = sha256Of(entry.bytes)
      const table = tableOfEntry(entry.name)
      if (table !== null) await loader.take(table, await unzip(entry))
      else if (isPicture(entry.name)) await files.take(entry)
      onProgress({ rows: loader.rows(), pictures: files.count() })
    }
    await loader.end()
    await files.end()
  } catch (error) {
    await loader.abort()
    await files.end().catch(() => {})
    throw error
  }
  if (!manifest) throw new BackupError('The backup is incomplete: its end is missing.')
  compare(manifest, { hashes, rows: loader.counts() })
  await files
    .takeBeside(manifest.pictures, () => onProgress({ rows: loader.rows(), pictures: files.count() }))
    .finally(() => files.end())
  await attach()
  await writeSequences(client, header.sequences)
  const migrated = await runMigrations(tx, await listMigrations(migrations), migrations)
  const { tables } = header
  return {
    at: new Date(header.at),
    tables: tables.length,
    rows: loader.rows(),
    pictures: manifest.pictures,
    migrated,
  }
}

async function makeTables<Tables>(tx: Kysely<Tables>, header: Header, folder: string): Promise<void> {
  const known = await listMigrations(folder)
  const unknown = header.migrations.find((name) => !known.includes(name))
  if (unknown)
    throw new BackupError(
      `The backup has ${unknown}, which this version of the shop doesn’t know; restore it with a newer version (it was made by ${header.shop}).`,
    )
  await runMigrations(tx, header.migrations, folder)
}

async function unzip({ name, bytes }: ArchiveEntry): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: MAX_PART_BYTES })
  } catch (error) {
    throw new BackupError(`The backup is damaged: ${name} can’t be read.`, { cause: error })
  }
}

/** Writes the rows of one table after the other. */
function loadRows(client: pg.Client, { tables }: Header) {
  let current: { table: string; into: RowsIn } | null = null
  let total = 0
  const counts: Manifest['rows'] = {}
  const end = async () => {
    if (!current) return
    const rows = await current.into.end()
    counts[current.table] = rows
    total += rows
    current = null
  }
  return {
    counts: () => counts,
    rows: () => total,
    end,
    async abort() {
      await current?.into.abort()
      current = null
    },
    async take(name: string, rows: Buffer) {
      if (current?.table !== name) {
        await end()
        const table = tables.find((one) => one.name === name)
        if (!table)
          throw new BackupError(`The backup is damaged: it has rows of ${name}, a table that it doesn’t name.`)
        current = { table: name, into: copyIn(client, table) }
      }
      await current.into.write(rows)
    },
  }
}

/** Stores the pictures in the archive as they come, and then those beside it. */
function takePictures(store: FileStore | null, backup: OpenBackup) {
  let count = 0
  const writes = runAhead()
  const put = (name: string, bytes: Buffer) =>
    writes.add(async () => {
      // The name of a picture contains a hash of its content: one that is there is the same.
      if (store && (await store.stat(name))?.bytes !== bytes.length) await store.write(name, bytes)
      count += 1
    })
  return {
    count: () => count,
    /** Waits for the writes that have begun. */
    end: () => writes.end(),
    take: ({ name, bytes }: ArchiveEntry) => put(name, bytes),
    async takeBeside(pictures: readonly BackedUpPicture[], onProgress: () => void) {
      for (const { name, at, beside } of pictures)
        if (!beside && at !== name) await put(name, (await store?.read(at)) ?? Buffer.alloc(0))
      const read = async (picture: BackedUpPicture) => ({
        name: picture.name,
        bytes: await readBeside(backup, picture),
      })
      for await (const { name, bytes } of readAhead(
        pictures.filter(({ beside }) => beside),
        read,
      )) {
        await put(name, bytes)
        onProgress()
      }
    },
  }
}

function compare(manifest: Manifest, found: { hashes: Manifest['entries']; rows: Manifest['rows'] }): void {
  for (const [name, sha256] of Object.entries(manifest.entries))
    if (found.hashes[name] !== sha256)
      throw new BackupError(
        `The backup is damaged: ${name} ${found.hashes[name] ? 'isn’t what was written' : 'is missing'}.`,
      )
  for (const name of Object.keys(found.hashes))
    if (!(name in manifest.entries))
      throw new BackupError(`The backup is damaged: it has ${name}, which wasn’t written into it.`)
  for (const { name, at, beside, sha256 } of manifest.pictures)
    if (!isPicture(name) || (beside ? !isBeside(at) : !isPicture(at) || found.hashes[at] !== sha256))
      throw new BackupError(`The backup is damaged: the picture ${name} isn’t what was written.`)
  for (const [table, rows] of Object.entries(manifest.rows))
    if ((found.rows[table] ?? 0) !== rows)
      throw new BackupError(`The backup is damaged: ${table} has ${found.rows[table] ?? 0} rows of ${rows}.`)
}
