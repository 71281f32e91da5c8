import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import type { BookedParcel } from '../parts/booking-part.tsx'

/** What every dialog of an order's record gets. */
export interface OrderDialogProps {
  order: OrderRecord
  /** The next parcel, if a carrier has it booked. */
  booked?: BookedParcel | null
  onClose: () => void
  onDone: () => void
}
