import { type Kysely, sql } from 'kysely'
import { type DiskSpace, isDiskLow } from '#platform/disk.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import type { DisputeStatus } from '#platform/payments/provider.server.ts'
import type { BackupStatus } from '../backups/status.server.ts'
import type { SwitchCount } from '../checkout/provider-switches.ts'
import { readSwitches } from '../checkout/switches-sql.server.ts'
import { ALARM } from '../contact/stranger-mails.server.ts'
import type { ExchangeState } from '../exchanges/desk-rules.ts'
import { isToPack } from '../orders/list-sql.server.ts'
import { orderNumber, type Trouble } from '../orders/rules.ts'
import { findOverdueCash } from '../remittances/sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'

/** A payment that the customer's bank disputes. The amount is in rupees. */
export interface OpenDispute {
  id: string
  orderId: string
  orderNumber: string
  /** Such as `open`: the shop has to respond; or `under_review`: the bank decides. */
  status: DisputeStatus
  amount: number
  reason: string
  /** The deadline for the response in the provider's dashboard. */
  respondBy: Date | null
}

/** A refund made in the payment provider's dashboard. The amount is in rupees. */
export interface ProviderRefund {
  orderId: string
  orderNumber: string
  amount: number
  at: Date
}

/** The owner's open tasks, as counts. `oldest` is the time of the longest waiting one, or null. */
export interface Today {
  /** Undecided disputes, the nearest deadline first, then lost ones whose goods may still be kept back. */
  disputes: OpenDispute[]

  toPack: { count: number; oldest: Date | null }
  /** Parcels that couldn't be delivered, come back, came back (by their carrier's word) or are lost, and those that were taken in. */
  parcels: Record<Trouble | 'received', { count: number; oldest: Date | null }>
  /** Approved replacements to pack, which are on the pick list. */
  exchangesToPack: { count: number; oldest: Date | null }
  exchanges: { count: number; oldest: Date | null }
  /** Those in progress by what they wait for. */
  exchangeStates: Record<OpenState, { count: number; oldest: Date | null }>
  messages: { count: number; oldest: Date | null }
  /** Photos of buyers to approve. */
  photos: { count: number; oldest: Date | null }
  /** Orders entered for somebody that nobody paid in time. */
  lapsedDrafts: { count: number; oldest: Date | null }
  /** Parcels in cash that were delivered ten days ago and whose carrier hasn't paid; in rupees. */
  overdueCash: { count: number; due: number; carriers: string[] }
  /** Orders in cash that wait to be confirmed. */
  toConfirm: { count: number; oldest: Date | null }
  /** Customers to forget as soon as their orders allow. */
  toForget: { count: number; oldest: Date | null }
  /** SKUs at or below their low-stock threshold (`level`), fewest pieces first; at most 50. */
  runningOut: { sku: string; product: string; left: number; level: number }[]
  /** How many there are, up to 1,000. */
  runningOutCount: number
  stuck: { refunds: number; mails: number; webhooks: number }
  /** What is switched on at the payment provider that makes payments unusable, and how many. */
  providerSwitches: SwitchCount[]
  /** Orders whose payment the provider hasn't confirmed. */
  paymentsInDoubt: { count: number; oldest: Date | null }
  /**
   * Refunds that failed for good at the provider, and whose amount hasn't been refunded since. The oldest counts as
   * replaced first, and by a refund of an amount or of the rest, because pieces can be refunded only once.
   */
  failedRefunds: number
  /** Refunds of the last seven days that were made in the provider's dashboard, the newest first. */
  providerRefunds: ProviderRefund[]
  /** The space for database and pictures, in bytes, if it's nearly used up. */
  lowDisk: DiskSpace | null
  /** The last good backup; null if there is none. */
  backup: { at: Date; bytes: number; place: string; name: string } | null
  /** What is wrong with the backups, or null. */
  backupProblem: string | null
  /** Mails to addresses without an account reached the limit of `mail.strangersPerDay` in the last day. */
  mailBudgetUsed: boolean
}

type OpenState = Exclude<ExchangeState, 'done' | 'refused'>

/** SQL: the state of an exchange, as its index has it. */
const exchangeState = sql`exchange_state(status, hold, cancelled_at, received_at, refusal, refunded_at)`

/**
 * Refunds, mails and webhooks waiting longer than this are stuck. So are mails refused in the last day, and webhooks
 * given up.
 */
const STUCK_MINUTES = 60
const MAX_LISTED = 50
/** Carriers pay eight to fifteen days after a delivery. */
const CASH_DAYS = 10
/** Sizes that run out are counted up to here. */
const MAX_RUNNING_OUT = 1000

type Numbered<T> = Omit<T, 'orderNumber'> & { number: number }

/**
 * Reads the owner's open tasks. `hasWebhooks`: true if events are sent anywhere; `disk`: the space of the data folder;
 * `backups`: their status.
 */
