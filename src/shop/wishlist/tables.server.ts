import type { ColumnType } from 'kysely'
import type { LineRow } from '../cart/tables.server.ts'

export interface WishlistTables {
  wishlist_lines: LineRow & {
    /** Below which `alerts` tells of a lower price; null where nobody asked. */
    price_paise: ColumnType<number | null, never, number | null>
  }
}
