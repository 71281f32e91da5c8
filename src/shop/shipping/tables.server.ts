import type { Generated } from 'kysely'

/** A parcel of an order. */
export interface ShipmentRow {
  id: string
  order_id: string
  carrier: string
  tracking_number: string
  url: string | null
  shipped_at: Generated<Date>
  out_for_delivery_at: Date | null
  delivered_at: Date | null
}

/** How many pieces of an order's line are in a parcel. */
export interface ShipmentLineRow {
  shipment_id: string
  order_line_id: string
  quantity: number
}

export interface ShippingTables {
  shipments: ShipmentRow
  shipment_lines: ShipmentLineRow
}
