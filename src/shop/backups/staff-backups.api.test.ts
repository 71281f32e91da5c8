import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateX25519Identity } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackupKeys, NO_KEYS, parseKeys } from '#platform/backup/encryption.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { until } from '../../../tests/support/until.ts'
import type { Tables } from '../tables.server.ts'
import { restoreIntoFolder } from './restore.server.ts'
import { takeWork } from './work-sql.server.ts'

const migrations = join(import.meta.dirname, '../../../db/migrations')
const unpack = promisify(execFile)

interface Item {
  id: string
  name: string
  file: string
  problem: string | null
  verifiedAt: string | null
  verifyProblem: string | null
}

let shop: TestShop
let owner: SignedInStaff
let keys: BackupKeys
let folder: string
beforeAll(async () => {
  shop = await openTestShop({ runCommand: 'process' })
  owner = await signInStaff(shop, 'owner')
  keys = (await parseKeys(await generateX25519Identity())) ?? NO_KEYS
  const pictures = createFolderStore(shop.config.dataDir)
  await pictures.write('pictures/tee-front-1.webp', Buffer.from('a picture'))
  await pictures.write('pictures/again-2.webp', Buffer.from('a picture'))
  await pictures.write('pictures/bag-3.webp', Buffer.from('another'))
})
afterAll(() => shop.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'staff-backups-'))
  await set('backup.to', folder)
  await set('backup.key', '')
})
afterEach(async () => {
  await ended()
  await rm(folder, { recursive: true, force: true })
})

const call = (method: string, path: string, body?: unknown) => owner.browser.call(method, path, body)
const set = async (name: string, value: string) =>
  expect(await call('PUT', `/settings/${name}`, { value })).toMatchObject({ status: 200 })

/** The list, once nothing is under way. */
function ended(): Promise<Record<string, unknown> & { items: Item[] }> {
  return until('the end of the work on backups', 60_000, async () => {
    const { body } = await call('GET', '/backups')
    // Safe cast: the call's response.
    return body.work === null && (body as Record<string, unknown> & { items: Item[] })
  })
}

/** Makes a backup, and gives its item of the list. */
async function make(): Promise<Item> {
  expect(await call('POST', '/backups')).toMatchObject({ status: 202 })
  const [made] = (await ended()).items
  if (!made) throw new Error('There is no backup in the list.')
  return made
}

async function check(id: string): Promise<Item | undefined> {
  expect(await call('POST', `/backups/${id}/verify`)).toMatchObject({ status: 202 })
  return (await ended()).items.find((item) => item.id === id)
}

const download = (id: string) =>
  shop.fetch(`/api/admin/backups/${id}`, { headers: { cookie: owner.browser.cookie ?? '' } })

test('a backup is made while the list says so, and is then in it with all that is known of it', async () => {
  expect(await call('POST', '/backups')).toMatchObject({ status: 202, body: { begun: true } })
  const under = await call('GET', '/backups')
  expect(under.body).toMatchObject({ work: { checks: null, since: expect.any(String) } })
  const list = await ended()
  const made = {
    name: expect.stringMatching(/^shop-.*\.tar$/),
    place: folder,
    pictures: 3,
    problem: null,
    verifiedAt: null,
  }
  expect(list).toMatchObject({ every: 24, to: folder, onOwnDisk: false, problem: null })
  expect(list.last).toMatchObject({ id: list.items[0]?.id, name: made.name, place: folder })
  expect(list.items[0]).toMatchObject({
    ...made,
    bytes: expect.any(Number),
    address: `${folder}/${list.items[0]?.name}`,
  })
  expect(await readdir(folder)).toContain(list.items[0]?.name)
  const log = await call('GET', '/audit?action=backup.make')
  expect(log.body.items).toMatchObject([{ subject: 'backups' }])
})

test('pictures that the shop shows and that were gone are named', async () => {
  const { db } = shop.shop
  const { id, pictures } = await db.selectFrom('products').select(['id', 'pictures']).limit(1).executeTakeFirstOrThrow()
  const setPictures = (value: unknown) =>
    sql`update products set pictures = ${JSON.stringify(value)} where id = ${id}`.execute(db)
  await setPictures([{ src: '/media/lost.webp?v=1', width: 1, height: 1 }])
  try {
    expect(await make()).toMatchObject({ problem: null, missing: { count: 1, names: ['lost.webp'] } })
  } finally {
    await setPictures(pictures)
  }
  expect(await make()).toMatchObject({ missing: null })
})

test('one at a time, whoever began', async () => {
  const { id } = await make()
  const other = openDatabase<Tables>({ connection: shop.database.connection, log: { warn: () => {} }, max: 1 })
  try {
    await other.db.connection().execute(async (session) => {
      expect(await takeWork(session, Number(id))).toBe(true)
      expect((await call('GET', '/backups')).body).toMatchObject({ work: { checks: id } })
      for (const path of ['/backups', `/backups/${id}/verify`])
        expect(await call('POST', path), path).toMatchObject({ status: 409, body: { code: 'conflict' } })
    })
  } finally {
    await other.close()
  }
})

