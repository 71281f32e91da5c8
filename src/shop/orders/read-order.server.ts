import { paise, toRupees } from '#platform/money.ts'
import type { LineProduct } from '../cart/contract.ts'
import { pictureOf } from '../cart/store.server.ts'
import type { Picture } from '../catalog/contract.ts'
import type { Exchange, Order, OrderLine, StatusDates } from './contract.ts'
import { exchangeUntil, type OrderStatus } from './rules.ts'
import type { AddressSnapshot } from './tables.server.ts'

interface StageTimes {
  status: OrderStatus
  packaging_at: Date | null
  ontheway_at: Date | null
  delivered_at: Date | null
}

export interface OrderRead extends StageTimes {
  id: string
  total_paise: number
  goods_paise: number
  delivery_paise: number
  tax_paise: number
  address: AddressSnapshot
  payment_method: string
  paid_at: Date
  estimated_at: Date
}

interface ProductRead {
  product_id: string
  name: string
  price_paise: number
  pictures: Picture[]
}

export interface LineRead extends ProductRead {
  id: string
  order_id: string
  color: string
  size: string
  quantity: number
}

export interface ExchangeRead extends ProductRead, StageTimes {
  id: string
  order_id: string
  reason: string
  problem: string
  color: string | null
  size: string | null
  requested_at: Date
  arrival_at: Date
  cancelled_at: Date | null
  line_color: string
}

/** A paid order on the wire (SPEC 3). */
export function toOrder(row: OrderRead, lines: readonly LineRead[], exchanges: readonly ExchangeRead[]): Order {
  return {
    _id: row.id,
    orderedDate: row.paid_at.toISOString(),
    estimatedDate: row.estimated_at.toISOString(),
    deliveredDate: iso(row.delivered_at),
    orderStatus: row.status,
    statusDates: stageDates(row.paid_at, row),
    paymentMethod: row.payment_method,
    totalPrice: rupees(row.total_paise),
    totals: {
      goods: rupees(row.goods_paise),
      delivery: rupees(row.delivery_paise),
      tax: rupees(row.tax_paise),
      total: rupees(row.total_paise),
    },
    productName: lines[0]?.name ?? '',
    productDetails: lines.map(toOrderLine),
    exchanges: exchanges.map(toExchange),
    exchangeUntil: row.delivered_at ? exchangeUntil(row.delivered_at).toISOString() : null,
    address: row.address,
  }
}

function toOrderLine(row: LineRead): OrderLine {
  return {
    _id: row.id,
    productId: toLineProduct(row),
    color: row.color,
    size: row.size,
    quantity: row.quantity,
    picture: pictureOf(row.pictures, row.color),
  }
}

/** An exchange on the wire (SPEC 3). The picture is the replacement's colour where another one was asked for. */
export function toExchange(row: ExchangeRead): Exchange {
  return {
    _id: row.id,
    orderId: row.order_id,
    productId: toLineProduct(row),
    exchangeStatus: row.status,
    isCancelled: row.cancelled_at !== null,
    arrivalDate: (row.delivered_at ?? row.arrival_at).toISOString(),
    requestedDate: row.requested_at.toISOString(),
    statusDates: stageDates(row.requested_at, row),
    reasonForExchange: row.reason,
    problem: row.problem,
    color: row.color,
    size: row.size,
    picture: pictureOf(row.pictures, row.color ?? row.line_color),
  }
}

function toLineProduct(row: ProductRead): LineProduct {
  return {
    _id: row.product_id,
    name: row.name,
    price: rupees(row.price_paise),
    images: row.pictures.map(({ src }) => src),
  }
}

function stageDates(ordered: Date, times: StageTimes): StatusDates {
  return {
    ordered: ordered.toISOString(),
    packaging: iso(times.packaging_at),
    ontheway: iso(times.ontheway_at),
    delivered: iso(times.delivered_at),
  }
}

function iso(date: Date | null): string | null {
  return date ? date.toISOString() : null
}

function rupees(amount: number): number {
  return toRupees(paise(amount))
}
