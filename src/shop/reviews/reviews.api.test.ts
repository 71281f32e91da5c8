import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy, newShopper } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, type SignedIn, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { forgetCustomer } from '../accounts/staff.server.ts'
import { listAudit } from '../audit/sql.server.ts'
import { ALREADY_REVIEWED, NO_SUCH_REVIEW, OWN_REVIEW } from './messages.ts'
import { listReviews } from './sql.server.ts'
import { answerReview, setReviewHidden } from './staff.server.ts'
import { countVotes } from './votes-sql.server.ts'

let shop: TestShop
let asha: SignedIn

beforeAll(async () => {
  shop = await openTestShop()
  asha = await shop.signIn('Asha Kale')
})
afterAll(() => shop.close())

const productId = 'boxy-tee'
const input = { stars: 4, comment: 'Room for one more.\nFits well.' }
const NO_FIT = { small: 0, true: 0, large: 0 }
const own = (who: SignedIn) => ({ params: { productId, userId: who.id } })
const add = (who: SignedIn, more: object = {}) =>
  who.api('POST /user/productReview', { body: { productId, userId: who.id, ...input, ...more } })

async function added(who: SignedIn, more: object = {}) {
  const response = await add(who, more)
  if (!response.ok) throw new Error(response.message)
  return response.data.review
}

async function summary(of = productId, api = shop.api) {
  const response = await api('GET /user/productReviewDetails/{productId}', { params: { productId: of } })
  if (!response.ok) throw new Error(response.message)
  return response.data
}

/** The rating in the listing's answer. */
async function listedRating() {
  const response = await shop.api('GET /user/filterProduct', { query: { q: 'boxy tee' } })
  if (!response.ok) throw new Error(response.message)
  return response.data.find(({ _id }) => _id === productId)?.rating
}

