import { type Kysely, type Selectable, sql } from 'kysely'
import { claim, inSeconds } from '#platform/db/claim.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { ProviderRefund } from '#platform/payments/provider.server.ts'
import type { Tables } from '../tables.server.ts'
import type { Pieces, RefundReason, RefundWay } from './rules.ts'
import type { RefundRow } from './tables.server.ts'

type Db = Kysely<Tables>

/** How long an instance has to send a claimed refund before another may claim it. */
const LEASE_SECONDS = 45
/** Seconds until a pending refund is checked if its event does not come. */
const PENDING_SECONDS = 600

export type Refund = Omit<
  Selectable<RefundRow>,
  'credit_paise' | 'note' | 'lines' | 'exchange_id' | 'reference' | 'next_at' | 'created_at' | 'done_at'
>

const columns = sql`id, payment_id, order_id, amount_paise, reason, state, source, target, provider_refund_id, round, attempts`

/** The idempotency key of a refund at the provider, which is also its receipt there. */
export function refundKey({ id, round }: Pick<Refund, 'id' | 'round'>): string {
  return `${id}_${round}`
}

/** Schedules the refund of a late, second or wrong payment, once per payment. True if this call was the first. */
export async function insertUnusablePaymentRefund(
  tx: Db,
  refund: { orderId: string; paymentId: string; amount: number; reason: RefundReason },
): Promise<boolean> {
  const { rows } = await sql`
    insert into refunds (id, payment_id, order_id, amount_paise, reason)
    values (${newId()}, ${refund.paymentId}, ${refund.orderId}, ${refund.amount}, ${refund.reason})
    on conflict (payment_id) where reason in ('late', 'second', 'mismatch') do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Stores a refund of part or the rest of an order's payment: to be sent, or done if it goes another way. The order's row is locked. */
export async function insertRefund(
  tx: Db,
  refund: {
    orderId: string
    paymentId: string
    /** Of money. */
    amount: number
    /** Given back to the store credit at once. */
    credit?: number
    reason: RefundReason
    note: string
    lines: readonly Pieces[]
    way?: RefundWay
    /** The exchange whose replacement costs less. */
    exchangeId?: string | undefined
  },
): Promise<void> {
  const { way = { to: 'source' }, credit = 0, exchangeId = null } = refund
  const isDone = way.to !== 'source' || refund.amount === 0
  await sql`
    insert into refunds (id, payment_id, order_id, amount_paise, credit_paise, reason, note, lines, exchange_id, target, reference, state, done_at)
    values (${newId()}, ${refund.paymentId}, ${refund.orderId}, ${refund.amount}, ${credit}, ${refund.reason}, ${refund.note},
      ${JSON.stringify(refund.lines)}, ${exchangeId}, ${way.to}, ${way.to === 'bank' ? way.reference : null}, ${isDone ? 'done' : 'due'},
      case when ${isDone}::boolean then now() end)`.execute(tx)
}

/** Inserts a refund made on the provider's dashboard. It's of an amount, because it names no pieces. */
export async function insertProviderRefund(tx: Db, orderId: string, refund: ProviderRefund): Promise<Refund> {
  const { rows } = await sql<Refund>`
    insert into refunds (id, payment_id, order_id, amount_paise, reason, source, provider_refund_id, state)
    values (${newId()}, ${refund.paymentId}, ${orderId}, ${refund.amount}, 'amount', 'provider', ${refund.id}, 'pending')
    returning ${columns}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('a refund wasn’t inserted')
  return row
}

