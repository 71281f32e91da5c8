import { indianDay, toIndianTime } from '#platform/india-time.ts'
import { type Calendar, deliveryDays, workingDaysBetween } from '../delivery/rules.ts'
import { isStanding, type OrderState, type OrderStatus, TROUBLES, type Trouble } from './rules.ts'

/** What the words for an order in a list are made of. */
export interface DescribedOrder {
  state: OrderState
  status: OrderStatus | null
  capture_unconfirmed: boolean
  /** Pieces that aren't cancelled, and those that haven't left. */
  pieces: number
  unshipped: number
  has_parcels: boolean
  is_out_for_delivery: boolean
  troubles: readonly { state: Trouble }[]
  paid_at: Date | null
  estimated_at: Date | null
}

/** What became of a parcel. */
export const TROUBLE_LABELS = {
  attempted: 'Couldn’t be delivered',
  returning: 'Coming back',
  returned: 'Came back',
  lost: 'Lost',
} as const satisfies Record<Trouble, string>

/** What staff should know of an order whose money the customer's bank took back by a lost dispute. */
export function takenBackText(isDelivered: boolean): string {
  return `The customer’s bank took money of this order back.${isDelivered ? '' : ' Ask the owner before anything leaves.'}`
}

/** Where an order stands, for staff. */
export function statusText(order: DescribedOrder): string {
  if (order.state === 'cancelled') return 'Cancelled'
  if (order.state === 'creating' || order.state === 'awaiting_payment') return 'Waiting for payment'
  if (order.state === 'refund_due') return 'Not paid; a late payment goes back'
  if (order.state === 'refunded') return 'Not paid; a late payment went back'
  if (order.state === 'to_confirm') return 'To confirm'
  if (!isStanding(order.state) || order.status === null) return 'Not paid'
  if (order.capture_unconfirmed) return 'Payment in doubt'
  if (order.status === 'delivered') return order.state === 'placed' ? 'Delivered, cash on its way' : 'Delivered'
  if (order.status !== 'ontheway') return 'To pack'
  const worst = TROUBLES.find((trouble) => order.troubles.some(({ state }) => state === trouble))
  if (worst !== undefined) return TROUBLE_LABELS[worst]
  // All of them: what came back is to be sent again.
  if (order.has_parcels && order.unshipped > 0) return order.unshipped < order.pieces ? 'Part shipped' : 'To pack'
  return order.is_out_for_delivery ? 'Out for delivery' : 'On its way'
}

/** An amount of whole units, such as "1 day" or "3 days". */
export function countText(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How long ago an order was paid: in working days, or in calendar days once it's older than two weeks of work. */
export function ageText(since: Date, now: Date, calendar: Calendar): string {
  if (indianDay(since) === indianDay(now)) return 'today'
  const days = workingDaysBetween(since, now, calendar)
  if (days === 0) return 'since the last working day'
  if (days <= 12) return countText(days, 'working day')
  return countText(Math.round((now.getTime() - since.getTime()) / DAY_MS), 'day')
}

const DAY_MS = 24 * 60 * 60 * 1000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day for people: 24 Nov. `day` is written 2026-11-24. */
export function dayText(day: string): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''}`
}

/** Why an order under way is late, or null: it should have left, or have arrived, on a day that is over in India. */
export function lateText(order: DescribedOrder, now: Date, calendar: Calendar): string | null {
  if (!isStanding(order.state) || order.status === 'delivered' || !order.paid_at || !order.estimated_at) return null
  const today = indianDay(now)
  const isOpen = order.unshipped > 0 && (order.status !== 'ontheway' || order.has_parcels)
  const leaves = toIndianTime(order.paid_at, deliveryDays(order.paid_at, calendar, 0))
    .toISOString()
    .slice(0, 10)
  const arrives = indianDay(order.estimated_at)
  if (today > arrives) return `Late: promised for ${dayText(arrives)}`
  return isOpen && today > leaves ? `Late: was to leave on ${dayText(leaves)}` : null
}
