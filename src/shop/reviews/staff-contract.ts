import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { conflictWith, fileBytes, id, slug, text } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { picture } from '../catalog/contract.ts'
import { FITS, MAX_COMMENT, REVIEW_STATES } from './rules.ts'

const state = z.enum(REVIEW_STATES, { error: `The state is one of: ${REVIEW_STATES.join(', ')}.` })

const staffReview = z
  .object({
    id: z.string(),
    /** `sample`: of the demonstration, which nobody answers. */
    state: z.enum([...REVIEW_STATES, 'sample']),
    product: z.string(),
    productName: z.string(),
    picture: picture.pick({ src: true, tone: true, width: true, height: true }).nullable(),
    stars: z.int(),
    comment: z.string(),
    fit: z.enum(FITS).nullable(),
    size: z.string().nullable(),
    author: z.string(),
    /** The author's account; null if they were erased. */
    customer: z.string().nullable(),
    /** True if they bought the product here. */
    verified: z.boolean(),
    createdAt: z.string(),
    answer: z.string().nullable(),
    /** Of the answer, for `If-Match`. */
    answerVersion: z.string(),
    answeredAt: z.string().nullable(),
    helpful: z.int(),
    /** `GET /reviews/photos/{id}` has the picture, waiting or approved. */
    photos: z.array(z.object({ id: z.string(), width: z.int(), height: z.int(), waiting: z.boolean() })),
  })
  .meta({ id: 'StaffReview' })
export type StaffReview = z.output<typeof staffReview>

const ids = z.object({ id })
const changed = z.object({
  id: z.string(),
  product: z.string(),
  /** What takes it back with `POST /undo/{id}`; null if nothing changed. */
  undo: z.string().nullable(),
})
const change = {
  group: 'Reviews',
  access: 'staff',
  params: ids,
  status: 200,
  response: changed,
  refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
  idempotent: true,
} as const

/** Reviews and their photos (CONTRACT part three, Staff site). */
export const reviewsStaffContract = defineContract({
  'GET /reviews': {
    summary: 'Reviews, newest first. Waiting: without an answer, or with a photo to approve',
    group: 'Reviews',
    access: 'staff',
    query: z.object({ ...pageQuery, state: state.optional(), product: slug.optional() }),
    status: 200,
    response: pageOf(staffReview).extend({
      /** How many there are in each state, and photos to approve; 10,001 stands for more than 10,000. */
      counts: z.object({ waiting: z.int(), answered: z.int(), hidden: z.int(), photos: z.int() }),
    }),
    refusals: ['second_factor_needed'],
  },
  'GET /reviews/{id}': {
    summary: 'A review',
    group: 'Reviews',
    access: 'staff',
    params: ids,
    status: 200,
    response: staffReview,
    refusals: ['second_factor_needed', 'not_found'],
  },
  'POST /reviews/{id}/hide': {
    summary: 'Hides a review from its product’s list, average and count; its author still sees it',
    ...change,
    query: z.object({ reason: text({ max: 200 }).optional() }),
  },
  'POST /reviews/{id}/show': { summary: 'Shows a hidden review again', ...change },
  'POST /reviews/{id}/answer': {
    summary:
      'Sets the shop’s answer below a review; an empty text removes it; with If-Match 412 if another has changed it since',
    ...change,
    conflict: conflictWith(staffReview.pick({ answer: true, answerVersion: true })),
    body: z.object({ text: text({ max: MAX_COMMENT, multiline: true }) }),
  },
  'GET /reviews/photos/{id}': {
    summary: 'A photo of a review, waiting or approved',
    group: 'Reviews',
    access: 'staff',
    params: ids,
    status: 200,
    response: fileBytes,
    fileType: 'image/webp',
    refusals: ['second_factor_needed', 'not_found'],
  },
  'POST /reviews/photos/{id}/approve': { summary: 'Shows a photo with its review', ...change },
  'POST /reviews/photos/{id}/reject': {
    summary: 'Takes a photo away, waiting or approved; its file is deleted after a day',
    ...change,
  },
})
