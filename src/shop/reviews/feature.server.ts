import { defineFeature } from '../feature.server.ts'
import { reviewsContract } from './contract.ts'
import { createReviewsHandlers } from './handlers.server.ts'
import { reviewJobs } from './jobs.server.ts'
import { reviewsPerson } from './person-sql.server.ts'
import { reviewUndo } from './review-undo.server.ts'
import { nameReviews } from './sql.server.ts'
import { reviewsStaffContract } from './staff-contract.ts'
import { createReviewsStaffHandlers } from './staff-handlers.server.ts'

export const reviews = defineFeature({
  contract: reviewsContract,
  handlers: createReviewsHandlers,
  staffContract: reviewsStaffContract,
  staffHandlers: createReviewsStaffHandlers,
  undo: reviewUndo,
  subjects: {
    review: { names: nameReviews, text: (product) => `review of ${product}`, path: (id) => `/reviews/${id}` },
  },
  actions: {
    'review.answer': 'Answered a review',
    'review.hide': 'Hid a review',
    'review.photo-approve': 'Approved a photo',
    'review.photo-reject': 'Rejected a photo',
    'review.photo-restore': 'Restored a photo',
    'review.photo-wait': 'Undid a photo’s approval',
    'review.show': 'Unhid a review',
  },
  jobs: reviewJobs,
  person: reviewsPerson,
})
