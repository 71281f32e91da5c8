import { Link } from 'react-router'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { ShownOrder } from '../read-orders.ts'
import { LinePicture } from './line-picture.tsx'
import { arrivalText, OrderProgress, orderedText } from './order-progress.tsx'

const PICTURES = 4

/** An order in the list: its first product's name, its progress, and a link to its details. */
export function OrderCard({ order, to }: { order: ShownOrder; to: string }) {
  const [first, ...others] = order.productDetails
  return (
    <li className="relative grid gap-4 rounded-md border border-line bg-card p-4 hover:border-ink md:p-5">
      <div className="flex items-start gap-4">
        {first ? <LinePicture line={first} className="w-20 max-w-1/4 shrink-0" sizes="80px" /> : null}
        <div className="grid min-w-0 grow gap-1">
          <h2 className="text-lg font-bold wrap-anywhere">
            <Link to={to} preventScrollReset={false} className="after:absolute after:inset-0 after:rounded-md">
              {order.productName}
              {others.length > 0 ? (
                <span className="font-normal text-ink-2"> {t('and {count} more', { count: others.length })}</span>
              ) : null}
            </Link>
          </h2>
          <p className="font-bold">{arrivalText(order)}</p>
          <p className="text-xs text-ink-2">
            {order.orderNumber} · {orderedText(order)} ·{' '}
            <span className="tabular-nums">{formatPrice(order.totalPrice)}</span>
          </p>
        </div>
        <p aria-hidden="true" className="hidden shrink-0 gap-1.5 sm:flex">
          {others.slice(0, PICTURES - 1).map((line) => (
            <LinePicture key={line._id} line={line} className="w-14" sizes="56px" />
          ))}
        </p>
      </div>
      <OrderProgress order={order} />
    </li>
  )
}