describe('why there is none is in the list', () => {
  test('of a folder that can’t be made', async () => {
    await writeFile(join(folder, 'file'), '')
    await set('backup.to', join(folder, 'file', 'backups'))
    const { problem } = await make()
    expect(problem).toBe(`${join(folder, 'file', 'backups')} can’t be written (ENOTDIR).`)
  })

  test('of a command that dies, and of one that the end of the shop stops', async () => {
    const dies = () => Promise.reject(new Error('The command ended with SIGKILL.'))
    for (const { runCommand, problem } of [
      { runCommand: dies, problem: 'The command ended with SIGKILL.' },
      { runCommand: () => Promise.resolve(), problem: 'The shop was stopped before the backup was complete.' },
    ]) {
      const beside = await openTestShop({ beside: shop, runCommand })
      try {
        const there = await signInStaff(beside, 'owner')
        expect(await there.browser.call('POST', '/backups')).toMatchObject({ status: 202 })
        expect((await ended()).items[0]).toMatchObject({ problem, name: '', file: null })
      } finally {
        await beside.close()
      }
    }
  })

  test('without a place nothing begins', async () => {
    await set('backup.to', '')
    expect(await call('POST', '/backups')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('backup.to') },
    })
  })

  test('a bucket without keys leaves the list readable', async () => {
    await set('backup.to', 's3://my-backups/shop?endpoint=https://s3.example&region=ap-south-1')
    expect(await make()).toMatchObject({ problem: expect.stringContaining('S3_ACCESS_KEY_ID') })
  })
})

describe('a check says whether it can be restored', () => {
  test('of a good one, and of one that is damaged', async () => {
    const { id, name } = await make()
    expect(await check(id)).toMatchObject({ verifiedAt: expect.any(String), verifyProblem: null })
    const file = await open(join(folder, name), 'r+')
    await file.truncate(2000)
    await file.close()
    expect(await check(id)).toMatchObject({ verifyProblem: expect.stringMatching(/incomplete|damaged/) })
    expect((await call('GET', '/backups')).body.problem).toMatch(/^the last check of a backup failed/)
    // Today's alarm leads here, but not those who may not look.
    const manager = await signInStaff(shop, 'manager')
    for (const [browser, to] of [
      [owner.browser, '/backups'],
      [manager.browser, '/waiting/backups'],
    ] as const)
      expect((await browser.call('GET', '/home')).body.waiting).toContainEqual(
        expect.objectContaining({ kind: 'backups', to }),
      )
  })

  test('of an encrypted one as far as it goes without its key, with the pictures beside it', async () => {
    await set('backup.key', keys.recipients.join(','))
    const { id, name } = await make()
    expect(name).toMatch(/\.age$/)
    expect(await check(id)).toMatchObject({ verifyProblem: null })
    await rm(join(folder, 'backup-pictures'), { recursive: true })
    expect(await check(id)).toMatchObject({
      verifyProblem: expect.stringContaining('2 pictures of this backup are missing'),
    })
  })

  test('of one whose file is gone', async () => {
    const { id, name } = await make()
    await rm(join(folder, name))
    expect(await check(id)).toMatchObject({ verifyProblem: expect.any(String) })
  })
})

describe('a download', () => {
  test('has the pictures in it, and restores by itself', async () => {
    const { id, file } = await make()
    const response = await download(id)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-tar')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`)
    const place = join(folder, 'downloads')
    await createFolderStore(place).write(file, Buffer.from(await response.arrayBuffer()))
    const into = join(folder, 'restored')
    const source = {
      store: createFolderStore(place),
      name: file,
      keys: NO_KEYS,
      migrations,
      bundled: null,
      print: () => {},
    }
    expect(await restoreIntoFolder(into, source)).toMatchObject({ pictures: 3 })
    expect(await readdir(join(into, 'pictures'))).toEqual(['again-2.webp', 'bag-3.webp', 'tee-front-1.webp'])
    expect((await call('GET', '/audit?action=backup.download')).body.items).toHaveLength(1)
  })

  test('of an encrypted one is unpacked first, and then restores with its key', { tags: 'nightly' }, async () => {
    await set('backup.key', keys.recipients.join(','))
    const { id, file, name } = await make()
    expect(file).toBe(name.replace('.tar.age', '-encrypted.tar'))
    const place = join(folder, 'downloads')
    await createFolderStore(place).write(file, Buffer.from(await (await download(id)).arrayBuffer()))
    await unpack('tar', ['-xf', file], { cwd: place })
    const source = { store: createFolderStore(place), name, keys, migrations, bundled: null, print: () => {} }
    expect(await restoreIntoFolder(join(folder, 'restored'), source)).toMatchObject({ pictures: 3 })
  })

  test('of one that isn’t whole any more is refused', async () => {
    const { id, name } = await make()
    await rm(join(folder, 'backup-pictures'), { recursive: true })
    const refused = await download(id)
    expect([refused.status, (await refused.json()).message]).toEqual([
      409,
      `2 pictures of this backup are missing in ${folder}. Make a new backup.`,
    ])
    await rm(join(folder, name))
    expect((await download(id)).status).toBe(404)
    expect((await call('GET', '/backups/999999')).status).toBe(404)
  })

  test('that can’t be read to its end breaks off, so nobody takes it for whole', async () => {
    const { id, name } = await make()
    const file = await open(join(folder, name), 'r+')
    const { size } = await file.stat()
    await file.truncate(size - 2000)
    await file.close()
    const response = await download(id)
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow()
  })
})
