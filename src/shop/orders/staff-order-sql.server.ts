import { type Kysely, type Selectable, sql } from 'kysely'
import type { Picture } from '../catalog/contract.ts'
import { piecePicture } from '../catalog/piece-picture-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import type { ParcelState } from './rules.ts'
import { matchesReference } from './staff-sql.server.ts'
import type { OrderRow } from './tables.server.ts'

/** A moment as JSON has it. */
type Moment = string

type OrderColumns =
  | ('id' | 'number' | 'customer_id' | 'state' | 'status' | 'address' | 'payment_method' | 'payment_id')
  | ('goods_paise' | 'delivery_paise' | 'tax_paise' | 'total_paise' | 'credit_paise' | 'prices_include_tax')
  | ('created_at' | 'expires_at' | 'paid_at' | 'capture_unconfirmed' | 'estimated_at' | 'provider_order_id')
  | ('discounts' | 'delivery_discount_paise' | 'cash_fee_paise' | 'note' | 'gstin')
  | ('packaging_at' | 'ontheway_at' | 'delivered_at' | 'cancelled_at' | 'cancelled_by' | 'cancel_reason')

export interface RecordLine {
  sku: string
  product_id: string
  name: string
  color: string
  size: string
  price_paise: number
  discount_paise: number
  tax_percent: number
  quantity: number
  cancelled: number
  place: string | null
  shipped: number
  unshipped: number
  exchanging: number
  picture: Picture | null
}

export interface RecordRefund {
  id: string
  amount_paise: number
  reason: string
  state: 'due' | 'pending' | 'done' | 'failed' | 'withdrawn'
  source: 'shop' | 'provider'
  /** Of that, what went back to the store credit that paid. */
  credit_paise: number
  target: 'source' | 'credit' | 'bank'
  /** Of a transfer to a bank. */
  reference: string | null
  note: string | null
  created_at: Moment
  done_at: Moment | null
  credit_note: string | null
}

export interface RecordDispute {
  id: string
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  amount_paise: number
  reason: string
  respond_by: Moment | null
}

export interface RecordParcel {
  id: string
  carrier: string
  tracking_number: string
  url: string | null
  shipped_at: Moment
  out_for_delivery_at: Moment | null
  delivered_at: Moment | null
  state: ParcelState
  state_reason: string | null
  state_at: Moment | null
  received_at: Moment | null
  is_trouble: boolean
  pieces: { sku: string; quantity: number; good: number | null; damaged: number | null; resent: boolean }[]
  collect_paise: number
}

export interface RecordExchange {
  id: string
  product: string
  status: string
  /** What it waits for, as `exchange_state` says it. */
  state: string
  requested_at: Moment
  received_at: Moment | null
  cancelled_at: Moment | null
  refunded_at: Moment | null
  refusal: string | null
}

