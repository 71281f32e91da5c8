import type { Generated } from 'kysely'

/** One product, colour and size that a customer put aside; at most one row for each of those. */
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
}
