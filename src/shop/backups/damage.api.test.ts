import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { generateX25519Identity } from 'age-encryption'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Header, pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ArchiveEntry, readArchive, sha256Of } from '#platform/backup/archive.server.ts'
import { BackupError, HEADER, MANIFEST, MANIFEST_CHECKSUM } from '#platform/backup/contents.ts'
import { type BackupKeys, NO_KEYS, parseKeys } from '#platform/backup/encryption.server.ts'
import { isPicture } from '#platform/backup/picture-copies.server.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/database.server.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { buy, newShopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import type { Tables } from '../tables.server.ts'
import { backUpTo } from './make-backup.server.ts'
import { restoreIntoDatabase } from './restore.server.ts'

const migrations = join(import.meta.dirname, '../../../db/migrations')
/** A sample; `npm run faults -- backup-damaged` runs 200. */
const RUNS = Number(process.env.DAMAGES) || 20

type Entry = Partial<Header> & { name: string; bytes: Buffer }

let shop: TestShop
let folder: string
let keys: BackupKeys
let original: Buffer
let encrypted: Buffer
let entries: Entry[]
let database: TestDatabase
let restored: OpenDatabase<Tables>
let wanted: string

const place = () => createFolderStore(join(folder, 'backups'))
const target = () => join(folder, 'inside/restored')

beforeAll(async () => {
  shop = await openTestShop()
  await buy(shop, await newShopper(shop), [tee])
  folder = await mkdtemp(join(tmpdir(), 'damages-'))
  keys = (await parseKeys(await generateX25519Identity())) ?? NO_KEYS
  const pictures = createFolderStore(join(folder, 'data'))
  for (const name of ['tee-front-1.webp', 'again-2.webp']) await pictures.write(`pictures/${name}`, Buffer.from('same'))
  await pictures.write('uploads-waiting/photo-1.webp', Buffer.from('waiting'))
  const context = {
    db: shop.shop.db,
    connection: shop.database.connection,
    pictures,
    bundled: pictures,
    version: '1.2.3',
  }
  const make = (name: string, withKeys: BackupKeys) =>
    backUpTo({ ...context, openStore: place }, { store: place(), name, keys: withKeys })
  await make('shop.tar', NO_KEYS)
  await make('shop.tar.age', keys)
  original = await readFile(join(folder, 'backups/shop.tar'))
  encrypted = await readFile(join(folder, 'backups/shop.tar.age'))
  entries = await entriesOf(original)
  database = await testDatabase()
  restored = openDatabase<Tables>({ connection: database.connection, log: { warn: () => {} } })
  await empty()
  await restore(original)
  wanted = await contents()
  await empty()
})
afterAll(async () => {
  await restored.close()
  await database.drop()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

async function entriesOf(archive: Buffer): Promise<ArchiveEntry[]> {
  const found: ArchiveEntry[] = []
  for await (const entry of readArchive(Readable.from([archive]))) found.push(entry)
  return found
}

async function archiveOf(list: readonly Entry[]): Promise<Buffer> {
  const archive = pack()
  for (const { bytes, ...header } of list) archive.entry({ ...header, size: bytes.length }, bytes)
  archive.finalize()
  return buffer(Readable.from(archive))
}

async function empty(): Promise<void> {
  await sql`drop owned by current_user cascade`.execute(restored.db)
  await sql`create schema if not exists public`.execute(restored.db)
  await rm(target(), { recursive: true, force: true })
}

async function restore(archive: Buffer): Promise<void> {
  await place().write('damaged.tar', archive)
  const { connection } = database
  await restoreIntoDatabase(
    { connection, pictures: createFolderStore(target()) },
    { store: place(), name: 'damaged.tar', keys, migrations, bundled: null, keepsSignIns: true, print: () => {} },
  )
}

/** All rows and pictures that were restored, without the list of backups, in which the encrypted one finds the other. */
async function contents(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%' and relname <> 'backups' order by 1`.execute(
    restored.db,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const lines = await sql<{ line: string }>`select t::text as line from ${sql.table(name)} t order by 1`.execute(
      restored.db,
    )
    found.push(name, ...lines.rows.map(({ line }) => line))
  }
  for (const name of await filesOf(target())) found.push(name, await readFile(join(target(), name), 'latin1'))
  return found.join('\n')
}

async function filesOf(path: string): Promise<string[]> {
  const found = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = found.filter((entry) => !entry.isDirectory())
  return files.map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1)).sort()
}

