import { paise, toRupees } from '#platform/money.ts'
import type { LineProduct } from '../cart/contract.ts'
import type { Picture } from '../catalog/contract.ts'
import type { StatusDates } from './contract.ts'
import type { OrderStatus } from './rules.ts'

/** The columns of an order or an exchange with the time of each stage. */
export interface StageTimes {
  status: OrderStatus
  packaging_at: Date | null
  ontheway_at: Date | null
  delivered_at: Date | null
}

/** The columns of a product as it was bought. */
export interface BoughtProduct {
  product_id: string
  name: string
  price_paise: number
  pictures: Picture[]
}

/** A product as orders and exchanges contain it in responses. */
export function toLineProduct(row: BoughtProduct): LineProduct {
  return {
    _id: row.product_id,
    name: row.name,
    price: rupees(row.price_paise),
    images: row.pictures.map(({ src }) => src),
  }
}

/** When each stage was reached, in ISO 8601. */
export function stageDates(ordered: Date, times: StageTimes): StatusDates {
  return {
    ordered: ordered.toISOString(),
    packaging: times.packaging_at?.toISOString() ?? null,
    ontheway: times.ontheway_at?.toISOString() ?? null,
    delivered: times.delivered_at?.toISOString() ?? null,
  }
}

/** Paise of a row as rupees. */
export function rupees(amount: number): number {
  return toRupees(paise(amount))
}
