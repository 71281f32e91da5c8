import { useEffect, useState } from 'react'
import { type MetaArgs, useRevalidator } from 'react-router'
import { findSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { findPlacedOrder, isPlaced, type PublicOrderState, readOrderState } from '#shop/checkout/client.ts'
import { CheckoutSteps } from '#shop/checkout/ui/checkout-steps.tsx'
import { OrderReceipt } from '#shop/checkout/ui/order-receipt.tsx'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/sucess-order'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: t('Order complete'),
    description: t('Your order at {shop} is complete.'),
    index: false,
  })

/** Reads the state of the order in the URL (`?order=`), so a lost payment response does no harm. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const orderId = new URL(request.url).searchParams.get('order')
  if (orderId === null || (await findSession()) === null) return { orderId, state: null, order: null }
  const state = await readOrderState(orderId)
  return { orderId, state, order: isPlaced(state) ? await findPlacedOrder(orderId) : null }
}

export { PageSkeleton as HydrateFallback } from '#ui/skeleton.tsx'

export default function SucessOrderPage({ loaderData }: Route.ComponentProps) {
  usePolling(loaderData.state)
  return (
    <div data-toasts-on-top className="page pb-16">
      <CheckoutSteps current={2} />
      <OrderReceipt {...loaderData} />
    </div>
  )
}

const POLL_INTERVAL_MS = 3000
const MAX_POLLS = 40

/** Polls every 3 s for up to two minutes while the payment is unconfirmed. */
function usePolling(state: PublicOrderState | null): void {
  const { revalidate } = useRevalidator()
  const [polls, setPolls] = useState(0)
  useEffect(() => {
    if (state !== 'awaiting_payment' || polls >= MAX_POLLS) return
    const timer = setTimeout(() => {
      setPolls(polls + 1)
      void revalidate()
    }, POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [state, polls, revalidate])
}
