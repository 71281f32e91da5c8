import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { ListPage } from '../parts/list-page.tsx'
import { When } from '../parts/when.tsx'
import { periodText } from './labels.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const { from = '', to = '', place } = query
  return { ...(await load('GET /reports/orders', { query: { ...query, from, to } })), from, to, place }
}

/** `/admin/reports/orders?from=&to=&place=`: the orders that a row of a report counts. */
export function Component() {
  const { items, next, from, to, place } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title={
        place === undefined
          ? t('Paid {period}', { period: periodText({ from, to }) })
          : t('Paid {period}, PIN {place}…', { period: periodText({ from, to }), place })
      }
      columns={[
        { id: 'number', head: t('Order'), cell: (order) => order.number },
        { id: 'name', head: t('Name'), cell: (order) => order.name },
        { id: 'at', head: t('Paid'), cell: (order) => <When at={order.at} /> },
        { id: 'pieces', head: t('Pieces'), cell: (order) => order.pieces, isNumber: true },
        { id: 'total', head: t('Total'), cell: (order) => formatPrice(order.total), isNumber: true },
        { id: 'state', head: t('Status'), cell: (order) => (order.isCancelled ? <Cancelled /> : null) },
      ]}
      rows={items}
      idOf={(order) => order.id}
      linkOf={(order) => `/orders/${order.id}`}
      card={(order) => (
        <>
          <span className="flex justify-between gap-3 font-bold">
            <span>{order.number}</span>
            <span className="tabular-nums">{formatPrice(order.total)}</span>
          </span>
          <span className="flex justify-between gap-3 text-sm text-ink-2">
            <span>{order.name}</span>
            <When at={order.at} />
          </span>
          {order.isCancelled ? <Cancelled /> : null}
        </>
      )}
      next={next}
      empty={{ title: t('No orders'), line: t('No orders were paid on these days.') }}
    />
  )
}

function Cancelled() {
  return <Tag tone="warn">{t('Cancelled')}</Tag>
}
