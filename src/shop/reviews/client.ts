import type { Api, ApiResult } from '#platform/api/client.ts'
import { offlineSentence } from '#platform/browser/connection.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { t } from '#platform/text/t.ts'
import type { ShopContract } from '../contract.ts'
import type { Review, ReviewSummary } from './contract.ts'
import type { Fit } from './rules.ts'

type ShopApi = Api<ShopContract>

/** What a shopper enters. */
export type ReviewInput = { stars: number; comment: string; fit?: Fit | null }
/** Identifies a customer's review of a product. */
export type ReviewKey = { productId: string; userId: string }

/** A product's reviews, or null if they can't be loaded (logged). */
export async function loadReviews(api: ShopApi, productId: string): Promise<ReviewSummary | null> {
  const response = await api('GET /user/productReviewDetails/{productId}', { params: { productId } })
  if (response.ok && response.data.overallReview && Array.isArray(response.data.topReviews)) return response.data
  logProblem('The reviews couldn’t be loaded', response.status)
  return null
}

/** The customer's own review, or null if there is none, which is a 404 (SPEC section 7). */
export async function loadOwnReview(api: ShopApi, params: ReviewKey): Promise<Review | null> {
  const response = await api('GET /user/product/{productId}/user/{userId}/review', { params })
  if (response.ok) return response.data.review ?? null
  if (response.status !== 404) logProblem('Your review couldn’t be loaded', response.status)
  return null
}

type Saved = { ok: true; review: Review; message: string } | { ok: false; message: string }

const keys = createRequestKeys()

/**
 * Creates or updates a review. A failure has the server's message, if any, or says that there's no connection. Then the
 * same review may be sent again, even if only its response was lost.
 */
export async function saveReview(api: ShopApi, key: ReviewKey, input: ReviewInput, isNew: boolean): Promise<Saved> {
  const response = isNew ? await create(api, { ...key, ...input }) : await update(api, key, input)
  if (response.review)
    return { ok: true, review: response.review, message: t('Thank you. Your review has been published.') }
  return { ok: false, message: offlineSentence(response) ?? response.message }
}

async function create(api: ShopApi, body: ReviewKey & ReviewInput) {
  const response = await api('POST /user/productReview', { body }, { idempotencyKey: keys.keyFor(body) })
  if (response.status !== 0) keys.forget()
  return { ...failureOf(response), review: response.ok ? response.data.review : null }
}

async function update(api: ShopApi, params: ReviewKey, body: ReviewInput) {
  const response = await api('PUT /user/product/{productId}/user/{userId}/updateReview', { params, body })
  return { ...failureOf(response), review: response.ok ? response.data.updatedReview : null }
}

function failureOf(response: ApiResult<unknown>) {
  return { ok: response.ok, status: response.status, message: response.ok ? '' : response.message }
}
