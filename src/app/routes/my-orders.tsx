import { PageHead } from '#ui/parts.tsx'
import { PageSkeleton } from '#ui/skeleton.tsx'
import { keepsOrders, loadMyOrders, MyOrdersView } from '../my-orders-view.tsx'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/my-orders'

export const meta = () => pageMeta({ title: 'My Orders', description: 'My Orders at Fourth Seat.', index: false })

/** Runs in the browser only: the server can't see who is logged in. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadMyOrders(request.signal)
}

export const shouldRevalidate = keepsOrders

export function HydrateFallback() {
  return <PageSkeleton />
}

export default function MyOrdersPage({ loaderData: { orders } }: Route.ComponentProps) {
  return (
    <div className="page pb-16">
      <PageHead title="My Orders" />
      <MyOrdersView orders={orders} />
    </div>
  )
}
