import type { Api } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import type { ShopContract } from '../contract.ts'
import type { Review, ReviewSummary } from './contract.ts'
import type { Fit } from './rules.ts'

type ShopApi = Api<ShopContract>

/** What a shopper enters. */
export type ReviewInput = { stars: number; comment: string; fit?: Fit | null }
/** Identifies a customer's review of a product. */
export type ReviewKey = { productId: string; userId: string }

/** A product's reviews; null where they can't be loaded (logged). */
export async function loadReviews(api: ShopApi, productId: string): Promise<ReviewSummary | null> {
  const response = await api('GET /user/productReviewDetails/{productId}', { params: { productId } })
  if (response.ok && response.data.overallReview && Array.isArray(response.data.topReviews)) return response.data
  logProblem('The reviews could not be loaded', response.status)
  return null
}

/** The customer's own review; null where there is none: 404 means that (SPEC section 7). */
export async function loadOwnReview(api: ShopApi, params: ReviewKey): Promise<Review | null> {
  const response = await api('GET /user/product/{productId}/user/{userId}/review', { params })
  if (response.ok) return response.data.review ?? null
  if (response.status !== 404) logProblem('Your review could not be loaded', response.status)
  return null
}

/** Creates or updates a review. On failure with the server's message, if any. */
export async function saveReview(
  api: ShopApi,
  key: ReviewKey,
  input: ReviewInput,
  isFirst: boolean,
): Promise<{ ok: true; review: Review } | { ok: false; message: string }> {
  if (isFirst) {
    const response = await api('POST /user/productReview', { body: { ...key, ...input } })
    if (response.ok && response.data.review) return { ok: true, review: response.data.review }
    return { ok: false, message: response.ok ? '' : response.message }
  }
  const response = await api('PUT /user/product/{productId}/user/{userId}/updateReview', { params: key, body: input })
  if (response.ok && response.data.updatedReview) return { ok: true, review: response.data.updatedReview }
  return { ok: false, message: response.ok ? '' : response.message }
}
