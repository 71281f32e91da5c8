import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackupKeys, NO_KEYS, parseKeys } from '#platform/backup/encryption.server.ts'
import { openBackup } from '#platform/backup/open-backup.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { startEmbedded } from '#platform/db/embedded.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { openFileStore } from '#platform/files/open-store.server.ts'
import { indianDay } from '#platform/india-time.ts'
import { buy, newShopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { DETAILS } from '../../../tests/support/own-details.ts'
import { S3_KEYS, startS3Server } from '../../../tests/support/s3-server.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { invitationToken, type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { findSession } from '../accounts/sql.server.ts'
import { listAudit } from '../audit/sql.server.ts'
import { DEFAULT_SETTINGS } from '../settings/definitions.ts'
import { findPreviewKey } from '../settings/preview-sql.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { findProgram } from '../staff/keys-sql.server.ts'
import { findStaffSession, takeInvitation } from '../staff/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { type BackupContext, backUpAsPlanned, backUpTo } from './make-backup.server.ts'
import { backUpIfDue } from './planned.server.ts'
import { type RestoreSource, restoreIntoDatabase, restoreIntoFolder, verifyBackup } from './restore.server.ts'
import { listBackups, readBackupState } from './sql.server.ts'
import { readBackupStatus } from './status.server.ts'

const migrations = join(import.meta.dirname, '../../../db/migrations')
const BUNDLED = createFolderStore(join(import.meta.dirname, '../../../catalogue/pictures'))
const PICTURE = Buffer.from('a picture')

let shop: TestShop
let keys: BackupKeys
let folder: string
let context: BackupContext

beforeAll(async () => {
  shop = await openTestShop()
  const asha = await newShopper(shop)
  await buy(shop, asha, [tee])
  keys = (await parseKeys(await generateX25519Identity())) ?? NO_KEYS
})
afterAll(() => shop.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'))
  const pictures = createFolderStore(join(folder, 'data'))
  await pictures.write('pictures/tee-front-1.webp', PICTURE)
  await pictures.write('pictures/tee-front-1.360.avif', Buffer.from('smaller'))
  await pictures.write('pictures/again-2.webp', PICTURE)
  await pictures.write('uploads-waiting/photo-1.webp', Buffer.from('waiting'))
  context = {
    db: shop.shop.db,
    connection: shop.database.connection,
    pictures,
    bundled: BUNDLED,
    version: '1.2.3',
    openStore: (address) => openFileStore(address, S3_KEYS, { isPrivate: true }),
  }
  return () => rm(folder, { recursive: true, force: true })
})

const place = () => createFolderStore(join(folder, 'backups'), { isPrivate: true })
const makeTar = (withKeys = NO_KEYS) => backUpTo(context, { store: place(), name: 'shop.tar', keys: withKeys })
const source = (more: Partial<RestoreSource> = {}): RestoreSource => ({
  store: place(),
  name: 'shop.tar',
  keys: NO_KEYS,
  migrations,
  bundled: BUNDLED,
  print: () => {},
  ...more,
})
const plan = (to: string, now: string, more: object = {}) => ({
  to,
  settings: { ...DEFAULT_SETTINGS, ...more },
  now: new Date(now),
})
const planned = (to = join(folder, 'backups')) => plan(to, '2026-11-26T09:00:00Z')

/** The checksums of all rows of a backup, by table and part. */
async function rowsOf(from: RestoreSource): Promise<Record<string, string>> {
  const backup = await openBackup(from.store, from.name, from.keys)
  for await (const entry of backup.entries())
    if ('manifest' in entry)
      return Object.fromEntries(Object.entries(entry.manifest.entries).filter(([name]) => name.startsWith('rows/')))
  return {}
}