const outside = async () => (await filesOf(folder)).filter((name) => !name.startsWith('inside/restored/'))

interface Damage {
  kind: keyof typeof DAMAGES
  /** Shares of a length. */
  at: number
  to: number
  name: number
}

/** Names that lead elsewhere, or mean something else. */
const namesElsewhere = () => [
  '../../escaped',
  'pictures/../../../escaped',
  'pictures/../escaped',
  join(folder, 'inside/absolute'),
  'pictures//double',
  'postgres/pg_hba.conf',
  'restore-unfinished',
  'pictures/.',
  'rows/customers/99999.gz',
  'rows/no_such_table/00001.gz',
  '__proto__',
  HEADER,
  MANIFEST,
  'pictures/tee-front-1.webp',
]

const indexAt = (list: { length: number }, share: number) => Math.min(list.length - 1, Math.floor(list.length * share))
const pick = <T>(list: readonly T[], share: number): T => {
  const one = list[indexAt(list, share)]
  if (one === undefined) throw new Error('There is nothing to choose from.')
  return one
}
const nameOf = ({ name }: Damage) => pick(namesElsewhere(), name)

function flip(bytes: Buffer, { at, to }: Damage): Buffer {
  const copy = Buffer.from(bytes)
  const where = indexAt(copy, at)
  copy[where] = (copy[where] ?? 0) ^ (1 << Math.floor(to * 8))
  return copy
}

function without(bytes: Buffer, { at, to }: Damage): Buffer {
  const [from, until] = [indexAt(bytes, Math.min(at, to)), indexAt(bytes, Math.max(at, to))]
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(until)])
}

/** The archive with other entries, `index` is that of a random one. */
function withEntries(damage: Damage, change: (list: Entry[], index: number) => Entry[]): Promise<Buffer> {
  return archiveOf(change([...entries], indexAt(entries, damage.at)))
}

const replaced = (list: Entry[], index: number, change: (entry: Entry) => Partial<Entry>) =>
  list.map((entry, place) => (place === index ? { ...entry, ...change(entry) } : entry))

/** A manifest of its own with the checksum of that: nobody who only damages a file makes this. */
function forged(change: (manifest: { pictures: Record<string, unknown>[] }) => void): Promise<Buffer> {
  const manifest = JSON.parse(String(entries.find(({ name }) => name === MANIFEST)?.bytes))
  change(manifest)
  const bytes = Buffer.from(JSON.stringify(manifest))
  return archiveOf(
    entries.map((entry) => {
      if (entry.name === MANIFEST) return { ...entry, bytes }
      return entry.name === MANIFEST_CHECKSUM ? { ...entry, bytes: Buffer.from(sha256Of(bytes)) } : entry
    }),
  )
}

/** One of the archive's headers with another size, and the right checksum. */
function withSize(damage: Damage): Buffer {
  const copy = Buffer.from(original)
  let at = 0
  for (const { bytes } of entries.slice(0, indexAt(entries, damage.at))) at += 512 + Math.ceil(bytes.length / 512) * 512
  copy.write('77777777777', at + 124, 'latin1')
  copy.fill(' ', at + 148, at + 156)
  const sum = copy.subarray(at, at + 512).reduce((total, byte) => total + byte, 0)
  copy.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1')
  return copy
}

