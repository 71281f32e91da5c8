import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPictures, type Pictures } from './pictures.server.ts'

const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const ICON = 'image/webp,*/*'
let folder: string
let pictures: Pictures
let hash: string
const failures: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  await mkdir(join(folder, 'masters/tee'), { recursive: true })
  const master = await sharp({ create: { width: 800, height: 1000, channels: 3, background: '#ffc400' } })
    .webp()
    .toBuffer()
  hash = createHash('sha256').update(master).digest('hex').slice(0, 10)
  await writeFile(join(folder, 'masters/tee/black-front.webp'), master)
  await writeFile(
    join(folder, 'masters/tee/black-front.360.avif'),
    await sharp(master).resize(360).avif({ effort: 0 }).toBuffer(),
  )
  await writeFile(join(folder, 'masters/tee/broken.webp'), 'no picture')
  await writeFile(join(folder, 'secret.webp'), master)
  await symlink(join(folder, 'secret.webp'), join(folder, 'masters/tee/link.webp'))
  pictures = createPictures({
    roots: [{ dir: join(folder, 'missing') }, { dir: join(folder, 'masters') }],
    cacheDir: join(folder, 'cache'),
    log: { error: (_fields, message) => failures.push(message) },
  })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return pictures.answer(new Request(`http://shop.test/media/${path}`, { headers, method }))
}

describe('the format', () => {
  test('AVIF where it lies ready and the client reads it', async () => {
    const answer = await ask('tee/black-front.webp?w=360', { accept: CHROME })
    expect(answer.headers.get('content-type')).toBe('image/avif')
    expect(answer.headers.get('vary')).toBe('Accept')
    const { width } = await sharp(await answer.arrayBuffer()).metadata()
    expect(width).toBe(360)
  })

  test.each([
    ['tee/black-front.webp?w=540', CHROME, 'image/webp', 540],
    ['tee/black-front.webp?w=360', ICON, 'image/webp', 360],
    ['tee/black-front.webp?w=360', '*/*', 'image/jpeg', 360],
    ['tee/black-front.webp?w=360', 'image/avif;q=0, image/webp;q=0', 'image/jpeg', 360],
    ['tee/black-front.webp?w=1080', CHROME, 'image/webp', 800],
    ['tee/black-front.webp', CHROME, 'image/webp', 800],
  ])('%s with %s is %s', async (path, accept, type, wanted) => {
    const answer = await ask(path, { accept })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(type)
    const body = await answer.arrayBuffer()
    expect(answer.headers.get('content-length')).toBe(String(body.byteLength))
    expect((await sharp(body).metadata()).width).toBe(wanted)
  })
})

describe('keeping', () => {
  test('for ever only under the hash of these very bytes', async () => {
    const current = await ask(`tee/black-front.webp?w=360&v=${hash}`)
    const stale = await ask('tee/black-front.webp?w=360&v=0123456789')
    const plain = await ask('tee/black-front.webp?w=360')
    expect(current.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(stale.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(plain.headers.get('cache-control')).toBe('public, max-age=3600')
  })

  test('a known ETag is answered with 304 and no body; formats differ in theirs', async () => {
    const webp = await ask('tee/black-front.webp?w=360', { accept: ICON })
    const jpeg = await ask('tee/black-front.webp?w=360')
    const etag = webp.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect(jpeg.headers.get('etag')).not.toBe(etag)
    const again = await ask('tee/black-front.webp?w=360', { accept: ICON, 'if-none-match': `"x", W/${etag}` })
    expect(again.status).toBe(304)
    expect(again.body).toBeNull()
  })

  test('HEAD has the headers of GET', async () => {
    const get = await ask('tee/black-front.webp?w=360', { accept: CHROME })
    const head = await ask('tee/black-front.webp?w=360', { accept: CHROME }, 'HEAD')
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers))
    expect(head.body).toBeNull()
  })

  test('twenty at once make one file', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask('tee/black-front.webp?w=720', { accept: ICON })),
    )
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    const files = (await readdir(join(folder, 'cache'), { recursive: true })).filter((name) => name.includes('.720.'))
    expect(files).toHaveLength(1)
  })
})

describe('what is refused', () => {
  test.each([
    'tee/black-front.webp?w=361',
    'tee/black-front.webp?w=',
    'tee/black-front.webp?w=360.0',
    'tee/black-front.webp?w=99999',
  ])('%s is 400', async (path) => expectProblem(await ask(path), 400))

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
  ])('%s is 404', async (path) => expectProblem(await ask(path), 404))

  test('other methods are 405 and say which are allowed', async () => {
    const answer = await ask('tee/black-front.webp', {}, 'POST')
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
    await expectProblem(answer, 405)
  })

  test('a file that is no picture is reported, and the answer tells nothing about it', async () => {
    await expectProblem(await ask('tee/broken.webp?w=360'), 500)
    expect(failures).toEqual(['a picture could not be made'])
  })
})

async function expectProblem(answer: Response, status: number): Promise<void> {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(await answer.json()).toMatchObject({ status, message: expect.any(String) })
}
