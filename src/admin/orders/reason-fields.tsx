import { t } from '#platform/text/t.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { Checkbox, Field, Select } from '#ui/field.tsx'

const REASONS = ['', 'Damaged', 'Wrong piece', 'Doesn’t fit', 'Late', 'Out of stock', 'Lost on the way', 'Goodwill']

export interface Reason {
  reason: string
  words: string
}

/** A reason and words as the records have them. */
export const reasonText = ({ reason, words }: Reason) => [reason, words.trim()].filter(Boolean).join(': ')

/** Why: a short list, and words. */
export function ReasonFields({
  value,
  onChange,
  error,
}: {
  value: Reason
  onChange: (value: Reason) => void
  error: string | null
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select
        label={t('Reason')}
        value={value.reason}
        onChange={(event) => onChange({ ...value, reason: event.target.value })}
        error={error}
      >
        {REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {reason === '' ? t('Another reason') : reason}
          </option>
        ))}
      </Select>
      <Field
        label={t('Note')}
        required={value.reason === ''}
        maxLength={150}
        value={value.words}
        onChange={(event) => onChange({ ...value, words: event.target.value })}
      />
    </div>
  )
}

/** True while nothing has left: then what is refunded is still in the stockroom. */
export function isUnshipped({ status }: Pick<OrderRecord, 'status'>): boolean {
  return status === 'ordered' || status === 'packaging'
}

export function RestockField({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  return (
    <Checkbox label={t('Restock the pieces')} checked={value} onChange={(event) => onChange(event.target.checked)} />
  )
}
