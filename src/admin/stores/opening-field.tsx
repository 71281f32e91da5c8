import { t } from '#platform/text/t.ts'
import type { OpeningHours } from '#shop/branches/contract.ts'
import { DAYS } from '#shop/branches/rules.ts'
import { Checkbox, Field } from '#ui/field.tsx'
import { RowsField } from '../parts/rows-field.tsx'

type Day = (typeof DAYS)[number]

const DAY_NAMES: Readonly<Record<Day, string>> = {
  Mon: t('Mon'),
  Tue: t('Tue'),
  Wed: t('Wed'),
  Thu: t('Thu'),
  Fri: t('Fri'),
  Sat: t('Sat'),
  Sun: t('Sun'),
}

type Props = {
  label: string
  value: readonly OpeningHours[]
  onChange: (value: readonly OpeningHours[]) => void
  errorOf: (path: string) => string | null
}

/** Hours by days: a new line has the days that no other line has. */
export function OpeningField({ label, value, onChange, errorOf }: Props) {
  const used = value.flatMap(({ days }) => days)
  const free = DAYS.filter((day) => !used.includes(day))
  return (
    <RowsField<OpeningHours>
      label={label}
      hint={t('Put days with the same hours on one line. If it closes after midnight, enter that time, such as 01:00.')}
      error={errorOf('opening')}
      rows={value}
      onChange={onChange}
      create={() => ({ days: free, from: value.at(-1)?.from ?? '11:00', to: value.at(-1)?.to ?? '20:00' })}
      addLabel={value.length === 0 ? t('Add hours') : t('Add other hours')}
      max={14}
    >
      {(row, set, index) => (
        <Hours row={row} onChange={set} number={index + 1} errorOf={(name) => errorOf(`opening.${index}.${name}`)} />
      )}
    </RowsField>
  )
}

type HoursProps = {
  row: OpeningHours
  onChange: (row: OpeningHours) => void
  number: number
  errorOf: (name: string) => string | null
}

function Hours({ row, onChange, number, errorOf }: HoursProps) {
  const daysError = errorOf('days')
  const toggle = (day: Day, isOn: boolean) =>
    onChange({ ...row, days: DAYS.filter((one) => (one === day ? isOn : row.days.includes(one))) })
  return (
    <>
      <fieldset>
        <legend className="sr-only">{t('Days of line {number}', { number })}</legend>
        <div className="grid grid-cols-3 sm:flex sm:flex-wrap sm:gap-x-5">
          {DAYS.map((day) => (
            <Checkbox
              key={day}
              label={DAY_NAMES[day]}
              checked={row.days.includes(day)}
              onChange={({ target }) => toggle(day, target.checked)}
            />
          ))}
        </div>
        {daysError === null ? null : <p className="text-sm font-bold text-bad">{daysError}</p>}
      </fieldset>
      <div className="grid max-w-100 grid-cols-2 gap-3">
        <Field
          label={t('From')}
          type="time"
          value={row.from}
          error={errorOf('from')}
          onChange={({ target }) => onChange({ ...row, from: target.value })}
        />
        <Field
          label={t('To')}
          type="time"
          value={row.to}
          error={errorOf('to')}
          onChange={({ target }) => onChange({ ...row, to: target.value })}
        />
      </div>
    </>
  )
}
