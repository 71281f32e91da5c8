import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '#platform/config.server.ts'

/**
 * Brings the tables up to date with the SQL files of `folder`, in the order of their names. All that is missing is
 * done in one transaction under a lock: an interrupted run changes nothing, and of several instances that start at
 * once one does the work while the others wait. A database that is up to date costs one query.
 * @returns the names of the files that were run
 * @throws {Error} naming the file whose SQL failed
 * @throws {ConfigError} when the database is newer than this program
 */
export async function migrate<Tables>(db: Kysely<Tables>, folder: string): Promise<string[]> {
  const names = await readNames(folder)
  const done = await readDone(db)
  const unknown = done.find((name) => !names.includes(name))
  if (unknown) {
    throw new ConfigError(
      `DATABASE_URL: the database has ${unknown}, which this version of the shop does not know; use a newer one.`,
    )
  }
  if (names.every((name) => done.includes(name))) return []
  return db.connection().execute(async (connection) => {
    // Waiting for another instance and filling a big table may take longer than a shopper's query may.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      return await runMissing(connection, names, folder)
    } finally {
      await sql`reset statement_timeout`.execute(connection).catch(() => {})
    }
  })
}

/** The names of the files of `folder` that the database has not seen yet; changes nothing. */
export async function missingMigrations<Tables>(db: Kysely<Tables>, folder: string): Promise<string[]> {
  const done = await readDone(db)
  return (await readNames(folder)).filter((name) => !done.includes(name))
}

async function readNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).map((name) => name.slice(0, -4))
}

/** The names of the files that were run before; none where the table of them is not there yet. */
async function readDone<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows: found } = await sql<{
    there: boolean
  }>`select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!found[0]?.there) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function runMissing<Tables>(db: Kysely<Tables>, names: readonly string[], folder: string): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => Object.fromEntries(names.map((name) => [name, fromFile(join(folder, `${name}.sql`))])),
    },
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    const failed = results.find(({ status }) => status === 'Error')
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The tables cannot be brought up to date${failed ? `: ${failed.migrationName}.sql` : ''}: ${reason}`,
      { cause: error },
    )
  }
  return results.map(({ migrationName }) => migrationName)
}

function fromFile(path: string): Migration {
  return {
    async up(db) {
      await sql.raw(await readFile(path, 'utf8')).execute(db)
    },
  }
}
