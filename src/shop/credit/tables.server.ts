import type { Generated } from 'kysely'
import type { CreditKind } from './contract.ts'

/** An entry of a customer's store credit. Rows are only added (but for a gift that is undone); of what was given, `left_paise` falls. */
export interface CreditEntryRow {
  id: Generated<number>
  customer_id: string
  kind: CreditKind
  amount_paise: number
  /** Why it was given, as the customer reads it. Empty if the order says it. */
  reason: Generated<string>
  order_id: string | null
  /** The entry that it's of: of a use or an end what was given, of what is given back the use. */
  of_id: number | null
  /** Null: it never ends. */
  ends_at: Date | null
  /** Null for what was used or has ended. */
  left_paise: number | null
  created_at: Generated<Date>
}

export interface CreditTables {
  credit_entries: CreditEntryRow
}

declare module '../tables.server.ts' {
  interface Tables extends CreditTables {}
}
