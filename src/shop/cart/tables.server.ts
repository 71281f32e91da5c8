import type { ColumnType, Generated } from 'kysely'

/** One variant in a customer's cart or wishlist; unique per customer. */
export interface LineRow {
  id: string
  customer_id: string
  product_id: string
  color: string
  size: string
  quantity: number
  created_at: Generated<Date>
}

export interface CartTables {
  cart_lines: LineRow
  /** Kept by the same statements as the cart (`sql.server.ts`). */
  wishlist_lines: LineRow & {
    /**
     * The price below which `alerts` notifies the customer; null if they didn't ask for it, and until the job of
     * `alerts` has stored it.
     */
    price_paise: ColumnType<number | null, never, number | null>
  }
}

declare module '../tables.server.ts' {
  interface Tables extends CartTables {}
}
