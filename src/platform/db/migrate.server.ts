import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '#platform/config.server.ts'

/** The first migration of versions before the first release, which this program can't migrate. */
const UNRELEASED = '0001_base'

/**
 * Runs the pending SQL files of `folder` in the order of their names, in one transaction under a lock: an interrupted
 * run changes nothing, and if several instances start at once, one runs them while the others wait. Without pending
 * files it costs one query.
 * @returns the names of the files it ran
 * @throws {Error} naming the file whose SQL failed
 * @throws {ConfigError} if the database is newer than this program, or older than its first release
 */
export async function migrate<Tables>(db: Kysely<Tables>, folder: string): Promise<string[]> {
  const { names, pending } = await planMigrations(db, folder)
  if (pending.length === 0) return []
  return db.connection().execute(async (connection) => {
    // Waiting for another instance and rewriting a big table may take longer than a query's timeout.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      return await runMigrations(connection, names, folder)
    } finally {
      await sql`reset statement_timeout`.execute(connection).catch(() => {})
    }
  })
}

/** What the migrations in a folder are to a database. */
export interface MigrationPlan {
  /** All of the folder, in their order. */
  names: string[]
  /** Those that haven't been applied yet. */
  pending: string[]
  /** True if none was ever applied. */
  isNew: boolean
}

/**
 * Reads what there is to migrate. Changes nothing. Costs one query.
 * @throws {ConfigError} if the database is newer than this program, or older than its first release
 */
export async function planMigrations<Tables>(db: Kysely<Tables>, folder: string): Promise<MigrationPlan> {
  const names = await listMigrations(folder)
  const applied = await readApplied(db)
  const unknown = applied.find((name) => !names.includes(name))
  if (unknown) {
    throw new ConfigError(
      `DATABASE_URL: the database has ${unknown}, which this version of the shop doesn’t know; start a newer version of the shop.`,
    )
  }
  return { names, pending: names.filter((name) => !applied.includes(name)), isNew: applied.length === 0 }
}

/**
 * The names of the migrations that haven't been applied yet, also if a newer version has applied others. Changes nothing. Costs one query.
 * @throws what the driver threw, if the database can't be reached (`isUnavailable`)
 */
export async function pendingMigrations<Tables>(db: Kysely<Tables>, folder: string): Promise<string[]> {
  const applied = await readApplied(db)
  return (await listMigrations(folder)).filter((name) => !applied.includes(name))
}

/** The names of the migrations in a folder, in their order. */
export async function listMigrations(folder: string): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4))
    .sort()
}

async function readApplied<Tables>(db: Kysely<Tables>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    const applied = rows.map(({ name }) => name)
    if (applied.includes(UNRELEASED))
      throw new ConfigError(
        'DATABASE_URL: the database was made by a version before the first release, whose data no version reads; start with an empty database (another DATA_DIR or DATABASE_URL).',
      )
    return applied
  } catch (error) {
    // 42P01 undefined_table: no migration has run yet.
    if (error instanceof Error && 'code' in error && error.code === '42P01') return []
    throw error
  }
}

/**
 * Runs those of the named migrations that are pending, on a connection or within a transaction.
 * @returns the names of those it ran
 * @throws {Error} naming the file whose SQL failed
 */
export async function runMigrations<Tables>(
  db: Kysely<Tables>,
  names: readonly string[],
  folder: string,
): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(names.map((name) => [name, toMigration(join(folder, `${name}.sql`))])),
    },
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    const failed = results.find(({ status }) => status === 'Error')
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The migrations failed${failed ? `: ${failed.migrationName}.sql` : ''}: ${reason}`, {
      cause: error,
    })
  }
  return results.map(({ migrationName }) => migrationName)
}

function toMigration(path: string): Migration {
  return {
    async up(db) {
      await sql.raw(await readFile(path, 'utf8')).execute(db)
    },
  }
}
