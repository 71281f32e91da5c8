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
export { OrdersSkeleton as HydrateFallback } from '#ui/page-skeletons.tsx'

export default function MyOrdersPage({ loaderData: { orders, pending } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  // An open order's news is the large heading; the page's name is only read out.
  const open = orders.kind === 'ready' && orders.orders.some(({ _id }) => _id === search.get('order'))
  return (
    <div className={`page pb-16 ${open ? 'pt-4 md:pt-8' : ''}`}>
      <PrintHead />
      {open ? <h1 className="sr-only">{t('My Orders')}</h1> : <PageHead title={t('My Orders')} />}
      <ProfileFrame current="/my-orders">
        <MyOrdersView orders={orders} pending={pending} />
      </ProfileFrame>
    </div>
  )
}
