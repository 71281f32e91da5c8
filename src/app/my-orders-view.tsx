import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { loadPendingOrders } from '#shop/checkout/client.ts'
import type { PendingOrder } from '#shop/checkout/contract.ts'
import { PendingOrders } from '#shop/checkout/ui/pending-orders.tsx'
import { ExchangeCard } from '#shop/exchanges/ui/exchange-card.tsx'
import { ExchangeRequest } from '#shop/exchanges/ui/exchange-request.tsx'
import { InvoiceButtons } from '#shop/invoices/ui/invoice-buttons.tsx'
import { type LoadedOrders, loadOrders } from '#shop/orders/client.ts'
import { ORDERS_UNREACHED } from '#shop/orders/messages.ts'
import { OrdersPanel } from '#shop/orders/ui/orders-panel.tsx'
import { CancelOrder } from '#shop/refunds/ui/cancel-order.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { OrderActions } from './order-actions.tsx'
import { redirectToLogin, requireSession } from './require-session.ts'

/** The `clientLoader` of /my-orders and /profile: the user and their orders. A rejected call leads to /login (SPEC 8). */
export async function loadMyOrders({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request
  const { user } = await requireSession(request)
  const [orders, pending] = await Promise.all([loadOrders(user.id, signal), loadPendingOrders(user.id, signal)])
  if (orders.kind === 'refused' || pending === 'refused') throw redirectToLogin(request)
  return { user, orders, pending }
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
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  const [now] = useState(Date.now)
  if (orders.kind === 'unreached') {
    return <RetryNotice message={ORDERS_UNREACHED} pending={state === 'loading'} onRetry={() => void revalidate()} />
  }
  return (
    <>
      <PendingOrders orders={pending} />
      <OrdersPanel
        orders={orders.orders}
        slots={{
          invoice: (order) => (
            <InvoiceButtons
              orderId={order._id}
              creditNotes={order.refunds.flatMap(({ creditNote }) => creditNote ?? [])}
            />
          ),
          exchange: (exchange, order) => (
            <ExchangeCard
              key={exchange._id}
              exchange={exchange}
              lines={order.productDetails.filter(({ productId }) => productId._id === exchange.productId._id)}
              onChanged={() => revalidate()}
            />
          ),
          actions: (order, line) => <OrderActions order={order} line={line} />,
          cancel: (order) => <CancelOrder order={order} onChanged={() => revalidate()} />,
          request: (order, lines) => (
            <ExchangeRequest order={order} lines={lines} now={now} onRequested={() => navigate('/sucess-return')} />
          ),
        }}
      />
    </>
  )
}
