import type { Api, ApiResult, CallOptions } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import { checkConnection, isOffline } from '#platform/browser/offline.ts'
import {
  dropQueued,
  type QueuedChange,
  queueChange,
  readQueued,
  SAVED_UNTIL_SENT,
  type SendOutcome,
  toSendOutcome,
} from '#platform/browser/queued-changes.ts'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { readSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import type { ShopContract } from '../contract.ts'
import { isRecord } from '../is-record.ts'
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

/** The customer's own review, also one that is not sent yet; null where there is none: 404 means that (SPEC section 7). */
export async function loadOwnReview(api: ShopApi, params: ReviewKey): Promise<Review | null> {
  const unsent = parseUnsent(findQueued(params)?.content)
  if (unsent !== null) return shownReview(params.userId, unsent)
  const response = await api('GET /user/product/{productId}/user/{userId}/review', { params })
  if (response.ok) return response.data.review ?? null
  if (response.status !== 404) logProblem('Your review could not be loaded', response.status)
  return null
}

type Saved = { ok: true; review: Review; message: string } | { ok: false; message: string }

/** Creates or updates a review; without a connection it is stored until it can be sent. A failure has the server's message, if any. */
export async function saveReview(api: ShopApi, key: ReviewKey, changed: ReviewInput, isNew: boolean): Promise<Saved> {
  const queued = findQueued(key)
  const before = parseUnsent(queued?.content)
  // Of a review that is not sent, the input has only what changed, and the shop may have nothing.
  const input = { ...before?.input, ...changed }
  const isFirst = before?.isFirst ?? isNew
  // One idempotency key for the first attempt and for later ones: where only the response was lost, the shop repeats it.
  const idempotencyKey = isSameInput(before?.input, input) ? before.idempotencyKey : createRequestKeys().keyFor(null)
  const saved = isOffline() ? NOT_SENT : await sendOne(api, key, input, isFirst, { idempotencyKey })
  if (saved.ok) {
    if (queued) dropQueued(key.userId, queued)
    return { ...saved, message: t('Thank you. Your review is up.') }
  }
  if (saved.status === 0 && (isOffline() || !(await checkConnection()))) {
    const { productId, userId } = key
    const unsent: UnsentReview = { productId, input, isFirst, idempotencyKey }
    if (queueChange(userId, { key: unsentKey(productId), kind: REVIEW, content: unsent }))
      return { ok: true, review: shownReview(userId, unsent), message: SAVED_UNTIL_SENT }
  }
  return { ok: false, message: saved.message }
}

const NOT_SENT = { ok: false, status: 0, message: '' } as const
const REVIEW = 'review'

type UnsentReview = { productId: string; input: ReviewInput; isFirst: boolean; idempotencyKey: string }

/** Sends a review that was written without a connection. A refusal repeats its text, which would be lost. */
export async function sendReview(api: ShopApi, userId: string, content: unknown): Promise<SendOutcome> {
  const unsent = parseUnsent(content)
  if (readSession()?.user.id !== userId) return 'login'
  if (unsent === null) return 'sent'
  const { productId, input, isFirst, idempotencyKey } = unsent
  const saved = await sendOne(api, { productId, userId }, input, isFirst, { idempotencyKey })
  if (saved.ok) return 'sent'
  const sent = toSendOutcome(saved)
  return typeof sent === 'object'
    ? { refused: `${sent.refused} ${t('Your review was: “{comment}”', { comment: input.comment })}` }
    : sent
}

async function sendOne(api: ShopApi, key: ReviewKey, input: ReviewInput, isFirst: boolean, options: CallOptions) {
  if (isFirst) {
    const response = await api('POST /user/productReview', { body: { ...key, ...input } }, options)
    if (response.ok && response.data.review) return { ok: true, review: response.data.review } as const
    return failed(response)
  }
  const response = await api('PUT /user/product/{productId}/user/{userId}/updateReview', { params: key, body: input })
  if (response.ok && response.data.updatedReview) return { ok: true, review: response.data.updatedReview } as const
  return failed(response)
}

function failed(response: ApiResult<unknown>) {
  return { ok: false, status: response.status, message: response.ok ? '' : response.message } as const
}

function unsentKey(productId: string): string {
  return `${REVIEW} ${productId}`
}

function findQueued({ productId, userId }: ReviewKey): QueuedChange | undefined {
  return readQueued(userId).find(({ key }) => key === unsentKey(productId))
}

/** Parses what was stored; null for anything else. The server checks the input. */
function parseUnsent(content: unknown): UnsentReview | null {
  if (!isRecord(content) || !isRecord(content.input)) return null
  const { productId, input, isFirst, idempotencyKey } = content
  if (typeof productId !== 'string' || typeof idempotencyKey !== 'string' || typeof isFirst !== 'boolean') return null
  if (typeof input.stars !== 'number' || typeof input.comment !== 'string') return null
  return { productId, isFirst, idempotencyKey, input: input as ReviewInput }
}

function isSameInput(before: ReviewInput | undefined, input: ReviewInput): before is ReviewInput {
  return before?.stars === input.stars && before.comment === input.comment && before.fit === input.fit
}

/** An unsent review as its author sees it. */
function shownReview(userId: string, { productId, input }: UnsentReview): Review {
  const { stars, comment, fit = null } = input
  return {
    _id: unsentKey(productId),
    stars,
    comment,
    fit,
    createdAt: new Date().toISOString(),
    userId: { _id: userId, name: readSession()?.user.name ?? '' },
    verified: false,
    sample: false,
    answer: null,
    size: null,
    helpful: 0,
    photos: [],
  }
}
