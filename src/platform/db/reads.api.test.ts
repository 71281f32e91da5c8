import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../tests/support/replica.ts'
import { until } from '../../../tests/support/until.ts'
import { type OpenDatabase, openDatabase } from './database.server.ts'
import { createReads, type Reads, readLag } from './reads.server.ts'

interface Tables {
  notes: { id: number; text: string }
}

let servers: ReplicatedPostgres
let writer: OpenDatabase<Tables>
let replica: OpenDatabase<Tables>
let reads: Reads<Tables>
const warnings: object[] = []
const log = { warn: (fields: object) => void warnings.push(fields) }

beforeAll(async () => {
  servers = await startReplicatedPostgres()
  writer = openDatabase<Tables>({ connection: servers.writer, log: { warn: () => {} } })
  replica = openDatabase<Tables>({ connection: servers.replica, log: { warn: () => {} } })
  await sql`create table notes (id integer primary key, text text not null)`.execute(writer.db)
})
afterAll(async () => {
  await replica.close()
  await writer.close()
  await servers.close()
})
beforeEach(() => {
  warnings.length = 0
  reads = createReads(writer.db, replica.db, log)
})

let lastId = 0

/** Whether a read sees what was written just before it. */
async function seesItsWrite(): Promise<boolean> {
  lastId += 1
  const id = lastId
  await writer.db
    .insertInto('notes')
    .values({ id, text: `note ${id}` })
    .execute()
  const found = await reads.run((db) => db.selectFrom('notes').select('text').where('id', '=', id).execute())
  return found[0]?.text === `note ${id}`
}

/** A new one, which knows of no trouble, uses the replica again. */
const usesReplica = () =>
  until('the replica serves', 60_000, async () => {
    reads = createReads(writer.db, replica.db, log)
    return (await seesItsWrite()) && reads.counts.replica === 1
  })

test('reads on the replica miss nothing that was written before them', async () => {
  await usesReplica()
  const seen = await Promise.all(Array.from({ length: 300 }, seesItsWrite))
  expect(seen).not.toContain(false)
  expect(reads.counts.replica).toBeGreaterThan(0)
})

test('a replica that lags is left to the writer, and is used again once it has caught up', async () => {
  await usesReplica()
  await servers.pause()
  reads = createReads(writer.db, replica.db, log)
  for (let count = 0; count < 5; count += 1) expect(await seesItsWrite()).toBe(true)
  expect(reads.counts).toEqual({ replica: 0, writer: 5 })
  // One wait, and one line of the log: the others don't ask it.
  expect(warnings).toEqual([{ reason: 'it is behind' }])
  expect((await readLag(writer.db, replica.db)).bytes).toBeGreaterThan(0)
  await servers.resume()
  await usesReplica()
})

test('a replica that refuses the shop is named in the log, and left to the writer', async () => {
  const stranger = openDatabase<Tables>({
    connection: { connectionString: servers.replica.connectionString.replace(/[^/]+$/, 'elsewhere') },
    log: { warn: () => {} },
  })
  reads = createReads(writer.db, stranger.db, log)
  for (let count = 0; count < 3; count += 1) expect(await seesItsWrite()).toBe(true)
  expect(reads.counts).toEqual({ replica: 0, writer: 3 })
  expect(warnings).toEqual([{ reason: 'it can’t be asked (3D000)' }])
  await stranger.close()
})

test('a replica that is gone is left to the writer', async () => {
  await usesReplica()
  await servers.stopReplica()
  for (let count = 0; count < 5; count += 1) expect(await seesItsWrite()).toBe(true)
  expect(reads.counts.writer).toBe(5)
  await servers.startReplica()
  await usesReplica()
})

test('a replica that goes away during a read leaves that to the writer', async () => {
  await usesReplica()
  let tries = 0
  const found = await reads.run(async (db) => {
    tries += 1
    if (tries === 1) await servers.stopReplica()
    return db.selectFrom('notes').select('id').limit(1).execute()
  })
  expect(found).toHaveLength(1)
  expect(tries).toBe(2)
  await servers.startReplica()
  await usesReplica()
})

test('a server that is no replica of this one is not read from', async () => {
  for (const other of [writer.db, openElsewhere()]) {
    const own = createReads(writer.db, other, log)
    await own.run((db) => db.selectFrom('notes').select('id').limit(1).execute())
    expect(own.counts).toEqual({ replica: 0, writer: 1 })
  }
  await expect(readLag(writer.db, writer.db)).rejects.toThrow('it is no replica of this database')
  await expect(readLag(writer.db, openElsewhere())).rejects.toThrow('it doesn’t respond')
  await elsewhere?.close()
  expect(warnings).toEqual([{ reason: 'it is no replica of this database' }, { reason: 'it doesn’t respond' }])
})

let elsewhere: OpenDatabase<Tables> | undefined
/** Nothing listens there. */
function openElsewhere() {
  elsewhere = openDatabase<Tables>({ connection: { connectionString: 'postgres://shop@127.0.0.1:9/shop' }, log })
  return elsewhere.db
}

test('an error of the read itself is the caller’s, and is not tried again', async () => {
  await usesReplica()
  let tries = 0
  const broken = reads.run((db) => {
    tries += 1
    return sql`select * from nothing_here`.execute(db)
  })
  await expect(broken).rejects.toThrow('nothing_here')
  expect(tries).toBe(1)
})

test('without a replica the writer serves, and is asked nothing else', async () => {
  const own = createReads(writer.db, null, log)
  expect(await own.run(async (db) => db === writer.db)).toBe(true)
  expect(own.counts).toEqual({ replica: 0, writer: 1 })
})

// The last: the two have changed places then.
test('a former writer that was cut off is not read from, however far its own log goes', async () => {
  await usesReplica()
  await servers.stopReplica()
  await sql`insert into notes select n, repeat('x', 1000) from generate_series(100001, 105000) as n`.execute(writer.db)
  await servers.changePlaces()
  const seen: boolean[] = []
  const own = createReads(replica.db, writer.db, log)
  for (let id = 200_001; id < 200_004; id += 1) {
    await sql`insert into notes values (${id}, 'after')`.execute(replica.db)
    const found = await own.run((db) => db.selectFrom('notes').select('id').where('id', '=', id).execute())
    seen.push(found.length === 1)
  }
  expect(seen).toEqual([true, true, true])
  expect(own.counts).toEqual({ replica: 0, writer: 3 })
})
