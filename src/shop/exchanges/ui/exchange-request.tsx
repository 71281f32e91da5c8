import { useState } from 'react'
import { shortDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { NOT_EXCHANGEABLE } from '../../catalog/messages.ts'
import type { OrderLine } from '../../orders/contract.ts'
import type { ShownOrder } from '../../orders/read-orders.ts'
import { exchangeUntil } from '../../orders/rules.ts'
import { windowClosed } from '../messages.ts'
import { ExchangeForm } from './exchange-form.tsx'

type Props = {
  order: ShownOrder
  /** Every line of one product in this order. */
  lines: readonly OrderLine[]
  /** Milliseconds since 1970. */
  now: number
  onRequested: () => void
}

/**
 * A button that opens the exchange form of a delivered product. After the exchange window, a sentence says that it has
 * closed. They stand in the row of the product's other buttons.
 */
export function ExchangeRequest({ order, lines, now, onRequested }: Props) {
  const [open, setOpen] = useState(false)
  const [first] = lines
  if (!first) return null
  if (first.exchangeDays === 0) return <p className="text-sm text-ink-2">{NOT_EXCHANGEABLE}</p>
  const days = first.exchangeDays ?? order.exchangeDays
  const until = windowEnd(order, first.exchangeDays)
  if (until !== null && Date.parse(until) < now) return <p className="text-sm text-ink-2">{windowClosed(days)}</p>
  const day = shortDay(until)
  return (
    <>
      {open ? null : (
        <Button variant="outline" size="sm" className="px-3!" onClick={() => setOpen(true)}>
          {t('Exchange')}
          <span className="sr-only"> {first.productId.name}</span>
        </Button>
      )}
      <p className="text-sm text-ink-2 max-sm:w-full">
        {day === null ? t('Wrong size? Swap it within {days} days.', { days }) : t('Exchange until {day}', { day })}
      </p>
      {open ? (
        <div className="mt-2 w-full">
          <ExchangeForm
            orderId={order._id}
            lines={lines}
            earlier={order.exchanges.filter(({ isCancelled }) => !isCancelled).length}
            onRequested={onRequested}
            onClose={() => setOpen(false)}
          />
        </div>
      ) : null}
    </>
  )
}

/**
 * The end of the exchange window in ISO 8601: from the order, or counted from its delivery. Null if neither is known. `own`: the
 * product's own days.
 */
function windowEnd(order: ShownOrder, own: number | undefined): string | null {
  if (own === undefined && order.exchangeUntil !== null) return order.exchangeUntil
  const delivered = Date.parse(order.deliveredDate ?? order.statusDates.delivered ?? '')
  return Number.isNaN(delivered) ? null : exchangeUntil(new Date(delivered), own ?? order.exchangeDays).toISOString()
}
