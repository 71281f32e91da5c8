import { useId, useState } from 'react'
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
  const [typed, setTyped] = useState(() => partsOf(value, reasons))
  // Another text was set from outside, such as by "Discard changes".
  const { reason, note } = textOf(typed) === value ? typed : partsOf(value, reasons)
  const [isOther, setOther] = useState(false)
  function change(next: Parts): void {
    setTyped(next)
    onChange(textOf(next))
  }
  return (
    <div className="grid gap-3">
      <RadioRow
        legend={label}
        name={useId()}
        // Nothing is chosen before somebody chooses.
        value={reason === '' && note === '' && !isOther ? null : reason}
        options={[...reasons, ''].map((one) => ({ value: one, label: one || t('Another reason') }))}
        onChange={(next) => {
          setOther(next === '')
          change({ reason: next, note })
        }}
        error={error}
      />
      <Field
        label={t('Note')}
        required={!isOptional && reason === ''}
        maxLength={reason === '' ? maxLength : maxLength - reason.length - SEPARATOR.length}
        autoComplete="off"
        value={note}
        onChange={(event) => change({ reason, note: event.target.value })}
      />
    </div>
  )
}

/** `reason`: one of the usual ones, or nothing. `note`: as it's typed. */
type Parts = { reason: string; note: string }

const SEPARATOR = ': '

/** What was chosen of a kept text, and what was written; no reason if it's none of these. */
function partsOf(value: string, reasons: readonly string[]): Parts {
  const reason = reasons.find((one) => value === one || value.startsWith(one + SEPARATOR)) ?? ''
  return { reason, note: reason === '' ? value : value.slice(reason.length + SEPARATOR.length) }
}

function textOf({ reason, note }: Parts): string {
  const trimmed = note.trim()
  return reason === '' || trimmed === '' ? reason + trimmed : reason + SEPARATOR + trimmed
}
