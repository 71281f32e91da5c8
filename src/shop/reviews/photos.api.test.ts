import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, newShopper } from '../../../tests/support/checkout-fixture.ts'
import { pngAndBomb } from '../../../tests/support/png-bomb.ts'
import { openTestShop, type SignedIn, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { forgetCustomer } from '../accounts/staff.server.ts'
import { listAudit } from '../audit/sql.server.ts'
import { deleteLostPhotos } from './jobs.server.ts'
import {
  BUYERS_ONLY,
  NO_SUCH_PHOTO,
  NOT_REVIEWED,
  PHOTO_TOO_LARGE,
  PHOTO_TYPE,
  PHOTO_UNREADABLE,
  PHOTOS_FULL,
} from './messages.ts'
import { listWaitingPhotos } from './photos-sql.server.ts'
import { MAX_PHOTO_BYTES } from './rules.ts'
import { approvePhoto, rejectPhoto, setReviewHidden } from './staff.server.ts'

const productId = 'boxy-tee'
let shop: TestShop
/** Like a phone's photo: the metadata has the rotation and the location. */
let jpeg: Buffer

beforeAll(async () => {
  shop = await openTestShop()
  jpeg = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#c04020' } })
    .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitude: '19/1 4/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
})
afterAll(() => shop.close())

const upload = (who: SignedIn, body: Uint8Array = jpeg, fileType = 'image/jpeg') =>
  who.api(
    'POST /user/product/{productId}/user/{userId}/reviewPhoto',
    { params: { productId, userId: who.id }, body },
    { fileType },
  )
const writeReview = (who: SignedIn) =>
  who.api('POST /user/productReview', { body: { productId, userId: who.id, stars: 5, comment: 'Good.' } })

async function buyer(): Promise<SignedIn> {
  const who = await newShopper(shop)
  await buy(shop, who, [{ productId, color: 'Black', size: 'M', quantity: 1 }])
  await writeReview(who)
  return who
}

async function uploaded(who: SignedIn): Promise<string> {
  const response = await upload(who)
  if (!response.ok) throw new Error(response.message)
  return response.data.photos.at(-1)?._id ?? ''
}

/** The photos that everybody sees of a customer's review, from the cached response. */
async function shownOf(who: SignedIn) {
  const response = await shop.api('GET /user/productReviewDetails/{productId}', { params: { productId } })
  return response.ok ? response.data.topReviews.find(({ userId }) => userId._id === who.id)?.photos : undefined
}

async function ownOf(who: SignedIn) {
  const params = { productId, userId: who.id }
  const response = await who.api('GET /user/product/{productId}/user/{userId}/review', { params })
  return response.ok ? response.data.review.photos : undefined
}

/** All files of photos in the data folder. */
async function files(): Promise<string[]> {
  const found = await Promise.all(
    ['uploads-waiting', 'pictures/uploads'].map((folder) => readdir(join(shop.config.dataDir, folder)).catch(() => [])),
  )
  return found.flat()
}

const invalidate = async (result: Awaited<ReturnType<typeof approvePhoto>>) => {
  if (!result.ok) throw new Error(result.message)
  await shop.shop.invalidateCacheTags(result.data.tags)
}

test('a photo is stored upright, small and without metadata; only its author sees it until approval', async () => {
  const who = await buyer()
  expect(await shownOf(who)).toEqual([])
  const id = await uploaded(who)
  const own = await ownOf(who)
  expect(own).toMatchObject([{ _id: id, width: 750, height: 1200, waiting: true }])
  const bytes = Buffer.from(own?.[0]?.src.split(',')[1] ?? '', 'base64')
  const { format, width, height, exif } = await sharp(bytes).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 750, height: 1200, exif: undefined })
  expect(bytes.includes('SecretPhone')).toBe(false)
  expect(await shownOf(who)).toEqual([])
  expect(await readdir(join(shop.config.dataDir, 'pictures/uploads')).catch(() => [])).toEqual([])

  const { db } = shop.shop
  expect(await listWaitingPhotos(db, 9)).toMatchObject([{ id, product_id: productId, comment: 'Good.' }])
  await invalidate(await approvePhoto(shop.shop, STAFF, id))
  await invalidate(await approvePhoto(shop.shop, STAFF, id))
  const shown = { _id: id, src: `/media/uploads/photo-${id}.webp`, width: 750, height: 1200, waiting: false }
  expect([await shownOf(who), await ownOf(who)]).toEqual([[shown], [shown]])
  expect(await listWaitingPhotos(db, 9)).toEqual([])
  expect(await readdir(join(shop.config.dataDir, 'pictures/uploads'))).toEqual([`photo-${id}.webp`])

  await invalidate(await rejectPhoto(shop.shop, STAFF, id))
  expect([await shownOf(who), await ownOf(who), await files()]).toEqual([[], [], []])
  const lines = await listAudit(db, { limit: 9 })
  expect(lines.map(({ action }) => action).slice(0, 2)).toEqual(['review.photo-reject', 'review.photo-approve'])
  expect(await approvePhoto(shop.shop, STAFF, id)).toMatchObject({ ok: false, code: 'not_found' })
  expect(await rejectPhoto(shop.shop, STAFF, id)).toMatchObject({ ok: false, code: 'not_found' })
})

