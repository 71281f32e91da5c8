import type { ColumnType, Generated } from 'kysely'

/** Who changed what. The database refuses to update or delete a row. */
interface AuditLogTable {
  id: Generated<number>
  at: ColumnType<Date, never, never>
  actor_kind: string
  actor: string
  /** Of a member of staff who made the change by a call. */
  actor_id: string | null
  action: string
  subject: string
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
}

export interface AuditTables {
  audit_log: AuditLogTable
}

declare module '../tables.server.ts' {
  interface Tables extends AuditTables {}
}
