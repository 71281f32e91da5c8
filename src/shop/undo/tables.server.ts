import type { ColumnType, Generated } from 'kysely'

export interface UndoTables {
  /** Changes that can be taken back, once, by whoever made them. */
  undos: {
    id: string
    staff_id: string
    /** The line of the log beside which it is offered. */
    audit_id: number
    kind: string
    /** What taking it back takes. */
    data: ColumnType<unknown, string, never>
    created_at: Generated<Date>
    done_at: Date | null
  }
}

declare module '../tables.server.ts' {
  interface Tables extends UndoTables {}
}
