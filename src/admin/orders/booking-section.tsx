import { t } from '#platform/text/t.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { type BookedParcel, BookingPart, CarriersFailure, useApiCarriers } from '../parts/booking-part.tsx'
import { Section } from '../parts/record-page.tsx'

type Props = { order: OrderRecord; onBooked: (parcel: BookedParcel | null) => void }

/** Booking the next parcel of an order that is to pack. Nothing without a carrier's keys. */
export function BookingSection({ order: { id, can }, onBooked }: Props) {
  const { carriers, ...reading } = useApiCarriers()
  if ((carriers.length === 0 && reading.failure === null) || !can.includes('POST /orders/{id}/ship')) return null
  return (
    <Section title={t('Booking')}>
      <CarriersFailure {...reading} />
      <BookingPart carriers={carriers} orderId={id} onBooked={onBooked} />
    </Section>
  )
}
