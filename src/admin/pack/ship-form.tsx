import { type SyntheticEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { PackItem } from '#shop/shipping/pack-contract.ts'
import { Button } from '#ui/button.tsx'
import { Card, Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { BookingPart, CarriersFailure, useApiCarriers } from '../parts/booking-part.tsx'
import { CarrierField } from '../parts/parcel-fields.tsx'
import { ScanField } from '../parts/scan-field.tsx'
import { useCall } from '../parts/use-call.ts'
import { piecesText } from './pack-text.ts'
import { nextItem, type Parcel, piecesOf, type Run } from './run.ts'
import { currentRun, setDraft } from './run-store.ts'
import { draftOf, isReady, linesOf, shipItem } from './ship-item.ts'

type Props = { run: Run; item: PackItem; onScan: (text: string) => void }

/** Carrier and number of the parcel. It leaves with the pieces that are in it, which may be a part of the order. */
export function ShipForm({ run, item, onScan }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It appears above the piece whose button was pressed.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const navigate = useNavigate()
  const { carriers, ...reading } = useApiCarriers()
  const { pending, failure, error, errorOf, send } = useCall()
  const { all, packed } = piecesOf(run, item)
  const draft = draftOf(run, item)
  const order = item.orderNumber
  const isWhole = packed === all
  const isOffline = failure?.status === 0
  const change = (parcel: Partial<Parcel>) => setDraft(item.id, { ...draft, ...parcel })
  const goOn = (now: Run) => {
    const next = nextItem(now, item.id)
    return navigate(next === null ? '?' : `?open=${next.id}`)
  }

  async function ship(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (!isReady(run, draft)) onScan(draft.tracking)
    else if (await shipItem(run, item, send)) {
      showToast(t('{order} shipped. The customer has been e-mailed.', { order }), { tone: 'ok' })
      await goOn(currentRun() ?? run)
    }
  }

  return (
    <div ref={place} className="scroll-mt-20 scroll-mb-24">
      <Card>
        <form className="grid gap-4" onSubmit={ship}>
          <h2 className="text-lg font-bold">{t('Ship')}</h2>
          {isWhole ? null : (
            <Notice tone="warn">
              {t('{here} of {all} pieces ship now. The rest stays to pack, and the customer is told.', {
                here: packed,
                all: piecesText(all),
              })}
            </Notice>
          )}
          {item.kind === 'order' ? <CarriersFailure {...reading} /> : null}
          {item.kind === 'order' ? (
            <BookingPart
              carriers={carriers}
              orderId={item.orderId}
              pieces={isWhole ? undefined : linesOf(run, item)}
              onBooked={(parcel, before) => draft.tracking === before && change(parcel ?? { tracking: '' })}
            />
          ) : null}
          <CarrierField
            required
            value={draft.carrier}
            onChange={(carrier) => change({ carrier })}
            error={errorOf('carrier')}
          />
          <ScanField
            label={t('Tracking number (AWB)')}
            value={draft.tracking}
            onValue={(tracking) => change({ tracking })}
            onScan={onScan}
          />
          {error === null ? null : (
            <Notice tone="bad" live>
              {isOffline
                ? t(
                    'Not shipped: you’re offline. Carrier and number are saved on this device. Go on with the next parcel, and ship this one when you’re back online.',
                  )
                : error}
            </Notice>
          )}
          <Button
            type="submit"
            variant="primary"
            pending={pending}
            disabled={draft.carrier.trim() === '' || draft.tracking.trim() === ''}
          >
            {isWhole
              ? t('Ship {order}', { order })
              : t('Ship {pieces} of {order}', { pieces: piecesText(packed), order })}
          </Button>
          {isOffline ? (
            <Button variant="outline" onClick={() => void goOn(run)}>
              {t('Next parcel')}
            </Button>
          ) : null}
        </form>
      </Card>
    </div>
  )
}
