import type { ColumnType, Generated } from 'kysely'
import type { FileKind } from './file.server.ts'
import type { Outcome, RemittedRow } from './rules.ts'

export interface RemittancesTables {
  remittances: {
    id: string
    of: Generated<FileKind>
    rows: ColumnType<RemittedRow[], string, never>
    outcome: ColumnType<Outcome | null, string | null, string | null>
    created_by: string
    created_at: Generated<Date>
    applied_at: Date | null
  }
  /** Payments and refunds that the provider has settled. */
  settled: {
    entity_id: string
    utr: string
    remittance_id: string
    amount_paise: number
    settled_on: ColumnType<string, string, never>
  }
  remitted: {
    shipment_id: string
    utr: string
    remittance_id: string
    amount_paise: number
    paid_on: ColumnType<string, string, never>
  }
}

declare module '../tables.server.ts' {
  interface Tables extends RemittancesTables {}
}
