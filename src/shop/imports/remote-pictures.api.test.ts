import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { pngAndBomb } from '../../../tests/support/png-bomb.ts'
import { exportCatalog } from '../catalog/product/line.server.ts'
import { type ImportOptions, importCatalog } from './import-catalog.server.ts'
import { remotePictures } from './remote-pictures.server.ts'

const open = openCatalogTables()
let server: Server
let origin: string
let stored: string
let fetched: string[]

beforeAll(async () => {
  const { png, bomb } = await pngAndBomb()
  const bodies: Record<string, Buffer> = {
    '/bomb.png': bomb,
    '/drawing.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
  }
  server = createServer((request, response) => {
    const path = request.url ?? ''
    fetched.push(path)
    if (path.startsWith('/missing')) response.writeHead(404).end()
    else if (path.startsWith('/silent')) request.socket.destroy()
    else response.writeHead(200, { 'content-type': 'image/png' }).end(bodies[path] ?? png)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  fetched = []
  stored = await mkdtemp(join(tmpdir(), 'remote-pictures-'))
  return () => rm(stored, { recursive: true })
})
afterAll(() => server.close())

const tee = (id: string, ...paths: string[]) =>
  JSON.stringify({
    _id: id,
    name: id,
    price: 900,
    categories: 'Man',
    variants: [{ sku: id, color: 'Black', size: 'M', quantity: 1 }],
    pictures: paths.map((path) => ({ src: `${origin}${path}` })),
  })
const importTees = (lines: string[], more: ImportOptions = {}) =>
  importCatalog(open.db, lines, { remote: remotePictures(createFolderStore(stored), () => true), ...more })
const pictureUrls = async () =>
  (await open.db.selectFrom('products').select('pictures').orderBy('id').execute()).flatMap((row) =>
    row.pictures.map(({ src }) => src),
  )

test('remote pictures are copied into the shop, each URL once, and not fetched again by the next import', async () => {
  const lines = [tee('a', '/a/front.png?v=1', '/b/front.png'), tee('b', '/b/front.png')]
  const seen: number[] = []
  const report = await importTees(lines, { onPictures: ({ done, total }) => seen.push(done, total) })
  expect(report).toMatchObject({ ok: true, created: 2, notes: [] })
  expect(seen).toEqual([0, 2, 1, 2, 2, 2])
  expect(fetched.toSorted()).toEqual(['/a/front.png?v=1', '/b/front.png'])
  const urls = await pictureUrls()
  expect(urls).toHaveLength(3)
  for (const src of urls) expect(src).toMatch(/^\/media\/front-[0-9a-f]{16}\.webp\?v=[0-9a-f]{10}$/)
  expect(await importTees(lines)).toMatchObject({ ok: true, unchanged: 2 })
  expect(fetched).toHaveLength(2)
  const exported = await Array.fromAsync(exportCatalog(open.db))
  expect(await importTees(exported)).toMatchObject({ ok: true, unchanged: 2 })
  expect(await Array.fromAsync(exportCatalog(open.db))).toEqual(exported)
})

test('an interrupted import writes no product, and the next one doesn’t fetch its pictures again', async () => {
  const lines = [tee('a', '/1.png', '/2.png', '/3.png', '/4.png', '/5.png', '/6.png')]
  const folder = createFolderStore(stored)
  let isOver = false
  const late: string[] = []
  const watched: FileStore = {
    ...folder,
    async write(name, content) {
      if (isOver) late.push(name)
      await folder.write(name, content)
    },
  }
  const stopped = importTees(lines, {
    remote: remotePictures(watched, () => true),
    onPictures: ({ done }) => {
      if (done === 3) throw new Error('stopped')
    },
  })
  await expect(stopped).rejects.toThrow('stopped')
  isOver = true
  expect(await pictureUrls()).toEqual([])
  const before = (await readdir(stored)).filter((name) => name.endsWith('.webp')).length
  expect(before).toBeGreaterThanOrEqual(3)
  fetched = []
  expect(await importTees(lines)).toMatchObject({ ok: true, created: 1 })
  expect(fetched.length).toBeLessThanOrEqual(6 - 3)
  expect(late, 'nothing is written behind an import that has ended').toEqual([])
})

test('a failed picture is reported, and its product is imported without it', async () => {
  const report = await importTees([tee('a', '/missing.png', '/good.png', '/bomb.png', '/drawing.png')])
  expect(report).toMatchObject({ ok: true, created: 1, picturesFailed: 3 })
  expect(report.notes.filter(({ message }) => message.includes('left out'))).toEqual(
    expect.arrayContaining([
      { line: 1, id: 'a', message: `the picture ${origin}/missing.png was left out: it responded with 404` },
      expect.objectContaining({
        message: expect.stringMatching(/bomb.png was left out: it has 400 million pixels/),
      }),
      expect.objectContaining({ message: expect.stringMatching(/drawing.png was left out: it is an SVG drawing/) }),
    ]),
  )
  expect(await pictureUrls()).toHaveLength(1)
})

test('a CSV’s failed picture is reported with line and column', async () => {
  const csv = `Handle,Title,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src
cap,Cap,men,Size,M,C-M,5,999,${origin}/front.png
cap,,,,L,C-L,5,999,${origin}/missing.png`
  const report = await importTees(csv.split('\n'))
  expect(report.notes).toContainEqual({
    line: 3,
    column: 'image src',
    id: 'cap',
    message: `the picture ${origin}/missing.png was left out: it responded with 404`,
  })
  expect(await pictureUrls()).toHaveLength(1)
})

test('a host that doesn’t respond is given up after a few pictures', async () => {
  const paths = Array.from({ length: 30 }, (_, n) => `/silent-${n}.png`)
  const report = await importTees([tee('a', ...paths)])
  expect(report).toMatchObject({ ok: true, picturesFailed: 30 })
  expect(fetched.length).toBeLessThan(10)
})

test('nothing is fetched for an invalid file, in a dry run or without the option `remote`', async () => {
  expect((await importTees([tee('a', '/1.png'), 'no JSON'])).ok).toBe(false)
  expect(await importTees([tee('a', '/1.png')], { dryRun: true })).toMatchObject({ ok: true, created: 1 })
  const { errors } = await importCatalog(open.db, [tee('a', '/1.png')])
  expect(errors).toEqual([{ line: 1, id: 'a', message: 'pictures.0.src must be an https address' }])
  expect(await pictureUrls()).toEqual([])
  expect(fetched).toEqual([])
})

test('pictures on hosts inside the shop’s own network are refused', async () => {
  const report = await importCatalog(open.db, [tee('a', '/1.png')], {
    remote: remotePictures(createFolderStore(stored)),
  })
  expect(report).toMatchObject({ ok: true, picturesFailed: 1 })
  expect(report.notes.at(-1)?.message).toContain('its IP address is not public')
  expect(fetched).toEqual([])
})
