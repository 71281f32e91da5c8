import type { ColumnType } from 'kysely'

/** Imports by the staff site; read and written in plain SQL (`runs-sql.server.ts`). */
interface ImportRunsTable {
  id: string
  staff_id: string
  file_name: string
  content: Buffer | null
  options: ColumnType<unknown, string, string>
  state: string
  progress: ColumnType<unknown, string, string>
  report: ColumnType<unknown, string, string>
  import_id: number | null
  undone_at: Date | null
  created_at: Date
  beat_at: Date
}

export interface ImportsTables {
  import_runs: ImportRunsTable
}

declare module '../tables.server.ts' {
  interface Tables extends ImportsTables {}
}
