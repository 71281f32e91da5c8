import { type Kysely, type RawBuilder, sql } from 'kysely'
import { microsOf, timeOfMicros } from '#platform/db/micros.server.ts'
import type { Picture } from '../catalog/contract.ts'
import type { Tables } from '../tables.server.ts'
import type { Fit, ReviewState } from './rules.ts'

type Db = Kysely<Tables>

export interface StaffReviewRow {
  id: string
  state: ReviewState | 'sample'
  product: string
  productName: string
  picture: Picture | null
  stars: number
  comment: string
  fit: Fit | null
  size: string | null
  author: string
  customer: string | null
  verified: boolean
  createdAt: Date
  /** Microseconds of `createdAt`. */
  at: number
  answer: string | null
  answeredAt: Date | null
  helpful: number
  photos: { id: string; width: number; height: number; waiting: boolean }[]
}

/** Beyond this many, rows aren't counted. */
const COUNTED = 10_000

const hasWaitingPhoto = sql`exists (select from review_photos p where p.review_id = r.id and p.approved_at is null)`
const isUnanswered = sql`r.answer is null and r.hidden_at is null and not r.demonstration`
const isAnswered = sql`r.answer is not null and r.hidden_at is null and not ${hasWaitingPhoto}`
const isHidden = sql`r.hidden_at is not null`
/** Reviews that wait, as two sets that have indexes of their own: without an answer, and with a photo to approve. */
const photographed = sql`review_photos w join reviews r on r.id = w.review_id`
const isPhotographed = sql`w.approved_at is null and r.hidden_at is null`

const columns = sql`r.id, case when r.hidden_at is not null then 'hidden' when ${hasWaitingPhoto} then 'waiting'
    when r.answer is not null then 'answered' when r.demonstration then 'sample' else 'waiting' end as state,
  r.product_id as product, q.name as "productName", q.pictures -> 0 as picture, r.stars, r.comment, r.fit, r.size,
  c.name as author, case when c.email is not null then c.id end as customer, r.verified_buyer as verified,
  r.created_at as "createdAt", ${microsOf(sql`r.created_at`)} as at, r.answer, r.answered_at as "answeredAt",
  (select count(*)::integer from review_votes v where v.review_id = r.id) as helpful,
  (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'width', p.width, 'height', p.height,
      'waiting', p.approved_at is null) order by p.created_at, p.id), '[]')
    from review_photos p where p.review_id = r.id) as photos`
const joins = sql`join customers c on c.id = r.customer_id join products q on q.id = r.product_id`

export interface ReviewFilters {
  state: ReviewState | null
  product: string | null
}

/** Reviews in a state, or all, newest first. One more than `limit`. */
export async function listReviewPage(
  db: Db,
  { state, product }: ReviewFilters,
  { after, limit }: { after: readonly [number, string] | null; limit: number },
): Promise<StaffReviewRow[]> {
  const [at, id] = after ?? [0, '']
  const time = timeOfMicros(at)
  const later = after === null ? sql`true` : sql`r.created_at <= ${time} and (r.created_at < ${time} or r.id > ${id})`
  const ofProduct = product === null ? sql`true` : sql`r.product_id = ${product}`
  const page = (source: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`(select r.id, r.created_at from ${source} where ${where} and ${later} and ${ofProduct}
      order by r.created_at desc, r.id limit ${(limit + 1) * 3})`
  const own = state === 'answered' ? isAnswered : state === 'hidden' ? isHidden : sql`true`
  const hits =
    state === 'waiting'
      ? sql`${page(sql`reviews r`, isUnanswered)} union ${page(photographed, isPhotographed)}`
      : page(sql`reviews r`, own)
  const { rows } = await sql<StaffReviewRow>`
    select ${columns} from (select id from (${hits}) h order by created_at desc, id limit ${limit + 1}) hit
    join reviews r on r.id = hit.id ${joins} order by r.created_at desc, r.id`.execute(db)
  return rows
}

export async function readStaffReview(db: Db, id: string): Promise<StaffReviewRow | null> {
  const { rows } = await sql<StaffReviewRow>`select ${columns} from reviews r ${joins} where r.id = ${id}`.execute(db)
  return rows[0] ?? null
}

interface Counts {
  waiting: number
  answered: number
  hidden: number
  /** Photos to approve. */
  photos: number
}

/** How many reviews there are in each state, at most 10,001. */
export async function countReviews(db: Db): Promise<Counts> {
  const count = (source: RawBuilder<unknown>) =>
    sql`(select count(*)::integer from (select * from (${source}) s limit ${COUNTED + 1}) counted)`
  const most = sql`limit ${COUNTED + 1}`
  const waiting = sql`(select r.id from reviews r where ${isUnanswered} ${most})
    union (select r.id from ${photographed} where ${isPhotographed} ${most})`
  const { rows } = await sql<Counts>`
    select ${count(waiting)} as waiting, ${count(sql`select r.id from reviews r where ${isAnswered} ${most}`)} as answered,
      ${count(sql`select r.id from reviews r where ${isHidden} ${most}`)} as hidden,
      ${count(sql`select w.id from ${photographed} where ${isPhotographed} ${most}`)} as photos`.execute(db)
  return rows[0] ?? { waiting: 0, answered: 0, hidden: 0, photos: 0 }
}