export async function readToday(
  db: Kysely<Tables>,
  settings: Settings,
  {
    hasWebhooks,
    disk = null,
    backups = null,
  }: { hasWebhooks: boolean; disk?: DiskSpace | null; backups?: BackupStatus | null },
): Promise<Today> {
  const late = sql<Date>`now() - make_interval(mins => ${STUCK_MINUTES})`
  const readCounts = sql<{ kind: string; count: number; oldest: Date | null }>`
    select 'toPack' as kind, count(*)::integer as count, min(o.paid_at) as oldest from orders o where ${isToPack}
    union all
    select case when received_at is not null then 'parcelsReceived' else state end, count(*)::integer, min(coalesce(received_at, since))
      from parcels_in_trouble group by 1
    union all
    select 'exchanges', count(*)::integer, min(requested_at) from exchanges
      where ${exchangeState} in ('waiting', 'approved', 'on-the-way', 'received')
    union all
    select 'exchangesToPack', count(*)::integer, min(packaging_at) from exchanges
      where ${exchangeState} in ('approved', 'received') and status = 'packaging'
    union all
    select ${exchangeState}, count(*)::integer, min(requested_at) from exchanges
      where ${exchangeState} in ('waiting', 'approved', 'on-the-way', 'received') group by 1
    union all
    select 'paymentsInDoubt', count(*)::integer, min(paid_at) from orders where capture_unconfirmed
    union all
    select 'messages', count(*)::integer, min(created_at) from contact_messages where answered_at is null and hidden_at is null
    union all
    select 'toForget', count(*)::integer, min(requested_at) from forget_requests
    union all
    select 'lapsedDrafts', count(*)::integer, min(hold_until) from draft_orders d where deleted_at is null and hold_until <= now()
      and not exists (select from orders o where o.draft_id = d.id and o.state in ('paid', 'cancelled'))
    union all
    select 'toConfirm', count(*)::integer, min(created_at) from orders where state = 'to_confirm'
    union all
    select 'photos', count(*)::integer, min(created_at) from review_photos where approved_at is null
    union all
    select 'refunds', count(*)::integer, min(created_at) from refunds where state in ('due', 'pending') and created_at < ${late}
    union all
    select 'failedRefunds', count(*)::integer, min(created_at) from failed_refunds
    union all
    select 'mails', count(*)::integer, min(created_at) from outbox
      where (done_at is null and created_at < ${late}) or (outcome = 'refused' and done_at > now() - interval '1 day')
    union all
    select 'mailBudget', count(*)::integer, min(hit_at) from limit_hits where bucket = ${ALARM} and keep_until > now()
    union all
    select 'webhooks', count(*)::integer, min(created_at) from shop_events
      where ${hasWebhooks} and delivered_at is null and created_at < ${late}`.execute(db)
  const lowest = settings['stock.lowLevel']
  // The bound, which no level is above, and the order let the index of available stock be read instead of all SKUs.
  const readRunningOut = sql<Today['runningOut'][number]>`
    select s.sku, p.name as product, s.on_hand - s.reserved as left, coalesce(l.low, ${lowest}::integer) as level
    from stock s join products p on p.id = s.product_id left join stock_levels l using (sku)
    where s.on_hand - s.reserved <= coalesce(l.low, ${lowest}::integer) and p.state = 'published'
      and s.on_hand - s.reserved <= (select greatest(${lowest}::integer, max(low)) from stock_levels)
    order by s.on_hand - s.reserved, s.sku limit ${MAX_RUNNING_OUT}`.execute(db)
  const readDisputes = sql<Numbered<OpenDispute>>`
    select d.id, d.order_id as "orderId", o.number, d.status, d.amount_paise / 100.0::float8 as amount, d.reason,
      d.respond_by as "respondBy"
    from disputes_in_trouble d join orders o on o.id = d.order_id
    order by d.status = 'lost', d.respond_by nulls last, d.id`.execute(db)
  const readProviderRefunds = sql<Numbered<ProviderRefund>>`
    select r.order_id as "orderId", o.number, r.amount_paise / 100.0::float8 as amount, r.created_at as at
    from refunds r join orders o on o.id = r.order_id
    where r.source = 'provider' and r.state <> 'failed' and r.created_at > now() - interval '7 days'
    order by r.created_at desc, r.id limit ${MAX_LISTED}`.execute(db)
  const [found, providerSwitches, runningOut, disputes, providerRefunds, overdueCash] = await Promise.all([
    readCounts,
    readSwitches(db),
    readRunningOut,
    readDisputes,
    readProviderRefunds,
    findOverdueCash(db, CASH_DAYS),
  ])
  const named = <T extends { number: number }>({ number, ...one }: T) => ({
    ...one,
    orderNumber: orderNumber(number, settings),
  })
  const counts = new Map(found.rows.map(({ kind, count, oldest }) => [kind, { count, oldest }]))
  const countOf = (kind: string) => counts.get(kind) ?? { count: 0, oldest: null }
  return {
    disputes: disputes.rows.map(named),
    toPack: countOf('toPack'),
    parcels: {
      attempted: countOf('attempted'),
      returning: countOf('returning'),
      returned: countOf('returned'),
      received: countOf('parcelsReceived'),
      lost: countOf('lost'),
    },
    exchangesToPack: countOf('exchangesToPack'),
    exchanges: countOf('exchanges'),
    exchangeStates: {
      waiting: countOf('waiting'),
      approved: countOf('approved'),
      'on-the-way': countOf('on-the-way'),
      received: countOf('received'),
    },
    messages: countOf('messages'),
    photos: countOf('photos'),
    lapsedDrafts: countOf('lapsedDrafts'),
    toConfirm: countOf('toConfirm'),
    overdueCash: { ...overdueCash, due: toRupees(paise(overdueCash.due)) },
    toForget: countOf('toForget'),
    runningOut: runningOut.rows.slice(0, MAX_LISTED),
    runningOutCount: runningOut.rows.length,
    stuck: { refunds: countOf('refunds').count, mails: countOf('mails').count, webhooks: countOf('webhooks').count },
    providerSwitches,
    paymentsInDoubt: countOf('paymentsInDoubt'),
    failedRefunds: countOf('failedRefunds').count,
    providerRefunds: providerRefunds.rows.map(named),
    backup: backups?.last ?? null,
    backupProblem: backups?.problem ?? null,
    lowDisk: disk !== null && isDiskLow(disk) ? disk : null,
    mailBudgetUsed: countOf('mailBudget').count > 0,
  }
}
