import { z } from 'zod'
import { staffActor } from '#platform/api/identity.ts'
import { ifMatch } from '#platform/api/if-match.server.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { micros } from '#platform/db/micros.server.ts'
import type { Shop } from '../shop.server.ts'
import { NO_SUCH_PHOTO, NO_SUCH_REVIEW } from './messages.ts'
import { listKnownPhotos } from './photos-sql.server.ts'
import {
  answerReview,
  answerVersion,
  approvePhoto,
  type ChangedReview,
  type ReviewRefusal,
  rejectPhoto,
  setReviewHidden,
} from './staff.server.ts'
import type { reviewsStaffContract, StaffReview } from './staff-contract.ts'
import { countReviews, listReviewPage, readStaffReview, type StaffReviewRow } from './staff-list-sql.server.ts'

/** Reviews and their photos (CONTRACT part three, Staff site). */
export function createReviewsStaffHandlers(shop: Shop): Handlers<typeof reviewsStaffContract> {
  const { db } = shop
  const done = async <C extends ReviewRefusal | 'changed_meanwhile'>(result: Result<ChangedReview, C>) => {
    if (!result.ok) return result
    const { id, product, undo, tags } = result.data
    await shop.invalidateCacheTags(tags)
    return ok({ id, product, undo })
  }
  return {
    async 'GET /reviews'({ query: { state = null, product = null, cursor, limit } }) {
      const after = readCursor(cursor, z.tuple([micros, z.string().max(64)]))
      if (!after.ok) return after
      const [rows, counts] = await Promise.all([
        listReviewPage(db, { state, product }, { after: after.data, limit }),
        countReviews(db),
      ])
      const { items, next } = cutPage(rows, limit, ({ at, id }) => [at, id])
      return ok({ items: items.map(toStaffReview), next, counts })
    },

    async 'GET /reviews/{id}'({ params: { id } }) {
      const row = await readStaffReview(db, id)
      return row ? ok(toStaffReview(row)) : refuse('not_found', NO_SUCH_REVIEW)
    },

    async 'POST /reviews/{id}/hide'({ params: { id }, query: { reason }, caller: { staff } }) {
      return done(await setReviewHidden(db, staffActor(staff), id, true, reason))
    },

    async 'POST /reviews/{id}/show'({ params: { id }, caller: { staff } }) {
      return done(await setReviewHidden(db, staffActor(staff), id, false))
    },

    async 'POST /reviews/{id}/answer'({ params: { id }, body: { text }, caller: { staff, headers } }) {
      return done(await answerReview(db, staffActor(staff), id, text, ifMatch(headers)))
    },

    async 'GET /reviews/photos/{id}'({ params: { id } }) {
      const isKnown = (await listKnownPhotos(db, [id])).length > 0
      const bytes = isKnown ? await shop.photos.read(id) : null
      return bytes ? ok(bytes) : refuse('not_found', NO_SUCH_PHOTO)
    },

    async 'POST /reviews/photos/{id}/approve'({ params: { id }, caller: { staff } }) {
      return done(await approvePhoto(shop, staffActor(staff), id))
    },

    async 'POST /reviews/photos/{id}/reject'({ params: { id }, caller: { staff } }) {
      return done(await rejectPhoto(shop, staffActor(staff), id))
    },
  }
}

function toStaffReview({ at: _, picture, createdAt, answeredAt, ...row }: StaffReviewRow): StaffReview {
  return {
    ...row,
    answerVersion: answerVersion(row.answer),
    picture: picture && { src: picture.src, tone: picture.tone, width: picture.width, height: picture.height },
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}
