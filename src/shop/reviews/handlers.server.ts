import type { CustomerId } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { uploadedUrl } from '#platform/pictures/uploads.server.ts'
import { addCacheTags } from '../cache-tags.server.ts'
import { hasProduct } from '../catalog/sql.server.ts'
import { checkRateLimits } from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Review, ReviewPhoto, reviewsContract } from './contract.ts'
import {
  ALREADY_REVIEWED,
  BUYERS_ONLY,
  NO_SUCH_PHOTO,
  NO_SUCH_PRODUCT,
  NO_SUCH_REVIEW,
  NOT_REVIEWED,
  OWN_REVIEW,
  PHOTOS_FULL,
} from './messages.ts'
import { addPhoto, deleteOwnPhoto, listOwnPhotos } from './photos-sql.server.ts'
import { MAX_PHOTOS, PHOTO_LIMITS, VOTE_LIMITS } from './rules.ts'
import { addReview, readOwnReview, readReviewSummary, updateReview } from './sql.server.ts'
import { photoData, takePhoto } from './take-photo.server.ts'
import { countVotes, findShownReview, listVotes, setVote } from './votes-sql.server.ts'

/** Reads a product's reviews, and reads, creates and changes a customer's own (SPEC 7). */
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
      return review
        ? ok({ review: await withOwnPhotos(shop, caller.customer, params.productId, review) })
        : refuse('not_found', NOT_REVIEWED)
    },
    async 'POST /user/productReview'({ body, caller }) {
      if (!(await hasProduct(db, body.productId))) return refuse('not_found', NO_SUCH_PRODUCT)
      const review = await addReview(db, caller.customer, body.productId, body)
      if (!review) return refuse('already_reviewed', ALREADY_REVIEWED)
      await shop.invalidateCacheTags([`reviews:${body.productId}`])
      return ok({ review })
    },
    async 'PUT /user/product/{productId}/user/{userId}/updateReview'({ params, body, caller }) {
      const updatedReview = await updateReview(db, caller.customer, params.productId, body)
      if (!updatedReview) return refuse('not_found', NOT_REVIEWED)
      await shop.invalidateCacheTags([`reviews:${params.productId}`])
      return ok({ updatedReview: await withOwnPhotos(shop, caller.customer, params.productId, updatedReview) })
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
      if (review.customer_id === caller.customer) return refuse('own_review', OWN_REVIEW)
      const isChanged = await setVote(db, caller.customer, params.reviewId, body.helpful)
      if (isChanged) await shop.invalidateCacheTags([`reviews:${review.product_id}`])
      return ok({ helpful: body.helpful, count: await countVotes(db, params.reviewId) })
    },
    async 'POST /user/product/{productId}/user/{userId}/reviewPhoto'({ params: { productId }, body, caller }) {
      const refusal =
        (await refusePhoto(db, caller.customer, productId)) ??
        (await checkRateLimits(shop, [[`photo ${caller.customer}`, PHOTO_LIMITS]]))
      if (refusal) return refusal
      const taken = await takePhoto(shop, body)
      if (!taken.ok) return taken
      if (!(await addPhoto(db, caller.customer, productId, taken.data))) {
        await shop.photos.remove([taken.data.id])
        return refuse('too_many_photos', PHOTOS_FULL)
      }
      return ok({ photos: await readOwnPhotos(shop, caller.customer, productId) })
    },
    async 'DELETE /user/reviewPhoto/{photoId}/user/{userId}'({ params, caller }) {
      const product = await deleteOwnPhoto(db, caller.customer, params.photoId)
      if (product === undefined) return refuse('not_found', NO_SUCH_PHOTO)
      await shop.photos.remove([params.photoId])
      await shop.invalidateCacheTags([`reviews:${product}`])
      return ok(undefined)
    },
  }
}

/** Why a customer may add no photo to their review of a product, whatever the photo is; null if they may. */
export async function refusePhoto(db: Shop['db'], customer: CustomerId, productId: string) {
  const review = await readOwnReview(db, customer, productId)
  if (!review) return refuse('not_found', NOT_REVIEWED)
  if (!review.verified) return refuse('buyers_only', BUYERS_ONLY)
  const photos = await listOwnPhotos(db, customer, productId)
  return photos.length >= MAX_PHOTOS ? refuse('too_many_photos', PHOTOS_FULL) : null
}

/** The author's view of a review: with the photos that wait for approval or are hidden, which have no public URL. */
async function withOwnPhotos(shop: Shop, customer: CustomerId, productId: string, review: Review): Promise<Review> {
  return { ...review, photos: await readOwnPhotos(shop, customer, productId) }
}

async function readOwnPhotos(shop: Shop, customer: CustomerId, productId: string): Promise<ReviewPhoto[]> {
  const rows = await listOwnPhotos(shop.db, customer, productId)
  return Promise.all(
    rows.map(async ({ id, width, height, waiting, public: isPublic }) => {
      const src = (isPublic ? null : await photoData(shop, id)) ?? uploadedUrl(id)
      return { _id: id, src, width, height, waiting }
    }),
  )
}