describe('a backup restores', () => {
  test('into a folder, with the same rows and pictures, and a second backup of it is the same', async () => {
    const made = await makeTar()
    const target = join(folder, 'restored')
    const restored = await restoreIntoFolder(target, source({ keepsSignIns: true }))
    expect(restored).toMatchObject({ rows: made.rows, pictures: 4, migrated: [], at: made.at })
    for (const name of ['pictures/tee-front-1.webp', 'pictures/again-2.webp'])
      expect(await readFile(join(target, name))).toEqual(PICTURE)
    expect(await readFile(join(target, 'uploads-waiting/photo-1.webp'), 'utf8')).toBe('waiting')

    const server = await startEmbedded({ dataDir: target, log: () => {} })
    const again = openDatabase<Tables>({ connection: server.connection, log: { warn: () => {} } })
    try {
      const second = { ...context, db: again.db, connection: server.connection, pictures: createFolderStore(target) }
      await backUpTo(second, { store: place(), name: 'second.tar', keys: NO_KEYS })
      expect(await rowsOf(source({ name: 'second.tar' }))).toEqual(await rowsOf(source()))
      // The next order gets the next number, and triggers work again.
      const before = await sql<{ next: number }>`select last_value as next from order_numbers`.execute(shop.shop.db)
      const after = await sql<{ next: number }>`select last_value as next from order_numbers`.execute(again.db)
      expect(after.rows).toEqual(before.rows)
      await expect(sql`delete from audit_log`.execute(again.db)).rejects.toThrow('append-only')
    } finally {
      await again.close()
      await server.stop()
    }
  })

  test('into another database, if that is empty', { tags: 'nightly' }, async () => {
    await makeTar()
    const database = await testDatabase()
    const target = { connection: database.connection, pictures: createFolderStore(join(folder, 'pictures')) }
    try {
      await expect(restoreIntoDatabase(target, source())).rejects.toThrow('The database isn’t empty')
      const db = openDatabase({ connection: database.connection, log: { warn: () => {} } })
      await sql`drop owned by current_user cascade`.execute(db.db)
      await sql`create schema if not exists public`.execute(db.db)
      await db.close()
      expect(await restoreIntoDatabase(target, source())).toMatchObject({ pictures: 4, migrated: [] })
    } finally {
      await database.drop()
    }
  })

  test('encrypted, only with its key', async () => {
    await makeTar(keys)
    const other = (await parseKeys(await generateX25519Identity())) ?? NO_KEYS
    const scratch = join(folder, 'scratch')
    await expect(verifyBackup(scratch, source())).rejects.toThrow('The backup is encrypted; name the file')
    await expect(verifyBackup(scratch, source({ keys: other }))).rejects.toThrow('encrypted with another key')
    expect(await verifyBackup(scratch, source({ keys }))).toMatchObject({ pictures: 4 })
    expect(existsSync(scratch)).toBe(false)
  })

  test('from a bucket, as planned, with its pictures beside it', { tags: 'nightly' }, async () => {
    const s3 = await startS3Server()
    try {
      const address = s3.url.replace('?', '/copies?')
      const settings = { 'backup.key': keys.recipients.join(',') }
      const made = await backUpAsPlanned(context, plan(address, '2026-11-26T09:00:00Z', settings))
      expect(made).toMatchObject({ name: 'shop-20261126T090000Z.tar.age', encrypted: true, pictures: 4 })
      const target = join(folder, 'restored')
      await restoreIntoFolder(target, source({ store: context.openStore(address), name: made.name, keys }))
      expect(await readFile(join(target, 'pictures/again-2.webp'))).toEqual(PICTURE)
    } finally {
      await s3.stop()
    }
  })

  test('of an older version, whose tables are then updated', async () => {
    const database = await testDatabase()
    const older = openDatabase<Tables>({ connection: database.connection, log: { warn: () => {} } })
    try {
      await sql`drop table backups`.execute(older.db)
      await sql`delete from kysely_migration where name in ('0009_backups', '0031_missing_pictures')`.execute(older.db)
      const records = { ...context, connection: database.connection }
      await backUpTo(records, { store: place(), name: 'older.tar', keys: NO_KEYS })
      const restored = await verifyBackup(join(folder, 'scratch'), source({ name: 'older.tar' }))
      expect(restored.migrated).toEqual(['0009_backups', '0031_missing_pictures'])
      await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2030')`.execute(older.db)
      await backUpTo(records, { store: place(), name: 'newer.tar', keys: NO_KEYS })
      await expect(verifyBackup(join(folder, 'scratch'), source({ name: 'newer.tar' }))).rejects.toThrow(
        'The backup has 9999_future, which this version of the shop doesn’t know',
      )
    } finally {
      await older.close()
      await database.drop()
    }
  })
})

