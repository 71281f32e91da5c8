import type { ColumnType, Generated } from 'kysely'
import type { EventType } from './rules.ts'

interface ShopEventTable {
  id: Generated<number>
  type: EventType
  subject: string
  data: ColumnType<Record<string, unknown>, string, never>
  created_at: Generated<Date>
  mailed_at: Date | null
  delivered_at: Date | null
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  expires_at: Generated<Date>
  last_result: string | null
}

export interface EventsTables {
  shop_events: ShopEventTable
  owner_digests: { day: string }
}

declare module '../tables.server.ts' {
  interface Tables extends EventsTables {}
}
