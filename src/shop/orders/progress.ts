import { INDIAN_ZONE } from '#platform/india-time.ts'
import { locale, t } from '#platform/text/t.ts'
import type { StatusDates } from './contract.ts'
import { ORDER_STATUSES, type OrderStatus } from './rules.ts'

/** The label of a stage, for orders and exchanges alike (SPEC 4), in the language of the page or mail. */
export function statusLabel(status: OrderStatus): string {
  return {
    ordered: t('Ordered'),
    packaging: t('Packaging'),
    ontheway: t('On the way'),
    delivered: t('Delivered'),
  }[status]
}

/** True if a value is one of the four stages. A server may send a stage that this page doesn't know. */
export function isOrderStatus(value: unknown): value is OrderStatus {
  return ORDER_STATUSES.some((status) => status === value)
}

const GLYPHS = { ordered: 'receipt', packaging: 'parcel', ontheway: 'van', delivered: 'door' } as const

/** The four stages, each with its picture (SPEC 2) and the day it was reached. */
export function stagesOf(dates: StatusDates) {
  return ORDER_STATUSES.map((status) => ({
    label: statusLabel(status),
    detail: shortDay(dates[status]),
    glyph: GLYPHS[status],
  }))
}

/** The index of the current stage, 0 to 3; -1 for an unknown status. */
export function stageIndex(status: OrderStatus | null): number {
  return status === null ? -1 : ORDER_STATUSES.indexOf(status)
}

/** "3 Dec", or null for an invalid date. */
export function shortDay(date: string | null): string | null {
  return formatDay(date, { day: 'numeric', month: 'short' })
}

/** "Thu, 26 November", or null for an invalid date. */
export function longDay(date: string | null): string | null {
  return formatDay(date, { weekday: 'short', day: 'numeric', month: 'long' })
}

/** "21 Nov 2026", or null for an invalid date. */
export function fullDay(date: string | null): string | null {
  return formatDay(date, { day: 'numeric', month: 'short', year: 'numeric' })
}

/** A day in India's time zone, so that mails and screens agree wherever they're read. Null without a date. */
export function formatDay(date: string | null, parts: Intl.DateTimeFormatOptions, inLocale = locale()): string | null {
  const time = Date.parse(date ?? '')
  if (Number.isNaN(time)) return null
  return new Intl.DateTimeFormat(inLocale, { ...parts, timeZone: INDIAN_ZONE }).format(time)
}
