import type { Generated } from 'kysely'

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
}

declare module '../tables.server.ts' {
  interface Tables extends CartTables {}
}
