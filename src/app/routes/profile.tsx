import type { ClientLoaderFunctionArgs, MetaArgs } from 'react-router'
import { t } from '#platform/text/t.ts'
import { ProfileFrame } from '#shop/accounts/ui/profile-menu.tsx'
import { loadCredit } from '#shop/credit/client.ts'
import { StoreCreditCard } from '#shop/credit/ui/store-credit.tsx'
import { PrintHead } from '#shop/orders/ui/print-head.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOnVisible } from '#ui/lazy-on-visible.tsx'
import { PageHead } from '#ui/parts.tsx'
import { loadMyOrders, MyOrdersView, shouldReloadOrders } from '../my-orders-view.tsx'
import { pageMeta } from '../page-meta.ts'
import { requireSession } from '../require-session.ts'
import type { Route } from './+types/profile'

const AccountCare = lazyComponent(async () => (await import('#shop/accounts/ui/account-care.tsx')).AccountCare)

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: t('Profile'), description: t('Your profile at {shop}.'), index: false })

/** Runs only in the browser, because the server can't see who is logged in. */
export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { user } = await requireSession(args.request)
  const [mine, credit] = await Promise.all([loadMyOrders(args), loadCredit(user.id, args.request.signal)])
  return { ...mine, credit }
}
export const shouldRevalidate = shouldReloadOrders
export { OrdersSkeleton as HydrateFallback } from '#ui/page-skeletons.tsx'

/**
 * The left menu with My Orders beside it; on narrow screens only My Orders (SPEC section 2). Below them, the rarely
 * used sections of the account.
 */
export default function ProfilePage({ loaderData: { user, orders, pending, credit } }: Route.ComponentProps) {
  return (
    <div className="page pb-16">
      <PrintHead />
      <PageHead title={t('Profile')}>
        <p className="flex flex-wrap gap-x-4 wrap-anywhere">
          {user.name ? <span className="font-bold text-ink">{user.name}</span> : null} <span>{user.email}</span>
        </p>
      </PageHead>
      <ProfileFrame current="/my-orders">
        {credit === null ? null : <StoreCreditCard credit={credit} />}
        <h2 className="mb-4 font-wide text-lg font-extrabold">{t('My Orders')}</h2>
        <MyOrdersView orders={orders} pending={pending} />
        <LazyOnVisible className="pt-12" fallback={<div className="unsized min-h-40" />}>
          <AccountCare />
        </LazyOnVisible>
      </ProfileFrame>
    </div>
  )
}
