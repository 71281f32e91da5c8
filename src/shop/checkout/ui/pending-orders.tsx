import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { LinkButton } from '#ui/button.tsx'
import { Fill } from '#ui/fill.tsx'
import type { PendingOrder } from '../contract.ts'
import { clockTime, PendingLines } from './pending-lines.tsx'

/** The orders that wait for their payment. Only the checkout page may load the provider's dialog, so each is a link to it. */
export function PendingOrders({ orders }: { orders: readonly PendingOrder[] }) {
  if (orders.length === 0) return null
  return (
    <section aria-label={t('Not paid yet')} className="mb-10 grid gap-4">
      {orders.map((order) => (
        <article key={order._id} className="grid gap-3 rounded-sm border-2 border-ink p-4 sm:p-5">
          <h2 className="font-wide text-lg font-extrabold">
            {t('Pay now, held until {heldUntil}', { heldUntil: clockTime(order.heldUntil) })}
          </h2>
          <PendingLines order={order} />
          <LinkButton
            to={`/cart-checkout-form?order=${encodeURIComponent(order._id)}`}
            reloadDocument
            variant="primary"
            className="justify-self-start"
          >
            <Fill
              text={t('Pay now {dot} {price}')}
              dot={<span aria-hidden="true">·</span>}
              price={formatPrice(order.totalPrice)}
            />
          </LinkButton>
        </article>
      ))}
    </section>
  )
}
