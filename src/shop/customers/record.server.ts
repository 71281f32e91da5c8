import { ok, type Result, refuse } from '#platform/api/result.ts'
import { paise, toRupees } from '#platform/money.ts'
import { whyKept } from '../accounts/staff.server.ts'
import { listOrdersBeside } from '../contact/threads-sql.server.ts'
import { readCredit } from '../credit/read.server.ts'
import { isCreditUsed } from '../credit/sql.server.ts'
import { orderNumber } from '../orders/rules.ts'
import { countRefusalsOf } from '../shipping/refusals-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { type CustomerRow, readCustomer } from './record-sql.server.ts'
import type { CustomerRecord } from './staff-contract.ts'
import { lostBy, NO_CUSTOMER, stays } from './staff-labels.ts'

/** A customer with all that belongs to them. Refused: none with an account of this id. */
export async function showCustomer(
  { db, settings, people }: Pick<Shop, 'db' | 'settings' | 'people'>,
  id: string,
): Promise<Result<CustomerRecord, 'not_found'>> {
  const row = await readCustomer(db, id)
  if (!row) return refuse('not_found', NO_CUSTOMER)
  const current = settings()
  const [latest, waits, credit, isUsed, refusals] = await Promise.all([
    listOrdersBeside(db, row.email, []),
    whyKept({ db, people }, id),
    readCredit(db, id, current),
    isCreditUsed(db),
    countRefusalsOf(db, id),
  ])
  return ok({
    id,
    name: row.name,
    email: row.email,
    since: row.createdAt.toISOString(),
    orders: row.orders,
    spent: toRupees(paise(row.spent_paise)),
    addresses: row.addresses,
    latestOrders: latest.map(({ number, orderedAt, total_paise, ...order }) => ({
      ...order,
      orderNumber: orderNumber(number, current),
      orderedAt: orderedAt.toISOString(),
      total: toRupees(paise(total_paise)),
    })),
    exchanges: row.exchanges.map(({ number, requestedAt, ...exchange }) => ({
      ...exchange,
      orderNumber: orderNumber(number, current),
      requestedAt: iso(requestedAt),
    })),
    messages: row.messages.map(({ sentAt, answered, hidden, ...message }) => ({
      ...message,
      sentAt: iso(sentAt),
      state: hidden ? ('hidden' as const) : answered ? ('answered' as const) : ('waiting' as const),
    })),
    reviews: row.reviews.map((review) => ({ ...review, createdAt: iso(review.createdAt) })),
    alerts: row.alerts.map(toAlert),
    newsletter: row.newsletter,
    refusals,
    credit: { ...credit, isUsed: isUsed || current['credit.days'] > 0 },
    lost: lostBy(credit.balance),
    erasure: {
      waits,
      requestedAt: row.forgetRequestedAt?.toISOString() ?? null,
      stays: stays(row.remains),
    },
  })
}

function toAlert({ since, confirmed, notifiedAt, ...alert }: CustomerRow['alerts'][number]) {
  const waiting = confirmed ? ('waiting' as const) : ('unconfirmed' as const)
  return {
    ...alert,
    since: iso(since),
    state: notifiedAt === null ? waiting : ('told' as const),
    toldAt: notifiedAt && iso(notifiedAt),
  }
}

const iso = (time: string) => new Date(time).toISOString()
