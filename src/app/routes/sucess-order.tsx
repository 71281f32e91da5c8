import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { findSession } from '#platform/browser/session.ts'
import { findPlacedOrder, type OrderState, readOrderState } from '#shop/checkout/queries.ts'
import { CheckoutSteps } from '#shop/checkout/ui/checkout-steps.tsx'
import { OrderReceipt } from '#shop/checkout/ui/order-receipt.tsx'
import { PageSkeleton } from '#ui/skeleton.tsx'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/sucess-order'

export const meta = () =>
  pageMeta({
    title: 'Order complete',
    description: 'Your order at Fourth ProgressStep is complete.',
    index: false,
  })

/** Asks how the order of the address (`?order=`) stands: an answer lost on the way here costs nothing. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const orderId = new URL(request.url).searchParams.get('order')
  if (orderId === null || (await findSession()) === null) return { orderId, state: null, order: null }
  const state = await readOrderState(orderId)
  return { orderId, state, order: state === 'paid' ? await findPlacedOrder(orderId) : null }
}

export function HydrateFallback() {
  return <PageSkeleton />
}

export default function SucessOrderPage({ loaderData }: Route.ComponentProps) {
  useAskAgain(loaderData.state)
  return (
    <div className="page pb-16">
      <CheckoutSteps current={2} />
      <OrderReceipt {...loaderData} />
    </div>
  )
}

const ASK_EVERY_MS = 3000
const ASK_TIMES = 40

/** Looks again while the bank has not said yes: every 3 s for two minutes. */
function useAskAgain(state: OrderState | null): void {
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (state !== 'awaiting_payment' || asked >= ASK_TIMES) return
    const timer = setTimeout(() => {
      setAsked(asked + 1)
      void revalidate()
    }, ASK_EVERY_MS)
    return () => clearTimeout(timer)
  }, [state, asked, revalidate])
}
