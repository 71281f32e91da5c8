import { useState } from 'react'
import { Link } from 'react-router'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { Section } from '../parts/record-page.tsx'
import { dayText, When } from '../parts/when.tsx'
import { parcelAdvice, parcelStateText, parcelTone } from './labels.ts'
import { CorrectDialog, ParcelDialog } from './parcel-dialogs.tsx'
import { LINK } from './record-sections.tsx'
import { ReceiveParcelDialog } from './return-dialogs.tsx'

type What = keyof typeof DIALOGS
type Parcel = OrderRecord['parcels'][number]
type Asked = { what: What; parcel: Parcel } | null

const DIALOGS = { state: ParcelDialog, correct: CorrectDialog, received: ReceiveParcelDialog } as const

/** The parcels of an order, where each is and what to do about it, and its exchanges. */
export function ParcelsSection({ order, onDone }: { order: OrderRecord; onDone: () => void }) {
  const [asked, setAsked] = useState<Asked>(null)
  const { parcels, exchanges, expected } = order
  if (parcels.length === 0 && exchanges.length === 0) return null
  const close = () => setAsked(null)
  function done(): void {
    close()
    onDone()
  }
  const Dialog = DIALOGS[asked?.what ?? 'state']
  return (
    <Section title={t('Parcels')}>
      <ul className="grid gap-4">
        {parcels.map((parcel) => (
          <ParcelRow key={parcel.id} parcel={parcel} onAsk={(what) => setAsked({ what, parcel })} />
        ))}
        {exchanges.map(({ id, product, text, at }) => (
          <li key={id} className="wrap-anywhere">
            <p className="font-bold">
              <Link to={`/exchanges/${id}`} className={LINK}>
                {t('Exchange of {product}', { product })}
              </Link>
            </p>
            <p>{text}</p>
            <p className="text-sm text-ink-3">
              <When at={at} />
            </p>
          </li>
        ))}
      </ul>
      {expected === null ? null : (
        <p className="pt-3 text-sm text-ink-3">{t('Promised for {day}', { day: dayText(expected) })}</p>
      )}
      {asked === null ? null : <Dialog order={order} parcel={asked.parcel} onClose={close} onDone={done} />}
    </Section>
  )
}

type RowProps = { parcel: Parcel; onAsk: (what: What) => void }

function ParcelRow({ parcel, onAsk }: RowProps) {
  const { carrier, number, url, text, state, reason, isTrouble, receivedAt, isResent, pieces, collect, can } = parcel
  const advice = isTrouble && receivedAt === null ? parcelAdvice(state) : null
  return (
    <li className="grid gap-1 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-bold">
        {url === null ? (
          `${carrier} ${number}`
        ) : (
          <a href={url} target="_blank" rel="noreferrer" className={LINK}>
            {carrier} {number}
          </a>
        )}
        <Tag tone={parcelTone(state)}>{parcelStateText(state)}</Tag>
      </p>
      <p>
        {text}
        {reason === null ? '' : `: ${reason}`}
      </p>
      {isResent ? <p className="text-ink-2">{t('The fine pieces are sent again.')}</p> : null}
      {collect > 0 ? <p>{t('Collect {amount} in cash', { amount: formatPrice(collect) })}</p> : null}
      {advice === null ? null : <p className="text-ink-2">{advice}</p>}
      <p className="text-sm text-ink-3">{pieces.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ')}</p>
      <p className="flex flex-wrap gap-2 pt-1 empty:hidden print:hidden">
        {can.includes('POST /orders/{id}/parcels/{parcel}/received') ? (
          <Button variant="outline" size="sm" onClick={() => onAsk('received')}>
            {t('Receive')}
          </Button>
        ) : null}
        {can.includes('POST /orders/{id}/parcels/{parcel}/state') ? (
          <Button variant="outline" size="sm" onClick={() => onAsk('state')}>
            {t('Update status')}
          </Button>
        ) : null}
        {can.includes('POST /orders/{id}/parcels/{parcel}/correct') ? (
          <Button variant="outline" size="sm" onClick={() => onAsk('correct')}>
            {t('Edit tracking')}
          </Button>
        ) : null}
      </p>
    </li>
  )
}
