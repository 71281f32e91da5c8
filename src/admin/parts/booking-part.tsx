import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { ApiCarrier } from '#platform/carriers/names.ts'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { Booking } from '#shop/carriers/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { call } from '../api.ts'
import { may } from '../session.ts'
import { bookingStateText, bookingTone } from './booking-text.ts'
import { downloadFile } from './download.ts'
import { FailureNotice } from './failure-notice.tsx'
import { useCall } from './use-call.ts'

/** A carrier is asked by a job, within seconds. */
const POLL_MS = 2000

export type ApiCarrierName = { name: string; api: ApiCarrier }

/** The carriers whose API the shop speaks; empty until they're known. */
export function useApiCarriers(): readonly ApiCarrierName[] {
  const [carriers, setCarriers] = useState<readonly ApiCarrierName[]>([])
  useEffect(() => {
    let isGone = false
    void call('GET /carriers', {}).then((read) => {
      if (isGone || !read.ok) return
      setCarriers(read.data.items.flatMap(({ name, api }) => (api === null ? [] : [{ name, api }])))
    })
    return () => {
      isGone = true
    }
  }, [])
  return carriers
}

type Props = {
  orderId: string
  /** What is in the parcel, if it isn't all that is left. */
  pieces?: { sku: string; quantity: number }[] | undefined
  /** Called with the carrier and number of a booking. */
  onNumber?: (carrier: string, number: string) => void
}

/** Booking an order's next parcel with a carrier by its API. Nothing if the shop has no carrier's keys. */
export function BookingPart({ orderId, pieces, onNumber }: Props) {
  const carriers = useApiCarriers()
  const [booking, setBooking] = useState<Booking | null>(null)
  const { pending, error, send } = useCall()
  const hasApi = carriers.length > 0
  const read = useCallback(async () => {
    const listed = await call('GET /bookings', { query: { orders: orderId, limit: 1 } })
    const [newest] = listed.ok ? listed.data.items : []
    setBooking(newest === undefined || newest.hasLeft ? null : newest)
  }, [orderId])
  useEffect(() => {
    if (hasApi) void read()
  }, [hasApi, read])

  const { state } = booking ?? {}
  const isUnderWay = state === 'booking' || state === 'cancelling'
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => void read(), POLL_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, read])
  const number = state === 'booked' ? (booking?.number ?? null) : null
  const carrier = booking?.courier ?? booking?.carrierName ?? ''
  // Once for each number: what is typed after that stays.
  const tell = useEffectEvent((found: string) => onNumber?.(carrier, found))
  useEffect(() => {
    if (number !== null) tell(number)
  }, [number])

  if (!hasApi) return null
  async function book(api: ApiCarrier): Promise<void> {
    const body = { carrier: api, ...(pieces === undefined ? {} : { lines: pieces }) }
    const made = await send('POST /orders/{id}/book', { params: { id: orderId }, body })
    if (made !== null) setBooking(made)
  }
  async function cancel(id: string): Promise<void> {
    const cancelled = await send('POST /bookings/{id}/cancel', { params: { id } })
    if (cancelled !== null) setBooking(cancelled)
  }
  return (
    <div className="grid gap-3">
      <div role="status" className="grid gap-2 empty:hidden">
        {booking === null ? null : <BookingLine booking={booking} />}
      </div>
      <FailureNotice text={error} />
      <div className="flex flex-wrap gap-2">
        {booking !== null && state === 'booked' ? <LabelButton booking={booking} /> : null}
        {booking !== null && (state === 'booked' || state === 'booking') && may('POST /bookings/{id}/cancel') ? (
          <Button variant="outline" size="sm" pending={pending} onClick={() => void cancel(booking.id)}>
            {t('Cancel the booking')}
          </Button>
        ) : null}
        {booking === null || state === 'failed' || state === 'cancelled'
          ? carriers.map(({ name, api }) => (
              <Button key={api} variant="outline" size="sm" pending={pending} onClick={() => void book(api)}>
                {t('Book with {carrier}', { carrier: name })}
              </Button>
            ))
          : null}
      </div>
    </div>
  )
}

/** Where a booking is, with the carrier's number, and what is wrong with it. */
export function BookingLine({ booking }: { booking: Booking }) {
  const { state, carrierName, courier, number, problem, collect, news } = booking
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-bold wrap-anywhere">
        {number === null ? carrierName : `${carrierName} ${number}`}
        <Tag tone={bookingTone(state)}>{bookingStateText(state)}</Tag>
      </p>
      <p className="text-sm text-ink-2 empty:hidden">
        {[
          courier === null ? '' : t('Carried by {courier}', { courier }),
          collect > 0 ? t('Collects {amount} in cash', { amount: formatPrice(collect) }) : '',
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
    <Button
      variant="outline"
      size="sm"
      onClick={() => void downloadFile(`/bookings/${id}/label.pdf`, `${orderNumber}-label.pdf`)}
    >
      {t('Label')}
    </Button>
  )
}