describe('a restore lets nobody in who was put out since', () => {
  /** Where a digest or token isn't what lets somebody in without signing in anew. */
  const STAYS = {
    staff_passkeys: 'a factor',
    staff_spare_codes: 'a factor',
    api_keys: 'their rows stay for the log, ended',
    alert_recipients: 'a link to unsubscribe',
    stock_alerts: 'a link to unsubscribe',
    subscribers: 'a link to unsubscribe',
    newsletters: 'of its text',
  }
  const restoreAnd = async <T>(
    options: Partial<RestoreSource>,
    use: (db: Kysely<Tables>) => Promise<T>,
  ): Promise<T> => {
    const target = join(folder, 'restored')
    const { access } = await restoreIntoFolder(target, source(options))
    expect(access).toEqual({ owners: [owner.email], people: 2 })
    const server = await startEmbedded({ dataDir: target, log: () => {} })
    const database = openDatabase<Tables>({ connection: server.connection, log: { warn: () => {} } })
    try {
      return await use(database.db)
    } finally {
      await database.close()
      await server.stop()
    }
  }
  /** What somebody with the tokens of before is let into. */
  const opened = async (db: Kysely<Tables>) => ({
    session: (await findStaffSession(db, owner.browser.cookie.split('=')[1] ?? '')) !== null,
    key: (await findProgram(db, key)) !== null,
    shopper: (await findSession(db, shopper.token)) !== null,
    preview: (await findPreviewKey(db)) !== null,
    invitation: await db.transaction().execute(async (tx) => (await takeInvitation(tx, invitation)) !== null),
  })

  let owner: SignedInStaff
  let key: string
  let invitation: string
  let shopper: Awaited<ReturnType<typeof newShopper>>
  beforeAll(async () => {
    owner = await signInStaff(shop, 'owner')
    await signInStaff(shop, 'packer')
    const made = await owner.browser.call('POST', '/keys', {
      name: 'Reports',
      scopes: ['orders:read'],
      until: indianDay(new Date(Date.now() + 30 * 86_400_000)),
    })
    key = String(made.body.key)
    invitation = await invitationToken(shop, 'invited@staff.test', 'owner')
    shopper = await newShopper(shop)
    expect((await owner.browser.call('POST', '/preview-links', { days: 7 })).status).toBe(201)
  })

  test('sessions, links, keys and devices have ended, with a line of the log', async () => {
    await makeTar()
    await restoreAnd({}, async (db) => {
      expect(await opened(db)).toEqual({
        session: false,
        key: false,
        shopper: false,
        preview: false,
        invitation: false,
      })
      const { rows: tables } = await sql<{ name: string }>`select distinct table_name as name
        from information_schema.columns where table_schema = 'public' and column_name ~ 'digest|token|challenge'`.execute(
        db,
      )
      const left: string[] = []
      for (const { name } of tables)
        if (!(name in STAYS) && (await sql`select from ${sql.table(name)} limit 1`.execute(db)).rows.length > 0)
          left.push(name)
      expect(left).toEqual([])
      const [line] = await listAudit(db, { limit: 1 })
      expect(line).toMatchObject({ action: 'backup.restore', actor: 'restore' })
    })
  })

  test('but for a shop that moves they go on', async () => {
    await makeTar()
    expect(await restoreAnd({ keepsSignIns: true }, opened)).toEqual({
      session: true,
      key: true,
      shopper: true,
      preview: true,
      invitation: true,
    })
  })
})

describe('what isn’t whole doesn’t restore', () => {
  // Other damages: damage.api.test.ts.
  test('a damaged byte or a missing end leaves an empty folder', async () => {
    await makeTar()
    const path = join(folder, 'backups/shop.tar')
    const bytes = await readFile(path)
    const target = join(folder, 'restored')
    const damaged = Buffer.from(bytes)
    // In the middle of gzipped rows: the archive has padding too, where a changed byte changes nothing.
    const at = bytes.indexOf(Buffer.from([0x1f, 0x8b])) + 20
    damaged[at] = (damaged[at] ?? 0) ^ 0xff
    for (const content of [damaged, bytes.subarray(0, bytes.length * 0.7), Buffer.from('{"id": 1}\n')]) {
      await writeFile(path, content)
      await expect(restoreIntoFolder(target, source())).rejects.toThrow(/backup/)
      expect(existsSync(join(target, 'postgres'))).toBe(false)
    }
    await writeFile(path, bytes)
    expect(await restoreIntoFolder(target, source())).toMatchObject({ pictures: 4 })
    await expect(restoreIntoFolder(target, source())).rejects.toThrow('isn’t empty')
  })

  test('a picture that is missing or damaged beside the backup', async () => {
    const made = await backUpAsPlanned(context, planned())
    const scratch = join(folder, 'scratch')
    const from = source({ name: made.name })
    await verifyBackup(scratch, from)
    const files = []
    for await (const { name } of place().list('backup-pictures/')) files.push(name)
    // Two of the four pictures have the same content.
    expect(files).toHaveLength(3)
    const [first = ''] = files
    const bytes = await readFile(join(folder, 'backups', first))
    await rm(join(folder, 'backups', first))
    await expect(verifyBackup(scratch, from)).rejects.toThrow('is missing beside it')
    await writeFile(join(folder, 'backups', first), Buffer.concat([bytes, Buffer.from('x')]))
    await expect(verifyBackup(scratch, from)).rejects.toThrow('is damaged')
  })

  test('rows that don’t add up, unless the owner wants them as they are', async () => {
    await sql`update stock set on_hand = on_hand + 1 where product_id = 'boxy-tee'`.execute(shop.shop.db)
    await makeTar()
    await sql`update stock set on_hand = on_hand - 1 where product_id = 'boxy-tee'`.execute(shop.shop.db)
    const target = join(folder, 'restored')
    await expect(restoreIntoFolder(target, source())).rejects.toThrow('the ledger in the backup doesn’t add up (I2')
    expect(await restoreIntoFolder(target, source({ despiteLedger: true }))).toMatchObject({ pictures: 4 })
  })

  test('an interrupted restore: no shop starts on it, and the next one begins anew', async () => {
    await makeTar()
    const target = join(folder, 'restored')
    await createFolderStore(target).write('restore-unfinished', Buffer.from('shop.tar\n'))
    await createFolderStore(target).write('pictures/half.webp', PICTURE)
    await expect(startEmbedded({ dataDir: target, log: () => {} })).rejects.toThrow('a restore into')
    await restoreIntoFolder(target, source())
    expect(existsSync(join(target, 'pictures/half.webp'))).toBe(false)
    expect(existsSync(join(target, 'restore-unfinished'))).toBe(false)
  })
})

