import { z } from 'zod'
import { ok, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { CHANGED_SINCE } from '../undo/messages.ts'
import type { UndoKinds } from '../undo/undo.server.ts'
import { lockPhoto, markPhotoWaiting, restorePhoto } from './photos-sql.server.ts'
import { lockReview, touchReview, updateReviewAnswer, updateReviewHidden } from './sql.server.ts'

const hidden = z.object({ id: z.string(), hidden: z.boolean() })
const answered = z.object({ id: z.string(), before: z.string().nullable(), after: z.string().nullable() })
const photo = z.object({ photo: z.string(), review: z.string() })

/** How changes of reviews are taken back. The trigger on reviews tells every instance, at the commit. */
export const reviewUndo: UndoKinds = {
  'review.hidden': {
    takesBack: 'POST /reviews/{id}/hide',
    async work({ tx, actor }, data) {
      const { id, hidden: now } = hidden.parse(data)
      const review = await lockReview(tx, id)
      if (!review || (review.hidden_at !== null) !== now) return refuse('conflict', CHANGED_SINCE)
      await updateReviewHidden(tx, id, !now)
      const action = now ? 'review.show' : 'review.hide'
      await writeAudit(tx, actor, { action, subject: `review:${id}`, before: { hidden: now }, after: { hidden: !now } })
      return ok(null)
    },
  },

  'review.answer': {
    takesBack: 'POST /reviews/{id}/answer',
    async work({ tx, actor }, data) {
      const { id, before, after } = answered.parse(data)
      const review = await lockReview(tx, id)
      if (!review || review.answer !== after) return refuse('conflict', CHANGED_SINCE)
      await updateReviewAnswer(tx, id, before)
      await writeAudit(tx, actor, {
        action: 'review.answer',
        subject: `review:${id}`,
        before: { answer: after },
        after: { answer: before },
      })
      return ok(null)
    },
  },

  'review.photo-approve': {
    takesBack: 'POST /reviews/photos/{id}/approve',
    async work({ tx, actor }, data) {
      const { photo: id, review } = photo.parse(data)
      const found = await lockPhoto(tx, id)
      if (!found?.approved) return refuse('conflict', CHANGED_SINCE)
      await markPhotoWaiting(tx, id)
      await touchReview(tx, review)
      await writeAudit(tx, actor, {
        action: 'review.photo-wait',
        subject: `review:${review}`,
        before: { photo: id, approved: true },
        after: { photo: id, approved: false },
      })
      return ok(null)
    },
  },

  'review.photo-reject': {
    takesBack: 'POST /reviews/photos/{id}/reject',
    async work({ tx, actor }, data) {
      const { photo: id, review } = photo.parse(data)
      const approved = await restorePhoto(tx, id)
      if (approved === null) return refuse('conflict', CHANGED_SINCE)
      await touchReview(tx, review)
      await writeAudit(tx, actor, {
        action: 'review.photo-restore',
        subject: `review:${review}`,
        before: null,
        after: { photo: id, approved },
      })
      return ok(null)
    },
  },
}
