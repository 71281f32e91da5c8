import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { ListedStaffOrder } from '#shop/orders/staff-contract.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { PARCEL } from '#ui/drawings.ts'
import { showToast } from '#ui/toast-store.ts'
import { call, load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { failureText } from '../parts/failure-text.ts'
import { useLastList } from '../parts/last-list.ts'
import { ListFrame } from '../parts/list-frame.tsx'
import { phoneHref, phoneText } from '../parts/phone.ts'
import { Thumb } from '../parts/thumb.tsx'
import { useCall } from '../parts/use-call.ts'
import { may } from '../session.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { piecesText, productText } from './labels.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor')
  return load('GET /orders', { query: { stage: 'to-confirm', ...(cursor === null ? {} : { cursor }) } })
}

/** `/admin/orders/to-confirm`: orders in cash whose customers are to be called, each with its number to press. */
export function Component() {
  const { items, next } = useLoaderData<typeof loader>()
  useLastList({ label: t('To confirm'), rows: items.map(({ id }) => `/orders/${id}`), hasMore: next !== null })
  return (
    <ListFrame
      title={t('Orders to confirm')}
      isEmpty={items.length === 0}
      next={next}
      empty={{
        drawing: PARCEL,
        title: t('Nothing to confirm'),
        line: t('Cash orders wait here until the customer confirms them.'),
      }}
    >
      <ul className="grid max-w-240 gap-3">
        {items.map((order) => (
          <li key={order.id}>
            <ConfirmCard order={order} />
          </li>
        ))}
      </ul>
    </ListFrame>
  )
}

function ConfirmCard({ order }: { order: ListedStaffOrder }) {
  const { id, number, name, city, pin, picture, total, age, phone } = order
  return (
    <article
      aria-label={t('Order {number}', { number })}
      className="grid gap-3 rounded-md border border-line bg-card p-4"
    >
      <div className="flex gap-3">
        <Thumb picture={picture} width={40} />
        <div className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <Link to={`/orders/${id}`} className="font-bold underline">
              {number}
            </Link>
            <span className="text-sm text-ink-3">{age}</span>
          </p>
          <p>{[name, [city, pin].filter(Boolean).join(' ')].filter(Boolean).join(', ')}</p>
          <p>{phoneText(phone ?? '')}</p>
          <p className="text-sm text-ink-2">
            {[
              productText(order),
              piecesText(order),
              total === null ? '' : t('{total} in cash', { total: formatRupees(total) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      <Actions id={id} number={number} phone={phone ?? ''} />
    </article>
  )
}

/** Call first, then what the customer said. */
function Actions({ id, number, phone }: { id: string; number: string; phone: string }) {
  const { revalidate } = useRevalidator()
  const { pending, error, send } = useCall()
  const [cancelled, setCancelled] = useState<OrderRecord | null>(null)
  const [readError, setReadError] = useState<string | null>(null)
  async function confirm(): Promise<void> {
    if ((await send('POST /orders/{id}/confirm', { params: { id } })) === null) return
    showToast(t('{number} confirmed. It’s ready to pack.', { number }), { tone: 'ok' })
    void revalidate()
  }
  async function askToCancel(): Promise<void> {
    setReadError(null)
    const read = await call('GET /orders/{id}', { params: { id } })
    if (read.ok) setCancelled(read.data)
    else setReadError(failureText(read))
  }
  return (
    <>
      <p className="flex flex-wrap gap-2">
        {phone === '' ? null : (
          <a
            href={phoneHref(phone)}
            aria-label={t('Call {phone}', { phone: phoneText(phone) })}
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            {t('Call')}
          </a>
        )}
        {may('POST /orders/{id}/confirm') ? (
          <Button variant="primary" size="sm" pending={pending} onClick={() => void confirm()}>
            {t('Confirm')}
          </Button>
        ) : null}
        {may('POST /orders/{id}/cancel') ? (
          <Button variant="outline" size="sm" onClick={() => void askToCancel()}>
            {t('Cancel')}
          </Button>
        ) : null}
      </p>
      <FailureNotice text={error ?? readError} />
      {cancelled === null ? null : (
        <CancelDialog
          order={cancelled}
          onClose={() => setCancelled(null)}
          onDone={() => {
            setCancelled(null)
            void revalidate()
          }}
        />
      )}
    </>
  )
}
