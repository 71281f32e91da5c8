import type { ColumnType, Generated } from 'kysely'
import type { OrderStatus } from '../orders/rules.ts'

export interface ExchangeRow {
  id: string
  order_id: string
  /** The line that goes back; with several of one product in an order, the first. */
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
}

export interface ExchangesTables {
  exchanges: ExchangeRow
}
