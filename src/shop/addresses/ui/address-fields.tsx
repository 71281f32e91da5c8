import { type ComponentProps, useState } from 'react'
import { Field, Select, TextArea } from '#ui/field.tsx'
import type { Failed } from '../queries.ts'
import { type AddressDraft, COUNTRIES, LENGTHS } from '../rules.ts'

type Props = {
  draft: AddressDraft
  problems: Failed['fields']
  onChange: (part: Partial<AddressDraft>) => void
}

type TextName = Exclude<keyof AddressDraft, 'country' | 'streetAddress'>

/** The fields of an address in one column, in the order that lets a phone fill them in. */
export function AddressFields({ draft, problems, onChange }: Props) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())

  /** A gentle word about what couriers ask for, once the box was left empty. It stops nobody. */
  const missing = (name: TextName, words: string) => (left.has(name) && draft[name].trim() === '' ? words : undefined)

  const text = (name: TextName): Omit<ComponentProps<typeof Field>, 'label'> => ({
    name,
    value: draft[name],
    error: problems[name] ?? null,
    onChange: (event) => onChange({ [name]: event.target.value }),
    onBlur: () => setLeft((before) => new Set(before).add(name)),
  })

  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" {...text('firstName')} autoComplete="given-name" maxLength={LENGTHS.name} />
        <Field label="Last name" {...text('lastName')} autoComplete="family-name" maxLength={LENGTHS.name} />
      </div>
      <Field
        label="Phone number"
        {...text('phoneNumber')}
        type="tel"
        autoComplete="tel"
        maxLength={LENGTHS.phone}
        hint={missing('phoneNumber', 'Couriers call before they come. Without a number they may turn back.')}
      />
      <Field
        label="E-mail"
        {...text('email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        autoCapitalize="none"
      />
      <Select
        label="Country"
        name="country"
        autoComplete="country-name"
        value={draft.country}
        error={problems.country ?? null}
        onChange={(event) => onChange({ country: event.target.value === 'USA' ? 'USA' : 'India' })}
      >
        {COUNTRIES.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </Select>
      <Field
        label="Pin Code"
        {...text('zipCode')}
        autoComplete="postal-code"
        inputMode={draft.country === 'India' ? 'numeric' : 'text'}
        maxLength={LENGTHS.zip}
        hint={missing('zipCode', 'A parcel without a Pin Code takes longer.')}
      />
      <TextArea
        label="Street address"
        name="streetAddress"
        rows={2}
        autoComplete="street-address"
        maxLength={LENGTHS.street}
        hint="Flat, building, street, landmark"
        value={draft.streetAddress}
        error={problems.streetAddress ?? null}
        onChange={(event) => onChange({ streetAddress: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Town / City" {...text('townCity')} autoComplete="address-level2" maxLength={LENGTHS.place} />
        <Field label="State" {...text('state')} autoComplete="address-level1" maxLength={LENGTHS.place} />
      </div>
    </div>
  )
}
