import type { ColumnType, Generated } from 'kysely'
import type { Picture } from '../catalog/contract.ts'
import type { OrderAddress } from './contract.ts'
import type { OrderState, OrderStatus } from './rules.ts'

export interface OrderRow {
  id: string
  /** The order number without its prefix. */
  number: Generated<number>
  customer_id: string
  state: OrderState
  /** Equal for orders of one customer with the same goods, address and total; only one of them is open at a time. */
  fingerprint: string
  goods_paise: number
  delivery_paise: number
  tax_paise: number
  total_paise: number
  /** What came off: by offer, off the goods, off the delivery fee. */
  discounts: ColumnType<StoredDiscount[], string, never>
  discount_paise: Generated<number>
  delivery_discount_paise: Generated<number>
  cash_fee_paise: Generated<number>
  /** What store credit paid of the total. */
  credit_paise: Generated<number>
  /** For the courier. */
  note: Generated<string>
  gstin: Generated<string>
  address: ColumnType<OrderAddress, string, string>
  payment_method: string
  provider_order_id: string | null
  created_at: Generated<Date>
  expires_at: ColumnType<Date, Date | string, Date | string>
  /** The last time a payment window could be opened: at the order's creation, or when its customer came back to pay. */
  opened_at: Generated<Date>
  reminded_at: Date | null
  /** The time of the next check with the provider, or null for never. */
  next_check_at: Date | null
  /** The payment that paid for the order. Null of one whose cash isn't in. */
  payment_id: string | null
  /** When it was placed: paid, or to be paid in cash. Of one that was to be confirmed, when it was. */
  paid_at: Date | null
  /**
   * True if the payment is verified only by its signature, because the provider was unavailable. Not to be shipped
   * until it's confirmed.
   */
  capture_unconfirmed: Generated<boolean>
  /** Null until it's placed. */
  status: OrderStatus | null
  estimated_at: Date | null
  packaging_at: Date | null
  ontheway_at: Date | null
  delivered_at: Date | null
  /** True if it has a parcel, and pieces that haven't left. Triggers keep it. */
  partly_sent: ColumnType<boolean, never, never>
  exchange_days: number
  cancelled_at: Date | null
  cancelled_by: 'customer' | 'staff' | 'provider' | 'shop' | null
  cancel_reason: string | null
  prices_include_tax: boolean
  /** Set if staff entered it for somebody. */
  draft_id: string | null
  /** Handed over as soon as it's paid. */
  pickup: Generated<boolean>
}

/** What an offer took off an order, in paise. */
export interface StoredDiscount {
  offer: string | null
  name: string
  code: string | null
  amount: number
}

/** A line as bought: the product may change its name and price later, or disappear. */
export interface OrderLineRow {
  id: string
  order_id: string
  position: number
  sku: string
  product_id: string
  name: string
  price_paise: number
  /** Off the whole line. */
  discount_paise: Generated<number>
  color: string
  size: string
  quantity: number
  pictures: ColumnType<Picture[], string, string>
  /** Pieces cancelled before or after they were shipped, and how many are back in stock, cancelled or not. */
  cancelled: Generated<number>
  restocked: Generated<number>
  /** The basis of its tax. */
  hsn: string
  tax_percent: number
  /** Of its own, 0 if it can't be exchanged. Null: those of its order. */
  exchange_days: number | null
}

/** Who bought what, for reviews: paid orders only. */
export interface PurchaseRow {
  customer_id: string
  product_id: string
  size: string
  paid_at: Date
}

/** What staff write to each other about an order. */
export interface OrderNoteRow {
  id: string
  order_id: string
  /** Null if it was written by the command line. */
  staff_id: string | null
  author: string
  text: string
  version: Generated<number>
  created_at: Generated<Date>
  changed_at: Date | null
}

/** A list that somebody keeps; `area` says of what. */
export interface SavedViewRow {
  id: string
  staff_id: string
  area: string
  name: string
  filters: ColumnType<Record<string, string>, string, never>
  shared: boolean
  created_at: Generated<Date>
}

export interface OrdersTables {
  order_notes: OrderNoteRow
  saved_views: SavedViewRow
  orders: OrderRow
  order_lines: OrderLineRow
  purchases: PurchaseRow
  /** A view: how many pieces of each order line have left, and how many haven't. */
  line_pieces: { order_line_id: string; order_id: string; shipped: number; unshipped: number }
  /** A view: how many pieces of each order line may still be booked into stock. */
  line_returns: { order_line_id: string; order_id: string; restockable: number }
  /** A view: the orders to pack, and how many pieces they have. */
  orders_to_pack: { order_id: string; pieces: number }
}

declare module '../tables.server.ts' {
  interface Tables extends OrdersTables {}
}
