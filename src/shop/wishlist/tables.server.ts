import type { Generated } from 'kysely'

export interface WishlistTables {
  /** How customers show their wishlists to others. */
  wishlist_links: { customer_id: string; token: string; created_at: Generated<Date> }
}

declare module '../tables.server.ts' {
  interface Tables extends WishlistTables {}
}
