import { indianDay, indianHour, toIndianTime } from '#platform/india-time.ts'
import { readPin } from '../settings/pin-rules.ts'
import { type Settings, WEEKDAYS } from '../settings/rules.ts'

export type Calendar = Pick<
  Settings,
  'shipping.workingDays' | 'shipping.holidays' | 'shipping.packDays' | 'shipping.deliverDays' | 'shipping.cutoffHour'
>

/**
 * The days from a payment until its order is expected: the working days to pack and to deliver, and the days off
 * between them. An order paid on a day off, or after the last dispatch of a day, leaves on the next working day at the
 * earliest. `deliverDays` are the zone's own, if it sets them.
 */
export function deliveryDays(paidAt: Date, calendar: Calendar, deliverDays = calendar['shipping.deliverDays']): number {
  const isWorking = (days: number) => isWorkingDay(toIndianTime(paidAt, days), calendar)
  const leavesToday = isWorking(0) && indianHour(paidAt) < calendar['shipping.cutoffHour']
  let left = Math.max(calendar['shipping.packDays'], leavesToday ? 0 : 1) + deliverDays
  let days = 0
  while (left > 0) {
    days += 1
    if (isWorking(days)) left -= 1
  }
  return days
}

/** The day in India, as 2026-11-26, on which an order paid at a moment is to leave. */
export function leaveBy(paidAt: Date, calendar: Calendar): string {
  return dayAfter(paidAt, deliveryDays(paidAt, calendar, 0))
}

/** The moment before which an order must have been paid to be late now, at most 400 days ago: a later one never leaves earlier. */
export function lateBefore(now: Date, calendar: Calendar): Date {
  const isLate = (paidAt: number) => leaveBy(new Date(paidAt), calendar) < indianDay(now)
  let [late, inTime] = [now.getTime() - 400 * 24 * 60 * 60 * 1000, now.getTime()]
  while (inTime - late > 1) {
    const middle = Math.floor((late + inTime) / 2)
    if (isLate(middle)) late = middle
    else inTime = middle
  }
  return new Date(inTime)
}

/** True if parcels are packed and delivered on a day, which is that of its UTC fields. */
function isWorkingDay(day: Date, calendar: Calendar): boolean {
  const weekday = WEEKDAYS[(day.getUTCDay() + 6) % 7]
  return (
    calendar['shipping.workingDays'].some((one) => one === weekday) &&
    !calendar['shipping.holidays'].includes(day.toISOString().slice(0, 10))
  )
}

/** How many working days have begun in India between two moments: 0 on the same day. At most 99. */
export function workingDaysBetween(from: Date, to: Date, calendar: Calendar): number {
  const last = toIndianTime(to).toISOString().slice(0, 10)
  let count = 0
  for (let days = 1; count < 99 && days < 400; days += 1) {
    const day = toIndianTime(from, days)
    if (day.toISOString().slice(0, 10) > last) break
    if (isWorkingDay(day, calendar)) count += 1
  }
  return count
}

/** The day in India `days` days after `now`, as 2026-11-26. */
export function dayAfter(now: Date, days: number): string {
  return toIndianTime(now, days).toISOString().slice(0, 10)
}

/** The PIN of an address. Null if it's abroad, or not a PIN. */
export function pinOf({ zipCode, country }: { zipCode: string; country: string }): string | null {
  return country === 'India' ? readPin(zipCode) : null
}