const DAMAGES = {
  flip: (damage: Damage) => flip(original, damage),
  cut: ({ at }: Damage) => original.subarray(0, indexAt(original, at)),
  'without a piece': (damage: Damage) => without(original, damage),
  'encrypted: flip': (damage: Damage) => flip(encrypted, damage),
  'encrypted: cut': ({ at }: Damage) => encrypted.subarray(0, indexAt(encrypted, at)),
  'encrypted: without a piece': (damage: Damage) => without(encrypted, damage),
  'an entry is missing': (damage: Damage) => withEntries(damage, (list, index) => list.toSpliced(index, 1)),
  'an entry comes elsewhere': (damage: Damage) =>
    withEntries(damage, (list, index) => {
      const [entry] = list.splice(index, 1)
      return entry ? list.toSpliced(indexAt(list, damage.to), 0, entry) : list
    }),
  'two entries swap their names': (damage: Damage) =>
    withEntries(damage, (list, index) => {
      const other = indexAt(list, damage.to)
      const [one, two] = [pick(list, damage.at), pick(list, damage.to)]
      return replaced(
        replaced(list, index, () => ({ name: two.name })),
        other,
        () => ({ name: one.name }),
      )
    }),
  'an entry comes twice, at first with other bytes': (damage: Damage) =>
    withEntries(damage, (list, index) =>
      list.toSpliced(index, 0, { ...pick(list, damage.at), bytes: flip(pick(list, damage.at).bytes, damage) }),
    ),
  'another name': (damage: Damage) =>
    withEntries(damage, (list, index) => replaced(list, index, () => ({ name: nameOf(damage) }))),
  'one more entry': (damage: Damage) =>
    withEntries(damage, (list, index) =>
      list.toSpliced(index + 1, 0, { name: nameOf(damage), bytes: Buffer.from('x') }),
    ),
  'a link': (damage: Damage) =>
    withEntries(damage, (list, index) =>
      list.toSpliced(index + 1, 0, {
        name: 'pictures/link.webp',
        type: 'symlink',
        linkname: '../../escaped',
        bytes: Buffer.alloc(0),
      }),
    ),
  'rows are changed': (damage: Damage) =>
    withEntries(damage, (list) => {
      const parts = list.filter(({ name }) => name.startsWith('rows/'))
      const part = pick(parts, damage.at)
      const change = ({ bytes }: Entry) => ({ bytes: gzipSync(flip(gunzipSync(bytes), damage)) })
      return replaced(list, list.indexOf(part), change)
    }),
  'a bomb': (damage: Damage) =>
    withEntries(damage, (list) => {
      const parts = list.filter(({ name }) => name.startsWith('rows/'))
      return replaced(list, list.indexOf(pick(parts, damage.at)), () => ({ bytes: bomb }))
    }),
  'a huge size': withSize,
  'forged: a picture elsewhere': (damage: Damage) =>
    forged(({ pictures }) => Object.assign(pick(pictures, damage.at), { name: nameOf(damage) })),
  'forged: the bytes from elsewhere': (damage: Damage) =>
    forged(({ pictures }) => Object.assign(pick(pictures, damage.at), { at: nameOf(damage), beside: damage.to < 0.5 })),
} satisfies Record<string, (damage: Damage) => Buffer | Promise<Buffer>>

/** 300 MB of zeros in 300 kB. */
const bomb = gzipSync(Buffer.alloc(300e6))

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
// Safe cast: the names of the object above.
const kinds = Object.keys(DAMAGES) as Damage['kind'][]
const damages = fc.record({ kind: fc.constantFrom(...kinds), at: share, to: share, name: share })

test(`${RUNS} random damages: one sentence and an empty database, or the very same shop; no file elsewhere`, {
  tags: 'nightly',
}, async () => {
  const before = [...(await outside()), 'backups/damaged.tar'].sort()
  await fc.assert(
    fc.asyncProperty(damages, async (damage) => {
      const error = await restore(await DAMAGES[damage.kind](damage)).then(
        () => null,
        (problem: unknown) => problem,
      )
      if (error === null) expect(await contents()).toBe(wanted)
      else {
        expect(error).toBeInstanceOf(BackupError)
        expect(String(error)).toMatch(/^BackupError: [^\n]+\.$/)
        expect((await filesOf(target())).filter((name) => !isPicture(name))).toEqual([])
      }
      if (error === null) await empty()
      await rm(target(), { recursive: true, force: true })
      expect((await outside()).filter((name) => !before.includes(name))).toEqual([])
    }),
    { numRuns: RUNS },
  )
})
