import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/db/database.server.ts'
import { readQuestion } from '#platform/pictures/negotiate.ts'
import { openTestTables } from '../../../tests/support/database.ts'
import type { Tables } from '../tables.server.ts'
import { exportCatalog } from './export-catalog.server.ts'
import { picturesInFolder } from './folder-pictures.server.ts'
import { importCatalog } from './import-catalog.server.ts'

let open: OpenDatabase<Tables>
let folder: string
let kept: string

beforeAll(async () => {
  open = await openTestTables()
})
beforeEach(async () => {
  await sql`truncate products, stock_ledger cascade`.execute(open.db)
  folder = await mkdtemp(join(tmpdir(), 'import-pictures-'))
  kept = join(folder, 'kept')
})
afterAll(async () => {
  await open.close()
})

/** Draws a picture where an operator would have it. */
async function draw(name: string, background: string) {
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
const bring = (lines: string[], from = '.', more: { dryRun?: boolean } = {}) =>
  importCatalog(open.db, lines, { pictures: picturesInFolder(join(folder, from), kept), ...more })
const addresses = async () =>
  (await open.db.selectFrom('products').select('pictures').orderBy('id').execute()).flatMap((row) =>
    row.pictures.map((picture) => picture.src),
  )
const fileOf = (src: string) => readQuestion(new URL(src, 'http://shop.test'))
/** Every kept file with its time of change. */
const snapshot = async () =>
  Promise.all((await readdir(kept)).map(async (name) => [name, (await stat(join(kept, name))).mtimeMs]))

test('files of one name in two folders, and of two kinds in one, are pictures of their own', async () => {
  await draw('spring/front.jpg', '#00ff00')
  await draw('autumn/front.jpg', '#ff0000')
  await draw('autumn/front.png', '#0000ff')
  await bring([tee('a-spring', 'front.jpg')], 'spring')
  const [before = ''] = await addresses()
  await bring([tee('b-autumn', 'front.jpg', 'front.png')], 'autumn')
  const all = await addresses()
  expect(all[0]).toBe(before)
  expect(new Set(all).size).toBe(3)
  for (const src of all) expect(src).toMatch(/^\/media\/front-[0-9a-f]{16}\.webp\?v=[0-9a-f]{10}$/)
})

test('an import that brings nothing, or is dry, leaves every picture that is shown as it was', async () => {
  await draw('front.jpg', '#00ff00')
  await bring([tee('a', 'front.jpg')])
  const [src] = await addresses()
  const before = await snapshot()
  await draw('front.jpg', '#ff0000')
  expect((await bring([tee('a', 'front.jpg')], '.', { dryRun: true })).updated).toBe(1)
  expect(await snapshot()).toEqual(before)
  expect((await bring([tee('a', 'front.jpg'), 'no JSON'])).ok).toBe(false)
  expect(await addresses()).toEqual([src])
  expect(await snapshot()).toEqual(expect.arrayContaining(before))
})

test('the same files again change no product and draw nothing', async () => {
  await draw('front.jpg', '#00ff00')
  await bring([tee('a', 'front.jpg')])
  const before = await snapshot()
  expect(await bring([tee('a', 'front.jpg')])).toMatchObject({ ok: true, updated: 0, unchanged: 1 })
  expect(await bring([tee('a', 'front.jpg')], '.', { dryRun: true })).toMatchObject({ ok: true, unchanged: 1 })
  expect(await snapshot()).toEqual(before)
})

test('an export comes back unchanged: from elsewhere, beside the pictures, and to a shop that got their copies', async () => {
  await draw('tee/front.jpg', '#00ff00')
  await bring([tee('a', 'tee/front.jpg')])
  const lines = await Array.fromAsync(exportCatalog(open.db))
  const before = await snapshot()
  expect(await bring(lines, 'elsewhere')).toMatchObject({ ok: true, unchanged: 1 })
  expect(await bring(lines, 'kept')).toMatchObject({ ok: true, unchanged: 1 })
  expect(await snapshot()).toEqual(before)
  await cp(kept, join(folder, 'fresh'), { recursive: true })
  await sql`truncate products, stock_ledger cascade`.execute(open.db)
  kept = join(folder, 'fresh')
  expect(await bring(lines, 'elsewhere')).toMatchObject({ ok: true, created: 1 })
  expect(await Array.fromAsync(exportCatalog(open.db))).toEqual(lines)
})

test('an export brought to an empty data folder with its pictures beside it has them drawn, once', async () => {
  await draw('front.jpg', '#00ff00')
  await bring([tee('a', 'front.jpg')])
  const lines = await Array.fromAsync(exportCatalog(open.db))
  await cp(kept, join(folder, 'moved'), { recursive: true })
  kept = join(folder, 'fresh')
  expect((await bring(lines, 'moved')).ok).toBe(true)
  expect(await bring(lines, 'moved')).toMatchObject({ ok: true, unchanged: 1 })
  expect((await addresses())[0]).toMatch(/^\/media\/front-[0-9a-f]{16}\.webp/)
  expect((await readdir(kept)).filter((name) => name.endsWith('.webp'))).toHaveLength(1)
})

test('a picture imported under its bare name, as once was done, is still shown and exported', async () => {
  await draw('front.webp', '#00ff00')
  await mkdir(kept)
  await cp(join(folder, 'front.webp'), join(kept, 'front.webp'))
  const old = { file: 'front.webp', width: 40, height: 50, hash: '0123456789', tone: '#00ff00' }
  const line = JSON.stringify({ ...JSON.parse(tee('a')), pictures: [old] })
  await bring([line], 'elsewhere')
  expect(await addresses()).toEqual(['/media/front.webp?v=0123456789'])
  const bytes = await readFile(join(kept, 'front.webp'))
  await draw('front.png', '#ff0000')
  await bring([tee('b', 'front.png')])
  expect(await readFile(join(kept, 'front.webp'))).toEqual(bytes)
})

test('whatever a file is called, its picture has an address that is served and taken back', async () => {
  const long = `${'a'.repeat(99)}/${'b'.repeat(96)}.png`
  const names = ['_front.png', 'a.b/-c..d.png', long]
  for (const name of names) await draw(name, '#00ff00')
  await bring([tee('a', ...names)])
  const all = await addresses()
  expect(all).toHaveLength(3)
  for (const src of all) expect(fileOf(src)).toMatchObject({ file: expect.stringMatching(/^[^/]{1,102}$/) })
  expect(await bring(await Array.fromAsync(exportCatalog(open.db)), 'elsewhere')).toMatchObject({ unchanged: 1 })
})

test('a folder, or no picture, under a picture’s name is an error of its line', async () => {
  await mkdir(join(folder, 'front.jpg'))
  await writeFile(join(folder, 'back.jpg'), 'no picture')
  const report = await bring([tee('a', 'front.jpg'), tee('b', 'back.jpg')])
  expect(report.errors.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '1: the picture front.jpg was not found',
    '2: the picture back.jpg was not found',
  ])
  await rm(folder, { recursive: true })
})
