import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>

export interface ReviewsTables {
  reviews: {
    id: string
    product_id: string
    customer_id: string
    stars: number
    comment: string
    /** Set when a buyer writes the review, and by a later payment. */
    verified_buyer: Generated<boolean>
    /** Invented, for the demonstration. */
    demonstration: Generated<boolean>
    created_at: Timestamp
    updated_at: Timestamp
  }
}
