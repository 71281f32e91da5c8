import type { ColumnType } from 'kysely'
import type { LineRow } from '../cart/tables.server.ts'

export interface WishlistTables {
  wishlist_lines: LineRow & {
    /**
     * The price below which `alerts` notifies the customer; null if they didn't ask for it, and until the job of
     * `alerts` has stored it.
     */
    price_paise: ColumnType<number | null, never, number | null>
  }
}

declare module '../tables.server.ts' {
  interface Tables extends WishlistTables {}
}
