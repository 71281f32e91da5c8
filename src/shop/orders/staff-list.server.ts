import type { StaffRole } from '#platform/api/identity.ts'
import { indianDay } from '#platform/india-time.ts'
import type { Settings } from '../settings/rules.ts'
import { rupees } from './bought-product.ts'
import { MAX_COUNT, type OrderListRow } from './list-sql.server.ts'
import { isStanding, orderNumber } from './rules.ts'
import { seesMoney } from './seen-by.ts'
import type { ListedStaffOrder } from './staff-contract.ts'
import { ageText, dayText, lateText, statusText, TROUBLE_LABELS, takenBackText } from './staff-labels.ts'

/** A row of the list as the staff site shows it. */
export function toListedOrder(row: OrderListRow, settings: Settings, now: Date, role: StaffRole): ListedStaffOrder {
  const at = row.paid_at ?? row.created_at
  const { picture } = row
  return {
    id: row.id,
    number: orderNumber(row.number, settings),
    status: row.state === 'cancelled' ? 'cancelled' : row.status,
    statusText: statusText(row),
    name: row.recipient,
    phone: row.state === 'to_confirm' ? row.phone : null,
    city: row.city,
    pin: row.pin,
    pieces: row.pieces,
    toPack: toPackOf(row),
    product: row.product_name,
    picture: picture && { src: picture.src, tone: picture.tone, width: picture.width, height: picture.height },
    moreLines: row.lines - 1,
    total: seesMoney(role) ? rupees(row.total_paise) : null,
    at: at.toISOString(),
    age: ageText(at, now, settings),
    late: lateText(row, now, settings),
    isTrouble: row.troubles.length > 0,
    problems: problemsOf(row),
  }
}

function toPackOf(row: OrderListRow): number {
  const { state, status, capture_unconfirmed, has_parcels, unshipped } = row
  const isOpen = isStanding(state) && status !== 'delivered' && !capture_unconfirmed
  return isOpen && (status !== 'ontheway' || has_parcels) ? unshipped : 0
}

function problemsOf(row: OrderListRow): string[] {
  const { capture_unconfirmed, dispute, has_failed_refund, has_stuck_refund, troubles } = row
  const deadline = dispute?.respond_by ? ` Respond by ${dayText(indianDay(new Date(dispute.respond_by)))}.` : ''
  return [
    ...(capture_unconfirmed ? ['Don’t ship yet: payment not confirmed.'] : []),
    ...(dispute?.status === 'open' ? [`The customer’s bank disputes the payment.${deadline}`] : []),
    ...(dispute?.status === 'under_review' ? ['The bank is deciding a dispute.'] : []),
    ...(dispute?.status === 'lost' ? [takenBackText(row.status === 'delivered')] : []),
    ...(has_stuck_refund ? ['A refund is taking longer than an hour.'] : []),
    ...(has_failed_refund ? ['A refund failed. The customer is still waiting for it.'] : []),
    ...troubles.map(({ state, parcel }) => `${parcel}: ${TROUBLE_LABELS[state].toLowerCase()}.`),
  ]
}

/** A count for a tab: exact to 10,000. */
export function countOf(count: number) {
  const isMore = count > MAX_COUNT
  return { count: Math.min(count, MAX_COUNT), isMore, text: isMore ? '10,000+' : count.toLocaleString('en-IN') }
}