describe('a review', () => {
  test('changes the rating in the listing’s answer, unless it is hidden', async () => {
    const [asked, other] = await Promise.all([shop.signIn('Rating One'), shop.signIn('Rating Two')])
    expect(await listedRating()).toBeUndefined()
    const { _id } = await added(asked, { stars: 5 })
    await added(other, { stars: 4 })
    await expect.poll(listedRating).toEqual({ average: 4.5, count: 2 })
    await setReviewHidden(shop.shop.db, STAFF, _id, true)
    await expect.poll(listedRating).toEqual({ average: 4, count: 1 })
    await sql`delete from reviews`.execute(shop.shop.db)
    await expect.poll(listedRating).toBeUndefined()
  })

  test('is created once, read, updated, and in the summary at once', {
    tags: ['C3.37', 'C3.38', 'C3.63'],
  }, async () => {
    expect(await summary()).toEqual({
      overallReview: { avgRating: 0, totalReviews: 0, spread: [0, 0, 0, 0, 0], fit: NO_FIT, fitBySize: [] },
      topReviews: [],
    })
    expect((await asha.api('GET /user/product/{productId}/user/{userId}/review', own(asha))).status).toBe(404)
    const change = (body: typeof input) =>
      asha.api('PUT /user/product/{productId}/user/{userId}/updateReview', { ...own(asha), body })
    expect((await change(input)).status).toBe(404)
    expect(await add(asha)).toMatchObject({
      status: 201,
      data: { review: { ...input, userId: { _id: asha.id, name: 'Asha Kale' }, verified: false } },
    })
    expect(await summary()).toMatchObject({ overallReview: { avgRating: 4, totalReviews: 1 }, topReviews: [input] })
    expect(await add(asha)).toMatchObject({ status: 409, message: ALREADY_REVIEWED })
    const changed = { stars: 2, comment: 'Shrank.' }
    expect(await change(changed)).toMatchObject({ status: 200, data: { updatedReview: changed } })
    expect((await summary()).overallReview).toMatchObject({ avgRating: 2, totalReviews: 1, spread: [0, 1, 0, 0, 0] })
    expect(await asha.api('GET /user/product/{productId}/user/{userId}/review', own(asha))).toMatchObject({
      data: { review: { stars: 2 } },
    })
  })

  test('sent several times at once is created once', async () => {
    const meena = await shop.signIn('Meena')
    const responses = await Promise.all(Array.from({ length: 8 }, () => add(meena)))
    expect(responses.map((response) => response.status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  })

  test.each([
    { stars: 0 },
    { stars: 6 },
    { stars: 4.5 },
    { stars: '5' },
    { stars: true },
    { fit: 'huge' },
    { comment: '' },
    { comment: '   ' },
    { comment: 'x'.repeat(2001) },
    { comment: 'a\u0000b' },
    { comment: 5 },
  ])('with %o is rejected', async (wrong) => {
    const ravi = await shop.signIn('Ravi')
    const response = await add(ravi, wrong)
    expect(response.status).toBe(400)
    expect(response.ok || response.message).toMatch(/\S/)
  })

  test('requires a login, the customer’s own id and an existing product', async () => {
    const ravi = await shop.signIn('Ravi')
    const body = { productId, userId: ravi.id, ...input }
    expect((await shop.api('POST /user/productReview', { body })).status).toBe(401)
    expect((await asha.api('POST /user/productReview', { body })).status).toBe(403)
    expect((await asha.api('GET /user/product/{productId}/user/{userId}/review', own(ravi))).status).toBe(403)
    expect((await add(ravi, { productId: 'no-such-shirt' })).status).toBe(404)
    expect(
      (await shop.api('GET /user/productReviewDetails/{productId}', { params: { productId: 'no-such-shirt' } })).status,
    ).toBe(404)
  })

  test('stores markup as plain text', async () => {
    const ravi = await shop.signIn('Ravi')
    const comment = '<script>alert(1)</script> </script> javascript:alert(2)'
    expect(await add(ravi, { comment })).toMatchObject({ status: 201, data: { review: { comment } } })
  })

  test('of a buyer is marked as verified', { tags: 'C3.63' }, async () => {
    const { db } = shop.shop
    const buyer = await shop.signIn('Buyer')
    await add(buyer)
    await sql`update reviews set verified_buyer = true where customer_id = ${buyer.id}`.execute(db)
    await expect
      .poll(async () => (await summary()).topReviews.find((one) => one.userId._id === buyer.id)?.verified)
      .toBe(true)
  })
})

describe('staff', () => {
  test('hides a review from list and average, shows it again, and replies to it', async () => {
    const { db } = shop.shop
    const [newest] = await listReviews(db, { product: productId, limit: 1 })
    const id = newest?.id ?? ''
    const before = (await summary()).overallReview.totalReviews
    const change = async (result: Awaited<ReturnType<typeof answerReview>>) => {
      if (!result.ok) throw new Error(result.message)
      await shop.shop.invalidateCacheTags(result.data.tags)
    }
    await change(await setReviewHidden(db, STAFF, id, true))
    const hidden = await summary()
    expect(hidden.overallReview.totalReviews).toBe(before - 1)
    expect(hidden.topReviews.map(({ _id }) => _id)).not.toContain(id)
    await change(await setReviewHidden(db, STAFF, id, false))
    await change(await answerReview(db, STAFF, id, ' Thank you. '))
    const shown = await summary()
    expect(shown.overallReview.totalReviews).toBe(before)
    expect(shown.topReviews.find(({ _id }) => _id === id)?.answer).toBe('Thank you.')
    expect((await listReviews(db, { waiting: true, limit: 50 })).map((one) => one.id)).not.toContain(id)
    await change(await answerReview(db, STAFF, id, ''))
    expect((await summary()).topReviews.find(({ _id }) => _id === id)?.answer).toBeNull()
    const lines = await listAudit(db, { subject: `review:${id}`, limit: 9 })
    expect(lines.map(({ action }) => action)).toEqual(['review.answer', 'review.answer', 'review.show', 'review.hide'])
    expect(await setReviewHidden(db, STAFF, 'none', true)).toMatchObject({ ok: false, code: 'not_found' })
    expect(await answerReview(db, STAFF, id, 'a'.repeat(10_000))).toMatchObject({ ok: false, code: 'invalid_input' })
  })
})

test('a review says how it fitted, with the size bought here; hidden ones don’t count', {
  tags: 'R44',
}, async () => {
  const fitted = await openTestShop()
  const rate = async (fit: 'small' | 'true' | 'large' | null, size?: 'S' | 'M') => {
    const who = await newShopper(fitted)
    if (size) await buy(fitted, who, [{ productId, color: 'Black', size, quantity: 1 }])
    return { who, review: await added(who, { fit }) }
  }
  const read = async () => (await summary(productId, fitted.api)).overallReview
  const first = await rate('small', 'M')
  expect(first.review).toMatchObject({ fit: 'small', size: 'M' })
  await rate('small', 'M')
  await rate('true', 'S')
  const nonBuyer = await rate('large')
  expect(nonBuyer.review.size).toBeNull()
  await rate(null)
  expect(await read()).toMatchObject({
    fit: { small: 2, true: 1, large: 1 },
    fitBySize: [
      { size: 'M', small: 2, true: 0, large: 0 },
      { size: 'S', small: 0, true: 1, large: 0 },
    ],
  })
  const updated = await first.who.api('PUT /user/product/{productId}/user/{userId}/updateReview', {
    ...own(first.who),
    body: { stars: 3, comment: 'After a wash.' },
  })
  expect(updated).toMatchObject({ data: { updatedReview: { fit: 'small' } } })
  await setReviewHidden(fitted.shop.db, STAFF, nonBuyer.review._id, true)
  await expect.poll(async () => (await read()).fit).toEqual({ small: 2, true: 1, large: 0 })
  await fitted.close()
})

test('a customer marks a review as helpful once and can undo that, but not their own or a hidden one', async () => {
  const { db } = shop.shop
  const path = { productId: 'linen-shirt' }
  const author = await shop.signIn('Author')
  const { _id: reviewId } = await added(author, path)
  const vote = (who: SignedIn, helpful: boolean) =>
    who.api('PUT /user/review/{reviewId}/user/{userId}/helpful', {
      params: { reviewId, userId: who.id },
      body: { helpful },
    })
  const marked = async (who: SignedIn) => {
    const response = await who.api('GET /user/product/{productId}/user/{userId}/helpful', {
      params: { ...path, userId: who.id },
    })
    return response.ok && response.data.reviews
  }
  /** The cached response. */
  const shown = async () => (await summary(path.productId)).topReviews[0]?.helpful
  expect(await shown()).toBe(0)
  const meena = await shop.signIn('Meena')
  const votes = await Promise.all(Array.from({ length: 8 }, () => vote(meena, true)))
  expect(votes.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await shown()).toBe(1)
  expect(await vote(asha, true)).toMatchObject({ data: { helpful: true, count: 2 } })
  expect([await marked(asha), await marked(author), await shown()]).toEqual([[reviewId], [], 2])
  expect(await vote(asha, false)).toMatchObject({ data: { helpful: false, count: 1 } })
  expect(await vote(asha, false)).toMatchObject({ data: { helpful: false, count: 1 } })
  expect([await marked(asha), await shown()]).toEqual([[], 1])
  expect(await vote(author, true)).toMatchObject({ status: 409, message: OWN_REVIEW })
  await setReviewHidden(db, STAFF, reviewId, true)
  expect(await vote(asha, true)).toMatchObject({ status: 404, message: NO_SUCH_REVIEW })
  await setReviewHidden(db, STAFF, reviewId, false)
  for (let n = 0; n < 52; n++) await vote(meena, n % 2 === 0)
  expect(await vote(meena, true)).toMatchObject({ status: 429 })
})

test('forgetting a customer deletes their votes, which are in the data export before', async () => {
  const { db } = shop.shop
  const [author, fan] = [await shop.signIn('Author'), await shop.signIn('Fan')]
  const { _id: reviewId } = await added(author, { productId: 'tin-tote' })
  const params = { reviewId, userId: fan.id }
  await fan.api('PUT /user/review/{reviewId}/user/{userId}/helpful', { params, body: { helpful: true } })
  const data = await fan.api('GET /user/my-data/{userId}', { params: { userId: fan.id } })
  expect(data).toMatchObject({ data: { helpfulReviews: [{ review_id: reviewId }] } })
  const forgotten = await forgetCustomer(shop.shop, STAFF, fan.email)
  expect(forgotten).toMatchObject({ ok: true, data: { tags: ['reviews:tin-tote'] } })
  expect(await countVotes(db, reviewId)).toBe(0)
})
