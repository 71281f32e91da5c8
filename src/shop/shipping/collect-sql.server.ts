import { type Kysely, sql } from 'kysely'
import { type Paise, paise } from '#platform/money.ts'
import { type CollectedLine, collectFor } from '../orders/collect-rules.ts'
import { type DeliveryMoney, dueInCash, type OrderState, paidForDelivery, paidForLine } from '../orders/rules.ts'
import { splitOf } from '../refunds/rules.ts'
import type { Tables } from '../tables.server.ts'

interface CashOrder extends DeliveryMoney {
  state: OrderState
  total_paise: number
  credit_paise: number
  tax_paise: number
  /** What the parcels that have left collect. */
  collected: number
  parcels: number
  lines: {
    id: string
    sku: string
    price_paise: number
    discount_paise: number
    quantity: number
    cancelled: number
    tax_percent: number
    unshipped: number
  }[]
}

/** What the next parcel of an order collects at the door, with so many pieces of each line, by its id. 0 if it's paid. */
export async function collectOfParcel(
  db: Kysely<Tables>,
  orderId: string,
  pieces: readonly { id: string; count: number }[],
): Promise<Paise> {
  const { rows } = await sql<CashOrder>`
    select o.state, o.total_paise, o.credit_paise, o.tax_paise, o.delivery_paise, o.delivery_discount_paise, o.cash_fee_paise,
      (select coalesce(sum(collect_paise), 0)::integer from shipments where order_id = o.id) as collected,
      (select count(*)::integer from shipments where order_id = o.id) as parcels,
      (select jsonb_agg(jsonb_build_object('id', l.id, 'sku', l.sku, 'price_paise', l.price_paise, 'discount_paise', l.discount_paise,
          'quantity', l.quantity, 'cancelled', 0, 'tax_percent', l.tax_percent, 'unshipped', p.unshipped) order by l.position)
        from order_lines l join line_pieces p on p.order_line_id = l.id where l.order_id = o.id) as lines
    from orders o where o.id = ${orderId}`.execute(db)
  const [order] = rows
  if (!order || dueInCash(order) === 0) return paise(0)
  const counts = new Map(pieces.map(({ id, count }) => [id, count]))
  const countOf = (id: string) => counts.get(id) ?? 0
  const whole = order.lines.map(({ sku, quantity }) => ({ sku, count: quantity }))
  // Tax that's added to the goods is collected with them.
  const taxes = new Map(splitOf(order, order.lines, whole).map(({ sku, tax }) => [sku, tax]))
  const lines: CollectedLine[] = order.lines.map((line) => ({
    amount: paidForLine(line) + (taxes.get(line.sku) ?? 0),
    quantity: line.quantity,
    count: countOf(line.id),
  }))
  const delivery = paidForDelivery(order)
  // What the parcels before would have collected without store credit.
  const before = order.lines.reduce((sum, line, index) => {
    const { amount = 0 } = lines[index] ?? {}
    return sum + Math.floor((amount * (line.quantity - line.unshipped)) / line.quantity)
  }, 0)
  const used = order.parcels === 0 ? 0 : before + delivery
  const due = { total: order.total_paise - order.credit_paise, credit: Math.max(0, order.credit_paise - used) }
  return collectFor({ ...due, delivery, collected: order.collected }, lines, {
    isFirst: order.parcels === 0,
    isLast: order.lines.every(({ id, unshipped }) => countOf(id) >= unshipped),
  })
}

/** SQL: what the parcels of an order `o` that are still to leave collect, in paise. */
export const toCollect = sql<number>`(case when o.state in ('to_confirm', 'placed')
  then greatest(0, o.total_paise - o.credit_paise - (select coalesce(sum(s.collect_paise), 0) from shipments s where s.order_id = o.id)) else 0 end)::integer`
