import { type MetaArgs, useSearchParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import { ProfileFrame } from '#shop/accounts/ui/profile-menu.tsx'
import { PrintHead } from '#shop/orders/ui/print-head.tsx'
import { PageHead } from '#ui/parts.tsx'
import { loadMyOrders, MyOrdersView, shouldReloadOrders } from '../my-orders-view.tsx'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/my-orders'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: t('My Orders'), description: t('My Orders at {shop}.'), index: false })

/** Runs only in the browser, because the server can't see who is logged in. */
export const clientLoader = loadMyOrders
export const shouldRevalidate = shouldReloadOrders
export { PageSkeleton as HydrateFallback } from '#ui/skeleton.tsx'

export default function MyOrdersPage({ loaderData: { orders, pending } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  // The status of an open order is the large heading, and the page's name is small.
  const open = orders.kind === 'ready' && orders.orders.some(({ _id }) => _id === search.get('order'))
  return (
    <div className="page pb-16">
      <PrintHead />
      {open ? (
        <h1 className="pt-8 pb-1 text-sm font-bold text-ink-2 md:pb-4">{t('My Orders')}</h1>
      ) : (
        <PageHead title={t('My Orders')} />
      )}
      <ProfileFrame current="/my-orders">
        <MyOrdersView orders={orders} pending={pending} />
      </ProfileFrame>
    </div>
  )
}
