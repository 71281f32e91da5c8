import { fullDay, weekDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { ProgressSteps } from '#ui/progress-steps.tsx'
import { stageIndex, stagesOf } from '../progress.ts'
import type { ShownOrder } from '../read-orders.ts'

/** The four stages of an order as steps. */
export function OrderProgress({ order }: { order: ShownOrder }) {
  return (
    <ProgressSteps
      label={t('Order progress')}
      steps={stagesOf(order.statusDates)}
      current={stageIndex(order.orderStatus)}
      cancelled={order.isCancelled}
    />
  )
}

/** The expected or actual day of delivery. */
export function arrivalText(order: ShownOrder): string {
  if (order.isCancelled) {
    const day = weekDay(order.cancelledDate)
    return day === null ? t('Cancelled') : t('Cancelled on {day}', { day })
  }
  if (order.orderStatus === 'delivered') {
    const day = weekDay(order.deliveredDate ?? order.statusDates.delivered)
    return day === null ? t('Delivered') : t('Delivered on {day}', { day })
  }
  const day = weekDay(order.estimatedDate)
  return day === null ? t('On its way to you') : t('Arriving by {day}', { day })
}

/** "Ordered on 21 Nov 2026". */
export function orderedText(order: ShownOrder): string {
  const day = fullDay(order.orderedDate)
  return day === null ? t('Ordered') : t('Ordered on {day}', { day })
}
