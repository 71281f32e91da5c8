import type { ColumnType, Generated } from 'kysely'
import type { Fit } from './rules.ts'

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>

export interface ReviewsTables {
  reviews: {
    id: string
    product_id: string
    customer_id: string
    stars: number
    comment: string
    /** How it fitted, and the size bought last. Null if not known. */
    fit: ColumnType<Fit | null, Fit | null | undefined, Fit | null>
    size: string | null
    /** Set when a buyer writes the review, or by a later payment. */
    verified_buyer: Generated<boolean>
    /** Invented, for the demonstration. */
    demonstration: Generated<boolean>
    /** Hidden by staff: in no list and no average. */
    hidden_at: ColumnType<Date | null, never, Date | null>
    /** The shop's, shown below it. */
    answer: ColumnType<string | null, never, string | null>
    answered_at: ColumnType<Date | null, never, Date | null>
    created_at: Timestamp
  }
  /** The file of a photo has its id. Waiting while `approved_at` is null. */
  review_photos: {
    id: string
    review_id: string
    width: number
    height: number
    created_at: Timestamp
    approved_at: ColumnType<Date | null, never, Date>
  }
  /** Photos that staff rejected, while that can be taken back. */
  rejected_photos: {
    id: string
    review_id: string
    width: number
    height: number
    created_at: Timestamp
    approved_at: ColumnType<Date | null, Date | null, never>
    rejected_at: ColumnType<Date, Date | undefined, never>
  }
  /** Who found a review helpful. */
  review_votes: { review_id: string; customer_id: string; created_at: Timestamp }
}

declare module '../tables.server.ts' {
  interface Tables extends ReviewsTables {}
}
