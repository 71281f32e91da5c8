import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { progressiveJpeg } from '../../../tests/support/progressive-jpeg.ts'
import { createFolderStore, writeWhole } from '../files/folder-store.server.ts'
import { countScans } from './decode.server.ts'
import { decodePicture } from './decoder.server.ts'
import { createPictures } from './pictures.server.ts'
import { encodeUpload, storePicture } from './store-picture.server.ts'

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
  const facts = await storePicture({ bytes, store: createFolderStore(dir), file: 'tee/a.webp' })
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
    roots: [{ folder: dir }],
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
  expect(
    await storePicture({ bytes: Buffer.from('hello'), store: createFolderStore(dir), file: 'bad/a.webp' }),
  ).toBeNull()
  expect(await storePicture({ bytes: bomb, store: createFolderStore(dir), file: 'bad/b.webp' })).toBeNull()
  expect(await readdir(dir)).not.toContain('bad')
})

test('the number of scans of a JPEG is limited, because each takes as long as the whole picture', async () => {
  const normal = progressiveJpeg({ scans: 10, side: 256 })
  const endless = progressiveJpeg({ scans: 3000, side: 256 })
  expect([countScans(normal), countScans(endless)]).toEqual([10, 3000])
  expect(await encodeUpload(normal, 1200)).toMatchObject({ width: 256, height: 256 })
  expect(await encodeUpload(endless, 1200)).toBeNull()
  expect(await storePicture({ bytes: endless, store: createFolderStore(dir), file: 'scans/a.webp' })).toBeNull()
})

test('scans are counted as a decoder finds them', async () => {
  const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#123456' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const scans = countScans(jpeg)
  expect(scans).toBeGreaterThan(1)
  // A small picture inside of the metadata, and bytes after the end, are no scans of this one.
  const metadata = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 8]), Buffer.from('ffdaffdaffda', 'hex')])
  const tail = Buffer.alloc(4000, Buffer.from('ffda', 'hex'))
  expect(countScans(Buffer.concat([jpeg.subarray(0, 2), metadata, jpeg.subarray(2), tail]))).toBe(scans)
  expect(countScans(await sharp(jpeg).png().toBuffer())).toBe(0)
  for (let length = 0; length < jpeg.length; length += 7)
    expect(countScans(jpeg.subarray(0, length))).toBeLessThanOrEqual(scans)
})

test('a picture that takes too long is given up, its process is ended, and the next one is decoded', async () => {
  const ofSize = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
  const options = { formats: ['png'], maxSide: 40, maxPixels: 60e6 }
  // Large, so that it isn't decoded before a busy machine comes to end it.
  expect(await decodePicture(await ofSize(9000, 6000), { ...options, timeoutMs: 1 })).toBeNull()
  const bytes = await ofSize(90, 60)
  const all = await Promise.all([1, 2, 3].map(() => decodePicture(bytes, { ...options, timeoutMs: 60_000 })))
  expect(all.map((picture) => picture?.width)).toEqual([40, 40, 40])
})

test('uploads have a phone’s pixels at most', async () => {
  const ofSize = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#654321' } })
      .jpeg()
      .toBuffer()
  expect(await encodeUpload(await ofSize(4096, 3072), 1200)).toMatchObject({ width: 1200, height: 900 })
  expect(await encodeUpload(await ofSize(4200, 3072), 1200)).toBeNull()
})

test('several writers of one file in one process leave a whole file, and nothing else', async () => {
  const path = join(dir, 'shared', 'a.webp')
  await Promise.all(Array.from({ length: 20 }, (_, n) => writeWhole(path, Buffer.alloc(1000 + n, 'x'))))
  expect((await readFile(path)).length).toBeGreaterThanOrEqual(1000)
  expect(await readdir(join(dir, 'shared'))).toEqual(['a.webp'])
})
