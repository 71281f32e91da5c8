import { type SyntheticEvent, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { indianDay } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/parts.tsx'
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
                  <Link to={`/orders/${booking.orderId}`} className="font-bold">
                    {booking.orderNumber}
                  </Link>
                  <span className="text-sm text-ink-3">
                    <When at={booking.at} />
                  </span>
                </p>
                <BookingLine booking={booking} />
                {booking.pickupOn === null || booking.hasLeft ? null : (
                  <p className="text-sm text-ink-2">{t('Pick-up on {day}', { day: dayText(booking.pickupOn) })}</p>
                )}
                {booking.state === 'booked' && !booking.hasLeft ? (
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

/** When a carrier fetches what is booked. */
function PickupForm({ carrier: { name, api } }: { carrier: ApiCarrierName }) {
  const [day, setDay] = useState(indianDay(new Date()))
  const { pending, errorBeside, errorOf, send } = useCall()
  const { revalidate } = useRevalidator()
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const asked = await send('POST /pickups', { body: { carrier: api, day } })
    if (asked === null) return
    const { parcels: count } = asked
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
        <div>
          <Button type="submit" variant="outline" pending={pending}>
            {t('Request pick-up')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
