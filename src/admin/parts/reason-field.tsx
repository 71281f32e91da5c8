import { useId } from 'react'
import { t } from '#platform/text/t.ts'
import { Field } from '#ui/field.tsx'
import { RadioRow } from '#ui/radio-group.tsx'

type Props = {
  /** Such as "Reason, which the customer reads". */
  label?: string
  /** The usual ones, as the records have them. */
  reasons: readonly string[]
  /** A reason, "Damaged: a torn seam", or words alone. */
  value: string
  onChange: (value: string) => void
  error?: string | null | undefined
  /** True if nothing has to be said. */
  isOptional?: boolean
  /** Of reason and note together. */
  maxLength?: number
}

/** Why something is done: one of the usual reasons, and a note, without which there has to be a reason. */
export function ReasonField({
  label = t('Reason'),
  reasons,
  value,
  onChange,
  error = null,
  isOptional = false,
  maxLength = 200,
}: Props) {
  const { reason, note } = partsOf(value, reasons)
  return (
    <div className="grid gap-3">
      <RadioRow
        legend={label}
        name={useId()}
        value={reason}
        options={[...reasons, ''].map((one) => ({ value: one, label: one || t('Another reason') }))}
        onChange={(next) => onChange(textOf(next, note))}
        error={error}
      />
      <Field
        label={t('Note')}
        required={!isOptional && reason === ''}
        maxLength={reason === '' ? maxLength : maxLength - reason.length - SEPARATOR.length}
        autoComplete="off"
        value={note}
        onChange={(event) => onChange(textOf(reason, event.target.value))}
      />
    </div>
  )
}

const SEPARATOR = ': '

/** What was chosen of a kept text, and what was written; no reason if it's none of these. */
export function partsOf(value: string, reasons: readonly string[]): { reason: string; note: string } {
  const reason = reasons.find((one) => value === one || value.startsWith(one + SEPARATOR)) ?? ''
  return { reason, note: reason === '' ? value : value.slice(reason.length + SEPARATOR.length) }
}

function textOf(reason: string, note: string): string {
  return reason === '' || note === '' ? reason + note : reason + SEPARATOR + note
}
