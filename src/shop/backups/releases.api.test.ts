import { readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Header, Manifest } from '#platform/backup/contents.ts'
import { NO_KEYS } from '#platform/backup/encryption.server.ts'
import { openBackup } from '#platform/backup/open-backup.server.ts'
import { restoreBackup } from '#platform/backup/restore-backup.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { listMigrations } from '#platform/db/migrate.server.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { buy, newShopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { createSession } from '../accounts/sql.server.ts'
import { checkInvariants } from '../checkout/invariants.server.ts'
import type { Tables } from '../tables.server.ts'
import { updateTables } from './update-tables.server.ts'

/**
 * Shops as releases left them, with rows in every table: backups of test databases, named RELEASE-WHAT.tar. Each later
 * migration has to bring their rows along (CONTRIBUTING, Release).
 */
const releases = createFolderStore(join(import.meta.dirname, '../../../tests/releases'))
const NAMES = readdirSync(releases.place).filter((name) => name.endsWith('.tar'))
const RELEASES = [...new Set(NAMES.map((name) => name.split('-')[0] ?? ''))]
const project = join(import.meta.dirname, '../../..')
const migrations = join(project, 'db/migrations')

let folder: string
let database: TestDatabase

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'releases-'))
  database = await testDatabase()
  return async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})

/** What a backup says of itself. */
async function contentsOf(name: string): Promise<{ header: Header; rows: Manifest['rows'] }> {
  const backup = await openBackup(releases, name, NO_KEYS)
  for await (const entry of backup.entries())
    if ('manifest' in entry) return { header: backup.header, rows: entry.manifest.rows }
  throw new Error(`${name} has no manifest`)
}

/** The database as that release left it: with its migrations alone. */
async function restoreRelease(name: string, header: Header): Promise<void> {
  const own = openDatabase({ connection: database.connection, log: { warn: () => {} } })
  await sql`drop owned by current_user cascade`.execute(own.db)
  await sql`create schema if not exists public`.execute(own.db)
  await own.close()
  const known = join(folder, 'migrations')
  await mkdir(known)
  for (const migration of header.migrations)
    await cp(join(migrations, `${migration}.sql`), join(known, `${migration}.sql`))
  const backup = await openBackup(releases, name, NO_KEYS)
  await restoreBackup(backup, {
    connection: database.connection,
    pictures: createFolderStore(folder),
    migrations: known,
    check: async () => {},
  }).finally(() => backup.close())
}

test.each(NAMES)('%s: this version updates its tables, and the shop goes on with its rows', async (name) => {
  const { header, rows } = await contentsOf(name)
  await restoreRelease(name, header)
  const own = openDatabase<Tables>({ connection: database.connection, log: { warn: () => {} } })
  const config = { dataDir: join(folder, 'data'), pictures: { kind: 'folder' } as const }
  try {
    const later = (await listMigrations(migrations)).filter((one) => !header.migrations.includes(one))
    expect(await updateTables(own, { config, root: project, print: () => {} })).toEqual(later)
    if (later.length > 0) expect((await readdir(join(folder, 'data/backups'))).join()).toContain(`before-${later[0]}`)
    // A migration that drops a table or moves its rows says so here.
    for (const [table, count] of Object.entries(rows)) {
      const found = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(own.db)
      expect(found.rows, table).toEqual([{ count }])
    }
    expect((await checkInvariants(own.db)).findings).toEqual([])
  } finally {
    await own.close()
  }
  const shop = await openTestShop({ database })
  try {
    await visitEveryPage(shop)
    await buy(shop, await newShopper(shop, 'Meera Rao'), [tee])
    expect((await checkInvariants(shop.shop.db)).findings).toEqual([])
  } finally {
    await shop.close()
  }
})

/** What visitors and every customer see. */
async function visitEveryPage(shop: TestShop): Promise<void> {
  const { db } = shop.shop
  const answers = async (path: string, token?: string) => {
    const response = await shop.fetch(`/api${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {})
    // An empty list is 404 in some calls.
    const status = response.status === 404 ? 200 : response.status
    expect([path, status, await response.text()]).toEqual([path, 200, expect.stringMatching(/^[{[]/)])
  }
  for (const path of ['homeSections', 'banner', 'filterOptions', 'filterProduct', 'shopSettings', 'suggest?q=te'])
    await answers(`/user/${path}`)
  await answers('/stores')
  for (const { id } of await db.selectFrom('products').select('id').where('state', '=', 'published').execute()) {
    await answers(`/product/getProductDetail/${id}`)
    await answers(`/user/productReviewDetails/${id}`)
    await answers(`/user/related?products=${id}`)
  }
  for (const { id } of await db.selectFrom('customers').select('id').execute()) {
    const token = await db.transaction().execute((tx) => createSession(tx, id))
    for (const path of [
      'user-orders',
      'pending-orders',
      'getUserAddresses',
      'getCartProduct',
      'wishlist',
      'devices',
      'priceAlerts',
      'my-data',
    ])
      await answers(`/user/${path}/${id}`, token)
  }
}

test.each(RELEASES)('the shops of %s have rows in every table', async (release) => {
  const contents = await Promise.all(NAMES.filter((name) => name.startsWith(`${release}-`)).map(contentsOf))
  const tables = [...new Set(contents.flatMap(({ header }) => header.tables.map(({ name }) => name)))]
  expect(tables.filter((table) => contents.every(({ rows }) => !rows[table]))).toEqual([])
})