/** All refunds of a payment, oldest first. */
export async function listRefunds(db: Db, paymentId: string): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select ${columns} from refunds where payment_id = ${paymentId} order by created_at, id`.execute(db)
  return rows
}

/** A refund of an order for staff. The amount is in paise. */
export interface RefundNote
  extends Pick<
    Selectable<RefundRow>,
    | 'id'
    | 'amount_paise'
    | 'credit_paise'
    | 'state'
    | 'source'
    | 'target'
    | 'reference'
    | 'note'
    | 'created_at'
    | 'done_at'
  > {
  /** The number of its credit note, if it has one. */
  credit_note: string | null
}

/** The refunds of an order, oldest first, with those that failed or were withdrawn. */
export async function listRefundNotes(db: Db, orderId: string): Promise<RefundNote[]> {
  return db
    .selectFrom('refunds')
    .leftJoin('credit_notes', 'credit_notes.refund_id', 'refunds.id')
    .select([
      'refunds.id',
      'amount_paise',
      'credit_paise',
      'state',
      'source',
      'target',
      'reference',
      'note',
      'created_at',
      'done_at',
    ])
    .select('credit_notes.number as credit_note')
    .where('refunds.order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('refunds.id')
    .execute()
}

/** Refunds of an order in the last quarter of an hour, newest first: how many paise, and minutes ago. */
export async function listRecentRefunds(db: Db, orderId: string): Promise<{ amount: number; minutes: number }[]> {
  const { rows } = await sql<{ amount: number; minutes: number }>`
    select (amount_paise + credit_paise)::float8 as amount, floor(extract(epoch from now() - created_at) / 60)::integer as minutes
    from refunds where order_id = ${orderId} and state in ('due', 'pending', 'done') and created_at > now() - interval '15 minutes'
    order by created_at desc`.execute(db)
  return rows
}

/** What is left of a payment, and what went back of it, in paise: refunded or to be refunded, and lost in a dispute. */
export interface Balance {
  left: number
  refunded: number
  lost: number
  /** What an undecided dispute may take of it. */
  disputed: number
  /** Of `left`, what goes back to the store credit that paid; the rest is money. */
  creditLeft: number
  /** True if staff took it themselves, and have to give back what's money. */
  isByHand: boolean
}

/** The balance of an order's payment, by all ways in which money goes back; zeros if it has none. */
export async function findBalance(db: Db, paymentId: string | null): Promise<Balance> {
  const row = await db
    .selectFrom('payment_balances')
    .select(['left_paise as left', 'refunded_paise as refunded', 'lost_paise as lost', 'disputed_paise as disputed'])
    .select('credit_left_paise as creditLeft')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('payments')
            .whereRef('payments.id', '=', 'payment_balances.payment_id')
            .where('source', '=', 'staff'),
        )
        .as('isByHand'),
    )
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  if (row === undefined) return { left: 0, refunded: 0, lost: 0, disputed: 0, creditLeft: 0, isByHand: false }
  return { ...row, isByHand: Boolean(row.isByHand) }
}

/** Paise of a payment that were sent back the way they came: the provider has accepted their refund. */
export async function sumSentRefunds(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_paise), 0)::float8 as sum from refunds
    where payment_id = ${paymentId} and target = 'source' and state in ('pending', 'done')`.execute(db)
  return rows[0]?.sum ?? 0
}

/** A payment with its order, and the exchange that it's for instead, or null if the shop doesn't know it. */
export async function findPayment(
  db: Db,
  paymentId: string,
): Promise<{ order_id: string; exchange_id: string | null; amount_paise: number } | null> {
  const { rows } = await sql<{ order_id: string; exchange_id: string | null; amount_paise: number }>`
    select order_id, exchange_id, amount_paise from payments where id = ${paymentId}`.execute(db)
  return rows[0] ?? null
}

/** Claims refunds that are due; concurrent instances get different ones. */
export async function claimRefunds(db: Db, limit: number): Promise<Refund[]> {
  const { rows } = await claim<Refund>({
    table: 'refunds',
    due: sql`state in ('due', 'pending') and next_at <= now()`,
    order: sql`next_at`,
    limit,
    set: sql`attempts = attempts + 1, next_at = ${inSeconds(LEASE_SECONDS)}`,
    returning: columns,
  }).execute(db)
  return rows
}

/** Makes every waiting refund due now. The provider makes a refund once, even if it's sent twice under one key. */
export async function wakeRefunds(db: Db): Promise<void> {
  await sql`update refunds set next_at = now() where state in ('due', 'pending') and next_at > now()`.execute(db)
}

export async function postponeRefund(db: Db, refundId: string, seconds: number): Promise<void> {
  await sql`update refunds set next_at = ${inSeconds(seconds)} where id = ${refundId}`.execute(db)
}

