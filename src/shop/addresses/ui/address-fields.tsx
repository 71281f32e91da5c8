import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Field, Select, TextArea } from '#ui/field.tsx'
import type { Failed } from '../client.ts'
import { type AddressDraft, type Country, LENGTHS } from '../rules.ts'

type Place = Pick<AddressDraft, 'townCity' | 'state'>

type Props = {
  draft: AddressDraft
  /** Those to choose from. */
  countries: readonly Country[]
  problems: Failed['fields']
  /** True if businesses can give their GSTIN. */
  hasGstin?: boolean
  onChange: (part: Partial<AddressDraft>) => void
  /**
   * `place` belongs to the PIN typed last, `before` to the PIN found before it in this form, or is empty. A field with
   * another value was typed or saved, and stays.
   */
  onPlace: (place: Place, before: Place) => void
}

type TextName = Exclude<keyof AddressDraft, 'country' | 'streetAddress'>

/**
 * The fields of an address, in an order that browsers can autofill. Hints are always shown: one that came on blur would
 * move the Save button under the pointer.
 */
export function AddressFields({ draft, countries, problems, hasGstin = false, onChange, onPlace }: Props) {
  const suggestions = useStates()
  const filled = useRef<Place>({ townCity: '', state: '' })
  const lookups = useRef(0)
  /** For the PIN looked up last: its state if the typed one is another, else null. */
  const [pinState, setPinState] = useState<{ zipCode: string; differs: (typed: string) => string | null } | null>(null)
  const isLookedUp = pinState !== null && draft.country === 'India' && pinState.zipCode === draft.zipCode
  const otherState = isLookedUp ? pinState.differs(draft.state) : null
  const textProps = (name: TextName): Omit<ComponentProps<typeof Field>, 'label'> => ({
    name,
    value: draft[name],
    error: problems[name] ?? null,
    onChange: (event) => onChange({ [name]: event.target.value }),
  })

  /** Fills town and state for the PIN typed last; without a response the shopper types them. */
  async function fillPlace(zipCode: string, country: string): Promise<void> {
    const lookup = ++lookups.current
    if (country !== 'India' || zipCode.length < 6) return
    const delivery = await import('../../delivery/client.ts').catch(() => null)
    const found = delivery && (await delivery.placeOf(zipCode))
    if (found === null || lookup !== lookups.current) return
    onPlace(found, filled.current)
    filled.current = found
    setPinState({ zipCode, differs: (typed) => (delivery?.isOtherState(typed, found.state) ? found.state : null) })
  }

  const isPrefilled = useRef(draft.zipCode !== '' && draft.townCity === '' && draft.state === '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the PIN that the form begins with.
  useEffect(() => {
    if (isPrefilled.current) void fillPlace(draft.zipCode, draft.country)
  }, [])

  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('First name')} {...textProps('firstName')} autoComplete="given-name" maxLength={LENGTHS.name} />
        <Field label={t('Last name')} {...textProps('lastName')} autoComplete="family-name" maxLength={LENGTHS.name} />
      </div>
      <Field
        label={t('Phone number')}
        {...textProps('phoneNumber')}
        type="tel"
        autoComplete="tel"
        hint={
          draft.country === 'India'
            ? t('Couriers call before they deliver. Ten digits, without +91.')
            : t('Couriers call before they deliver.')
        }
      />
      <Field
        label={t('E-mail')}
        {...textProps('email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        autoCapitalize="none"
      />
      <Select
        label={t('Country')}
        name="country"
        autoComplete="country-name"
        value={draft.country}
        error={problems.country ?? null}
        onChange={(event) => {
          const country = event.target.value === 'USA' ? 'USA' : 'India'
          onChange({ country })
          void fillPlace(draft.zipCode, country)
        }}
      >
        {countries.map((country) => (
          <option key={country} value={country}>
            {country === 'India' ? t('India') : country}
          </option>
        ))}
      </Select>
      <Field
        label={t('Pin Code')}
        {...textProps('zipCode')}
        onChange={({ target: { value } }) => {
          onChange({ zipCode: value })
          void fillPlace(value, draft.country)
        }}
        autoComplete="postal-code"
        inputMode={draft.country === 'India' ? 'numeric' : 'text'}
        hint={draft.country === 'India' ? t('Six digits') : ''}
      />
      <TextArea
        label={t('Street address')}
        name="streetAddress"
        rows={2}
        autoComplete="street-address"
        maxLength={LENGTHS.street}
        hint={t('Flat, building, street, landmark')}
        value={draft.streetAddress}
        error={problems.streetAddress ?? null}
        onChange={(event) => onChange({ streetAddress: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('Town / City')}
          {...textProps('townCity')}
          autoComplete="address-level2"
          maxLength={LENGTHS.place}
        />
        <Field
          label={t('State')}
          {...textProps('state')}
          autoComplete="address-level1"
          maxLength={LENGTHS.place}
          onFocus={suggestions.load}
          hint={
            otherState === null
              ? ''
              : t('This Pin Code is in {state}. Please check the Pin Code and the state.', { state: otherState })
          }
          {...(draft.country === 'India' ? { list: suggestions.id } : {})}
        />
        <datalist id={suggestions.id}>
          {suggestions.states.map((state) => (
            <option key={state} value={state} />
          ))}
        </datalist>
      </div>
      {hasGstin ? (
        <Field
          label={t('GSTIN')}
          {...textProps('gstin')}
          autoComplete="off"
          autoCapitalize="characters"
          hint={t('Only for a business. It’s printed on the invoice.')}
        />
      ) : null}
    </div>
  )
}

/** The states of India as suggestions, loaded when they are first needed. */
function useStates() {
  const [states, setStates] = useState<readonly string[]>([])
  // Without them it's a text field like the others.
  const load = () =>
    void import('../../delivery/indian-states.ts').then(
      ({ INDIAN_STATES }) => setStates(INDIAN_STATES),
      () => {},
    )
  return { id: useId(), states, load }
}
