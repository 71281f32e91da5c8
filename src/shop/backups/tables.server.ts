import type { ColumnType, Generated } from 'kysely'
import type { MissingPictures } from './missing-pictures.server.ts'

interface BackupsTable {
  id: Generated<number>
  made_at: Date
  place: string
  name: string
  scheduled: boolean
  bytes: number | null
  rows: number | null
  pictures: number | null
  seconds: number | null
  problem: string | null
  verified_at: ColumnType<Date | null, never, Date>
  verify_problem: ColumnType<string | null, never, string | null>
  missing: ColumnType<MissingPictures | null, string | null, never>
  removed_at: ColumnType<Date | null, never, Date>
}

export interface BackupsTables {
  backups: BackupsTable
}

declare module '../tables.server.ts' {
  interface Tables extends BackupsTables {}
}
