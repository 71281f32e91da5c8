import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Fill } from '#ui/fill.tsx'
import { valueName } from '../../catalog/value-names.ts'
import type { PendingOrder } from '../contract.ts'

/** The lines that an unpaid order holds. */
export function PendingLines({ order }: { order: PendingOrder }) {
  return (
    <ul className="grid gap-1 wrap-anywhere text-ink-2">
      {order.productDetails.map(({ name, color, size, quantity, price, currentPrice }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an order's lines never move, and two may share a name.
        <li key={index}>
          {quantity} × {name}, {valueName(color)}, {valueName(size)}
          {currentPrice === null || currentPrice === price ? null : (
            <span className="block text-sm">
              {t('Now {currentPrice} in the shop; this order keeps {price}.', {
                currentPrice: formatPrice(currentPrice),
                price: formatPrice(price),
              })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The label of the button that pays for the order. */
export function PayNowLabel({ order }: { order: PendingOrder }) {
  const dot = <span aria-hidden="true">·</span>
  return <Fill text={t('Pay now {dot} {price}')} dot={dot} price={formatPrice(order.due ?? order.totalPrice)} />
}
