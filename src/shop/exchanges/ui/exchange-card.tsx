import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { fullDay, weekDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { PictureOrBlank } from '#ui/picture-or-blank.tsx'
import { ProgressSteps } from '#ui/progress-steps.tsx'
import { showToast } from '#ui/toast-store.ts'
import { TrackingLink, TrackingNumber } from '#ui/tracking.tsx'
import { pictureUrlOf } from '../../cart/line-availability.ts'
import { productPath } from '../../catalog/product-path.ts'
import type { OrderLine } from '../../orders/contract.ts'
import { exchangedText, linePriceText, replacementText, variantText } from '../../orders/line-text.ts'
import { exchangeStages, stageIndex } from '../../orders/progress.ts'
import type { ShownExchange } from '../../orders/read-orders.ts'
import { useFocusWhenCancelled } from '../../orders/use-focus-when-cancelled.ts'
import { useSettings } from '../../settings/client.ts'
import { cancelExchange } from '../client.ts'
import { CANCELLED_ALREADY, DELIVERED_ALREADY, differenceText, reasonText } from '../messages.ts'
import { canCancel, canChange, choiceFor } from '../rules.ts'
import { ChangeProduct, ChangeReplacement } from './change-replacement.tsx'
import { SentPhotos } from './photo-list.tsx'

type Props = {
  exchange: ShownExchange
  /** The lines of the exchanged product in its order. */
  lines: readonly OrderLine[]
  /** Called when the exchange may have changed, so that the orders are reloaded. */
  onChanged: () => void
  /** Ways on from its product, if its order shows it here alone. */
  actions?: ReactNode
}

/** An exchange: its reason, its progress, and Change and Cancel while they're possible (SPEC 4). */
export function ExchangeCard({ exchange, lines, onChanged, actions }: Props) {
  const card = useRef<HTMLDivElement>(null)
  useFocusWhenCancelled(card, exchange.isCancelled)
  const { productId, reasonForExchange, problem, isCancelled } = exchange
  const what = reasonText(reasonForExchange)
  const choice = choiceFor(reasonForExchange)
  const takesOthers = useSettings()['exchange.otherProducts']
  const requestedOn = fullDay(exchange.requestedDate)
  return (
    <div
      ref={card}
      tabIndex={-1}
      className="grid break-inside-avoid gap-4 rounded-md border border-line bg-card p-4 md:p-5"
    >
      <div className="flex items-start gap-4">
        <PictureOrBlank
          src={pictureUrlOf(exchange)}
          sizes="80px"
          placeholderColor={exchange.picture?.tone}
          className="aspect-4/5 w-20 shrink-0 rounded-sm"
        />
        <div className="grid min-w-0 content-start gap-1 wrap-anywhere">
          <Link to={productPath(productId._id)} className="-my-2.5 py-2.5 font-bold no-underline hover:underline">
            {productId.name}
          </Link>
          {lines.map((line) => (
            <ExchangedLine key={line._id} line={line} exchange={exchange} />
          ))}
          <p className="text-sm text-ink-2">
            {requestedOn === null ? what : t('{what}, requested on {day}', { what, day: requestedOn })}
          </p>
          {problem ? <p className="text-sm text-ink-2">“{problem}”</p> : null}
        </div>
      </div>
      <ProgressSteps
        label={t('Exchange progress')}
        steps={exchangeStages(exchange.statusDates)}
        current={stageIndex(exchange.exchangeStatus)}
        cancelled={isCancelled}
      />
      <p className="font-bold">{arrivalText(exchange)}</p>
      <SentPhotos exchangeId={exchange._id} count={exchange.photos} />
      <DifferenceText exchange={exchange} />
      <ExchangeParcel parcel={exchange.tracking} label={t('The new one')} />
      <ReturnedPiece exchange={exchange} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {exchange.other !== null && takesOthers && canChange(exchange) ? (
          <ChangeProduct exchange={exchange} onChanged={onChanged} />
        ) : choice !== null && canChange(exchange) ? (
          <ChangeReplacement exchange={exchange} choice={choice} lines={lines} onChanged={onChanged} />
        ) : null}
        {canCancel(exchange) ? <CancelButton exchange={exchange} onChanged={onChanged} /> : null}
        {actions}
      </div>
    </div>
  )
}

/** What was bought, and in bold what comes instead: "L → XL", or the same again. */
function ExchangedLine({ line, exchange }: { line: OrderLine; exchange: ShownExchange }) {
  const isExchanged = exchange.pieces.some(({ lineId }) => lineId === line._id)
  const instead = replacementText(line, exchange) ?? (isExchanged ? t('The same again, as pictured') : null)
  return (
    <div className="text-sm text-ink-2 tabular-nums">
      <p>{[variantText(line), linePriceText(line), exchangedText(line, exchange)].filter(Boolean).join(' · ')}</p>
      {instead === null ? null : <p className="text-base font-bold text-ink">{instead}</p>}
    </div>
  )
}

/** What the replacement costs more or less. */
function DifferenceText({
  exchange: { priceDifference, isDifferencePaid, isCancelled, fee },
}: Pick<Props, 'exchange'>) {
  if (priceDifference === 0 || isCancelled) return null
  return <p className="text-sm">{differenceText(priceDifference, isDifferencePaid, fee)}</p>
}

function CancelButton({ exchange, onChanged }: Pick<Props, 'exchange' | 'onChanged'>) {
  const [confirming, setConfirming] = useState(false)
  const [pending, setPending] = useState(false)
  const { _id, orderId, productId } = exchange

  async function cancel(): Promise<void> {
    setPending(true)
    const outcome = await cancelExchange({ orderId, exchangeId: _id })
    setPending(false)
    setConfirming(false)
    showToast(outcome.message, { tone: outcome.ok ? 'ok' : 'bad' })
    onChanged()
  }

  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={t('Cancel exchange of {name}', { name: productId.name })}
        onClick={() => setConfirming(true)}
      >
        {t('Cancel exchange')}
      </Button>
      <ConfirmDialog
        open={confirming}
        title={t('Cancel this exchange?')}
        confirmLabel={t('Yes, cancel')}
        cancelLabel={t('Keep it')}
        pending={pending}
        onConfirm={cancel}
        onCancel={() => setConfirming(false)}
      >
        {t('You keep {name} as it is. It can’t be exchanged again.', { name: productId.name })}
      </ConfirmDialog>
    </>
  )
}

