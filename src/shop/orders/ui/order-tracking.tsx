import { fullDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { TrackingLink, TrackingNumber } from '#ui/tracking.tsx'
import { valueName } from '../../catalog/value-names.ts'
import type { Shipment } from '../contract.ts'
import type { ShownOrder } from '../read-orders.ts'

/** The parcels of an order with their tracking pages, and the pieces still to be shipped. */
export function OrderTracking({ order }: { order: ShownOrder }) {
  const { shipments, stillToShip } = order
  if (shipments.length === 0) return null
  return (
    <section aria-label={t('Tracking')} className="grid gap-3 border-t border-line pt-4">
      {shipments.map((parcel) => (
        <div key={`${parcel.carrier} ${parcel.number}`} className="grid justify-items-start gap-1">
          <TrackingNumber tracking={parcel} />
          <ParcelDay parcel={parcel} />
          {shipments.length > 1 || stillToShip.length > 0 ? (
            <p className="text-sm text-ink-2">{piecesText(order, parcel.pieces)}</p>
          ) : null}
          <TrackingLink tracking={parcel} />
        </div>
      ))}
      {stillToShip.length === 0 ? null : (
        <p className="wrap-anywhere">{t('Still being packed: {pieces}', { pieces: piecesText(order, stillToShip) })}</p>
      )}
    </section>
  )
}

function ParcelDay({ parcel }: { parcel: Shipment }) {
  const outForDelivery = fullDay(parcel.outForDeliveryDate)
  const shipped = fullDay(parcel.shippedDate)
  if (outForDelivery !== null)
    return <p className="text-sm text-ink-2">{t('Out for delivery on {day}', { day: outForDelivery })}</p>
  return shipped === null ? null : <p className="text-sm text-ink-2">{t('Sent on {day}', { day: shipped })}</p>
}

/** "2 × Linen shirt (Blue, XL), 1 × Tin tote (White, Free Size)". */
function piecesText(order: ShownOrder, pieces: Shipment['pieces']): string {
  return pieces
    .flatMap(({ lineId, quantity }) => {
      const line = order.productDetails.find(({ _id }) => _id === lineId)
      if (!line) return []
      return [
        `${quantity} × ${line.productId.name} (${[valueName(line.color), valueName(line.size)].filter(Boolean).join(', ')})`,
      ]
    })
    .join(', ')
}
