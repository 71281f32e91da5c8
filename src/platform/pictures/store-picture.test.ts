import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeWhole } from './picture-files.server.ts'
import { createPictures } from './pictures.server.ts'
import { storePicture } from './store-picture.server.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'store-picture-'))
})

afterAll(() => rm(dir, { recursive: true, force: true }))

test('an imported picture is stored with renditions, and then served', async () => {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 4, background: '#c0ffee' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const facts = await storePicture({ bytes, dir, file: 'tee/a.webp' })
  expect(facts).toMatchObject({ width: 600, height: 900 })
  expect(facts?.tone).toMatch(/^#(bf|c0|c1)f[ef]e[def]$/)
  expect((await readdir(join(dir, 'tee'))).sort()).toEqual([
    'a.1080.avif',
    'a.180.avif',
    'a.360.avif',
    'a.540.avif',
    'a.720.avif',
    'a.webp',
  ])
  expect((await sharp(join(dir, 'tee/a.webp')).metadata()).exif).toBeUndefined()

  const servePicture = createPictures({
    roots: [dir],
    cacheDir: join(dir, 'cache'),
    isUploadShown: async () => true,
    log: { error: () => undefined },
  })
  const request = new Request(`http://shop.test/media/tee/a.webp?w=360&v=${facts?.hash}`, {
    headers: { accept: 'image/avif' },
  })
  const response = await servePicture(request)
  expect(response.headers.get('content-type')).toBe('image/avif')
  expect(response.headers.get('cache-control')).toContain('immutable')
})

test('a file that is not a picture, or is a decompression bomb, gives null and writes nothing', async () => {
  const bomb = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"><rect width="9" height="9"/></svg>',
  )
  expect(await storePicture({ bytes: Buffer.from('hello'), dir, file: 'bad/a.webp' })).toBeNull()
  expect(await storePicture({ bytes: bomb, dir, file: 'bad/b.webp' })).toBeNull()
  expect(await readdir(dir)).not.toContain('bad')
})

test('several writers of one file in one process leave a whole file, and nothing else', async () => {
  const path = join(dir, 'shared', 'a.webp')
  await Promise.all(Array.from({ length: 20 }, (_, n) => writeWhole(path, Buffer.alloc(1000 + n, 'x'))))
  expect((await readFile(path)).length).toBeGreaterThanOrEqual(1000)
  expect(await readdir(join(dir, 'shared'))).toEqual(['a.webp'])
})
