import { type Refusal, refuse } from '#platform/api/result.ts'
import { indianDay } from '#platform/india-time.ts'

export const REPORTS = [
  'sales',
  'products',
  'sizes',
  'colours',
  'places',
  'exchanges',
  'returns',
  'cash',
  'stock',
  'funnel',
  'searches',
  'offers',
  'tax',
] as const
export type ReportName = (typeof REPORTS)[number]

/** What parcels that came back are counted by. */
export const RETURNS_BY = ['pin', 'product', 'carrier', 'method'] as const
export type ReturnsBy = (typeof RETURNS_BY)[number]

/** Days in India, both inclusive. */
export interface Period {
  from: string
  to: string
}

const DAY_MS = 24 * 60 * 60 * 1000
const MAX_DAYS = 731
const DEFAULT_DAYS = 30

/** The day so many days after another one. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many days a period has. */
export function lengthOf({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** Every day of a period. */
export function daysOf({ from, to }: Period): string[] {
  return Array.from({ length: lengthOf({ from, to }) }, (_, index) => dayAfter(from, index))
}

/**
 * The period of a report: the last 30 days, or as asked. `before` is the one that it's compared with: as many days right
 * before, or the same days a year earlier.
 */
export function periodOf(
  {
    from,
    to,
    compare = 'before',
  }: { from?: string | undefined; to?: string | undefined; compare?: 'before' | 'year' | undefined },
  now: Date,
): { ok: true; period: Period; before: Period } | Refusal<'invalid_input'> {
  const end = to ?? indianDay(now)
  const start = from ?? dayAfter(end, 1 - DEFAULT_DAYS)
  const period = { from: start, to: end }
  if (start > end) return refuse('invalid_input', 'The first day is after the last one.')
  const days = lengthOf(period)
  if (days > MAX_DAYS) return refuse('invalid_input', 'A report can cover at most two years.')
  const before =
    compare === 'year'
      ? { from: yearBefore(start), to: yearBefore(end) }
      : { from: dayAfter(start, -days), to: dayAfter(start, -1) }
  return { ok: true, period, before }
}

/** 29 February's is 28 February. */
function yearBefore(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(year) - 1}-${month}-${month === '02' && date === '29' ? '28' : date}`
}

/** The months that a period touches, oldest first: 2026-11. */
export function monthsOf({ from, to }: Period): string[] {
  const months: string[] = []
  let [year = 0, month = 0] = from.split('-').map(Number)
  for (;;) {
    const name = `${year}-${String(month).padStart(2, '0')}`
    if (name > to.slice(0, 7)) return months
    months.push(name)
    month++
    if (month > 12) [year, month] = [year + 1, 1]
  }
}
