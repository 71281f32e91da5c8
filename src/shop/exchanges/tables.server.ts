import type { ColumnType, Generated } from 'kysely'
import type { OrderStatus } from '../orders/rules.ts'

export interface ExchangeRow {
  id: string
  order_id: string
  /** The exchanged line, the first if the product has several lines in the order. */
  order_line_id: string
  product_id: string
  reason: string
  problem: string
  color: string | null
  size: string | null
  status: Generated<OrderStatus>
  requested_at: ColumnType<Date, Date | string | undefined, never>
  arrival_at: Date
  packaging_at: Date | null
  ontheway_at: Date | null
  delivered_at: Date | null
  cancelled_at: Date | null
  /** What happened to the stock of the replacement. */
  hold: 'held' | 'taken' | 'released'
  carrier: string | null
  tracking_number: string | null
  url: string | null
  pickup_carrier: string | null
  pickup_number: string | null
  pickup_url: string | null
  /** When the old piece came back. */
  received_at: Date | null
  /** Why the shop refused the exchange. */
  refusal: string | null
  refunded_at: Date | null
  /** With tax: above 0 to pay before it's approved, below 0 to give back when it's done. */
  difference_paise: Generated<number>
  difference_method: string | null
  difference_reference: string | null
  /** The payment by which it was paid: the provider's, or one that staff took. */
  difference_payment_id: string | null
  /** When the difference was paid, or began to go back. */
  difference_settled_at: Date | null
  /** Where what is to give back goes. Null: to where it was paid from. */
  difference_to: 'source' | 'credit' | null
  /** When what was paid for a replacement that isn't coming began to go back. */
  difference_returned_at: Date | null
  /** What the request itself costs, with tax; part of the difference. */
  fee_paise: Generated<number>
  /** The product that comes instead, and its name. Null: the same product. */
  other_product_id: string | null
  other_name: string | null
}

/** A photo that a shopper sent with an exchange. Null: for one that isn't requested yet. The file has its id. */
interface ExchangePhotoRow {
  id: string
  customer_id: string
  exchange_id: string | null
  width: number
  height: number
  created_at: ColumnType<Date, Date | string | undefined, never>
}

/** The exchanged pieces of one line; `db/migrations` describes the columns. */
interface ExchangeLineRow {
  exchange_id: string
  order_line_id: string
  quantity: number
  replacement_sku: string
  returned_sku: string | null
  good: Generated<number>
  damaged: Generated<number>
  /** Replacements that a later refund of the order restocked. */
  restocked: Generated<number>
}

/** The link by which what a replacement costs more is paid. */
interface ExchangePayLinkRow {
  exchange_id: string
  /** SHA-256 of its token. */
  token_hash: Buffer
  until: Date
  created_at: Generated<Date>
}

/** The provider's order for one sum of it; `db/migrations` describes the columns. */
interface ExchangeProviderOrderRow {
  provider_order_id: string
  exchange_id: string
  amount_paise: number
  opened_at: Generated<Date>
  next_check_at: Date | null
  spent_at: Date | null
}

/** A link to pay for an exchange that staff revoked. */
interface RevokedExchangeLinkRow {
  /** SHA-256 of its token. */
  token_hash: Buffer
  exchange_id: string
  revoked_at: Generated<Date>
}

export interface ExchangesTables {
  exchange_pay_links: ExchangePayLinkRow
  revoked_exchange_links: RevokedExchangeLinkRow
  exchange_provider_orders: ExchangeProviderOrderRow
  exchanges: ExchangeRow
  exchange_lines: ExchangeLineRow
  exchange_photos: ExchangePhotoRow
}

declare module '../tables.server.ts' {
  interface Tables extends ExchangesTables {}
}
