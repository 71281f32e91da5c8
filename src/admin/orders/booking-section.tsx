import { t } from '#platform/text/t.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { BookingPart, useApiCarriers } from '../parts/booking-part.tsx'
import { Section } from '../parts/record-page.tsx'

/** Booking the next parcel of an order that is to pack. Nothing without a carrier's keys. */
export function BookingSection({ order: { id, can } }: { order: OrderRecord }) {
  const carriers = useApiCarriers()
  if (carriers.length === 0 || !can.includes('POST /orders/{id}/ship')) return null
  return (
    <Section title={t('Booking')}>
      <BookingPart orderId={id} />
    </Section>
  )
}
