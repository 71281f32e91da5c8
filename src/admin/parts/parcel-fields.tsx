import { useId, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { CARRIER_NAMES } from '#shop/shipping/carriers.ts'
import { Field } from '#ui/field.tsx'
import { Chips } from './chips.tsx'
import { carrierChoices } from './last-carriers.ts'

/** A parcel as it's typed. */
export type TypedParcel = {
  carrier: string
  tracking: string
  url: string
}

type Props = {
  parcel: TypedParcel
  onChange: (changed: Partial<TypedParcel>) => void
  /** False if the step also works without a parcel. */
  isNeeded?: boolean
  /** The sentence about one field, or null. */
  errorOf: (path: string) => string | null
}

/** Carrier, number and tracking page of a parcel. Half a parcel is never enough. */
export function ParcelFields({ parcel: { carrier, tracking, url }, onChange, isNeeded = true, errorOf }: Props) {
  return (
    <>
      <CarrierField
        required={isNeeded || tracking !== ''}
        value={carrier}
        onChange={(next) => onChange({ carrier: next })}
        error={errorOf('carrier')}
      />
      <Field
        label={t('Tracking number (AWB)')}
        autoComplete="off"
        autoCapitalize="characters"
        required={isNeeded || carrier !== ''}
        value={tracking}
        onChange={(event) => onChange({ tracking: event.target.value })}
        error={errorOf('tracking')}
      />
      <Field
        label={t('Tracking link (if not the carrier’s usual one)')}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={url}
        onChange={(event) => onChange({ url: event.target.value })}
        error={errorOf('url')}
      />
    </>
  )
}

type CarrierProps = { value: string; onChange: (carrier: string) => void; required: boolean; error: string | null }

/** A carrier's name, with those that were used last to press, and those that the shop knows to choose from. */
export function CarrierField({ value, onChange, required, error }: CarrierProps) {
  const carriers = useId()
  // They stay where they are while the form is open.
  const [choices] = useState(carrierChoices)
  return (
    <div className="grid gap-2">
      <Field
        label={t('Carrier')}
        list={carriers}
        required={required}
        autoComplete="off"
        maxLength={60}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
      <datalist id={carriers}>
        {CARRIER_NAMES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Chips label={t('Recent carriers')} options={choices} current={value.trim()} onPick={onChange} />
    </div>
  )
}
