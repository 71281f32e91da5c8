import type { Kysely, Transaction } from 'kysely'
import type { Code } from '#platform/api/codes.ts'
import type { Actor } from '#platform/api/identity.ts'
import { changedSince, recordVersion } from '#platform/api/record-version.server.ts'
import { ok, type Refusal, type Result, refuse, refuseChanged } from '#platform/api/result.ts'
import { findLastActor, writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { storeUndo } from '../undo/undo.server.ts'
import {
  deletePhotoRow,
  keepRejectedPhoto,
  listKnownPhotos,
  lockPhoto,
  markPhotoApproved,
} from './photos-sql.server.ts'
import { MAX_COMMENT } from './rules.ts'
import { lockReview, updateReviewAnswer, updateReviewHidden } from './sql.server.ts'

type Db = Kysely<Tables>

/** The product of a changed review or photo, and the cache tags of the responses that show it. */
export interface ChangedReview {
  id: string
  product: string
  tags: string[]
  /** What takes it back (`undo/`); null if it can't be, or nothing changed. */
  undo: string | null
}

export type ReviewRefusal = 'invalid_input' | 'not_found' | 'conflict'

/** Hides a review from list, average and count, or shows it again; its author still sees it. */
export function setReviewHidden(
  db: Db,
  actor: Actor,
  id: string,
  hidden: boolean,
  reason = '',
): Promise<Result<ChangedReview, ReviewRefusal>> {
  return change(db, ['review', id, lockReview], async (tx, review) => {
    const wasHidden = review.hidden_at !== null
    if (wasHidden === hidden) return null
    await updateReviewHidden(tx, id, hidden)
    await writeAudit(tx, actor, {
      action: hidden ? 'review.hide' : 'review.show',
      subject: `review:${id}`,
      before: { hidden: wasHidden },
      after: { hidden, ...(reason === '' ? {} : { reason }) },
    })
    return storeUndo(tx, actor, { kind: 'review.hidden', data: { id, hidden } })
  })
}

const ANSWER_CHANGED = 'Somebody else answered this review in the meantime. Your answer isn’t saved yet.'

/** The version of a review's answer. */
export const answerVersion = (answer: string | null) => recordVersion({ answer })

/** Sets the shop's answer below a review; an empty text removes it. `from`: its version on the screen; refused if it was changed since. */
export async function answerReview(
  db: Db,
  actor: Actor,
  id: string,
  text: string,
  from: string | null = null,
): Promise<Result<ChangedReview, ReviewRefusal | 'changed_meanwhile'>> {
  const answer = text.trim() || null
  if (answer !== null && answer.length > MAX_COMMENT)
    return refuse('invalid_input', `The answer can have at most ${MAX_COMMENT} characters.`)
  return change(db, ['review', id, lockReview], async (tx, review) => {
    if (review.answer === answer) return null
    const fields = changedSince(from, { answer: review.answer }, ['answer'])
    if (fields.length > 0) {
      const current = { answer: review.answer, answerVersion: answerVersion(review.answer) }
      return refuseChanged(ANSWER_CHANGED, {
        current,
        fields,
        by: await findLastActor(tx, actor, { subject: `review:${id}`, action: 'review.answer' }),
      })
    }
    await updateReviewAnswer(tx, id, answer)
    await writeAudit(tx, actor, {
      action: 'review.answer',
      subject: `review:${id}`,
      before: { answer: review.answer },
      after: { answer },
    })
    return storeUndo(tx, actor, { kind: 'review.answer', data: { id, before: review.answer, after: answer } })
  })
}

/** Photos are rows and files. */
type PhotoContext = Pick<Shop, 'db' | 'photos'>

/** Approves a photo, which is then shown with its review. Approving it again changes nothing. */
export async function approvePhoto(
  { db, photos }: PhotoContext,
  actor: Actor,
  id: string,
): Promise<Result<ChangedReview, ReviewRefusal>> {
  if ((await listKnownPhotos(db, [id])).length === 0) return notFound('photo', id)
  // Before the row changes, because a published file without a page does no harm and is deleted later.
  if (!(await photos.publish(id))) return refuse('conflict', `The file of photo ${id} is missing.`)
  return change(db, ['photo', id, lockPhoto], async (tx, { review_id, approved }) => {
    if (approved) return null
    await markPhotoApproved(tx, id)
    await writeAudit(tx, actor, {
      action: 'review.photo-approve',
      subject: `review:${review_id}`,
      before: { photo: id, approved },
      after: { photo: id, approved: true },
    })
    return storeUndo(tx, actor, { kind: 'review.photo-approve', data: { photo: id, review: review_id } })
  })
}

/** Deletes a photo, waiting or approved; its file only after a day if that can be taken back. */
export async function rejectPhoto(
  { db, photos }: PhotoContext,
  actor: Actor,
  id: string,
): Promise<Result<ChangedReview, ReviewRefusal>> {
  const changed = await change(db, ['photo', id, lockPhoto], async (tx, { review_id, approved }) => {
    await writeAudit(tx, actor, {
      action: 'review.photo-reject',
      subject: `review:${review_id}`,
      before: { photo: id, approved },
      after: null,
    })
    const undo = await storeUndo(tx, actor, { kind: 'review.photo-reject', data: { photo: id, review: review_id } })
    if (undo !== null) await keepRejectedPhoto(tx, id)
    await deletePhotoRow(tx, id)
    return undo
  })
  if (changed.ok && changed.data.undo === null) await photos.remove([id])
  return changed
}

type Kind = 'review' | 'photo'

/** Changes a review or a photo in a transaction that has locked its row. `work` returns what takes it back. Refuses if there is none. */
function change<Row extends { product_id: string }, C extends Code = never>(
  db: Db,
  [kind, id, lock]: [Kind, string, (tx: Transaction<Tables>, id: string) => Promise<Row | undefined>],
  work: (tx: Transaction<Tables>, row: Row) => Promise<string | null | Refusal<C>>,
): Promise<Result<ChangedReview, ReviewRefusal | C>> {
  return db.transaction().execute(async (tx) => {
    const row = await lock(tx, id)
    if (!row) return notFound(kind, id)
    const undo = await work(tx, row)
    if (typeof undo === 'object' && undo !== null) return undo
    return ok({ id, undo, product: row.product_id, tags: [`reviews:${row.product_id}`] })
  })
}

const notFound = (kind: Kind, id: string) => refuse('not_found', `There is no ${kind} ${id}.`)
