import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { addCacheTags } from '../cache-tags.server.ts'
import { hasProduct } from '../catalog/store.server.ts'
import { checkRateLimits } from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import type { reviewsContract } from './contract.ts'
import { ALREADY_REVIEWED, NO_SUCH_PRODUCT, NO_SUCH_REVIEW, NOT_REVIEWED, OWN_REVIEW } from './messages.ts'
import { VOTE_LIMITS } from './rules.ts'
import { addReview, readOwnReview, readReviewSummary, updateReview } from './store.server.ts'
import { countVotes, findShownReview, listVotes, setVote } from './votes-store.server.ts'

/** A product’s reviews, and a customer’s own: read, written, changed (SPEC 7). */
export function createReviewsHandlers(shop: Shop): Handlers<typeof reviewsContract> {
  const { db } = shop
  return {
    async 'GET /user/productReviewDetails/{productId}'({ params }) {
      if (!(await hasProduct(db, params.productId))) return refuse('not_found', NO_SUCH_PRODUCT)
      const summary = await readReviewSummary(db, params.productId)
      return ok(addCacheTags(summary, ['reviews', `reviews:${params.productId}`]))
    },
    async 'GET /user/product/{productId}/user/{userId}/review'({ params, caller }) {
      const review = await readOwnReview(db, caller.customer, params.productId)
      return review ? ok({ review }) : refuse('not_found', NOT_REVIEWED)
    },
    async 'POST /user/productReview'({ body, caller }) {
      if (!(await hasProduct(db, body.productId))) return refuse('not_found', NO_SUCH_PRODUCT)
      const { stars, comment, fit } = body
      const review = await addReview(db, caller.customer, body.productId, { stars, comment, fit })
      if (!review) return refuse('conflict', ALREADY_REVIEWED)
      await shop.invalidateCacheTags([`reviews:${body.productId}`])
      return ok({ review })
    },
    async 'PUT /user/product/{productId}/user/{userId}/updateReview'({ params, body, caller }) {
      const updatedReview = await updateReview(db, caller.customer, params.productId, body)
      if (!updatedReview) return refuse('not_found', NOT_REVIEWED)
      await shop.invalidateCacheTags([`reviews:${params.productId}`])
      return ok({ updatedReview })
    },
    async 'GET /user/product/{productId}/user/{userId}/helpful'({ params, caller }) {
      if (!(await hasProduct(db, params.productId))) return refuse('not_found', NO_SUCH_PRODUCT)
      return ok({ reviews: await listVotes(db, caller.customer, params.productId) })
    },
    async 'PUT /user/review/{reviewId}/user/{userId}/helpful'({ params, body, caller }) {
      const refusal = await checkRateLimits(shop, [[`helpful ${caller.customer}`, VOTE_LIMITS]])
      if (refusal) return refusal
      const review = await findShownReview(db, params.reviewId)
      if (!review) return refuse('not_found', NO_SUCH_REVIEW)
      if (review.customer_id === caller.customer) return refuse('conflict', OWN_REVIEW)
      const isChanged = await setVote(db, caller.customer, params.reviewId, body.helpful)
      if (isChanged) await shop.invalidateCacheTags([`reviews:${review.product_id}`])
      return ok({ helpful: body.helpful, count: await countVotes(db, params.reviewId) })
    },
  }
}
