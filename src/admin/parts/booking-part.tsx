import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApiCarrier } from '#platform/carriers/names.ts'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { Booking } from '#shop/carriers/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { call } from '../api.ts'
import { may } from '../session.ts'
import { bookingStateText, bookingTone } from './booking-text.ts'
import { DownloadButton } from './download-button.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { readFailureText } from './failure-text.ts'
import { useCall } from './use-call.ts'
import { dayText, whenText } from './when.tsx'

/** A carrier is asked by a job, within seconds. */
const POLL_MS = 2000

export type ApiCarrierName = { name: string; api: ApiCarrier }

/** The carriers whose API the shop speaks. */
export function apiCarriers({
  items,
}: {
  items: readonly { name: string; api: ApiCarrier | null }[]
}): ApiCarrierName[] {
  return items.flatMap(({ name, api }) => (api === null ? [] : [{ name, api }]))
}

/** The carriers beside what isn't about them: none until they're known. */
export interface ReadCarriers {
  carriers: readonly ApiCarrierName[]
  /** Why they couldn't be read. */
  failure: string | null
  read: () => void
}

/** Reads the carriers whose API the shop books by, once, and again whenever `read` is called. */
export function useApiCarriers(): ReadCarriers {
  const [carriers, setCarriers] = useState<readonly ApiCarrierName[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads them again.
  useEffect(() => {
    let isGone = false
    void call('GET /carriers', {}).then((read) => {
      if (isGone) return
      setFailure(read.ok ? null : readFailureText(read))
      if (read.ok) setCarriers(apiCarriers(read.data))
    })
    return () => {
      isGone = true
    }
  }, [attempt])
  return { carriers, failure, read: () => setAttempt((before) => before + 1) }
}

/** That the carriers couldn't be read, so that nobody takes the missing buttons for missing keys. Nothing if they could. */
export function CarriersFailure({ failure, read }: Pick<ReadCarriers, 'failure' | 'read'>) {
  if (failure === null) return null
  return (
    <div className="grid justify-items-start gap-3">
      <FailureNotice text={failure} />
      <Button variant="outline" size="sm" onClick={read}>
        {t('Try again')}
      </Button>
    </div>
  )
}

/** Carrier and number of a parcel that is booked. */
export type BookedParcel = { carrier: string; tracking: string }

/** What is booked: an order's next parcel, or that the old piece of an exchange is fetched. */
type Wanted =
  | {
      orderId: string
      /** What is in the parcel, if it isn't all that is left. */
      pieces?: { sku: string; quantity: number }[] | undefined
    }
  | {
      exchangeId: string
      /** Somebody recorded a pick-up: none is booked beside it. */
      hasPickup: boolean
    }

type Props = Wanted & {
  /** Those with an API. Nothing is shown without any. */
  carriers: readonly ApiCarrierName[]
  /** Called once for each booking's number, and with null once that is cancelled; with the number before. */
  onBooked?: (parcel: BookedParcel | null, before: string) => void
}

/** Booking a parcel or a pick-up with a carrier by its API. */
export function BookingPart({ carriers, onBooked, ...wanted }: Props) {
  const isReturn = 'exchangeId' in wanted
  const { booking, failure, read, setBooking } = useBooking(wanted, carriers.length > 0)
  const { pending, error, send } = useCall()
  const { state } = booking ?? {}
  // Until the carrier has cancelled a pick-up, its customer sees it.
  const isTold = state === 'booked' || (isReturn && state === 'cancelling')
  const number = (isTold && booking?.number) || ''
  const told = useRef('')
  // Once for each number: what is typed after that stays.
  const tell = useEffectEvent((tracking: string) => {
    const carrier = booking?.courier ?? booking?.carrierName ?? ''
    onBooked?.(tracking === '' ? null : { carrier, tracking }, told.current)
    told.current = tracking
  })
  useEffect(() => {
    if (number !== told.current) tell(number)
  }, [number])

  if (carriers.length === 0) return null
  async function book(api: ApiCarrier): Promise<void> {
    const made = isReturn
      ? await send('POST /exchanges/{id}/book', { params: { id: wanted.exchangeId }, body: { carrier: api } })
      : await send('POST /orders/{id}/book', {
          params: { id: wanted.orderId },
          body: { carrier: api, ...(wanted.pieces === undefined ? {} : { lines: wanted.pieces }) },
        })
    if (made !== null) setBooking(made)
  }
  async function cancel(id: string): Promise<void> {
    const cancelled = await send('POST /bookings/{id}/cancel', { params: { id } })
    if (cancelled !== null) setBooking(cancelled)
  }
  const isOver = booking === null || state === 'failed' || state === 'cancelled'
  const isElsewhere = isReturn && wanted.hasPickup
  return (
    <div className="grid gap-3">
      <div role="status" className="grid gap-2 empty:hidden">
        {booking ? <BookingLine booking={booking} /> : null}
        {isOver && isElsewhere ? <p>{t('A pick-up is recorded. No carrier is asked for another one.')}</p> : null}
      </div>
      <FailureNotice text={error ?? failure} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {booking === undefined && failure !== null ? (
          <Button variant="outline" size="sm" onClick={() => void read()}>
            {t('Try again')}
          </Button>
        ) : null}
        {booking && state === 'booked' && !isReturn ? <LabelButton booking={booking} /> : null}
        {booking &&
        !booking.hasLeft &&
        (state === 'booked' || state === 'booking') &&
        may('POST /bookings/{id}/cancel') ? (
          <Button variant="outline" size="sm" pending={pending} onClick={() => void cancel(booking.id)}>
            {t('Cancel booking')}
          </Button>
        ) : null}
        {isOver && !isElsewhere && may(isReturn ? 'POST /exchanges/{id}/book' : 'POST /orders/{id}/book')
          ? carriers.map(({ name, api }) => (
              <Button key={api} variant="outline" size="sm" pending={pending} onClick={() => void book(api)}>
                {isReturn
                  ? t('Book pick-up at {carrier}', { carrier: name })
                  : t('Book with {carrier}', { carrier: name })}
              </Button>
            ))
          : null}
      </div>
    </div>
  )
}

/** The newest booking, of a parcel that hasn't left: undefined until it's known, null if there is none. */
function useBooking(wanted: Wanted, isAsked: boolean) {
  const exchange = 'exchangeId' in wanted ? wanted.exchangeId : undefined
  const orders = 'orderId' in wanted ? wanted.orderId : undefined
  const [booking, setBooking] = useState<Booking | null | undefined>()
  const [failure, setFailure] = useState<string | null>(null)
  const read = useCallback(async () => {
    const kind = exchange === undefined ? 'parcel' : 'return'
    const listed = await call('GET /bookings', { query: { orders, exchange, kind, limit: 1 } })
    setFailure(listed.ok ? null : readFailureText(listed))
    // What was known before is still more than nothing.
    if (!listed.ok) return
    const [newest] = listed.data.items
    setBooking(newest === undefined || (newest.hasLeft && newest.kind === 'parcel') ? null : newest)
  }, [orders, exchange])
  useEffect(() => {
    if (isAsked) void read()
  }, [isAsked, read])
  const isUnderWay = booking?.state === 'booking' || booking?.state === 'cancelling'
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => void read(), POLL_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, read])
  return { booking, failure, read, setBooking }
}

