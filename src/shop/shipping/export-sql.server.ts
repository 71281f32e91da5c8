import { type Kysely, sql } from 'kysely'
import type { OrderAddress } from '../orders/contract.ts'
import type { OrderState } from '../orders/rules.ts'
import { refundedOfOrder } from '../orders/staff-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { toCollect } from './collect-sql.server.ts'

/** An order in an export; money in paise. */
export interface ExportedOrder {
  id: string
  number: number
  paid_at: Date
  state: OrderState
  status: string
  capture_unconfirmed: boolean
  email: string | null
  address: OrderAddress
  note: string
  goods_paise: number
  discount_paise: number
  delivery_paise: number
  delivery_discount_paise: number
  cash_fee_paise: number
  tax_paise: number
  total_paise: number
  prices_include_tax: boolean
  /** What went back or will: by refunds and by lost disputes. */
  refunded_paise: number
  payment_method: string
  /** What the parcels that are still to leave collect at the door, in paise. */
  to_collect: number
  /** True if anything of the order is to be packed. */
  to_pack: boolean
  /** Of the newest parcel, like the two fields below. */
  carrier: string | null
  tracking_number: string | null
  url: string | null
  lines: {
    sku: string
    name: string
    color: string
    size: string
    quantity: number
    unshipped: number
    price_paise: number
    discount_paise: number
    /** Of the line as bought: `quantity` may be what's to pack. */
    bought: number
    tax_percent: number
    hsn: string
  }[]
}

/** Paid orders, oldest first, within the period if one is given, or the one with this id. `to` is exclusive. */
export async function listExportedOrders(
  db: Kysely<Tables>,
  { from = null, to = null, id = null }: { from?: Date | null; to?: Date | null; id?: string | null },
): Promise<ExportedOrder[]> {
  const { rows } = await sql<ExportedOrder>`
    select o.id, o.number, o.paid_at, o.state, o.status, o.capture_unconfirmed, c.email, o.address, o.note, o.goods_paise,
      o.discount_paise, o.delivery_paise, o.delivery_discount_paise, o.cash_fee_paise, o.tax_paise, o.total_paise, o.prices_include_tax, ${refundedOfOrder} as refunded_paise,
      o.payment_method, ${toCollect} as to_collect, s.carrier, s.tracking_number, s.url,
      o.id in (select order_id from orders_to_pack) as to_pack,
      (select jsonb_agg(jsonb_build_object('sku', l.sku, 'name', l.name, 'color', l.color, 'size', l.size,
          'quantity', l.quantity, 'bought', l.quantity, 'price_paise', l.price_paise, 'discount_paise', l.discount_paise, 'tax_percent', l.tax_percent, 'hsn', l.hsn, 'unshipped', p.unshipped) order by l.position)
        from order_lines l join line_pieces p on p.order_line_id = l.id where l.order_id = o.id) as lines
    from orders o join customers c on c.id = o.customer_id
    left join lateral (select carrier, tracking_number, url from shipments
      where order_id = o.id order by shipped_at desc, id desc limit 1) s on true
    where o.paid_at is not null and o.status is not null and (${id}::text is null or o.id = ${id})
      and (${from}::timestamptz is null or o.paid_at >= ${from}) and (${to}::timestamptz is null or o.paid_at < ${to})
    order by o.paid_at, o.id`.execute(db)
  return rows
}
