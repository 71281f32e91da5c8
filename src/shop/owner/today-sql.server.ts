import { type Kysely, sql } from 'kysely'
import { ALARM } from '../contact/stranger-mails.server.ts'
import type { Tables } from '../tables.server.ts'

/** The owner's open tasks, as counts. `oldest` is the time of the longest waiting one, or null. */
export interface Today {
  toPack: { count: number; oldest: Date | null }
  exchanges: { count: number; oldest: Date | null }
  messages: { count: number; oldest: Date | null }
  /** Photos of buyers to approve. */
  photos: { count: number; oldest: Date | null }
  /** SKUs at or below their low-stock threshold (`level`), fewest pieces first. */
  runningOut: { sku: string; product: string; left: number; level: number }[]
  stuck: { refunds: number; mails: number; webhooks: number }
  /**
   * Refunds that failed for good at the provider, and whose amount hasn't been refunded since. The oldest counts as
   * replaced first, and by a refund of an amount or of the rest, because pieces can be refunded only once.
   */
  failedRefunds: number
  /** Mails to addresses without an account reached the limit of `mail.strangersPerDay` in the last day. */
  mailBudgetUsed: boolean
}

/**
 * Refunds, mails and webhooks waiting longer than this are stuck. So are mails refused in the last day, and webhooks
 * given up.
 */
const STUCK_MINUTES = 60
const MAX_LISTED = 50

/** Reads the owner's open tasks. `hasWebhooks`: true if events are sent anywhere. */
export async function readToday(db: Kysely<Tables>, { hasWebhooks }: { hasWebhooks: boolean }): Promise<Today> {
  const late = sql<Date>`now() - make_interval(mins => ${STUCK_MINUTES})`
  const readCounts = sql<{ kind: string; count: number; oldest: Date | null }>`
    select 'toPack' as kind, count(*)::integer as count, min(paid_at) as oldest from orders
      where id in (select order_id from orders_to_pack)
    union all
    select 'exchanges', count(*)::integer, min(requested_at) from exchanges
      where cancelled_at is null and status <> 'delivered'
    union all
    select 'messages', count(*)::integer, min(created_at) from contact_messages where answered_at is null
    union all
    select 'photos', count(*)::integer, min(created_at) from review_photos where approved_at is null
    union all
    select 'refunds', count(*)::integer, min(created_at) from refunds where state in ('due', 'pending') and created_at < ${late}
    union all
    select 'failedRefunds', count(*)::integer, min(created_at) from refunds f
      where state = 'failed' and exists (
        select from refunds since where since.payment_id = f.payment_id and since.state = 'failed'
          and since.created_at <= f.created_at
          and (select sum(m.amount_paise) from refunds m where m.payment_id = f.payment_id and m.state = 'failed'
            and m.created_at between since.created_at and f.created_at)
          > (select coalesce(sum(r.amount_paise), 0) from refunds r where r.payment_id = f.payment_id
            and r.created_at > since.created_at and r.reason <> 'lines' and r.state in ('due', 'pending', 'done')))
    union all
    select 'mails', count(*)::integer, min(created_at) from outbox
      where (done_at is null and created_at < ${late}) or (outcome = 'refused' and done_at > now() - interval '1 day')
    union all
    select 'mailBudget', count(*)::integer, min(hit_at) from limit_hits where bucket = ${ALARM} and keep_until > now()
    union all
    select 'webhooks', count(*)::integer, min(created_at) from shop_events
      where ${hasWebhooks} and delivered_at is null and created_at < ${late}`.execute(db)
  const readRunningOut = sql<Today['runningOut'][number]>`
    select s.sku, p.name as product, s.on_hand - s.reserved as left, l.low as level
    from stock_levels l join stock s using (sku) join products p on p.id = s.product_id
    where s.on_hand - s.reserved <= l.low and p.state = 'published'
    order by "left", sku limit ${MAX_LISTED}`.execute(db)
  const [found, runningOut] = await Promise.all([readCounts, readRunningOut])
  const counts = new Map(found.rows.map(({ kind, count, oldest }) => [kind, { count, oldest }]))
  const countOf = (kind: string) => counts.get(kind) ?? { count: 0, oldest: null }
  return {
    toPack: countOf('toPack'),
    exchanges: countOf('exchanges'),
    messages: countOf('messages'),
    photos: countOf('photos'),
    runningOut: runningOut.rows,
    stuck: { refunds: countOf('refunds').count, mails: countOf('mails').count, webhooks: countOf('webhooks').count },
    failedRefunds: countOf('failedRefunds').count,
    mailBudgetUsed: countOf('mailBudget').count > 0,
  }
}