test('a photo is served only while it’s approved and its review is shown, also by caches', async () => {
  const { db } = shop.shop
  const who = await buyer()
  const id = await uploaded(who)
  const path = `/media/uploads/photo-${id}.webp`
  const serve = async (etag = '') => {
    const { status, headers } = await shop.fetch(`${path}?w=180`, { headers: { 'if-none-match': etag } })
    return { status, etag: headers.get('etag') ?? '', caching: headers.get('cache-control') }
  }
  expect(await serve()).toMatchObject({ status: 404 })
  await invalidate(await approvePhoto(shop.shop, STAFF, id))
  const shown = await serve()
  expect(shown).toMatchObject({ status: 200, caching: 'public, no-cache' })
  expect(await serve(shown.etag)).toMatchObject({ status: 304 })

  const { id: reviewId } = await db
    .selectFrom('reviews')
    .select('id')
    .where('customer_id', '=', who.id)
    .executeTakeFirstOrThrow()
  await invalidate(await setReviewHidden(db, STAFF, reviewId, true))
  expect(await serve(shown.etag)).toMatchObject({ status: 404 })
  expect(await shop.fetch(path)).toMatchObject({ status: 404 })
  expect(await ownOf(who), 'its author still sees it').toMatchObject([
    { waiting: false, src: expect.stringMatching(/^data:image\/webp/) },
  ])
  await invalidate(await setReviewHidden(db, STAFF, reviewId, false))
  expect(await serve(shown.etag)).toMatchObject({ status: 304 })
  expect(await ownOf(who)).toMatchObject([{ src: path }])
})

test('a review has at most three photos, however many arrive at once; the author may delete one', async () => {
  const who = await buyer()
  const before = await files()
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => upload(who)))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 201, 201, 409, 409])
  expect(await upload(who)).toMatchObject({ status: 409, message: PHOTOS_FULL })
  const [first] = (await ownOf(who)) ?? []
  const remove = (by: SignedIn) =>
    by.api('DELETE /user/reviewPhoto/{photoId}/user/{userId}', { params: { photoId: first?._id ?? '', userId: by.id } })
  expect(await remove(await shop.signIn('Ravi'))).toMatchObject({ status: 404, message: NO_SUCH_PHOTO })
  expect(await remove(who)).toMatchObject({ status: 204 })
  expect(await ownOf(who)).toHaveLength(2)
  expect(await upload(who)).toMatchObject({ status: 201 })
  expect((await files()).length - before.length).toBe(3)
})

test('only buyers who wrote a review may upload photos, at most twelve a day', async () => {
  const visitor = await shop.signIn('Visitor')
  expect(await upload(visitor)).toMatchObject({ status: 404, message: NOT_REVIEWED })
  await writeReview(visitor)
  expect(await upload(visitor)).toMatchObject({ status: 403, message: BUYERS_ONLY })
  const who = await buyer()
  let limited = 0
  for (let n = 0; n < 14 && limited === 0; n++) {
    const response = await upload(who)
    if (response.status === 429) limited = n
    const photoId = (response.ok && response.data.photos[0]?._id) || ''
    await who.api('DELETE /user/reviewPhoto/{photoId}/user/{userId}', { params: { photoId, userId: who.id } })
  }
  expect(limited).toBe(12)
})

test('other file types, large files and decompression bombs are refused and leave no file', async () => {
  const who = await buyer()
  const before = await files()
  const { png, bomb } = await pngAndBomb()
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  const gif = await sharp(png).gif().toBuffer()
  const avif = await sharp(png).avif().toBuffer()
  const cut = jpeg.subarray(0, jpeg.length / 2)
  for (const [body, type] of [
    [heic, 'image/heic'],
    [gif, 'image/gif'],
    [Buffer.from('{}'), 'application/json'],
  ] as const)
    expect(await upload(who, body, type)).toMatchObject({ status: 415, message: PHOTO_TYPE })
  for (const body of [heic, gif, avif, bomb, cut, Buffer.from('<svg/>'), Buffer.alloc(0)])
    expect(await upload(who, body)).toMatchObject({ status: 422, message: PHOTO_UNREADABLE })
  expect(await upload(who, Buffer.alloc(MAX_PHOTO_BYTES + 1))).toMatchObject({ status: 413, message: PHOTO_TOO_LARGE })
  expect(await files()).toEqual(before)
  expect(await upload(who, png, 'image/png')).toMatchObject({ status: 201 })
})

test('the data export has the photos, and forgetting the customer deletes them', async () => {
  const who = await buyer()
  const [approved, waiting] = [await uploaded(who), await uploaded(who)]
  await invalidate(await approvePhoto(shop.shop, STAFF, approved))
  const data = await who.api('GET /user/my-data/{userId}', { params: { userId: who.id } })
  expect(data).toMatchObject({
    data: {
      photos: [{ id: approved, picture: expect.stringMatching(/^data:image\/webp;base64,UklG/) }, { id: waiting }],
    },
  })
  // The exchange period is over.
  await shop.shop.db
    .updateTable('orders')
    .set({ status: 'delivered', delivered_at: new Date('2020-01-01') })
    .where('customer_id', '=', who.id)
    .execute()
  expect(await forgetCustomer(shop.shop, STAFF, who.email)).toMatchObject({ ok: true })
  expect((await files()).filter((name) => name.includes(approved) || name.includes(waiting))).toEqual([])
  expect(await shownOf(who)).toEqual([])
})

test('files without a row are deleted, but not those of an upload in progress', async () => {
  const { photos } = shop.shop
  await photos.add('lost-photo', jpeg)
  await deleteLostPhotos(shop.shop)
  expect(await photos.read('lost-photo')).not.toBeNull()
  const known = await photos.list(-1)
  await deleteLostPhotos({ db: shop.shop.db, photos: { ...photos, list: async () => known } })
  expect(await photos.read('lost-photo')).toBeNull()
  expect((await photos.list(-1)).length).toBe(known.length - 1)
})

test('no other user of the machine can read a photo that nobody has approved', async () => {
  const folder = join(shop.config.dataDir, 'uploads-waiting')
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const id = await uploaded(await buyer())
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  expect([await modeOf(folder), await modeOf(join(folder, `photo-${id}.webp`))]).toEqual([0o700, 0o600])
})
