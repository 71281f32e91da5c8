import type { Generated } from 'kysely'

export interface OwnerTables {
  /** Who has which record open. Unlogged: it's of the last minute. */
  staff_presence: { staff_id: string; subject: string; seen_at: Generated<Date> }
}

declare module '../tables.server.ts' {
  interface Tables extends OwnerTables {}
}
