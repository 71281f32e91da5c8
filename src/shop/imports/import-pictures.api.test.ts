import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { parsePictureUrl } from '#platform/pictures/negotiate.ts'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { exportCatalog } from './export-catalog.server.ts'
import { picturesInFolder } from './folder-pictures.server.ts'
import { importCatalog } from './import-catalog.server.ts'

const open = openCatalogTables()
let folder: string
let stored: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-pictures-'))
  stored = join(folder, 'stored')
})

/** Creates a picture in the operator's folder. */
async function createPicture(name: string, background: string) {
  const path = join(folder, name)
  await mkdir(join(path, '..'), { recursive: true })
  await sharp({ create: { width: 40, height: 50, channels: 3, background } }).toFile(path)
}
const tee = (id: string, ...files: string[]) =>
  JSON.stringify({
    _id: id,
    name: id,
    price: 900,
    categories: 'Man',
    variants: [{ sku: id, color: 'Black', size: 'M', quantity: 1 }],
    pictures: files.map((file) => ({ file })),
  })
const importFrom = (lines: string[], from = '.', more: { dryRun?: boolean } = {}) =>
  importCatalog(open.db, lines, { pictures: picturesInFolder(join(folder, from), stored), ...more })
const pictureUrls = async () =>
  (await open.db.selectFrom('products').select('pictures').orderBy('id').execute()).flatMap((row) =>
    row.pictures.map((picture) => picture.src),
  )
const fileOf = (src: string) => parsePictureUrl(new URL(src, 'http://shop.test'))
/** Every stored file with its modification time. */
const snapshot = async () =>
  Promise.all((await readdir(stored)).map(async (name) => [name, (await stat(join(stored, name))).mtimeMs]))

test('files of one name in two folders, or with two extensions, are separate pictures', async () => {
  await createPicture('spring/front.jpg', '#00ff00')
  await createPicture('autumn/front.jpg', '#ff0000')
  await createPicture('autumn/front.png', '#0000ff')
  await importFrom([tee('a-spring', 'front.jpg')], 'spring')
  const [before = ''] = await pictureUrls()
  await importFrom([tee('b-autumn', 'front.jpg', 'front.png')], 'autumn')
  const all = await pictureUrls()
  expect(all[0]).toBe(before)
  expect(new Set(all).size).toBe(3)
  for (const src of all) expect(src).toMatch(/^\/media\/front-[0-9a-f]{16}\.webp\?v=[0-9a-f]{10}$/)
})

test('a failed import or a dry run changes no stored picture', async () => {
  await createPicture('front.jpg', '#00ff00')
  await importFrom([tee('a', 'front.jpg')])
  const [src] = await pictureUrls()
  const before = await snapshot()
  await createPicture('front.jpg', '#ff0000')
  expect((await importFrom([tee('a', 'front.jpg')], '.', { dryRun: true })).updated).toBe(1)
  expect(await snapshot()).toEqual(before)
  expect((await importFrom([tee('a', 'front.jpg'), 'no JSON'])).ok).toBe(false)
  expect(await pictureUrls()).toEqual([src])
  expect(await snapshot()).toEqual(expect.arrayContaining(before))
})

test('importing the same files again changes no product and converts nothing', async () => {
  await createPicture('front.jpg', '#00ff00')
  await importFrom([tee('a', 'front.jpg')])
  const before = await snapshot()
  expect(await importFrom([tee('a', 'front.jpg')])).toMatchObject({ ok: true, updated: 0, unchanged: 1 })
  expect(await importFrom([tee('a', 'front.jpg')], '.', { dryRun: true })).toMatchObject({ ok: true, unchanged: 1 })
  expect(await snapshot()).toEqual(before)
})

test('an export imports unchanged without its pictures, beside them, and into a shop with copies of them', async () => {
  await createPicture('tee/front.jpg', '#00ff00')
  await importFrom([tee('a', 'tee/front.jpg')])
  const lines = await Array.fromAsync(exportCatalog(open.db))
  const before = await snapshot()
  expect(await importFrom(lines, 'elsewhere')).toMatchObject({ ok: true, unchanged: 1 })
  expect(await importFrom(lines, 'stored')).toMatchObject({ ok: true, unchanged: 1 })
  expect(await snapshot()).toEqual(before)
  await cp(stored, join(folder, 'fresh'), { recursive: true })
  await sql`truncate products, stock_ledger cascade`.execute(open.db)
  stored = join(folder, 'fresh')
  expect(await importFrom(lines, 'elsewhere')).toMatchObject({ ok: true, created: 1 })
  expect(await Array.fromAsync(exportCatalog(open.db))).toEqual(lines)
})

test('an export imported beside its pictures converts them once', async () => {
  await createPicture('front.jpg', '#00ff00')
  await importFrom([tee('a', 'front.jpg')])
  const lines = await Array.fromAsync(exportCatalog(open.db))
  await cp(stored, join(folder, 'moved'), { recursive: true })
  stored = join(folder, 'fresh')
  expect((await importFrom(lines, 'moved')).ok).toBe(true)
  expect(await importFrom(lines, 'moved')).toMatchObject({ ok: true, unchanged: 1 })
  expect((await pictureUrls())[0]).toMatch(/^\/media\/front-[0-9a-f]{16}\.webp/)
  expect((await readdir(stored)).filter((name) => name.endsWith('.webp'))).toHaveLength(1)
})

test('a picture stored under a name without a hash is still shown and exported', async () => {
  await createPicture('front.webp', '#00ff00')
  await mkdir(stored)
  await cp(join(folder, 'front.webp'), join(stored, 'front.webp'))
  const old = { file: 'front.webp', width: 40, height: 50, hash: '0123456789', tone: '#00ff00' }
  const line = JSON.stringify({ ...JSON.parse(tee('a')), pictures: [old] })
  await importFrom([line], 'elsewhere')
  expect(await pictureUrls()).toEqual(['/media/front.webp?v=0123456789'])
  const bytes = await readFile(join(stored, 'front.webp'))
  await createPicture('front.png', '#ff0000')
  await importFrom([tee('b', 'front.png')])
  expect(await readFile(join(stored, 'front.webp'))).toEqual(bytes)
})

test('any file name results in a URL that is served and imported again', async () => {
  const long = `${'a'.repeat(99)}/${'b'.repeat(96)}.png`
  const names = ['_front.png', 'a.b/-c..d.png', long]
  for (const name of names) await createPicture(name, '#00ff00')
  await importFrom([tee('a', ...names)])
  const all = await pictureUrls()
  expect(all).toHaveLength(3)
  for (const src of all) expect(fileOf(src)).toMatchObject({ file: expect.stringMatching(/^[^/]{1,102}$/) })
  expect(await importFrom(await Array.fromAsync(exportCatalog(open.db)), 'elsewhere')).toMatchObject({ unchanged: 1 })
})

test('a folder or an invalid file with a picture’s name is an error in its line', async () => {
  await mkdir(join(folder, 'front.jpg'))
  await writeFile(join(folder, 'back.jpg'), 'no picture')
  const report = await importFrom([tee('a', 'front.jpg'), tee('b', 'back.jpg')])
  expect(report.errors.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '1: the picture front.jpg wasn’t found',
    '2: the picture back.jpg wasn’t found',
  ])
  await rm(folder, { recursive: true })
})
