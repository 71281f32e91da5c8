import { useEffect } from 'react'
import {
  type ClientLoaderFunctionArgs,
  redirectDocument,
  type ShouldRevalidateFunctionArgs,
  useRevalidator,
} from 'react-router'
import { findSession } from '#platform/browser/session.ts'
import { language } from '#platform/text/t.ts'
import { loadPendingOrders } from '#shop/checkout/client.ts'
import type { PendingOrder } from '#shop/checkout/contract.ts'
import { PendingOrders } from '#shop/checkout/ui/pending-orders.tsx'
import { type LoadedOrders, loadOrders } from '#shop/orders/client.ts'
import { ORDERS_UNREACHED } from '#shop/orders/messages.ts'
import { OrdersPanel } from '#shop/orders/ui/orders-panel.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { redirectToLogin } from './require-session.ts'

const loadOpenOrder = () => import('./open-order.tsx')
const OpenOrder = lazyComponent(async () => (await loadOpenOrder()).OpenOrder)
const OrderExchange = lazyComponent(async () => (await loadOpenOrder()).OrderExchange)

/** The `clientLoader` of /my-orders and /profile: the user and their orders. A rejected call leads to /login (SPEC 8). */
export async function loadMyOrders({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request
  const session = await findSession()
  if (session === null) throw trackingOf(request) ?? redirectToLogin(request)
  const { user } = session
  // With a link from a mail the order is the first thing shown.
  if (new URL(request.url).searchParams.has('order')) void loadOpenOrder().catch(() => {})
  const [orders, pending] = await Promise.all([loadOrders(user.id, signal), loadPendingOrders(user.id, signal)])
  if (orders.kind === 'refused' || pending === 'refused') throw trackingOf(request) ?? redirectToLogin(request)
  return { user, orders, pending }
}

/** The page of an order's state for whoever isn't signed in, if the link is of a mail that allows it. */
function trackingOf({ url }: Request): Response | null {
  const query = new URL(url).searchParams
  const [order, track] = [query.get('order'), query.get('track')]
  if (order === null || track === null) return null
  const inLanguage = language() === 'en' ? '' : `&language=${language()}`
  return redirectDocument(`/track?order=${encodeURIComponent(order)}&track=${encodeURIComponent(track)}${inLanguage}`)
}

/** Their `shouldRevalidate`: if only the query (`?tab`, `?order`) changed, the orders aren't reloaded. */
export function shouldReloadOrders({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const onlySearchChanged = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return onlySearchChanged ? false : defaultShouldRevalidate
}

interface Props {
  orders: Exclude<LoadedOrders, { kind: 'refused' }>
  pending: readonly PendingOrder[]
}

/** The orders with their exchanges, or an error message with a retry button, for /my-orders and /profile. */
export function MyOrdersView({ orders, pending }: Props) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    // Most visits go on to an order.
    void loadOpenOrder().catch(() => {})
  }, [])
  if (orders.kind === 'unreached') {
    return <RetryNotice message={ORDERS_UNREACHED} pending={state === 'loading'} onRetry={() => void revalidate()} />
  }
  return (
    <>
      <PendingOrders orders={pending} />
      <OrdersPanel
        orders={orders.orders}
        renderOrder={(order, backTo) => <OpenOrder key={order._id} order={order} backTo={backTo} />}
        renderExchange={(exchange, order) => <OrderExchange key={exchange._id} exchange={exchange} order={order} />}
      />
    </>
  )
}
