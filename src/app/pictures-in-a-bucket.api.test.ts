import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openFileStore } from '#platform/files/open-store.server.ts'
import { approvePhoto, rejectPhoto } from '#shop/reviews/staff.server.ts'
import { buy, newShopper, type Shopper } from '../../tests/support/checkout-fixture.ts'
import { type CommandLine, openCommandLine } from '../../tests/support/command-line.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { S3_KEYS, type S3Server, startS3Server } from '../../tests/support/s3-server.ts'
import { openTestShop, STAFF, type TestShop } from '../../tests/support/shop.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'

const productId = 'boxy-tee'
let s3: S3Server
let folder: string
/** Two instances: one database, one bucket, each with an empty data folder of its own. */
let first: TestShop
let second: TestShop
let commands: CommandLine
let photo: Buffer

beforeAll(async () => {
  s3 = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'bucket-'))
  const settings = {
    PICTURES_URL: s3.url,
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  }
  first = await openTestShop({ settings })
  second = await openTestShop({ settings, beside: first })
  const DATABASE_URL = databaseUrl(first.database.connection)
  commands = openCommandLine({ ...cleanEnvironment(), ...settings, DATABASE_URL, DATA_DIR: folder, INIT_CWD: folder })
  const picture = sharp({ create: { width: 1200, height: 1500, channels: 3, background: '#31356e' } })
  photo = await picture.jpeg().toBuffer()
})
afterAll(async () => {
  await commands.stop()
  await second.close()
  await first.close()
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(...args: string[]) {
  const { code, out, errors } = await commands.run(args)
  expect({ code, errors: code === 0 ? '' : errors }).toEqual({ code: 0, errors: '' })
  return out
}
const names = async (prefix = '') => {
  const found: string[] = []
  for await (const { name } of openFileStore(s3.url, S3_KEYS).list(prefix)) found.push(name)
  return found.sort()
}
const localFiles = (shop: TestShop) => readdir(shop.config.dataDir, { recursive: true })
const get = async (shop: TestShop, path: string, accept = 'image/avif,image/webp') => {
  const response = await shop.fetch(path, { headers: { accept } })
  const { status, headers } = response
  return { status, type: headers.get('content-type'), etag: headers.get('etag'), body: await response.arrayBuffer() }
}

test('a product’s picture is imported once, and served by every instance', async () => {
  await writeFile(join(folder, 'front.jpg'), photo)
  await writeFile(
    join(folder, 'kurta.csv'),
    `Handle,Title,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src
ajrakh-kurta,Ajrakh Kurta,women,Color,Indigo,Size,M,AK-M,5,1799,front.jpg
`,
  )
  await run('catalog', 'import', 'kurta.csv')
  const stored = await names('pictures/')
  expect(stored.map((name) => name.replace(/-[0-9a-f]{16}/, '-HASH'))).toEqual(
    [1080, 180, 360, 540, 720].map((width) => `pictures/front-HASH.${width}.avif`).concat('pictures/front-HASH.webp'),
  )
  expect(await readdir(folder)).toEqual(['front.jpg', 'imports', 'kurta.csv'])
  await second.shop.index.refresh('all')
  const product = await second.api('GET /product/getProductDetail/{productId}', {
    params: { productId: 'ajrakh-kurta' },
  })
  const src = product.ok ? (product.data.data.pictures[0]?.src ?? '') : ''
  expect(src).toMatch(/^\/media\/front-[0-9a-f]{16}\.webp\?v=/)
  const responses = await Promise.all([first, second, second].map((shop) => get(shop, `${src}&w=360`)))
  for (const response of responses) expect(response).toEqual({ ...responses[0], status: 200, type: 'image/avif' })
  const webp = await get(second, `${src}&w=540`, 'image/webp')
  expect(webp).toMatchObject({ status: 200, type: 'image/webp' })
  expect((await sharp(webp.body).metadata()).width).toBe(540)
  expect(webp.etag, 'the same on every machine').toBe((await get(first, `${src}&w=540`, 'image/webp')).etag)
  await second.shop.pictures.sweep?.(0)
  expect(await readdir(join(second.config.dataDir, 'picture-copies'))).toEqual([])
  expect(await get(second, `${src}&w=360`), 'is fetched again').toEqual(responses[0])
  // Again, converted once: the file is known by its content.
  expect(JSON.parse(await run('catalog', 'import', 'kurta.csv', '--json'))).toMatchObject({ ok: true, unchanged: 1 })
  expect(await names('pictures/')).toEqual(stored)
})

describe('a photo of a buyer', () => {
  let who: Shopper
  let id: string

  beforeEach(async () => {
    who = await newShopper(first)
    await buy(first, who, [{ productId, color: 'Black', size: 'M', quantity: 1 }])
    await who.api('POST /user/productReview', { body: { productId, userId: who.id, stars: 5, comment: 'Good.' } })
    const uploaded = await who.api(
      'POST /user/product/{productId}/user/{userId}/reviewPhoto',
      { params: { productId, userId: who.id }, body: photo },
      { fileType: 'image/jpeg' },
    )
    id = uploaded.ok ? (uploaded.data.photos.at(-1)?._id ?? '') : ''
  })

  test('waits in the bucket, and is approved, shown and deleted on any instance', async () => {
    const path = `/media/uploads/photo-${id}.webp`
    expect(await names('uploads-waiting/')).toEqual([`uploads-waiting/photo-${id}.webp`])
    expect(await get(second, path)).toMatchObject({ status: 404 })
    const own = await second.apiWith(who.token)('GET /user/product/{productId}/user/{userId}/review', {
      params: { productId, userId: who.id },
    })
    expect(own.ok && own.data.review.photos[0]?.src).toMatch(/^data:image\/webp;base64,/)
    const file = /^\s*(\/.+\.webp)$/m.exec(await run('reviews', 'photos'))?.[1] ?? ''
    expect((await sharp(await readFile(file)).metadata()).width, 'the moderator has a copy').toBe(960)

    expect(await approvePhoto(second.shop, STAFF, id)).toMatchObject({ ok: true })
    expect(await names('uploads-waiting/')).toEqual([])
    for (const shop of [first, second]) expect(await get(shop, `${path}?w=180`)).toMatchObject({ status: 200 })

    expect(await rejectPhoto(first.shop, STAFF, id)).toMatchObject({ ok: true })
    for (const shop of [first, second]) expect(await get(shop, `${path}?w=180`)).toMatchObject({ status: 404 })
    expect((await names()).filter((name) => name.includes(id))).toEqual([])
    expect((await localFiles(first)).filter((name) => name.includes(id))).toEqual([])
  })

  test('has copies on other machines for an hour', async () => {
    await approvePhoto(first.shop, STAFF, id)
    await get(second, `/media/uploads/photo-${id}.webp?w=180`)
    const before = (await localFiles(second)).filter((name) => /renditions\/.+\.\d+\.webp/.test(name)).length
    const copy = join(second.config.dataDir, `picture-copies/uploads/photo-${id}.webp`)
    await second.shop.pictures.sweep?.()
    expect(await readFile(copy)).toBeInstanceOf(Buffer)
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000)
    await utimes(copy, old, old)
    await second.shop.pictures.sweep?.()
    const after = await localFiles(second)
    expect(after.filter((name) => name.includes(id))).toEqual([])
    expect(after.filter((name) => /renditions\/.+\.\d+\.webp/.test(name))).toHaveLength(before - 1)
    expect(await get(second, `/media/uploads/photo-${id}.webp`), 'is fetched again').toMatchObject({ status: 200 })
  })
})

test('without the bucket, what was shown before is still shown, and the shop sells', async () => {
  const [file = ''] = (await names('pictures/front-')).map((name) => name.replace('pictures/', ''))
  const third = await openTestShop({
    beside: first,
    settings: {
      PICTURES_URL: s3.url,
      S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    },
  })
  const original = file.replace(/\.\d+\.avif$/, '.webp')
  expect(await get(second, `/media/${original}?w=360`)).toMatchObject({ status: 200 })
  await s3.pause()
  onTestFinished(async () => {
    await s3.resume()
    await third.close()
  })
  expect(await get(second, `/media/${original}?w=360`)).toMatchObject({ status: 200 })
  const missing = await third.fetch(`/media/${original}?w=360`)
  expect(missing.status).toBe(503)
  expect(missing.headers.get('retry-after')).toBe('5')
  expect(await missing.json()).toMatchObject({
    status: 503,
    message: 'Pictures can’t be loaded now. Please try again.',
  })
  expect(await get(third, '/media/ajrakh-block-shirt/blue-back.webp?w=360')).toMatchObject({ status: 200 })
  const who = await newShopper(third)
  await buy(third, who, [{ productId, color: 'Black', size: 'M', quantity: 1 }])
  await who.api('POST /user/productReview', { body: { productId, userId: who.id, stars: 5, comment: 'Good.' } })
  const upload = await who.api(
    'POST /user/product/{productId}/user/{userId}/reviewPhoto',
    { params: { productId, userId: who.id }, body: photo },
    { fileType: 'image/jpeg' },
  )
  expect(upload).toMatchObject({ ok: false, status: 503 })
  const { code, out } = await commands.run(['doctor'])
  expect([code, out]).toEqual([1, expect.stringContaining('WRONG  pictures: s3://shop/')])
})

test('doctor tries the bucket, and leaves nothing in it', async () => {
  const before = await names()
  expect(await run('doctor')).toContain('fine   pictures: s3://shop/pictures can be read and written.')
  expect(await names()).toEqual(before)
})

test('the pictures of a shop that moves into a bucket are copied once, and back again', async () => {
  const before = await names('pictures/')
  const own = openFileStore(join(folder, 'pictures'), null)
  await own.write('own/साड़ी.webp', photo)
  await own.write('uploads/photo-x.webp', photo)
  await openFileStore(join(folder, 'uploads-waiting'), null).write('photo-y.webp', photo)
  expect(JSON.parse(await run('pictures', 'copy', '--json'))).toEqual({
    copied: 3,
    existing: 0,
    bytes: 3 * photo.length,
  })
  expect(await run('pictures', 'copy')).toMatch(/^Copied 0 files \(0\.0 MB\) from .+ to s3:\/\/shop\/pictures; 3 were/)
  expect(await names('uploads-waiting/')).toContain('uploads-waiting/photo-y.webp')
  await own.remove('own/साड़ी.webp')
  const copied = before.length + 1
  expect(JSON.parse(await run('pictures', 'copy', '--back', '--json'))).toMatchObject({ copied, existing: 2 })
  expect(await own.read('own/साड़ी.webp')).toEqual(photo)
})
