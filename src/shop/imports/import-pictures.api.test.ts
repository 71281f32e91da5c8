import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { parsePictureUrl } from '#platform/pictures/negotiate.ts'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { exportCatalog } from '../catalog/product/line.server.ts'
import { storeNow } from '../catalog/product/pictures.server.ts'
import { readProducts } from '../catalog/sql.server.ts'
import { picturesInFolder } from './folder-pictures.server.ts'
import { type ImportOptions, importCatalog } from './import-catalog.server.ts'
import { openPictureJournal, removeLeftPictures } from './picture-journal.server.ts'

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
const importFrom = (lines: string[], from = '.', more: ImportOptions = {}) =>
  importCatalog(open.db, lines, { pictures: picturesInFolder(join(folder, from), createFolderStore(stored)), ...more })
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
    '1: the picture front.jpg is a folder',
    '2: the picture back.jpg isn’t a picture that can be read here (JPEG, PNG, WebP, GIF, AVIF or TIFF)',
  ])
  await rm(folder, { recursive: true })
})

test('a dry run reads no more than headers, and an import names what is damaged behind them', async () => {
  const photo = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#2b2f77' } })
    .jpeg()
    .toBuffer()
  await writeFile(join(folder, 'cut.jpg'), photo.subarray(0, photo.length / 2))
  await writeFile(join(folder, 'phone.heic'), Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))
  expect(await importFrom([tee('a', 'cut.jpg')], '.', { dryRun: true })).toMatchObject({ ok: true, created: 1 })
  expect(await readdir(folder), 'nothing is stored').toEqual(['cut.jpg', 'phone.heic'])
  const messagesOf = async (file: string, dryRun: boolean) =>
    (await importFrom([tee('a', file)], '.', { dryRun })).errors.map(({ message }) => message)
  expect(await messagesOf('cut.jpg', false)).toEqual(['the picture cut.jpg is damaged'])
  for (const dryRun of [true, false])
    expect(await messagesOf('phone.heic', dryRun)).toEqual([expect.stringMatching(/^the picture phone.heic is a HEIC/)])
  expect(await pictureUrls()).toEqual([])
})

test('progress counts each picture that has to be converted', async () => {
  const names = ['1.png', '2.png', '3.png']
  for (const [at, name] of names.entries()) await createPicture(name, `#0000f${at}`)
  const seen: string[] = []
  const onPictures: ImportOptions['onPictures'] = ({ done, total, failed }) => seen.push(`${done}/${total} ${failed}`)
  await importFrom([tee('a', ...names)], '.', { dryRun: true, onPictures })
  expect(seen).toEqual([])
  await importFrom([tee('a', ...names)], '.', { onPictures })
  expect(seen).toEqual(['0/3 0', '1/3 0', '2/3 0', '3/3 0'])
  await importFrom([tee('a', ...names)], '.', { onPictures })
  expect(seen, 'all are stored').toHaveLength(4)
})

/** WebP is lossy. */
const NEAR_INDIGO = expect.stringMatching(/^#3[0-2]3[4-6]6[d-f]$/)

test('the swatch of a colour is that of the garment in its first picture, and stays in an export', async () => {
  await createPicture('front.png', '#31356e')
  await createPicture('back.png', '#101010')
  const kurta = (color: string) => {
    const line = JSON.parse(tee('a', 'front.png', 'back.png'))
    const pictures = line.pictures.map((picture: object) => ({ ...picture, color }))
    return JSON.stringify({ ...line, pictures, variants: [{ ...line.variants[0], color }] })
  }
  const productOf = async () => (await readProducts(open.db, ['a']))[0]
  expect(await importFrom([kurta('Ajrakh')])).toMatchObject({ ok: true })
  expect(await productOf()).toMatchObject({
    swatches: { Ajrakh: NEAR_INDIGO },
    colorFamilies: { Ajrakh: 'Blue' },
  })
  expect((await productOf())?.pictures[0]).not.toHaveProperty('swatch')
  const exported = await Array.fromAsync(exportCatalog(open.db))
  expect(JSON.parse(exported[0] ?? '').pictures.map(({ swatch }: { swatch?: string }) => swatch)).toEqual([
    NEAR_INDIGO,
    undefined,
  ])
  expect(await importFrom(exported, 'elsewhere')).toMatchObject({ unchanged: 1 })
  expect(await importFrom([kurta('Ajrakh')]), 'a second import changes nothing').toMatchObject({ unchanged: 1 })
  await importFrom([kurta('Red')])
  expect(await productOf(), 'the swatch of Red is fixed').not.toHaveProperty('swatches')
})

describe('pictures of an import that was stopped', () => {
  const filesOf = async (dir: string) => (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.webp'))
  const start = (file: string, more: ImportOptions = {}) => {
    stored = join(folder, 'pictures')
    return importFrom([tee(file, `${file}.png`)], '.', { journal: openPictureJournal(folder), ...more })
  }
  const lists = () => readdir(join(folder, 'imports'))

  test('are used by the next try, and removed by another import’s end', async () => {
    for (const name of ['a.png', 'b.png', 'c.png']) await createPicture(name, name === 'a.png' ? '#ff0000' : '#0000ff')
    const stop = () => {
      throw new Error('stopped')
    }
    await expect(start('a', { onPictures: ({ done }) => done === 1 && stop() })).rejects.toThrow('stopped')
    await expect(start('b', { onPictures: ({ done }) => done === 1 && stop() })).rejects.toThrow('stopped')
    expect(await filesOf(stored)).toHaveLength(2)
    expect(
      await removeLeftPictures(open.db, createFolderStore(stored), folder, 60_000),
      'the owner may try again',
    ).toBe(0)
    const seen: number[] = []
    expect(await start('b', { onPictures: ({ total }) => seen.push(total) })).toMatchObject({ ok: true })
    expect(seen, 'it was stored already').toEqual([])
    expect(await removeLeftPictures(open.db, createFolderStore(stored), folder)).toBe(1)
    expect(await readdir(stored)).toEqual(expect.not.arrayContaining([expect.stringMatching(/^a-/)]))
    expect(await filesOf(stored)).toEqual([expect.stringMatching(/^b-/)])
    expect(await lists()).toEqual([])
  })

  test('are removed after a kill, unless a product, a setting or an import in progress has them', async () => {
    stored = join(folder, 'pictures')
    for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) await createPicture(name, '#00ff00')
    await importFrom([tee('a', 'a.png')])
    const source = picturesInFolder(folder, createFolderStore(stored))
    for (const name of ['b.png', 'c.png', 'd.png']) await storeNow(source, name)
    const files = (await filesOf(stored)).sort()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    await mkdir(join(folder, 'imports'))
    await writeFile(join(folder, 'imports', `${hostname()}~${pid}~x`), files.map((file) => `${file}\n`).join(''))
    const running = openPictureJournal(folder)
    await running.add(files[1] ?? '')
    const hero = { type: 'hero', picture: `/media/${files[2]}` }
    await sql`insert into settings_versions (actor, values) values ('x', ${JSON.stringify({ hero })}::jsonb)`.execute(
      open.db,
    )
    expect(await removeLeftPictures(open.db, createFolderStore(stored), folder)).toBe(1)
    expect(await filesOf(stored)).toEqual(files.slice(0, 3))
    await running.committed()
    expect(await lists()).toEqual([])
  })
})
