import type { Generated } from 'kysely'
import type { ParcelState } from '../orders/rules.ts'

export interface ShippingTables {
  /** The parcels of orders. */
  shipments: {
    id: string
    order_id: string
    carrier: string
    tracking_number: string
    url: string | null
    shipped_at: Generated<Date>
    out_for_delivery_at: Date | null
    delivered_at: Date | null
    state: Generated<ParcelState>
    /** In the carrier's words or in those of staff. */
    state_reason: string | null
    state_at: Date | null
    /** When it was taken in again. */
    received_at: Date | null
    /** What the carrier collects at the door, in paise. */
    collect_paise: Generated<number>
  }
  /** What packers ticked; rows are only added. */
  pack_ticks: {
    key: string
    item_id: string
    order_id: string
    parcel: number
    sku: string
    step: 'fetched' | 'packed'
    count: number
    at: Date
    staff_id: string
    recorded_at: Generated<Date>
  }
  /** The number of pieces of an order's line in a parcel, and what came back of them: null until it's received. */
  shipment_lines: {
    shipment_id: string
    order_line_id: string
    quantity: number
    good: number | null
    damaged: number | null
    /** True if what came back is sent again. */
    resent: Generated<boolean>
  }
  /** Orders in cash that were refused at the door. */
  refusals: { order_id: string; at: Generated<Date>; forgiven_at: Date | null }
  /** A view: parcels that didn't arrive, and whose pieces aren't refunded. */
  parcels_in_trouble: { id: string; order_id: string; state: string; since: Date; received_at: Date | null }
}

declare module '../tables.server.ts' {
  interface Tables extends ShippingTables {}
}
