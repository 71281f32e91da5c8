import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes, id, slug, text, whole } from '#platform/api/fields.server.ts'
import { t } from '#platform/text/t.ts'
import { COMMENT_NEEDED, COMMENT_TOO_LONG, FIT_UNKNOWN, PHOTO_TOO_LARGE, PHOTO_TYPE, STARS_NEEDED } from './messages.ts'
import { FITS, MAX_COMMENT, MAX_PHOTO_BYTES, MAX_STARS, MIN_STARS, PHOTO_TYPES } from './rules.ts'

/**
 * A photo with a review. `src` is a path of the shop, or the picture itself (`data:`) while only its author may see it.
 */
const photo = z
  .object({ _id: z.string(), src: z.string(), width: z.int(), height: z.int(), waiting: z.boolean() })
  .meta({ id: 'ReviewPhoto' })

/** A review (SPEC 3). `verified`: its author bought the product here. `sample`: invented, for the demonstration.
 * `answer`: the shop's, or null. */
export const review = z
  .object({
    _id: z.string(),
    stars: z.int(),
    comment: z.string(),
    createdAt: z.string(),
    userId: z.object({ _id: z.string(), name: z.string() }),
    verified: z.boolean(),
    sample: z.boolean(),
    answer: z.string().nullable(),
    /** How it fitted, and the size they bought. Null if they didn't say, or didn't buy it here. */
    fit: z.enum(FITS).nullable(),
    size: z.string().nullable(),
    /** How many found it helpful. */
    helpful: z.int(),
    /** Approved ones. The author's own review also has those waiting. */
    photos: z.array(photo),
  })
  .meta({ id: 'Review' })

const fitCounts = z.object({ small: z.int(), true: z.int(), large: z.int() })

/** SPEC 3, Review summary. `spread` counts the reviews of one to five stars. */
export const reviewSummary = z
  .object({
    overallReview: z.object({
      avgRating: z.number(),
      totalReviews: z.int(),
      spread: z.array(z.int()),
      /** The answers about the fit: of all reviews, and by size if the bought size is known. */
      fit: fitCounts,
      fitBySize: z.array(fitCounts.extend({ size: z.string() })),
    }),
    topReviews: z.array(review),
  })
  .meta({ id: 'ReviewSummary' })

export type ReviewPhoto = z.output<typeof photo>
export type Review = z.output<typeof review>
export type ReviewSummary = z.output<typeof reviewSummary>

const reviewFields = {
  stars: whole(MIN_STARS, MAX_STARS, STARS_NEEDED),
  comment: text({ max: MAX_COMMENT, required: COMMENT_NEEDED, tooLong: COMMENT_TOO_LONG, multiline: true }),
  /** Missing: unchanged. Null: no answer. */
  fit: z.enum(FITS, { error: FIT_UNKNOWN }).nullable().optional(),
}
const ownReview = z.object({ productId: slug, userId: id })

/** A shopper's photo. */
export const photoUpload = {
  types: PHOTO_TYPES,
  maxBytes: MAX_PHOTO_BYTES,
  wrongType: PHOTO_TYPE,
  tooLarge: PHOTO_TOO_LARGE,
}

export const reviewsContract = defineContract({
  'GET /user/productReviewDetails/{productId}': {
    summary: 'The reviews of a product with their summary',
    group: 'Reviews',
    access: 'public',
    params: z.object({ productId: slug }),
    status: 200,
    response: reviewSummary,
    refusals: ['not_found'],
    cacheTags: ['assortment'],
  },
  'GET /user/product/{productId}/user/{userId}/review': {
    summary: "The customer's own review of a product",
    group: 'Reviews',
    access: 'customer',
    params: ownReview,
    status: 200,
    response: z.object({ review }),
    refusals: ['not_found'],
  },
  'POST /user/productReview': {
    summary: 'Reviews a product; once per customer and product',
    group: 'Reviews',
    access: 'customer',
    body: z.object({ productId: slug, userId: id, ...reviewFields }),
    status: 201,
    response: z.object({ review }),
    refusals: ['not_found', 'already_reviewed'],
    idempotent: true,
  },
  'PUT /user/product/{productId}/user/{userId}/updateReview': {
    summary: "Changes the customer's own review",
    group: 'Reviews',
    access: 'customer',
    params: ownReview,
    body: z.object(reviewFields),
    status: 200,
    response: z.object({ updatedReview: review }),
    refusals: ['not_found'],
  },
  'GET /user/product/{productId}/user/{userId}/helpful': {
    summary: 'Which reviews of a product the customer has marked as helpful',
    group: 'Reviews',
    access: 'customer',
    params: ownReview,
    status: 200,
    response: z.object({ reviews: z.array(z.string()) }),
    refusals: ['not_found'],
  },
  'PUT /user/review/{reviewId}/user/{userId}/helpful': {
    summary: 'Marks another customer’s review as helpful, or undoes that',
    group: 'Reviews',
    access: 'customer',
    params: z.object({ reviewId: id, userId: id }),
    body: z.object({ helpful: z.boolean({ error: t('`helpful` must be true or false.') }) }),
    status: 200,
    response: z.object({ helpful: z.boolean(), count: z.int() }),
    refusals: ['not_found', 'own_review', 'too_many_requests'],
  },
  'POST /user/product/{productId}/user/{userId}/reviewPhoto': {
    summary: "Adds a photo to the customer's own review of what they bought; shown once the shop has approved it",
    group: 'Reviews',
    access: 'customer',
    params: ownReview,
    upload: photoUpload,
    body: fileBytes,
    status: 201,
    response: z.object({ photos: z.array(photo) }),
    refusals: ['buyers_only', 'not_found', 'too_many_photos', 'unreadable_picture', 'too_many_requests'],
  },
  'DELETE /user/reviewPhoto/{photoId}/user/{userId}': {
    summary: "Deletes a photo of the customer's own review",
    group: 'Reviews',
    access: 'customer',
    params: z.object({ photoId: id, userId: id }),
    status: 204,
    response: null,
    refusals: ['not_found'],
  },
})
