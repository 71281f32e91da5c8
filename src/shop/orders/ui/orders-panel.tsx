import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import { LinkButton } from '#ui/button.tsx'
import { PARCEL } from '#ui/drawings.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { NO_ORDERS, ORDER_NOT_FOUND } from '../messages.ts'
import type { ShownExchange, ShownOrder } from '../read-orders.ts'
import { OrderCard } from './order-card.tsx'

type Props = {
  orders: readonly ShownOrder[]
  /** Renders one order in full; its code is loaded after the list's. `backTo`: the URL of the list. */
  renderOrder: (order: ShownOrder, backTo: string) => ReactNode
  renderExchange: (exchange: ShownExchange, order: ShownOrder) => ReactNode
}

/**
 * My Orders (SPEC 2) of /my-orders and /profile: tabs with the orders, and the exchanges, or one order in full if the
 * URL names it (`?order=ID`).
 */
export function OrdersPanel({ orders, renderOrder, renderExchange }: Props) {
  const [search] = useSearchParams()
  const requestedId = search.get('order')
  const order = orders.find(({ _id }) => _id === requestedId)
  if (order)
    return (
      <Suspense fallback={<Skeleton className="h-28 w-full" />}>{renderOrder(order, orderHref(search, null))}</Suspense>
    )
  return (
    <div className="print-column grid gap-10">
      {requestedId === null ? null : <Notice tone="bad">{ORDER_NOT_FOUND}</Notice>}
      <OrderTabs orders={orders} />
      <Returns orders={orders} renderExchange={renderExchange} />
    </div>
  )
}

function OrderTabs({ orders }: { orders: readonly ShownOrder[] }) {
  const [search, setSearch] = useSearchParams()
  const open = openTab(search.get('tab'), orders)
  const shown = orders.filter((order) => isCompleted(order) === (open === 'completed'))
  const list =
    shown.length === 0 ? (
      <NoOrders orders={orders} open={open} />
    ) : (
      <ul className="print-column grid gap-4">
        {shown.map((order) => (
          <OrderCard key={order._id} order={order} to={orderHref(search, order._id)} />
        ))}
      </ul>
    )

  function choose(tab: string): void {
    const next = new URLSearchParams(search)
    next.delete('order')
    next.set('tab', tab)
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return (
    <Tabs
      label={t('Orders')}
      value={open}
      onChange={choose}
      tabs={[
        { value: 'ongoing', label: t('Ongoing'), panel: open === 'ongoing' ? list : null },
        { value: 'completed', label: t('Completed'), panel: open === 'completed' ? list : null },
      ]}
    />
  )
}

/** SPEC 4: delivered orders are completed, all others ongoing; the shop counts cancelled orders as completed. */
function isCompleted({ orderStatus, isCancelled }: ShownOrder): boolean {
  return orderStatus === 'delivered' || isCancelled
}

/** The tab in the URL, or else Ongoing, unless only Completed has orders. */
function openTab(requested: string | null, orders: readonly ShownOrder[]): 'ongoing' | 'completed' {
  if (requested === 'ongoing' || requested === 'completed') return requested
  return orders.length > 0 && orders.every(isCompleted) ? 'completed' : 'ongoing'
}

/** An empty tab; `orders` are those of the other tab. */
function NoOrders({ orders, open }: { orders: readonly ShownOrder[]; open: 'ongoing' | 'completed' }) {
  if (orders.length > 0) {
    const arrived = orders.some(({ isCancelled }) => isCancelled)
      ? t('None of them is on its way.')
      : t('All of them have arrived.')
    return (
      <EmptyState drawing={PARCEL} title={NO_ORDERS} line={open === 'ongoing' ? arrived : t('None has arrived yet.')} />
    )
  }
  return (
    <EmptyState
      drawing={PARCEL}
      title={NO_ORDERS}
      line={t('Your first one leaves from here.')}
      action={
        <LinkButton to="/categories" variant="primary">
          {t('See the collection')}
        </LinkButton>
      }
    />
  )
}

/** SPEC 2: the exchanged products of all orders, apart from the tabs. */
function Returns({ orders, renderExchange }: Pick<Props, 'orders' | 'renderExchange'>) {
  const returns = orders.flatMap((order) => order.exchanges.map((exchange) => ({ order, exchange })))
  if (returns.length === 0) return null
  return (
    <section className="print-column grid gap-4">
      <h2 className="font-wide text-xl font-extrabold tracking-display">{t('Return Initiated')}</h2>
      <Suspense fallback={<Skeleton className="h-28 w-full" />}>
        {returns.map(({ order, exchange }) => renderExchange(exchange, order))}
      </Suspense>
    </section>
  )
}

function orderHref(search: URLSearchParams, order: string | null): string {
  const next = new URLSearchParams(search)
  if (order === null) next.delete('order')
  else next.set('order', order)
  return `?${next}`
}