test('planned backups copy only new pictures, and the oldest make room with what only they needed', async () => {
  const names: string[] = []
  for (const hour of ['01', '02', '03', '04']) {
    if (hour === '02') await context.pictures.remove('uploads-waiting/photo-1.webp')
    const made = await backUpAsPlanned(
      context,
      plan(join(folder, 'backups'), `2026-11-26T${hour}:00:00Z`, { 'backup.keep': 2 }),
    )
    names.push(made.name)
  }
  const left: string[] = []
  for await (const { name } of place().list()) left.push(name)
  expect(left.filter((name) => /\.tar$/.test(name)).sort()).toEqual(names.slice(2))
  const listed = await listBackups(shop.shop.db, 100)
  expect(listed.filter(({ place: where }) => where === join(folder, 'backups')).map(({ name }) => name)).toEqual(
    names.slice(2).reverse(),
  )
  await verifyBackup(join(folder, 'scratch'), source({ name: names[3] ?? '' }))
})

test('what the running shop starts: a backup if one is due, and a check of it once a month', async () => {
  await sql`delete from backups`.execute(shop.shop.db)
  const options = (now: string, settings: object = {}) => ({
    ...plan(join(folder, 'backups'), now, settings),
    plan: { everyHours: 24, to: join(folder, 'backups') },
    scratch: join(folder, 'scratch'),
    migrations,
    print: () => {},
  })
  const now = new Date().toISOString()
  const made = await backUpIfDue(context, options(now))
  expect(made).toMatchObject({ pictures: 4 })
  expect(await backUpIfDue(context, options(now))).toBeNull()
  const [listed] = await listBackups(shop.shop.db, 1)
  expect(listed).toMatchObject({ name: made?.name, verifiedAt: expect.any(Date), verifyProblem: null })
  // Two days later's is encrypted, and nobody has touched it.
  await sql`update backups set made_at = made_at - interval '2 days', verified_at = null`.execute(shop.shop.db)
  await backUpIfDue(context, options(now, { 'backup.key': keys.recipients.join(',') }))
  const [encrypted] = await listBackups(shop.shop.db, 1)
  expect(encrypted).toMatchObject({ verifiedAt: expect.any(Date), verifyProblem: null })
  expect(encrypted?.name).toMatch(/\.age$/)
})

test('a real shop’s opening is the one that its owner set last, from then on', async () => {
  const fresh = await openTestShop({ settings: { NODE_ENV: 'production' } })
  const { db } = fresh.shop
  const set = async (changes: Record<string, unknown>) =>
    expect(await changeSettings(fresh.shop, STAFF, changes)).toMatchObject({ ok: true })
  const openedAt = async () => (await readBackupState(db)).openedAt
  try {
    await set(DETAILS)
    expect(await openedAt()).toBeNull()
    await set({ 'shop.open': true })
    const first = await openedAt()
    expect(first).toBeInstanceOf(Date)
    await set({ 'order.minimum': 100 })
    expect(await openedAt()).toEqual(first)
    await set({ 'shop.open': false })
    expect(await openedAt()).toBeNull()
    await set({ 'shop.open': true })
    expect(await openedAt()).not.toEqual(first)
    expect(fresh.isOpen()).toBe(true)
  } finally {
    await fresh.close()
  }
})