/** Marks a refund as done. True if this call was the first. */
export async function finishRefund(tx: Db, refundId: string, providerRefundId: string): Promise<boolean> {
  const { rows } = await sql`
    update refunds set state = 'done', done_at = now(), provider_refund_id = ${providerRefundId}
    where id = ${refundId} and state <> 'done' returning id`.execute(tx)
  return rows.length > 0
}

/** Marks an unpaid order as refunded once all its refunds have ended. */
export async function markOrderRefunded(tx: Db, orderId: string): Promise<void> {
  await sql`
    update orders o set state = 'refunded' where id = ${orderId} and state = 'refund_due'
      and not exists (select from refunds r where r.order_id = o.id and r.state in ('due', 'pending'))`.execute(tx)
}

/** A completed refund without a credit note. */
export interface UncreditedRefund extends Pick<Refund, 'id' | 'amount_paise' | 'reason' | 'source'> {
  lines: Pieces[]
  /** The exchange for whose dearer replacement its payment was; null: it's of the order's own payment. */
  exchange_id: string | null
  /** Of `lines`, in each exchanged line: what was paid for them. Null if it's only an amount. */
  weights: number[] | null
  /** True if that exchange has ended without its replacement. */
  isNotSent: boolean
  /** The exchanged pieces of the exchange for whose cheaper replacement it is; null: it's for none. */
  cheaper: Pieces[] | null
}

/** The completed refunds of an order without a credit note, oldest first. None if it has no invoice. */
export async function listUncredited(tx: Db, orderId: string): Promise<UncreditedRefund[]> {
  const { rows } = await sql<UncreditedRefund>`
    select r.id, r.credit_paise + case when r.state = 'done' then r.amount_paise else 0 end as amount_paise, r.reason, r.source, r.lines,
      e.id as exchange_id, e.cancelled_at is not null as "isNotSent",
      case when e.id is not null and r.lines <> '[]' then (
        select json_agg(l.price_paise * coalesce((select sum((piece ->> 'count')::integer) from jsonb_array_elements(r.lines) piece
            where piece ->> 'sku' = l.sku), 0) order by l.position)
        from exchange_lines x join order_lines l on l.id = x.order_line_id where x.exchange_id = e.id) end as weights,
      case when r.exchange_id is not null then (select json_agg(json_build_object('sku', l.sku, 'count', x.quantity) order by l.position)
        from exchange_lines x join order_lines l on l.id = x.order_line_id where x.exchange_id = r.exchange_id) end as cheaper
    from refunds r join orders o on o.id = r.order_id join invoices i on i.order_id = o.id
      left join exchanges e on e.difference_payment_id = r.payment_id
    where (r.payment_id = o.payment_id or e.id is not null) and o.id = ${orderId} and (r.state = 'done' or (r.credit_paise > 0 and r.state in ('failed', 'withdrawn')))
      and not exists (select from credit_notes n where n.refund_id = r.id)
    order by r.done_at, r.id`.execute(tx)
  return rows
}

/** The provider has accepted the refund and sends an event when it is done; it is checked again if none comes. */
export async function markRefundPending(tx: Db, refundId: string, providerRefundId: string): Promise<void> {
  await sql`
    update refunds set state = 'pending', provider_refund_id = ${providerRefundId},
      next_at = ${inSeconds(PENDING_SECONDS)}
    where id = ${refundId} and state <> 'done'`.execute(tx)
}

/**
 * Makes a refund due again in `seconds`, of `amount` paise, under a new key: under the old one the provider repeats its
 * failure.
 */
export async function restartRefund(tx: Db, refundId: string, seconds: number, amount: number): Promise<void> {
  await sql`
    update refunds set state = 'due', round = round + 1, provider_refund_id = null, done_at = null,
      amount_paise = ${amount}, next_at = ${inSeconds(seconds)}
    where id = ${refundId}`.execute(tx)
}

/** Ends a refund that won't be made. */
export async function closeRefund(tx: Db, refundId: string, state: 'failed' | 'withdrawn'): Promise<void> {
  await sql`update refunds set state = ${state}, done_at = null where id = ${refundId}`.execute(tx)
}

/** True if staff took a payment themselves, outside the provider. */
export async function isTakenByHand(db: Db, paymentId: string): Promise<boolean> {
  const row = await db.selectFrom('payments').select('source').where('id', '=', paymentId).executeTakeFirst()
  return row?.source === 'staff'
}
