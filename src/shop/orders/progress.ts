import { shortDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
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

/** The same stages of an exchange, of which the first is the request. */
export function exchangeStages(dates: StatusDates) {
  return stagesOf(dates).map((stage, index) => (index === 0 ? { ...stage, label: t('Requested') } : stage))
}

/** The index of the current stage, 0 to 3; -1 for an unknown status. */
export function stageIndex(status: OrderStatus | null): number {
  return status === null ? -1 : ORDER_STATUSES.indexOf(status)
}
