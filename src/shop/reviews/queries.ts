import type { Api } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import type { ShopContract } from '../contract.ts'
import type { Review, ReviewSummary } from './contract.ts'

type ShopApi = Api<ShopContract>

/** What a shopper writes. */
export type Words = { stars: number; comment: string }
/** Whose review of what. */
export type Whose = { productId: string; userId: string }

/** What buyers say about a product; null where it can't be had (logged): the page does without. */
export async function loadReviews(api: ShopApi, productId: string): Promise<ReviewSummary | null> {
  const answer = await api('GET /user/productReviewDetails/{productId}', { params: { productId } })
  if (answer.ok && answer.data.overallReview && Array.isArray(answer.data.topReviews)) return answer.data
  logProblem('The reviews could not be loaded', answer.status)
  return null
}

/** The customer's own review; null where there is none: 404 means that (SPEC section 7). */
export async function loadOwnReview(api: ShopApi, params: Whose): Promise<Review | null> {
  const answer = await api('GET /user/product/{productId}/user/{userId}/review', { params })
  if (answer.ok) return answer.data.review ?? null
  if (answer.status !== 404) logProblem('Your review could not be loaded', answer.status)
  return null
}

/** Sends a first review, or changes the one there is. Refused: with the server's sentence, where it gave one. */
export async function saveReview(
  api: ShopApi,
  whose: Whose,
  words: Words,
  isFirst: boolean,
): Promise<{ ok: true; review: Review } | { ok: false; message: string }> {
  if (isFirst) {
    const answer = await api('POST /user/productReview', { body: { ...whose, ...words } })
    if (answer.ok && answer.data.review) return { ok: true, review: answer.data.review }
    return { ok: false, message: answer.ok ? '' : answer.message }
  }
  const answer = await api('PUT /user/product/{productId}/user/{userId}/updateReview', { params: whose, body: words })
  if (answer.ok && answer.data.updatedReview) return { ok: true, review: answer.data.updatedReview }
  return { ok: false, message: answer.ok ? '' : answer.message }
}
