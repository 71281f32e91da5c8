import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPictures } from './pictures.server.ts'

const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const WEBP_ONLY = 'image/webp,*/*'
let folder: string
let servePicture: ReturnType<typeof createPictures>
let hash: string
const failures: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  await mkdir(join(folder, 'originals/tee'), { recursive: true })
  const original = await sharp({ create: { width: 800, height: 1000, channels: 3, background: '#ffc400' } })
    .webp()
    .toBuffer()
  hash = createHash('sha256').update(original).digest('hex').slice(0, 10)
  await writeFile(join(folder, 'originals/tee/black-front.webp'), original)
  await writeFile(
    join(folder, 'originals/tee/black-front.360.avif'),
    await sharp(original).resize(360).avif({ effort: 0 }).toBuffer(),
  )
  await writeFile(join(folder, 'originals/tee/broken.webp'), 'no picture')
  await mkdir(join(folder, 'originals/uploads'))
  for (const id of ['shown', 'hidden']) await writeFile(join(folder, `originals/uploads/photo-${id}.webp`), original)
  await writeFile(join(folder, 'secret.webp'), original)
  await symlink(join(folder, 'secret.webp'), join(folder, 'originals/tee/link.webp'))
  servePicture = createPictures({
    roots: [{ folder: join(folder, 'missing') }, { folder: join(folder, 'originals') }],
    cacheDir: join(folder, 'cache'),
    isUploadShown: async (id) => id === 'shown',
    log: { error: (_fields, message) => failures.push(message) },
  })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return servePicture(new Request(`http://shop.test/media/${path}`, { headers, method }))
}

describe('the format', () => {
  test('AVIF where its file exists and the client accepts it', async () => {
    const response = await get('tee/black-front.webp?w=360', { accept: CHROME })
    expect(response.headers.get('content-type')).toBe('image/avif')
    expect(response.headers.get('vary')).toBe('Accept')
    const { width } = await sharp(await response.arrayBuffer()).metadata()
    expect(width).toBe(360)
  })

  test.each([
    ['tee/black-front.webp?w=540', CHROME, 'image/webp', 540],
    ['tee/black-front.webp?w=360', WEBP_ONLY, 'image/webp', 360],
    ['tee/black-front.webp?w=360', '*/*', 'image/jpeg', 360],
    ['tee/black-front.webp?w=360', 'image/avif;q=0, image/webp;q=0', 'image/jpeg', 360],
    ['tee/black-front.webp?w=1080', CHROME, 'image/webp', 800],
    ['tee/black-front.webp?w=360&as=jpeg', CHROME, 'image/jpeg', 360],
    ['tee/black-front.webp?w=360&as=avif', '*/*', 'image/jpeg', 360],
    ['tee/black-front.webp', CHROME, 'image/webp', 800],
  ])('%s with %s is %s', async (path, accept, type, wanted) => {
    const response = await get(path, { accept })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    const body = await response.arrayBuffer()
    expect(response.headers.get('content-length')).toBe(String(body.byteLength))
    expect((await sharp(body).metadata()).width).toBe(wanted)
  })
})

describe('caching', () => {
  test('is immutable only under the hash of the current bytes', async () => {
    const current = await get(`tee/black-front.webp?w=360&v=${hash}`)
    const stale = await get('tee/black-front.webp?w=360&v=0123456789')
    const plain = await get('tee/black-front.webp?w=360')
    expect(current.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(stale.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(plain.headers.get('cache-control')).toBe('public, max-age=3600')
  })

  test('an upload is always revalidated, and 404 once it is hidden', async () => {
    const shown = await get('uploads/photo-shown.webp?w=360')
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
    for (const path of ['uploads/photo-hidden.webp', 'uploads/photo-hidden.webp?w=360', 'uploads%2Fphoto-hidden.webp'])
      await expectProblem(await get(path), 404)
  })

  test('a known ETag gets 304 and no body; each format has an ETag of its own', async () => {
    const webp = await get('tee/black-front.webp?w=360', { accept: WEBP_ONLY })
    const jpeg = await get('tee/black-front.webp?w=360')
    const etag = webp.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect(jpeg.headers.get('etag')).not.toBe(etag)
    const again = await get('tee/black-front.webp?w=360', { accept: WEBP_ONLY, 'if-none-match': `"x", W/${etag}` })
    expect(again.status).toBe(304)
    expect(again.body).toBeNull()
  })

  test('HEAD has the headers of GET', async () => {
    const full = await get('tee/black-front.webp?w=360', { accept: CHROME })
    const head = await get('tee/black-front.webp?w=360', { accept: CHROME }, 'HEAD')
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(full.headers))
    expect(head.body).toBeNull()
  })

  test('twenty parallel requests encode one file', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => get('tee/black-front.webp?w=720', { accept: WEBP_ONLY })),
    )
    expect(responses.every((response) => response.status === 200)).toBe(true)
    const files = (await readdir(join(folder, 'cache'), { recursive: true })).filter((name) => name.includes('.720.'))
    expect(files).toHaveLength(1)
  })
})

describe('errors', () => {
  test.each([
    'tee/black-front.webp?w=361',
    'tee/black-front.webp?w=',
    'tee/black-front.webp?w=360.0',
    'tee/black-front.webp?w=99999',
  ])('%s is 400', async (path) => expectProblem(await get(path), 400))

  test.each([
    'tee/white-front.webp?w=360',
    'tee',
    '',
    '..%2Fsecret.webp',
    'tee/..%2f..%2fsecret.webp',
    'tee/%2e%2e/%2e%2e/secret.webp',
    'tee/..%5c..%5csecret.webp',
    'tee/%00.webp',
    'tee/%E0%A4.webp',
    'tee/.hidden.webp',
    'tee/link.webp',
    'tee/black-front.360.avif',
    `${'a'.repeat(300)}.webp`,
  ])('%s is 404', async (path) => expectProblem(await get(path), 404))

  test('other methods get 405 and the allowed ones', async () => {
    const response = await get('tee/black-front.webp', {}, 'POST')
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    await expectProblem(response, 405)
  })

  test('a file that is not a picture is logged, and the response reveals nothing about it', async () => {
    await expectProblem(await get('tee/broken.webp?w=360'), 500)
    expect(failures).toEqual(['a picture could not be encoded'])
  })
})

async function expectProblem(response: Response, status: number): Promise<void> {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  expect(await response.json()).toMatchObject({ status, message: expect.any(String) })
}