function arrivalText(exchange: ShownExchange): string {
  if (exchange.refusal !== null) return `${CANCELLED_ALREADY} ${exchange.refusal}`
  if (exchange.refundedDate !== null)
    return `${CANCELLED_ALREADY} ${t('We couldn’t replace it, so we’re refunding you.')}`
  if (exchange.isCancelled) return CANCELLED_ALREADY
  if (exchange.exchangeStatus === 'delivered') return DELIVERED_ALREADY
  const day = weekDay(exchange.arrivalDate)
  const coming = day === null ? t('The new one is coming.') : t('Arriving by {day}.', { day })
  return exchange.pickup || exchange.receivedDate
    ? coming
    : `${coming} ${t('Keep the old one ready, with its tags on.')}`
}

/** Where the old piece is. It travels separately from the replacement. */
function ReturnedPiece({ exchange }: { exchange: ShownExchange }) {
  const { isCancelled, refundedDate, receivedDate, pickup } = exchange
  if (isCancelled && refundedDate === null) return null
  if (receivedDate === null && pickup !== null)
    return <ExchangeParcel parcel={pickup} label={t('The old one: pick-up')} />
  const day = fullDay(receivedDate)
  if (day === null) return null
  return <p className="text-sm text-ink-2">{t('The old one: back with us on {day}', { day })}</p>
}

function ExchangeParcel({ parcel, label }: { parcel: ShownExchange['tracking']; label: string }) {
  if (parcel === null) return null
  return (
    <div className="grid justify-items-start gap-1">
      <p className="text-sm text-ink-2">{label}</p>
      <TrackingNumber tracking={parcel} />
      <TrackingLink tracking={parcel} />
    </div>
  )
}
