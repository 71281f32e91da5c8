import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { claim } from '#platform/db/claim.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import { variantPrice } from '../catalog/variant-price-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import type { PendingOrder } from './contract.ts'

type Db = Kysely<Tables>

/** The customer's unpaid orders that are still held, newest first. */
export async function findPendingOrders(db: Db, customer: CustomerId): Promise<PendingOrder[]> {
  const { rows } = await sql<{
    id: string
    created_at: Date
    expires_at: Date
    total_paise: number
    due_paise: number
    lines: PendingOrder['productDetails']
  }>`
    select o.id, o.created_at, o.expires_at, o.total_paise, o.total_paise - o.credit_paise as due_paise, json_agg(json_build_object('name', l.name, 'color', l.color,
      'size', l.size, 'quantity', l.quantity, 'image',
      coalesce((select x ->> 'src' from jsonb_array_elements(l.pictures) x where x ->> 'color' = l.color limit 1), l.pictures -> 0 ->> 'src'),
      'price', l.price_paise / 100.0, 'currentPrice', ${variantPrice} / 100.0) order by l.position) as lines
    from orders o join order_lines l on l.order_id = o.id
    left join products p on p.id = l.product_id and p.state = 'published'
    left join stock s on s.sku = l.sku
    where o.customer_id = ${customer} and o.state = 'awaiting_payment' and o.draft_id is null and o.expires_at > now()
    group by o.id order by o.created_at desc`.execute(db)
  return rows.map((row) => ({
    _id: row.id,
    orderedDate: row.created_at.toISOString(),
    heldUntil: row.expires_at.toISOString(),
    totalPrice: toRupees(paise(row.total_paise)),
    due: toRupees(paise(row.due_paise)),
    productDetails: row.lines,
  }))
}

/** The payment methods that the provider's dialog can open with (its documentation: prefill). */
const DIALOG_METHODS = ['card', 'netbanking', 'wallet', 'emi', 'upi']

/** The customer's last payment method in the provider's term, or null if its dialog can't open with it. */
export async function findLastMethod(db: Db, customer: CustomerId): Promise<string | null> {
  const { rows } = await sql<{ payment_method: string }>`
    select payment_method from orders where customer_id = ${customer} and paid_at is not null
      and payment_method = any(${DIALOG_METHODS}) order by paid_at desc limit 1`.execute(db)
  return rows[0]?.payment_method ?? null
}

/** Minutes from the last opening of an order to its reminder. The payment window closes after ten. */
const REMIND_AFTER_MINUTES = 11
/** If less of the hold is left, the mail would come too late. */
const REMIND_LEFT_MINUTES = 3

/** Claims the unpaid orders due for a reminder, in the transaction that writes the mails. */
export async function claimUnpaid(tx: Db, limit: number) {
  const { rows } = await claim<{ id: string; customer_id: CustomerId }>({
    table: 'orders',
    due: sql`state = 'awaiting_payment' and draft_id is null and reminded_at is null
      and opened_at < now() - make_interval(mins => ${REMIND_AFTER_MINUTES})
      and expires_at > now() + make_interval(mins => ${REMIND_LEFT_MINUTES})`,
    order: sql`created_at`,
    limit,
    set: sql`reminded_at = now()`,
    returning: sql`id, customer_id`,
  }).execute(tx)
  return rows
}
