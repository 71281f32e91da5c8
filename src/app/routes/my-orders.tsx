import { useSearchParams } from 'react-router'
import { ProfileFrame } from '#shop/accounts/ui/profile-menu.tsx'
import { PageHead } from '#ui/parts.tsx'
import { PageSkeleton } from '#ui/skeleton.tsx'
import { keepsOrders, loadMyOrders, MyOrdersView } from '../my-orders-view.tsx'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/my-orders'

export const meta = () =>
  pageMeta({ title: 'My Orders', description: 'My Orders at Fourth ProgressStep.', index: false })

/** Runs in the browser only: the server can't see who is logged in. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadMyOrders(request.signal)
}

export const shouldRevalidate = keepsOrders

export function HydrateFallback() {
  return <PageSkeleton />
}

export default function MyOrdersPage({ loaderData: { orders } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  // Above one order the screen's name steps back: the order's state is the headline.
  const open = orders.kind === 'ready' && orders.orders.some(({ _id }) => _id === search.get('order'))
  return (
    <div className="page pb-16">
      {open ? (
        <h1 className="pt-8 pb-1 text-sm font-bold text-ink-2 md:pb-4">My Orders</h1>
      ) : (
        <PageHead title="My Orders" />
      )}
      <ProfileFrame current="/my-orders">
        <MyOrdersView orders={orders} />
      </ProfileFrame>
    </div>
  )
}
