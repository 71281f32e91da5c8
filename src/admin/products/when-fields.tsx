import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { RadioRow } from '#ui/radio-group.tsx'
import { DayField } from '../parts/day-field.tsx'

/** When a change happens: now, which is empty, or at a time in India. */
export function WhenField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [isLater, setLater] = useState(value !== '')
  return (
    <div className="grid gap-3">
      <RadioRow
        legend={t('When')}
        name="when"
        value={isLater ? 'later' : 'now'}
        onChange={(when) => {
          setLater(when === 'later')
          onChange('')
        }}
        options={[
          { value: 'now', label: t('Now') },
          { value: 'later', label: t('Later') },
        ]}
      />
      {isLater ? <DayField label={t('Day and time (IST)')} hasTime required value={value} onChange={onChange} /> : null}
    </div>
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
      <DayField
        label={t('First day')}
        value={from}
        onChange={(next) => onChange({ from: next })}
        hint={t('Empty: starts now.')}
        error={errorOf('from')}
      />
      <DayField
        label={t('Last day')}
        value={to}
        onChange={(next) => onChange({ to: next })}
        hint={t('Until midnight (IST). Then the former price returns. Empty: no end.')}
        error={errorOf('to')}
      />
    </div>
  )
}
