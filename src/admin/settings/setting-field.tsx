import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Checkbox, Field, Select, TextArea } from '#ui/field.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { parseRupees } from '../parts/rupees.ts'
import { UnitField } from '../parts/unit-field.tsx'
import { EntriesField, ParcelField, WeekdaysField } from './calendar-fields.tsx'
import { errorText, type SettingFieldProps } from './field-props.ts'
import { LinksField, ListingTextsField, OwnColoursField, TaxTableField, ZonesField } from './list-fields.tsx'
import { ColourField, LogoField } from './look-fields.tsx'
import { PageTextField } from './page-text-field.tsx'

/** The field of one setting, by its kind. */
export function SettingField(props: SettingFieldProps) {
  const { setting, value } = props
  if (!setting.mayChange)
    return (
      <div className="grid gap-1">
        <p className="text-sm font-bold">{setting.label}</p>
        <p className="wrap-anywhere">{shownText(value)}</p>
        <p className="text-xs text-ink-3">{t('Only an owner may change this.')}</p>
      </div>
    )
  switch (setting.kind) {
    case 'yes-no':
      return <YesNoField {...props} />
    case 'choice':
      return <ChoiceField {...props} />
    case 'rupees':
      return <RupeesField {...props} />
    case 'number':
    case 'percent':
    case 'hour':
      return <NumberField {...props} />
    case 'lines':
      return <LinesField {...props} />
    case 'markdown':
      return <PageTextField {...props} />
    case 'weekdays':
      return <WeekdaysField {...props} />
    case 'days':
      return <EntriesField {...props} hint={t('One day per line, e.g. 2026-11-08.')} />
    case 'sites':
      return (
        <EntriesField
          {...props}
          hint={t('One site per line, e.g. track.carrier.in. Packers can link to it as a parcel’s tracking page.')}
        />
      )
    case 'parcel':
      return <ParcelField {...props} />
    case 'zones':
      return <ZonesField {...props} />
    case 'tax-table':
      return <TaxTableField {...props} />
    case 'own-colours':
      return <OwnColoursField {...props} />
    case 'listing-texts':
      return <ListingTextsField {...props} />
    case 'links':
      return <LinksField {...props} />
    case 'colour':
      return <ColourField {...props} />
    case 'logo':
      return <LogoField {...props} />
    default:
      return <LineField {...props} />
  }
}

function LineField(props: SettingFieldProps) {
  const { setting, value, onChange } = props
  const { kind, limits, help, label } = setting
  return (
    <Field
      label={label}
      hint={help}
      error={errorText(props)}
      type={kind === 'email' ? 'email' : kind === 'phone' ? 'tel' : 'text'}
      maxLength={limits.maxLength}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function LinesField(props: SettingFieldProps) {
  const { setting, value, onChange } = props
  const { limits, help, label } = setting
  return (
    <TextArea
      label={label}
      hint={help}
      error={errorText(props)}
      rows={3}
      maxLength={limits.maxLength}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function YesNoField(props: SettingFieldProps) {
  const { setting, value, onChange } = props
  const error = errorText(props)
  if (setting.isUndecided)
    return (
      <RadioRow
        legend={setting.label}
        name={setting.name}
        options={[
          { value: 'yes', label: t('Yes') },
          { value: 'no', label: t('No') },
        ]}
        value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
        onChange={(choice) => onChange(choice === 'yes')}
        error={error}
        note={setting.help || null}
      />
    )
  return (
    <div className="grid">
      <Checkbox
        label={<span className="text-sm font-bold">{setting.label}</span>}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      {setting.help === '' ? null : <p className="-mt-2 pl-8 text-xs text-ink-3">{setting.help}</p>}
      {error === null ? null : <p className="pl-8 text-sm font-bold text-bad">{error}</p>}
    </div>
  )
}

function ChoiceField(props: SettingFieldProps) {
  const { setting, value, onChange } = props
  const choices = setting.limits.choices ?? []
  const now = String(setting.value ?? '')
  return (
    <Select
      label={setting.label}
      hint={setting.help}
      error={errorText(props)}
      value={String(value)}
      onChange={(event) => onChange(event.target.value)}
    >
      {(choices.includes(now) ? choices : [now, ...choices]).map((choice) => (
        <option key={choice} value={choice}>
          {choiceText(choice)}
        </option>
      ))}
    </Select>
  )
}

/** The value of a setting that isn't changed here. */
function shownText(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(', ') || '–'
  if (typeof value === 'object') return JSON.stringify(value)
  return value === '' ? '–' : choiceText(String(value))
}

/** What the screens call the choices of settings; a state's name is its own. */
const CHOICES: Readonly<Record<string, string>> = {
  '': t('None'),
  each: t('An e-mail for each event'),
  digest: t('One e-mail a day'),
  none: t('No confirmation'),
  call: t('You call the customer'),
  message: t('The customer confirms by e-mail'),
}

function choiceText(choice: string): string {
  return CHOICES[choice] ?? choice
}

/** What is typed stays as it is; the setting has the amount, or the text that the server refuses with its reason. */
function RupeesField(props: SettingFieldProps) {
  const { setting, value, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed !== null && (parseRupees(typed) ?? typed) === value ? typed : String(value ?? '')
  return (
    <div className="max-w-100">
      <MoneyField
        label={setting.label}
        hint={setting.help}
        error={errorText(props)}
        max={setting.limits.maximum}
        value={shown}
        onChange={(text) => {
          setTyped(text)
          onChange(parseRupees(text) ?? text)
        }}
      />
    </div>
  )
}

function NumberField(props: SettingFieldProps) {
  const { setting, value, onChange } = props
  const { label, help } = setting
  return (
    <div className="max-w-100">
      <UnitField
        unit={setting.unit ?? ''}
        label={label}
        hint={help}
        error={errorText(props)}
        inputMode="numeric"
        value={String(value ?? '')}
        onChange={(event) => {
          const text = event.target.value
          onChange(/^\d+$/.test(text.trim()) ? Number(text) : text)
        }}
      />
    </div>
  )
}
