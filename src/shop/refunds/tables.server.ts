import type { ColumnType, Generated } from 'kysely'
import type { DisputeStatus } from '#platform/payments/provider.server.ts'
import type { Pieces, RefundReason, RefundState, RefundTarget } from './rules.ts'

/** A refund. The provider refunds at most once under the key made of id and round. */
export interface RefundRow {
  id: string
  payment_id: string
  order_id: string
  /** Of money. */
  amount_paise: number
  /** What went back to the store credit that paid. */
  credit_paise: Generated<number>
  reason: RefundReason
  state: Generated<RefundState>
  /** Who made it: the shop, or somebody on the provider's dashboard. */
  source: Generated<'shop' | 'provider'>
  target: Generated<RefundTarget>
  /** Of a transfer to a bank. */
  reference: string | null
  /** Why, in the requester's words. */
  note: string | null
  lines: ColumnType<Pieces[], string | undefined, string>
  /** The exchange whose cheaper replacement it's for. */
  exchange_id: string | null
  provider_refund_id: string | null
  /** Counts repeated requests, each made with its own key because the provider failed the one before. */
  round: Generated<number>
  /** Counts calls to the provider. */
  attempts: Generated<number>
  next_at: ColumnType<Date, Date | string | undefined, Date | string>
  created_at: Generated<Date>
  done_at: Date | null
}

/** A payment that the customer's bank disputes, as last reported by the provider. */
export interface DisputeRow {
  id: string
  payment_id: string
  order_id: string
  amount_paise: number
  status: DisputeStatus
  phase: string
  reason: string
  respond_by: Date | null
  created_at: Generated<Date>
  /** When the shop heard that it's decided. */
  decided_at: Date | null
}

/** What went back of a payment, and what is left of it. */
export interface PaymentBalanceRow {
  payment_id: string
  order_id: string
  /** Refunded, or to be refunded. */
  refunded_paise: number
  /** Taken back by a lost dispute. */
  lost_paise: number
  /** What an undecided dispute may take. */
  disputed_paise: number
  left_paise: number
  /** Of that, what goes back to the store credit that paid. */
  credit_left_paise: number
}

export interface RefundsTables {
  refunds: RefundRow
  disputes: DisputeRow
  /** A view. */
  payment_balances: PaymentBalanceRow
  /** A view: undecided disputes, and lost ones of orders whose goods may still be kept back. */
  disputes_in_trouble: DisputeRow
  /** A view: refunds that failed for good and whose amounts haven't been refunded since. */
  failed_refunds: Pick<RefundRow, 'id' | 'order_id' | 'created_at'>
}

declare module '../tables.server.ts' {
  interface Tables extends RefundsTables {}
}
