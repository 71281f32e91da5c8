import { type SyntheticEvent, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { indianDay } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'
import type { Booking } from '#shop/carriers/staff-contract.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card, Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { load } from '../api.ts'
import { type ApiCarrierName, apiCarriers, BookingLine, LabelButton } from '../parts/booking-part.tsx'
import { DayField } from '../parts/day-field.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { dayText, When } from '../parts/when.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const [page, carriers] = await Promise.all([
    load('GET /bookings', { query: { cursor, limit: 30 } }),
    load('GET /carriers', {}),
  ])
  return { ...page, carriers: apiCarriers(carriers) }
}

/** `/admin/pack/bookings`: parcels booked with carriers by their API, newest first, and when they're fetched. */
export function Component() {
  const { items, next, carriers } = useLoaderData<typeof loader>()
  return (
    <RecordPage title={t('Bookings')} back={{ to: '/pack', label: t('Pack') }}>
      <div className="grid max-w-200 gap-4">
        {carriers.map((carrier) => (
          <PickupForm key={carrier.api} carrier={carrier} />
        ))}
        {items.length > 0 ? (
          items.map((booking) => (
            <Card key={booking.id}>
              <div className="grid gap-2">
                <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <RecordLink booking={booking} />
                  <span className="text-sm text-ink-3">
                    <When at={booking.at} />
                  </span>
                </p>
                <BookingLine booking={booking} />
                {booking.kind === 'parcel' && booking.state === 'booked' && !booking.hasLeft ? (
                  <div>
                    <LabelButton booking={booking} />
                  </div>
                ) : null}
              </div>
            </Card>
          ))
        ) : (
          <EmptyState
            title={t('No bookings')}
            line={t(
              'Connect Delhivery or Shiprocket under Settings, Carriers to book parcels while you pack. Other carriers work with files.',
            )}
          />
        )}
        {next === null ? null : (
          <Link to={`?cursor=${next}`} className={buttonClass({ variant: 'outline', size: 'sm' })}>
            {t('Earlier bookings')}
          </Link>
        )}
      </div>
    </RecordPage>
  )
}

/** The order of a parcel, or the exchange whose old piece is fetched. */
function RecordLink({ booking: { orderId, exchangeId, orderNumber } }: { booking: Booking }) {
  return (
    <Link to={exchangeId === null ? `/orders/${orderId}` : `/exchanges/${exchangeId}`} className="font-bold">
      {exchangeId === null ? orderNumber : t('{number}, exchange: pick-up', { number: orderNumber })}
    </Link>
  )
}

/** When a carrier fetches what is booked. */
function PickupForm({ carrier: { name, api } }: { carrier: ApiCarrierName }) {
  const [day, setDay] = useState(indianDay(new Date()))
  const [others, setOthers] = useState<readonly { orderNumber: string; day: string | null }[]>([])
  const { pending, errorBeside, errorOf, send } = useCall()
  const { revalidate } = useRevalidator()
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const asked = await send('POST /pickups', { body: { carrier: api, day } })
    if (asked === null) return
    const { parcels: count, others: before } = asked
    setOthers(before)
    if (count > 0)
      showToast(
        t('{carrier} picks up {count, plural, one {# parcel} other {# parcels}} on {day}.', {
          carrier: name,
          count,
          day: dayText(asked.day),
        }),
        { tone: 'ok' },
      )
    await revalidate()
  }
  return (
    <Section title={t('Pick-up by {carrier}', { carrier: name })}>
      <form className="grid max-w-120 gap-4" onSubmit={submit}>
        <DayField label={t('Day')} required value={day} onChange={setDay} error={errorOf('day')} />
        <FailureNotice text={errorBeside('day')} />
        {others.length === 0 ? null : (
          <Notice tone="warn">
            {others.map(({ orderNumber, day: its }) => (
              <p key={orderNumber}>
                {its === null
                  ? t('{order} was asked for before. {carrier} doesn’t say for which day.', {
                      order: orderNumber,
                      carrier: name,
                    })
                  : t('{carrier} picks up {order} on {day}.', { carrier: name, order: orderNumber, day: dayText(its) })}
              </p>
            ))}
          </Notice>
        )}
        <div>
          <Button type="submit" variant="outline" pending={pending}>
            {t('Request pick-up')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
