import { t } from '#platform/text/t.ts'
import { Field } from '#ui/field.tsx'

/** When a change happens, in Indian time; empty: now. */
export function WhenField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field
      label={t('When')}
      type="datetime-local"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={t('Indian time. Empty: now.')}
    />
  )
}

interface Days {
  from: string
  to: string
}

/** The first and the last day of a sale, as dates in India. */
export function SaleDays({
  days: { from, to },
  onChange,
  errorOf = () => null,
}: {
  days: Days
  onChange: (change: Partial<Days>) => void
  errorOf?: (path: 'from' | 'to') => string | null
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('First day')}
        type="date"
        value={from}
        onChange={(event) => onChange({ from: event.target.value })}
        hint={t('Empty: it begins now.')}
        error={errorOf('from')}
      />
      <Field
        label={t('Last day')}
        type="date"
        value={to}
        onChange={(event) => onChange({ to: event.target.value })}
        hint={t('Until midnight in India. Then the former price returns. Empty: no end.')}
        error={errorOf('to')}
      />
    </div>
  )
}
