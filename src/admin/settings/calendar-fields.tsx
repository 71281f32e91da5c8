import { t } from '#platform/text/t.ts'
import { Checkbox, Field, TextArea } from '#ui/field.tsx'
import { errorAt, errorText, lineErrorText, type SettingFieldProps } from './field-props.ts'

const WEEKDAYS = [
  ['Mon', t('Monday')],
  ['Tue', t('Tuesday')],
  ['Wed', t('Wednesday')],
  ['Thu', t('Thursday')],
  ['Fri', t('Friday')],
  ['Sat', t('Saturday')],
  ['Sun', t('Sunday')],
] as const

export function WeekdaysField(props: SettingFieldProps) {
  const { setting, value, onChange } = props
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const error = lineErrorText(props)
  const toggle = (day: string, isOn: boolean) =>
    onChange(WEEKDAYS.map(([name]) => name).filter((name) => (name === day ? isOn : chosen.includes(name))))
  return (
    <fieldset>
      <legend className="text-sm font-bold">{setting.label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {WEEKDAYS.map(([day, name]) => (
          <Checkbox
            key={day}
            label={name}
            checked={chosen.includes(day)}
            onChange={(event) => toggle(day, event.target.checked)}
          />
        ))}
      </div>
      {error === null ? null : <p className="text-sm font-bold text-bad">{error}</p>}
    </fieldset>
  )
}

/** A list of short texts, one a line. */
export function EntriesField({ hint, ...props }: SettingFieldProps & { hint: string }) {
  const { setting, value, onChange } = props
  const entries: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <TextArea
      label={setting.label}
      hint={hint}
      error={lineErrorText(props)}
      rows={Math.min(12, Math.max(3, entries.length + 1))}
      value={entries.join('\n')}
      onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
      onBlur={() => onChange(entries.map((entry) => String(entry).trim()).filter((entry) => entry !== ''))}
    />
  )
}

const SIDES = [
  ['grams', t('Weight in grams')],
  ['lengthCm', t('Length in cm')],
  ['breadthCm', t('Breadth in cm')],
  ['heightCm', t('Height in cm')],
] as const

export function ParcelField(props: SettingFieldProps) {
  const { setting, value, onChange } = props
  // Safe cast: the setting's value has these four numbers; what is typed instead is refused by the server.
  const parcel = (value ?? {}) as Readonly<Record<string, unknown>>
  const error = errorText(props)
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-sm font-bold">{setting.label}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {SIDES.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            inputMode="numeric"
            error={errorAt(props.errors, name, label)}
            value={String(parcel[name] ?? '')}
            onChange={({ target }) =>
              onChange({ ...parcel, [name]: /^\d+$/.test(target.value) ? Number(target.value) : target.value })
            }
          />
        ))}
      </div>
      <p className="text-xs text-ink-3">{t('For carriers’ files. 0: the cell stays empty.')}</p>
      {error === null ? null : <p className="text-sm font-bold text-bad">{error}</p>}
    </fieldset>
  )
}
