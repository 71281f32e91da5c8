import type { LineRow } from '../cart/tables.server.ts'

export interface WishlistTables {
  wishlist_lines: LineRow
}
