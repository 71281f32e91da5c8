import { formatPrice } from '#platform/money.ts'
import { locale, t } from '#platform/text/t.ts'
import { valueName } from '../../catalog/value-names.ts'
import type { PendingOrder } from '../contract.ts'

/** What an unpaid order holds. */
export function PendingLines({ order }: { order: PendingOrder }) {
  return (
    <ul className="grid gap-1 text-ink-2">
      {order.productDetails.map(({ name, color, size, quantity, price, currentPrice }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a placed order's lines never move, and two products may have one name.
        <li key={index}>
          {quantity} × {name}, {valueName(color)}, {size}
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

/** "7.40 pm", on the reader's clock. */
export function clockTime(moment: string): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short' })
    .format(new Date(moment))
    .replace(':', '.')
    .replace(' ', '\u00a0')
}
