import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'

/** What every dialog of an order's record gets. */
export interface OrderDialogProps {
  order: OrderRecord
  onClose: () => void
  onDone: () => void
}
