import { clockTime } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { LinkButton } from '#ui/button.tsx'
import type { PendingOrder } from '../contract.ts'
import { PayNowLabel, PendingLines } from './pending-lines.tsx'

/**
 * The orders waiting for payment, with links to the checkout page, the only one that may load the provider's dialog.
 */
export function PendingOrders({ orders }: { orders: readonly PendingOrder[] }) {
  if (orders.length === 0) return null
  return (
    <section aria-label={t('Not paid yet')} className="mb-10 grid gap-4">
      {orders.map((order) => (
        <article key={order._id} className="grid gap-3 rounded-sm border-2 border-ink p-4 sm:p-5">
          <h2 className="font-wide text-lg font-extrabold">
            {t('Pay now, held until {heldUntil}', { heldUntil: clockTime(order.heldUntil) ?? '' })}
          </h2>
          <PendingLines order={order} />
          <LinkButton
            to={`/cart-checkout-form?order=${encodeURIComponent(order._id)}`}
            reloadDocument
            variant="primary"
            className="justify-self-start"
          >
            <PayNowLabel order={order} />
          </LinkButton>
        </article>
      ))}
    </section>
  )
}
