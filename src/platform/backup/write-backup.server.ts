import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { type Connection, clientOptions } from '../db/connection.server.ts'
import { isConflict, isUnavailable } from '../db/failures.server.ts'
import { waitForReplica } from '../db/reads.server.ts'
import { openSingleConnection } from '../db/single-connection.server.ts'
import type { FileStore } from '../files/file-store.ts'
import { withSpareSpace } from '../files/spare-space.server.ts'
import { type ArchiveWriter, ReaderGoneError, sha256Of, writeArchive } from './archive.server.ts'
import {
  BackupBusyError,
  BackupError,
  FORMAT,
  HEADER,
  type Header,
  MANIFEST,
  MANIFEST_CHECKSUM,
  type Manifest,
  rowsEntry,
} from './contents.ts'
import { explainDatabaseGone } from './database-gone.server.ts'
import { type BackupKeys, encryptStream } from './encryption.server.ts'
import { type PictureCopies, VanishedError } from './picture-copies.server.ts'
import { copyOut, prepareSession, readMigrations, readSequences, readTables, readUnlogged } from './rows.server.ts'

const compress = promisify(gzip)
/** Level 3 is three times as fast as the default for a tenth more bytes. */
const LEVEL = 3
/** The archive is hashed and written in pieces of at least this size. */
const WRITE_BYTES = 512 * 1024
/** One backup at a time, whatever process makes it. The number is arbitrary. */
const LOCK = 4_116_001
/** A backup begins again if pictures are deleted meanwhile. */
const ATTEMPTS = 3
/** How long a backup waits for the replica to have everything. */
const REPLICA_WAIT_MS = 10_000

export interface BackupSource {
  connection: Connection
  /** A server that follows it, on which the rows are read if it has everything; else, and if it breaks off, they are read on the other. */
  replica?: Connection | null | undefined
  /** The version of the shop. */
  version: string
  /** How pictures are copied; it says which the shop has. */
  pictures: PictureCopies
}

export interface WrittenBackup {
  /** The moment of the snapshot. */
  at: Date
  bytes: number
  sha256: string
  rows: number
  pictures: number
  pictureBytes: number
  /** True if its rows were read on the replica. */
  fromReplica: boolean
}

export interface BackupTarget {
  store: FileStore
  /** The file's name there. */
  name: string
  keys: BackupKeys
  /** Of which files killed backups may have left parts (`FileStore.removeUnfinished`); of this file, if left out. */
  leftovers?: readonly string[]
  /** Waits for the end of another backup instead of failing. */
  waits?: boolean
  /** What has been written so far: tables, then pictures. */
  onProgress?: ((done: { rows: number; pictures: number }) => void) | undefined
}

/**
 * Writes a backup of a running shop: all rows in one snapshot of the database, and every picture that they may show.
 * The file appears when it's complete.
 * @throws {BackupBusyError} if another backup is being made
 * @throws {BackupError} if the database has no tables of the shop
 */
