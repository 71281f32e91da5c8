import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../audit/store.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { approveRow, deleteRow, listKnownPhotos, lockPhoto } from './photos-store.server.ts'
import { MAX_COMMENT } from './rules.ts'
import { lockReview, updateReviewAnswer, updateReviewHidden } from './store.server.ts'

type Db = Kysely<Tables>

/** The product of a changed review or photo, and the cache tags of what shows it. */
export interface ChangedReview {
  id: string
  product: string
  tags: string[]
}

/** Hides a review from list, average and count, or shows it again; its author still sees it. */
export function setReviewHidden(db: Db, actor: Actor, id: string, hidden: boolean): Promise<Result<ChangedReview>> {
  return inReview(db, id, async (tx, review) => {
    const wasHidden = review.hidden_at !== null
    if (wasHidden === hidden) return
    await updateReviewHidden(tx, id, hidden)
    await writeAudit(tx, actor, {
      action: hidden ? 'review.hide' : 'review.show',
      subject: `review:${id}`,
      before: { hidden: wasHidden },
      after: { hidden },
    })
  })
}

/** Answers a review below it; an empty text takes the answer away. */
export async function answerReview(db: Db, actor: Actor, id: string, text: string): Promise<Result<ChangedReview>> {
  const answer = text.trim() || null
  if (answer !== null && answer.length > MAX_COMMENT)
    return refuse('invalid', `An answer has at most ${MAX_COMMENT} characters.`)
  return inReview(db, id, async (tx, review) => {
    await updateReviewAnswer(tx, id, answer)
    await writeAudit(tx, actor, {
      action: 'review.answer',
      subject: `review:${id}`,
      before: { answer: review.answer },
      after: { answer },
    })
  })
}

/** Where photos are: rows and files. */
type PhotoContext = Pick<Shop, 'db' | 'photos'>

/** Shows a photo with its review from now on; one that is shown already stays so. */
export async function approvePhoto(
  { db, photos }: PhotoContext,
  actor: Actor,
  id: string,
): Promise<Result<ChangedReview>> {
  if ((await listKnownPhotos(db, [id])).length === 0) return noPhoto(id)
  // Before the row says so: a published file that no page names does no harm, and is deleted later.
  if (!(await photos.publish(id))) return refuse('conflict', `The file of photo ${id} is missing.`)
  return inPhoto(db, id, async (tx, { review_id, approved }) => {
    if (approved) return
    await approveRow(tx, id)
    await writeAudit(tx, actor, {
      action: 'review.photo-approve',
      subject: `review:${review_id}`,
      before: { photo: id, approved },
      after: { photo: id, approved: true },
    })
  })
}

/** Deletes a photo, whether it waits or is shown. */
export async function rejectPhoto(
  { db, photos }: PhotoContext,
  actor: Actor,
  id: string,
): Promise<Result<ChangedReview>> {
  const changed = await inPhoto(db, id, async (tx, { review_id, approved }) => {
    await deleteRow(tx, id)
    await writeAudit(tx, actor, {
      action: 'review.photo-reject',
      subject: `review:${review_id}`,
      before: { photo: id, approved },
      after: null,
    })
  })
  if (changed.ok) await photos.remove([id])
  return changed
}

type LockedPhoto = NonNullable<Awaited<ReturnType<typeof lockPhoto>>>

function inPhoto(
  db: Db,
  id: string,
  work: (tx: Transaction<Tables>, photo: LockedPhoto) => Promise<void>,
): Promise<Result<ChangedReview>> {
  return db.transaction().execute(async (tx) => {
    const photo = await lockPhoto(tx, id)
    if (!photo) return noPhoto(id)
    await work(tx, photo)
    return ok({ id, product: photo.product_id, tags: [`reviews:${photo.product_id}`] })
  })
}

const noPhoto = (id: string) => refuse('not_found', `There is no photo ${id}.`)

type Locked = NonNullable<Awaited<ReturnType<typeof lockReview>>>

function inReview(
  db: Db,
  id: string,
  work: (tx: Transaction<Tables>, review: Locked) => Promise<void>,
): Promise<Result<ChangedReview>> {
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, id)
    if (!review) return refuse('not_found', `There is no review ${id}.`)
    await work(tx, review)
    return ok({ id, product: review.product_id, tags: [`reviews:${review.product_id}`] })
  })
}
