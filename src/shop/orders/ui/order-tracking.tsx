import type { Shipment } from '../contract.ts'
import { fullDay } from '../progress.ts'
import type { ShownOrder } from '../read-orders.ts'

/** The parcels of an order with the carriers' pages about them, and what is still to leave. */
export function OrderTracking({ order }: { order: ShownOrder }) {
  const { shipments } = order
  if (shipments.length === 0) return null
  // A server that sends no pieces has said nothing of what is left.
  const left = shipments.some(({ pieces }) => pieces.length > 0)
    ? piecesOf(order, (lineId, quantity) => quantity - sentOf(shipments, lineId))
    : ''
  const isSplit = shipments.length > 1 || left !== ''
  return (
    <section aria-label="Tracking" className="grid gap-3 border-t border-line pt-4">
      {shipments.map((parcel) => (
        <div key={`${parcel.carrier} ${parcel.number}`} className="grid justify-items-start gap-1">
          <p className="wrap-anywhere">
            {parcel.carrier} <span className="font-bold select-all">{parcel.number}</span>
          </p>
          <ParcelDay parcel={parcel} />
          {isSplit ? (
            <p className="text-sm text-ink-2">{piecesOf(order, (lineId) => sentOf([parcel], lineId))}</p>
          ) : null}
          {parcel.url === null ? null : (
            <a
              href={parcel.url}
              target="_blank"
              rel="noopener noreferrer"
              className="-my-1 py-2 font-bold underline underline-offset-4"
            >
              Track with {parcel.carrier}
            </a>
          )}
        </div>
      ))}
      {left === '' || order.orderStatus === 'delivered' ? null : <p>Still being packed: {left}</p>}
    </section>
  )
}

function ParcelDay({ parcel }: { parcel: Shipment }) {
  const near = fullDay(parcel.outForDeliveryDate)
  const sent = fullDay(parcel.shippedDate)
  if (near !== null) return <p className="text-sm text-ink-2">Out for delivery on {near}</p>
  return sent === null ? null : <p className="text-sm text-ink-2">Sent on {sent}</p>
}

function sentOf(shipments: readonly Shipment[], lineId: string): number {
  return shipments
    .flatMap(({ pieces }) => pieces)
    .reduce((sum, piece) => sum + (piece.lineId === lineId ? piece.quantity : 0), 0)
}

/** "2 × Linen shirt (Blue, XL), 1 × Tin tote (White, Free Size)"; empty where there are none. */
function piecesOf(order: ShownOrder, countOf: (lineId: string, quantity: number) => number): string {
  return order.productDetails
    .flatMap(({ _id, productId, color, size, quantity }) => {
      const count = countOf(_id, quantity)
      return count > 0 ? [`${count} × ${productId.name} (${[color, size].filter(Boolean).join(', ')})`] : []
    })
    .join(', ')
}