export async function writeBackup(source: BackupSource, target: BackupTarget): Promise<WrittenBackup> {
  const client = new pg.Client({ ...clientOptions(source.connection), application_name: 'shop backup' })
  client.on('error', () => {})
  await client.connect().catch((error) => {
    throw explainDatabaseGone(error, 'made')
  })
  try {
    await prepareSession(client)
    const lock = target.waits
      ? 'select true as taken from pg_advisory_lock($1)'
      : 'select pg_try_advisory_lock($1) as taken'
    const { rows } = await client.query<{ taken: boolean }>(lock, [LOCK])
    if (!rows[0]?.taken) throw new BackupBusyError('Another backup is being made at this moment; wait for its end.')
    for (const prefix of target.leftovers ?? [target.name]) await target.store.removeUnfinished?.(prefix)
    const made = await writeFromReplica(client, source, target)
    if (made) return made
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await writeOnce({ client, wait: async () => {}, isReplica: false }, source, target)
      } catch (error) {
        if (!(error instanceof VanishedError) || attempt === ATTEMPTS) throw explainDatabaseGone(error, 'made')
      }
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Where the rows are read. */
interface Reading {
  client: pg.Client
  /** Waits until a snapshot has everything that was committed before. */
  wait(): Promise<void>
  isReplica: boolean
}

/** The replica can’t serve this backup. */
class NotFromReplicaError extends Error {}

/** @returns null if there’s no replica, it’s behind or away, or what it replays was in the way of a long read */
async function writeFromReplica(
  writer: pg.Client,
  source: BackupSource,
  target: BackupTarget,
): Promise<WrittenBackup | null> {
  if (!source.replica) return null
  const client = new pg.Client({ ...clientOptions(source.replica), application_name: 'shop backup' })
  client.on('error', () => {})
  const wait = async () => {
    const isThere = await waitForReplica(openSingleConnection(writer), openSingleConnection(client), REPLICA_WAIT_MS)
    if (isThere !== true) throw new NotFromReplicaError(isThere.reason)
  }
  try {
    await client.connect()
    await prepareSession(client)
    return await writeOnce({ client, wait, isReplica: true }, source, target)
  } catch (error) {
    const isItsOwn = error instanceof NotFromReplicaError || error instanceof VanishedError
    if (isItsOwn || isUnavailable(error) || isConflict(error)) return null
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function writeOnce(reading: Reading, source: BackupSource, target: BackupTarget): Promise<WrittenBackup> {
  const archive = writeArchive()
  const written = measure(await encryptStream(archive.stream, target.keys))
  const writing = withSpareSpace(target.store).write(target.name, written.stream)
  // The failure of one ends the other; the first one is the reason.
  const filling = fill(reading, archive, source, target)
  filling.catch((error: Error) => archive.fail(error))
  writing.catch(() => {})
  const filled = await Promise.race([filling, writing.then(() => filling)]).catch(async (error) => {
    if (error instanceof ReaderGoneError) await writing
    throw error
  })
  await writing
  return { ...filled, ...written.result() }
}

/** The same stream, counted and hashed. `result` is for its end. */
function measure(stream: Readable): { stream: Readable; result(): { bytes: number; sha256: string } } {
  const hash = createHash('sha256')
  let bytes = 0
  async function* measured() {
    // An archive comes in three small chunks for each picture, and every chunk passes through several streams.
    let chunks: Buffer[] = []
    let waiting = 0
    for await (const chunk of stream) {
      chunks.push(chunk)
      waiting += chunk.length
      if (waiting < WRITE_BYTES) continue
      yield take()
    }
    if (waiting > 0) yield take()
    function take(): Buffer {
      const all = Buffer.concat(chunks)
      chunks = []
      waiting = 0
      bytes += all.length
      hash.update(all)
      return all
    }
  }
  return { stream: Readable.from(measured()), result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

async function fill(
  { client, wait, isReplica }: Reading,
  archive: ArchiveWriter,
  { pictures, version }: BackupSource,
  { onProgress = () => {} }: BackupTarget,
): Promise<Omit<WrittenBackup, 'bytes' | 'sha256'>> {
  const entries: Manifest['entries'] = {}
  const add = async (name: string, bytes: Uint8Array) => {
    entries[name] = sha256Of(bytes)
    await archive.add(name, bytes)
  }
  // Before and after the snapshot: whatever its rows show was there at one of the two moments.
  const before = await pictures.list()
  await wait()
  await client.query('begin transaction isolation level repeatable read, read only')
  try {
    const header = await readHeader(client, version)
    const unreadable = isReplica ? await readUnlogged(client) : []
    const all = new Map([...before, ...(await pictures.list())].map((picture) => [picture.name, picture]))
    await add(HEADER, json(header))
    const rows: Manifest['rows'] = {}
    let total = 0
    for (const table of header.tables) {
      rows[table.name] = unreadable.includes(table.name) ? 0 : await addRows(client, table, add)
      total += rows[table.name] ?? 0
      onProgress({ rows: total, pictures: 0 })
    }
    await client.query('commit')
    const copied = await pictures.copy([...all.values()], {
      add,
      onProgress: (done) => onProgress({ rows: total, pictures: done }),
    })
    await finishArchive(archive, { rows, pictures: copied, entries })
    const pictureBytes = copied.reduce((sum, { bytes }) => sum + bytes, 0)
    return { at: new Date(header.at), rows: total, pictures: copied.length, pictureBytes, fromReplica: isReplica }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Adds the manifest, with which a backup is complete. */
export async function finishArchive(archive: ArchiveWriter, manifest: Manifest): Promise<void> {
  const bytes = json(manifest)
  await archive.add(MANIFEST, bytes)
  await archive.add(MANIFEST_CHECKSUM, Buffer.from(`${sha256Of(bytes)}\n`))
  archive.finish()
}

async function readHeader(client: pg.Client, version: string): Promise<Header> {
  const { rows } = await client.query<{ at: Date; postgres: string; isShop: boolean }>(
    `select clock_timestamp() as at, current_setting('server_version') as postgres, to_regclass('kysely_migration') is not null as "isShop"`,
  )
  const [server] = rows
  if (!server?.isShop)
    throw new BackupError('The database has no tables of a shop yet, so there is nothing to back up.')
  return {
    kind: 'shop-backup',
    format: FORMAT,
    at: server.at.toISOString(),
    shop: version,
    postgres: server.postgres,
    migrations: await readMigrations(client),
    tables: await readTables(client),
    sequences: await readSequences(client),
  }
}

async function addRows(
  client: pg.Client,
  table: Header['tables'][number],
  add: (name: string, bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  const parts = copyOut(client, table)
  for (let part = 1; ; part += 1) {
    const next = await parts.next()
    if (next.done) return next.value
    await add(rowsEntry(table.name, part), await compress(next.value, { level: LEVEL }))
  }
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
