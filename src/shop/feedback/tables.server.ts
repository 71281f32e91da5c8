import type { ColumnType, Generated } from 'kysely'

export interface FeedbackTables {
  review_requests: { order_id: string; asked_at: Generated<Date> }
  review_readers: {
    email: string
    token: string
    created_at: Generated<Date>
    /** Set when the reader has unsubscribed. */
    left_at: ColumnType<Date | null, never, Date>
  }
}

declare module '../tables.server.ts' {
  interface Tables extends FeedbackTables {}
}
