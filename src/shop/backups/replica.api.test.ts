import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_KEYS } from '#platform/backup/encryption.server.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { buy, newShopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { garmentLines } from '../../../tests/support/garments.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../tests/support/replica.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { signInStaff } from '../../../tests/support/staff.ts'
import { importCatalog } from '../imports/import-catalog.server.ts'
import { backUpTo } from './make-backup.server.ts'
import { verifyBackup } from './restore.server.ts'

const migrations = join(import.meta.dirname, '../../../db/migrations')
const bundled = createFolderStore(join(import.meta.dirname, '../../../catalogue/pictures'))

let servers: ReplicatedPostgres
let shop: TestShop
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'))
  servers = await startReplicatedPostgres()
  shop = await openTestShop({ database: { connection: servers.writer, drop: async () => {} } })
  await importCatalog(shop.shop.db, garmentLines())
  await shop.shop.index.refresh('all')
})
afterAll(async () => {
  await shop.close()
  await servers.close()
  await rm(folder, { recursive: true, force: true })
})

/** Buys, and makes a backup at once. @returns whether its rows come from the replica, and how many orders it restores */
async function buyAndBackUp(name: string) {
  await buy(shop, await newShopper(shop), [tee])
  const { db } = shop.shop
  const store = createFolderStore(join(folder, 'backups'), { isPrivate: true })
  const pictures = createFolderStore(join(folder, 'data'))
  const { writer: connection, replica } = servers
  const context = { db, connection, replica, pictures, bundled, version: '1.2.3', openStore: () => store }
  const { fromReplica, rows } = await backUpTo(context, { store, name, keys: NO_KEYS })
  const restored = await verifyBackup(join(folder, 'scratch'), {
    ...{ store, name, keys: NO_KEYS, migrations, bundled },
    print: () => {},
  })
  expect(restored.rows).toBe(rows)
  return { fromReplica, rows }
}

test('a backup reads a moment-old order on the replica, and on the writer if the replica is behind or away', async () => {
  // A row of an unlogged table, which no replica has.
  const owner = await signInStaff(shop, 'owner')
  await owner.browser.call('POST', '/presence', { subject: 'product:boxy-tee' })
  const first = await buyAndBackUp('first.tar')
  expect(first.fromReplica).toBe(true)
  const second = await buyAndBackUp('second.tar')
  expect(second.fromReplica).toBe(true)
  expect(second.rows).toBeGreaterThan(first.rows)

  await servers.pause()
  const behind = await buyAndBackUp('behind.tar')
  expect(behind.fromReplica).toBe(false)
  expect(behind.rows).toBeGreaterThan(second.rows)

  await servers.stopReplica()
  const away = await buyAndBackUp('away.tar')
  expect(away.fromReplica).toBe(false)
  expect(away.rows).toBeGreaterThan(behind.rows)
}, 180_000)
