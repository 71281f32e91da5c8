import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, newShopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, type SignedIn, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { deleteLostPhotos } from './jobs.server.ts'
import type { StaffReview } from './staff-contract.ts'

let shop: TestShop
let manager: SignedInStaff
let jpeg: Buffer

beforeAll(async () => {
  shop = await openTestShop()
  manager = await signInStaff(shop, 'manager')
  jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c04020' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => shop.close())

interface Page {
  items: StaffReview[]
  next: string | null
  counts: Record<string, number>
}
async function list(query: Record<string, string> = {}): Promise<Page> {
  const { status, body } = await manager.browser.call('GET', `/reviews?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body as unknown as Page
}
const idsIn = async (state: string) => (await list({ state, limit: '100' })).items.map(({ id }) => id)
const show = async (id: string) => (await manager.browser.call('GET', `/reviews/${id}`)).body as unknown as StaffReview
const post = (path: string, body?: object, headers = {}) => manager.browser.call('POST', path, body, headers)
const undo = ({ body }: { body: Record<string, unknown> }) => post(`/undo/${String(body.undo)}`)

/** A buyer who wrote a review; returns both. */
async function review(stars = 5): Promise<{ who: SignedIn; id: string }> {
  const who = await newShopper(shop)
  await buy(shop, who, [tee])
  const written = await who.api('POST /user/productReview', {
    body: { productId: 'boxy-tee', userId: who.id, stars, comment: 'Good.' },
  })
  if (!written.ok) throw new Error(written.message)
  return { who, id: written.data.review._id }
}
async function addPhoto(who: SignedIn): Promise<string> {
  const params = { productId: 'boxy-tee', userId: who.id }
  const call = 'POST /user/product/{productId}/user/{userId}/reviewPhoto'
  const added = await who.api(call, { params, body: jpeg }, { fileType: 'image/jpeg' })
  if (!added.ok) throw new Error(added.message)
  return added.data.photos.at(-1)?._id ?? ''
}
/** The review as shoppers see it, from the cached response. */
async function shown(id: string) {
  const response = await shop.api('GET /user/productReviewDetails/{productId}', { params: { productId: 'boxy-tee' } })
  return response.ok ? response.data.topReviews.find((one) => one._id === id) : undefined
}

test('of two people who answer a review, the second is told what the first wrote', { tags: ['A3'] }, async () => {
  const { id } = await review()
  const { answerVersion } = await show(id)
  const answer = (text: string, version = answerVersion) =>
    post(`/reviews/${id}/answer`, { text }, { 'if-match': `"${String(version)}"` })
  expect((await answer('Sorry.')).status).toBe(200)
  const second = await answer('We pre-wash now.')
  expect(second).toMatchObject({
    status: 412,
    body: { code: 'changed_meanwhile', current: { answer: 'Sorry.' }, fields: ['answer'], by: expect.any(String) },
  })
  expect(await shown(id)).toMatchObject({ answer: 'Sorry.' })
  // A program that sends no version sets it whatever it is.
  expect((await post(`/reviews/${id}/answer`, { text: 'We pre-wash now.' })).status).toBe(200)
})

test('a review waits until it is answered or hidden; shoppers see each change, and its undo', async () => {
  const { id } = await review(2)
  expect(await idsIn('waiting')).toContain(id)
  expect(await show(id)).toMatchObject({
    state: 'waiting',
    stars: 2,
    verified: true,
    product: 'boxy-tee',
    answer: null,
  })

  const answered = await post(`/reviews/${id}/answer`, { text: 'Sorry.\nWe pre-wash now.' })
  expect(answered).toMatchObject({ status: 200, body: { id, product: 'boxy-tee' } })
  expect(await shown(id)).toMatchObject({ answer: 'Sorry.\nWe pre-wash now.' })
  expect([await idsIn('waiting'), await idsIn('answered')]).toEqual([
    expect.not.arrayContaining([id]),
    expect.arrayContaining([id]),
  ])
  expect((await undo(answered)).status).toBe(200)
  await expect.poll(() => shown(id)).toMatchObject({ answer: null })
  expect(await show(id)).toMatchObject({ state: 'waiting', answeredAt: null })

  const hid = await post(`/reviews/${id}/hide?reason=Insults`)
  expect(await shown(id)).toBeUndefined()
  expect([await idsIn('hidden'), (await list()).counts.hidden]).toEqual([[id], 1])
  expect((await post(`/reviews/${id}/hide`)).body.undo).toBeNull()
  expect((await undo(hid)).status).toBe(200)
  await expect.poll(() => shown(id)).toMatchObject({ _id: id })

  const again = await post(`/reviews/${id}/hide`)
  await post(`/reviews/${id}/show`)
  expect((await undo(again)).body.code).toBe('conflict')
  const { rows } = await sql<{ action: string; after: unknown }>`
    select action, after from audit_log where subject = ${`review:${id}`} order by id`.execute(shop.shop.db)
  expect(rows.map(({ action }) => action)).toEqual([
    'review.answer',
    'review.answer',
    'review.hide',
    'review.show',
    'review.hide',
    'review.show',
  ])
  expect(rows[2]?.after).toEqual({ hidden: true, reason: 'Insults' })
})

test('an answered review with a photo to approve waits; staff see the photo', async () => {
  const { who, id } = await review()
  await post(`/reviews/${id}/answer`, { text: 'Thank you.' })
  const photo = await addPhoto(who)
  expect(await idsIn('waiting')).toContain(id)
  expect(await idsIn('answered')).not.toContain(id)
  expect(await show(id)).toMatchObject({
    state: 'waiting',
    photos: [{ id: photo, width: 60, height: 40, waiting: true }],
  })
  const read = (cookie: string) => shop.fetch(`/api/admin/reviews/photos/${photo}`, { headers: { cookie } })
  const seen = await read(manager.browser.cookie)
  expect(seen.headers.get('content-type')).toBe('image/webp')
  expect((await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).format).toBe('webp')
  expect((await read('')).status).toBe(401)

  const approved = await post(`/reviews/photos/${photo}/approve`)
  expect((await shown(id))?.photos).toHaveLength(1)
  expect(await idsIn('answered')).toContain(id)
  expect((await undo(approved)).status).toBe(200)
  await expect.poll(async () => (await shown(id))?.photos).toEqual([])
  expect((await shop.fetch(`/media/uploads/photo-${photo}.webp`)).status).toBe(404)
  await post(`/reviews/photos/${photo}/approve`)
  expect((await shown(id))?.photos).toHaveLength(1)
})

test('a rejected photo can be brought back for a day, and nobody sees it meanwhile', async () => {
  const { who, id } = await review()
  const photo = await addPhoto(who)
  await post(`/reviews/photos/${photo}/approve`)
  const rejected = await post(`/reviews/photos/${photo}/reject`)
  const served = () => shop.fetch(`/media/uploads/photo-${photo}.webp`)
  expect((await shown(id))?.photos).toEqual([])
  expect((await served()).status).toBe(404)
  expect((await manager.browser.call('GET', `/reviews/photos/${photo}`)).status).toBe(404)
  await deleteLostPhotos(shop.shop)
  expect((await undo(rejected)).status).toBe(200)
  await expect.poll(async () => (await shown(id))?.photos).toHaveLength(1)
  expect((await served()).status).toBe(200)

  const { body } = await post(`/reviews/photos/${photo}/reject`)
  for (let count = 0; count < 3; count += 1) await addPhoto(who)
  expect((await undo({ body })).body.code).toBe('conflict')
  await sql`update rejected_photos set rejected_at = now() - interval '2 days'`.execute(shop.shop.db)
  await deleteLostPhotos(shop.shop)
  expect((await sql`select from rejected_photos`.execute(shop.shop.db)).rows).toEqual([])
  expect((await undo({ body })).body.code).toBe('conflict')
})

test('walking the list meets every review once, those of the same moment, too', async () => {
  for (let count = 0; count < 4; count += 1) await review()
  await sql`update reviews set created_at = date_trunc('second', now())`.execute(shop.shop.db)
  for (const query of [{}, { state: 'waiting' }, { product: 'boxy-tee' }]) {
    const all = (await list({ ...query, limit: '100' })).items.map(({ id }) => id)
    const met: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = await list({ ...query, limit: '2', ...(cursor === '' ? {} : { cursor }) })
      met.push(...page.items.map(({ id }) => id))
      cursor = page.next
    }
    expect(met).toEqual(all)
  }
  expect((await list({ product: 'tin-tote' })).items).toEqual([])
})

test('bad input and unknown ids are refused', async () => {
  expect((await manager.browser.call('GET', '/reviews?state=lost')).status).toBe(400)
  const unknown = 'unknownunknownunknown1'
  for (const path of [`/reviews/${unknown}/hide`, `/reviews/${unknown}/show`, `/reviews/photos/${unknown}/approve`])
    expect((await post(path)).status, path).toBe(404)
  expect((await post(`/reviews/${unknown}/answer`, { text: 'x'.repeat(2001) })).status).toBe(400)
})
