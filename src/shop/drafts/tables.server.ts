import type { ColumnType, Generated } from 'kysely'
import type { OrderAddress } from '../orders/contract.ts'
import type { HandMethod } from '../orders/paid-by-hand-contract.ts'
import type { DraftCustomer, DraftSource, StoredDraftLine } from './rules.ts'

export interface DraftsTables {
  draft_orders: {
    id: string
    /** SHA-256 of the token in the link. */
    token_hash: Buffer
    lines: ColumnType<StoredDraftLine[], string, string>
    customer: ColumnType<DraftCustomer, string, string>
    /** Null until it's known. */
    address: ColumnType<OrderAddress | null, string | null, string | null>
    pickup: boolean
    note: string
    source: DraftSource
    codes: ColumnType<string[], string, string>
    hold_until: ColumnType<Date, Date, Date>
    /** Its newest order, which holds the stock. */
    order_id: string
    /** How it was paid by hand. Null: not, or by the link. */
    paid: ColumnType<{ method: HandMethod; reference: string } | null, string | null, string | null>
    deleted_at: Date | null
    created_by: string
    created_at: Generated<Date>
  }
}

declare module '../tables.server.ts' {
  interface Tables extends DraftsTables {}
}
