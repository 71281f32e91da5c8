import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ListedReturn } from '#shop/shipping/returns-contract.ts'
import { RETURN_STATES, type ReturnState } from '#shop/shipping/rules.ts'
import { Button, buttonClass, LinkButton } from '#ui/button.tsx'
import { PARCEL } from '#ui/drawings.ts'
import { Tag } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { load } from '../api.ts'
import { parcelStateText, parcelTone } from '../orders/labels.ts'
import { countText } from '../parts/count-text.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useLastList } from '../parts/last-list.ts'
import { ListFrame } from '../parts/list-frame.tsx'
import { phoneHref, phoneText } from '../parts/phone.ts'
import { PieceText } from '../parts/piece.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const [state, cursor] = [query.get('state'), query.get('cursor')]
  // Safe cast: the server refuses another state with a sentence.
  const wanted = (state ?? undefined) as ReturnState | undefined
  return load('GET /returns', {
    query: { limit: 20, ...(wanted ? { state: wanted } : {}), ...(cursor === null ? {} : { cursor }) },
  })
}

/** `/admin/returns`: parcels that couldn't be delivered, come back or are back, and what to do about each. */
export function Component() {
  const { items, next, counts } = useLoaderData<typeof loader>()
  useLastList({ label: t('Returns'), rows: ordersOf(items), hasMore: next !== null })
  const views = RETURN_STATES.map((name) => ({
    label: stateText(name),
    search: `?state=${name}`,
    count: countText(counts[name]),
  }))
  return (
    <ListFrame
      title={t('Returns')}
      views={[{ label: t('All'), search: '' }, ...views]}
      isEmpty={items.length === 0}
      next={next}
      empty={{
        drawing: PARCEL,
        title: t('Nothing is coming back'),
        line: t('Parcels that couldn’t be delivered or come back appear here.'),
      }}
    >
      <ul className="grid max-w-240 gap-3">
        {items.map((parcel) => (
          <li key={parcel.id}>
            <ReturnCard parcel={parcel} />
          </li>
        ))}
      </ul>
    </ListFrame>
  )
}

/** The orders of parcels, each once. */
const ordersOf = (items: readonly ListedReturn[]) => [...new Set(items.map(({ orderId }) => `/orders/${orderId}`))]

const stateText = (state: ReturnState) => (state === 'received' ? t('To decide') : parcelStateText(state))

function ReturnCard({ parcel }: { parcel: ListedReturn }) {
  const { orderId, orderNumber, name, place, state, reason, since, carrier, number, url } = parcel
  return (
    <article
      aria-label={t('Parcel of {order}', { order: orderNumber })}
      className="grid gap-3 rounded-md border border-line bg-card p-4"
    >
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={`/orders/${orderId}`} className="font-bold underline">
            {orderNumber}
          </Link>
          <Tag tone={state === 'received' ? 'warn' : parcelTone(state)}>{stateText(state)}</Tag>
          <span className="text-sm text-ink-3">
            <When at={since} />
          </span>
        </p>
        <p className="wrap-anywhere">{[name, place].filter(Boolean).join(', ')}</p>
        {reason === null ? null : <p className="wrap-anywhere">{t('Reason: {reason}', { reason })}</p>}
        <p className="text-sm text-ink-2 wrap-anywhere">
          {url === null ? (
            `${carrier} ${number}`
          ) : (
            <a href={url} target="_blank" rel="noreferrer" className="underline">
              {carrier} {number}
            </a>
          )}
        </p>
      </div>
      <ul className="grid gap-2 sm:grid-cols-2">
        {parcel.pieces.map((piece) => (
          <li key={piece.sku} className="flex gap-3">
            <Thumb picture={piece.picture} width={40} />
            <span className="grid min-w-0 wrap-anywhere">
              <PieceText piece={piece} />
              <span className="text-sm text-ink-2">{foundText(piece)}</span>
            </span>
          </li>
        ))}
      </ul>
      <Actions parcel={parcel} />
    </article>
  )
}

/** How many pieces, and what was found of them. */
function foundText({ quantity, good, damaged }: ListedReturn['pieces'][number]): string {
  if (good === null || damaged === null)
    return t('{count, plural, one {# piece} other {# pieces}}', { count: quantity })
  return [
    t('{good} fine', { good }),
    ...(damaged > 0 ? [t('{damaged} damaged', { damaged })] : []),
    ...(quantity > good + damaged ? [t('{missing} missing', { missing: quantity - good - damaged })] : []),
  ].join(', ')
}

/** The likeliest step first: call about a failed attempt, take in what came back, decide about what is here. */
function Actions({ parcel }: { parcel: ListedReturn }) {
  const { id, orderId, state, phone, pieces } = parcel
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  const { pending, error, send } = useCall()
  async function tryAgain(): Promise<void> {
    const body = { state: 'on_the_way', reason: t('Another attempt requested') } as const
    const params = { id: orderId, parcel: id }
    if ((await send('POST /orders/{id}/parcels/{parcel}/state', { params, body })) === null) return
    showToast(t('On its way again. Ask the carrier for another attempt.'), { tone: 'ok' })
    void revalidate()
  }
  const isOut = state === 'attempted' || state === 'returning'
  return (
    <>
      <p className="flex flex-wrap gap-2">
        {phone === '' ? null : (
          <a
            href={phoneHref(phone)}
            className={buttonClass({ variant: state === 'attempted' ? 'primary' : 'outline', size: 'sm' })}
          >
            {t('Call {phone}', { phone: phoneText(phone) })}
          </a>
        )}
        {isOut ? (
          <Button variant="outline" size="sm" pending={pending} onClick={() => void tryAgain()}>
            {t('Try again')}
          </Button>
        ) : null}
        {state === 'received' ? (
          <LinkButton to={`/orders/${orderId}`} variant="primary" size="sm">
            {t('Send again or refund')}
          </LinkButton>
        ) : (
          <Button variant={isOut ? 'outline' : 'primary'} size="sm" onClick={() => setIsOpen(true)}>
            {t('Receive')}
          </Button>
        )}
      </p>
      <FailureNotice text={error} />
      {isOpen ? (
        <ReceiveDialog
          orderId={orderId}
          parcel={parcel}
          pieces={pieces.map((piece) => ({ ...piece, label: `${piece.name}, ${piece.color} ${piece.size}` }))}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false)
            void revalidate()
          }}
        />
      ) : null}
    </>
  )
}