export interface RecordAuditLine {
  at: Moment
  actor_kind: string
  actor: string
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export interface RecordNote {
  id: string
  order_id: string
  staff_id: string | null
  author: string
  text: string
  version: number
  created_at: Moment
  changed_at: Moment | null
}

/** An order with all that belongs to it, as the database has it. */
export interface StaffOrderRow extends Pick<Selectable<OrderRow>, OrderColumns> {
  customer_name: string
  /** True if the provider counts it as placed with cash on delivery of its own. */
  is_cash_at_provider: boolean
  email: string | null
  invoice: string | null
  /** The credit note for the invoice of a closed order, for which nothing was paid. */
  closing_note: { id: string; number: string } | null
  lines: RecordLine[]
  refunds: RecordRefund[]
  has_failed_refund: boolean
  disputes: RecordDispute[]
  /** Of its payment, in paise; null without one. */
  balance: { refunded: number; lost: number; left: number } | null
  parcels: RecordParcel[]
  exchanges: RecordExchange[]
  notes: RecordNote[]
  audit: RecordAuditLine[]
}

/** An order in any state, by its id or number, in one query. Its 200 newest audit lines are enough for a person. */
export async function readStaffOrder(db: Kysely<Tables>, reference: string): Promise<StaffOrderRow | null> {
  const { rows } = await sql<StaffOrderRow>`
    select o.id, o.number, o.customer_id, o.state, o.status, o.address, o.payment_method, o.payment_id,
      o.goods_paise, o.delivery_paise, o.tax_paise, o.total_paise, o.credit_paise, o.prices_include_tax,
      o.discounts, o.delivery_discount_paise, o.cash_fee_paise, o.note, o.gstin,
      o.created_at, o.expires_at, o.paid_at, o.capture_unconfirmed, o.estimated_at, o.provider_order_id,
      o.packaging_at, o.ontheway_at, o.delivered_at, o.cancelled_at, o.cancelled_by, o.cancel_reason,
      exists (select from payments p where p.order_id = o.id and p.exchange_id is null and p.status = 'pending') as is_cash_at_provider,
      c.name as customer_name, c.email, (select i.number from invoices i where i.order_id = o.id) as invoice,
      (select jsonb_build_object('id', n.refund_id, 'number', n.number) from credit_notes n
        where n.order_id = o.id and n.exchange_id is null and o.payment_id is null) as closing_note,
      (select coalesce(jsonb_agg(to_jsonb(x) order by x.position), '[]') from (
        select l.position, l.sku, l.product_id, l.name, l.color, l.size, l.price_paise, l.discount_paise, l.tax_percent, l.quantity, l.cancelled,
          s.place, v.shipped, v.unshipped,
          (select coalesce(sum(xl.quantity), 0)::integer from exchange_lines xl join exchanges e on e.id = xl.exchange_id
            where xl.order_line_id = l.id and e.cancelled_at is null and e.status <> 'delivered') as exchanging,
          ${piecePicture(sql`p.pictures`, sql`l.color`)} as picture
        from order_lines l join line_pieces v on v.order_line_id = l.id
        left join sku_places s on s.sku = l.sku left join products q on q.id = l.product_id
        cross join lateral (select coalesce(q.pictures, l.pictures) as pictures) p
        where l.order_id = o.id) x) as lines,
      (select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at, x.id), '[]') from (
        select r.id, r.amount_paise + r.credit_paise as amount_paise, r.credit_paise, r.reason, r.state, r.source, r.target, r.reference, r.note, r.created_at, r.done_at, n.number as credit_note
        from refunds r left join credit_notes n on n.refund_id = r.id where r.order_id = o.id) x) as refunds,
      exists (select from failed_refunds f where f.order_id = o.id) as has_failed_refund,
      (select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]') from (
        select d.id, d.status, d.amount_paise, d.reason, d.respond_by, d.created_at
        from disputes d where d.order_id = o.id) x) as disputes,
      (select jsonb_build_object('refunded', b.refunded_paise, 'lost', b.lost_paise, 'left', b.left_paise)
        from payment_balances b where b.payment_id = o.payment_id) as balance,
      (select coalesce(jsonb_agg(to_jsonb(x) order by x.shipped_at, x.id), '[]') from (
        select s.id, s.carrier, s.tracking_number, s.url, s.shipped_at, s.out_for_delivery_at, s.delivered_at,
          s.state, s.state_reason, s.state_at, s.received_at, s.collect_paise, exists (select from parcels_in_trouble p where p.id = s.id) as is_trouble,
          (select jsonb_agg(jsonb_build_object('sku', l.sku, 'quantity', sl.quantity,
            'good', sl.good, 'damaged', sl.damaged, 'resent', sl.resent) order by l.position)
            from shipment_lines sl join order_lines l on l.id = sl.order_line_id where sl.shipment_id = s.id) as pieces
        from shipments s where s.order_id = o.id) x) as parcels,
      (select coalesce(jsonb_agg(to_jsonb(x) order by x.requested_at, x.id), '[]') from (
        select e.id, l.name as product, e.status, e.requested_at,
          exchange_state(e.status, e.hold, e.cancelled_at, e.received_at, e.refusal, e.refunded_at) as state, e.received_at, e.cancelled_at, e.refunded_at, e.refusal
        from exchanges e join order_lines l on l.id = e.order_line_id where e.order_id = o.id) x) as exchanges,
      (select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at, n.id), '[]')
        from order_notes n where n.order_id = o.id) as notes,
      (select coalesce(jsonb_agg(to_jsonb(x) order by x.id), '[]') from (
        select a.id, a.at, a.actor_kind, a.actor, a.action, a.before, a.after
        from audit_log a where a.subject = 'order:' || o.id order by a.id desc limit 200) x) as audit
    from orders o join customers c on c.id = o.customer_id where ${matchesReference(reference)}`.execute(db)
  return rows[0] ?? null
}