/** Where a booking is, with the carrier's number, and what is wrong with it. */
export function BookingLine({ booking }: { booking: Booking }) {
  const { state, carrierName, courier, number, problem, collect, news, pickupOn, hasLeft, pickedUpAt, arrivedAt } =
    booking
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-bold wrap-anywhere">
        {number === null ? carrierName : `${carrierName} ${number}`}
        <Tag tone={bookingTone(state)}>{bookingStateText(state)}</Tag>
      </p>
      <p className="text-sm text-ink-2 empty:hidden">
        {[
          courier === null ? '' : t('Carried by {courier}', { courier }),
          collect > 0 ? t('Collect {amount} in cash', { amount: formatPrice(collect) }) : '',
          pickupOn === null || hasLeft ? '' : t('Pick-up on {day}', { day: dayText(pickupOn) }),
          pickedUpAt === null ? '' : t('Picked up {time}', { time: whenText(pickedUpAt) }),
          arrivedAt === null ? '' : t('Brought to the shop {time}', { time: whenText(arrivedAt) }),
          news === null ? '' : t('{carrier} says: {status}', { carrier: carrierName, status: news.status }),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      {problem === null ? null : <Notice tone={state === 'failed' ? 'bad' : 'warn'}>{problem}</Notice>}
    </>
  )
}

/** The carrier's label of a booked parcel. */
export function LabelButton({ booking: { id, orderNumber } }: { booking: Booking }) {
  return (
    <DownloadButton label={t('Download label')} path={`/bookings/${id}/label.pdf`} name={`${orderNumber}-label.pdf`} />
  )
}