test('one backup at a time', async () => {
  const [begun, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: FileStore = {
    ...context.pictures,
    async *list(prefix) {
      begun.resolve()
      await may.promise
      yield* context.pictures.list(prefix)
    },
  }
  const first = backUpTo({ ...context, pictures: slow }, { store: place(), name: 'slow.tar', keys: NO_KEYS })
  await begun.promise
  await expect(makeTar()).rejects.toThrow('Another backup is being made')
  may.resolve()
  expect(await first).toMatchObject({ pictures: 4 })
})

describe('a backup without some of the shop’s pictures', () => {
  beforeEach(async () => {
    const { db } = shop.shop
    const { rows: reviews } = await sql<{ id: string }>`
      insert into reviews (id, product_id, customer_id, stars, comment)
      select 'with-photo', (select id from products limit 1), id, 5, 'Good' from customers limit 1 returning id`.execute(
      db,
    )
    await sql`insert into review_photos (id, review_id, width, height) values
      ('1', ${reviews[0]?.id}, 10, 10), ('gone', ${reviews[0]?.id}, 10, 10)`.execute(db)
    const { rows } = await sql<{ id: string; pictures: unknown }>`select id, pictures from products limit 1`.execute(db)
    const named = ['tee-front-1', 'lost'].map((name) => ({ src: `/media/${name}.webp?v=1`, width: 1, height: 1 }))
    await sql`update products set pictures = ${JSON.stringify(named)} where id = ${rows[0]?.id}`.execute(db)
    const { rows: versions } = await sql<{ id: string }>`
      insert into settings_versions (actor, values) values ('test', ${JSON.stringify({
        'home.sections': [{ picture: '/media/home/lost-hero.webp' }, { picture: '/media/home/hero.webp' }],
        'pages.about': 'Us: ![Our table](/media/home/lost-table.webp)\nand more',
      })}) returning id`.execute(db)
    return async () => {
      await sql`delete from reviews where id = 'with-photo'`.execute(db)
      await sql`update products set pictures = ${JSON.stringify(rows[0]?.pictures)} where id = ${rows[0]?.id}`.execute(
        db,
      )
      await sql`delete from settings_versions where id = ${versions[0]?.id}`.execute(db)
      await sql`delete from backups`.execute(db)
    }
  })
  const missing = {
    count: 4,
    names: ['home/lost-hero.webp', 'home/lost-table.webp', 'lost.webp', 'uploads/photo-gone.webp'],
  }

  test('is made, says which, and keeps that for the owner', async () => {
    expect(await makeTar()).toMatchObject({ pictures: 4, missing })
    const status = await readBackupStatus(shop.shop.db, { everyHours: 0, to: '' }, new Date())
    expect(status).toMatchObject({
      missing,
      problem: `the last backup lacks 4 pictures that the shop shows: ${missing.names.join(', ')}`,
    })
    await context.pictures.write('pictures/lost.webp', PICTURE)
    for (const name of ['home/lost-hero.webp', 'home/lost-table.webp', 'uploads/photo-gone.webp'])
      await context.pictures.write(`pictures/${name}`, PICTURE)
    expect(await makeTar()).toMatchObject({ pictures: 8, missing: null })
    expect(await readBackupStatus(shop.shop.db, { everyHours: 0, to: '' }, new Date())).toMatchObject({ problem: null })
  })

  test('restores, says so, and isn’t called checked', async () => {
    await makeTar()
    expect(await verifyBackup(join(folder, 'scratch'), source())).toMatchObject({ pictures: 4, missing })
    const monthly = plan(join(folder, 'backups'), '2026-11-26T09:00:00Z')
    const options = { ...monthly, plan: { everyHours: 24, to: monthly.to }, migrations, print: () => {} }
    await sql`delete from backups`.execute(shop.shop.db)
    await expect(backUpIfDue(context, { ...options, scratch: join(folder, 'scratch') })).rejects.toThrow(
      'It lacks 4 pictures that the shop shows: home/lost-hero.webp',
    )
    expect(await listBackups(shop.shop.db, 1)).toMatchObject([
      { problem: null, verifyProblem: expect.stringContaining('It lacks 4 pictures') },
    ])
  })
})
