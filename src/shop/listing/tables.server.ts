import type { ColumnType } from 'kysely'

/** What was searched for on a day in India. */
interface SearchesTable {
  day: string
  text: string
  times: number
  found: number
  seen_at: ColumnType<Date, never, never>
}

export interface ListingTables {
  searches: SearchesTable
}

declare module '../tables.server.ts' {
  interface Tables extends ListingTables {}
}
