import type { ColumnType, Generated } from 'kysely'
import type { PrepaidPrice } from './prepaid-rules.ts'
import type { ProviderSwitch } from './provider-switches.ts'

/** The last payment state reported by the provider. */
export interface PaymentRow {
  id: string
  order_id: string
  /** The exchange whose dearer replacement it's for; null if it's for the order. */
  exchange_id: string | null
  status: 'created' | 'pending' | 'authorized' | 'captured' | 'refunded' | 'failed'
  amount_paise: number
  currency: string
  /** Who reported the payment first. */
  source: 'browser' | 'webhook' | 'reconciler' | 'staff' | 'credit'
  created_at: Generated<Date>
  /** What was switched on at the provider, behind the shop's back, that changed it. */
  switched_on: ProviderSwitch | null
}

/** A verified event of the provider, stored before it is processed. */
export interface WebhookRow {
  event_id: string
  type: string
  raw: string
  received_at: Generated<Date>
  processed_at: Date | null
  attempts: Generated<number>
  next_at: ColumnType<Date, Date | string | undefined, Date | string>
  /** Why the event changed nothing, or null if it did. */
  note: string | null
}

/** The link by which an order in cash can be paid online. */
interface OrderPayLinkRow {
  order_id: string
  /** SHA-256 of its token. */
  token_hash: Buffer
  until: Date
  price: ColumnType<PrepaidPrice, string, string>
  /** What a payment by it has to be of. */
  due_paise: number
  created_at: Generated<Date>
}

export interface CheckoutTables {
  order_pay_links: OrderPayLinkRow
  payments: PaymentRow
  webhook_inbox: WebhookRow
}

declare module '../tables.server.ts' {
  interface Tables extends CheckoutTables {}
}
