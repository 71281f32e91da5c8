import { t } from '#platform/text/t.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { Checkbox } from '#ui/field.tsx'

/** Why money goes back, or an order is cancelled. */
export const REFUND_REASONS = [
  'Damaged',
  'Wrong piece',
  'Doesn’t fit',
  'Late',
  'Out of stock',
  'Lost on the way',
  'Goodwill',
]

/** True while nothing has left: then what is refunded is still in the stockroom. */
export function isUnshipped({ status }: Pick<OrderRecord, 'status'>): boolean {
  return status === 'ordered' || status === 'packaging'
}

export function RestockField({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  return (
    <Checkbox label={t('Restock the pieces')} checked={value} onChange={(event) => onChange(event.target.checked)} />
  )
}
