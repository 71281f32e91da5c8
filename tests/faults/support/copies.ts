import { randomBytes } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { MANIFEST, type Manifest } from '#platform/backup/contents.ts'
import { NO_KEYS } from '#platform/backup/encryption.server.ts'
import { openBackup } from '#platform/backup/open-backup.server.ts'
import type { Connection } from '#platform/db/connection.server.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { connectionTo, runOnServer } from '../../support/test-server.ts'
import type { Printed } from './commands.ts'
import type { FaultContext } from './context.ts'
import { type Environment, type EnvironmentOptions, openEnvironment } from './environment.ts'
import type { OwnPostgres } from './postgres.ts'
import { quickProvider, type Sales, startSales } from './sales.ts'

/** Puts pictures of random bytes into a shop's data folder. */
export async function addPictures(dataDir: string, count: number, bytes: number): Promise<void> {
  await mkdir(join(dataDir, 'pictures'), { recursive: true })
  for (let index = 0; index < count; index += 1)
    await writeFile(join(dataDir, 'pictures', `picture-${index}.webp`), randomBytes(bytes))
}

/** The manifest of a backup that isn't encrypted. @throws {BackupError} if the file isn't whole */
export async function manifestOf(path: string): Promise<Manifest> {
  const backup = await openBackup(createFolderStore(dirname(path)), basename(path), NO_KEYS)
  for await (const entry of backup.entries()) if ('manifest' in entry) return entry.manifest
  throw new Error(`${path} has no ${MANIFEST}.`)
}

/** The checksums of all rows of a backup, by table and part. */
export async function rowsOf(path: string): Promise<string> {
  const { entries } = await manifestOf(path)
  return JSON.stringify(Object.entries(entries).filter(([name]) => name.startsWith('rows/')))
}

/** All files in a folder, by their paths in it. */
export async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

let databases = 0

/** A new database without tables. */
export async function emptyDatabase({ connection }: OwnPostgres): Promise<{ url: string; connection: Connection }> {
  const name = `empty_${++databases}`
  await runOnServer(connection, `create database ${name}`)
  const made = connectionTo(connection, name)
  return { connection: made, url: connection.connectionString.replace(/postgres$/, name) }
}

export async function query<Row extends pg.QueryResultRow>(connection: Connection, text: string): Promise<Row[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** How many tables a database has. */
export async function countTables(connection: Connection): Promise<number> {
  const rows = await query<{ count: number }>(
    connection,
    "select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  return rows[0]?.count ?? Number.NaN
}

/** A shop whose backups are killed: it sells all the time, and has pictures. */
export interface CopiedShop {
  environment: Environment
  sales: Sales
  /** Settings of its commands. */
  env: Record<string, string>
}

export async function openCopiedShop(
  context: FaultContext,
  where: Pick<EnvironmentOptions, 'database' | 'postgres' | 'dataDir'>,
  size: { pictures: number; perSecond: number },
): Promise<CopiedShop> {
  const dataDir = where.dataDir ?? (await context.folder('shop'))
  // The folder of the only instance of a shop with an external database.
  await addPictures(where.database === 'external' ? join(dataDir, '0') : dataDir, size.pictures, 60_000)
  const settings = await quickProvider(context)
  const environment = await openEnvironment(context, { ...where, dataDir, settings })
  const sales = startSales(() => environment.origin(), await environment.customers(100), size.perSecond)
  return { environment, sales, env: environment.settingsOf(0) }
}

/** What else a command says when its database dies. */
const NOTES =
  /ended unexpectedly; restarting it|^The embedded database does not start: |an idle database connection was lost/

/** What a command for people said that failed: one sentence, or what is wrong with it. */
export function sentenceOf({ code, text }: Printed): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !NOTES.test(line))
  if (code === 0) return 'NO FAILURE'
  const isSentence = lines.length === 1 && /\.$/.test(lines[0] ?? '') && !/LOG_LEVEL|at .*:\d+:\d+/.test(text)
  return isSentence ? '' : `NOT ONE SENTENCE: ${text.slice(-300)}`
}
