import { type FormEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { canonicalEmail } from '#platform/mail/address.ts'
import { t } from '#platform/text/t.ts'
import { plainCode } from '#platform/text/typed.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { readStoredPin } from '../../delivery/stored-pin.ts'
import { focusFirstInvalid } from '../../focus-first-invalid.ts'
import { useSettings } from '../../settings/client.ts'
import { type Failed, saveAddress } from '../client.ts'
import type { Address } from '../contract.ts'
import { ADDRESS_ADDED, ADDRESS_UPDATED, EMAIL_INVALID, PHONE_INVALID } from '../messages.ts'
import { type AddressDraft, COUNTRIES, type Destination, deliveryProblems, EMPTY_ADDRESS, PHONE } from '../rules.ts'
import { AddressFields } from './address-fields.tsx'

/** How Checkout saves an open form before it pays. */
export interface AddressFormHandle {
  /**
   * Saves an address that a parcel can reach. `unchanged`: nothing was typed; `invalid`: not saved, the form says why.
   */
  saveForDelivery(): Promise<Address | 'unchanged' | 'invalid'>
  /** What was typed and isn't saved, or null. */
  draft(): AddressDraft | null
}

type Props = {
  /** The address to edit; without one the form adds one. */
  address?: Address
  /** The first values of a new address. */
  defaults?: Partial<AddressDraft>
  /** What was typed into this form before a login. */
  typed?: AddressDraft | undefined
  submitLabel?: string
  ref?: Ref<AddressFormHandle>
  /** Shows at once which fields a delivery still needs. */
  incomplete?: boolean
  /** In checkout: Save and Cancel are less than the page's own button. */
  isQuiet?: boolean
  /** There's no other address: an untouched form says what is missing too. */
  isNeeded?: boolean
  onSaved: (address: Address) => void | Promise<void>
  onCancel?: () => void
  /** Called with where the typed address is, and with null while it isn't what a parcel would go to. */
  onDestination?: ((destination: Destination | null) => void) | undefined
  /** The session has ended: the page redirects to /login. */
  onLoginNeeded: (message: string) => void
}

type Problems = Failed['fields']

/** Adds or edits an address, on the address page and in checkout. No field is required (SPEC section 5). */
export function AddressForm({
  address,
  defaults,
  typed,
  submitLabel = t('Save address'),
  ref,
  incomplete = false,
  isQuiet = false,
  isNeeded = false,
  onSaved,
  onCancel,
  onDestination,
  onLoginNeeded,
}: Props) {
  const [initial, setInitial] = useState<AddressDraft>(() =>
    address ? toDraft(address) : { ...EMPTY_ADDRESS, zipCode: readStoredPin() ?? '', ...defaults },
  )
  const [draft, setDraft] = useState(typed ?? initial)
  const [problems, setProblems] = useState<Problems>(() => (incomplete ? deliveryProblems(initial) : {}))
  const [detail, setDetail] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  /**
   * The save that the form's own button started, while it runs: Checkout waits for it, or it would add the address
   * twice.
   */
  const running = useRef<Promise<Address | null>>(null)
  const isUnchanged = JSON.stringify(draft) === JSON.stringify(initial)
  const { zipCode, country, state } = draft
  const isUsed = isNeeded || !isUnchanged
  useEffect(() => {
    onDestination?.(isUsed ? { zipCode, country, state } : null)
    return () => onDestination?.(null)
  }, [zipCode, country, state, isUsed, onDestination])
  const settings = useSettings()
  const isUsaOffered = settings['shipping.usa']
  useImperativeHandle(ref, () => ({
    draft: () => (isUnchanged ? null : draft),
    async saveForDelivery() {
      if (running.current) return (await running.current) ?? 'invalid'
      if (isUnchanged) {
        if (isNeeded) showProblems(deliveryProblems(draft))
        return 'unchanged'
      }
      return (await save({ ...deliveryProblems(draft), ...validateFormats(draft) })) ?? 'invalid'
    },
  }))

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    running.current = save(validateFormats(draft)).finally(() => {
      running.current = null
    })
  }

  /** Saves the form unless it has problems. Returns null if it wasn't saved. */
  async function save(found: Problems): Promise<Address | null> {
    if (Object.keys(found).length > 0) return showProblems(found)
    setProblems(found)
    setPending(true)
    setDetail(null)
    const saved = await saveAddress(address?._id ?? null, draft)
    setPending(false)
    if (saved.ok) {
      showToast(address ? ADDRESS_UPDATED : ADDRESS_ADDED, { tone: 'ok' })
      await onSaved(saved.address)
      return saved.address
    }
    if (saved.sessionEnded) {
      onLoginNeeded(saved.message)
      return null
    }
    showToast(saved.message, { tone: 'bad' })
    setDetail(saved.detail)
    return showProblems(saved.fields)
  }

  /** Marks these fields, and moves the focus to the first. */
  function showProblems(found: Problems): null {
    setProblems(found)
    if (form.current) focusFirstInvalid(form.current)
    return null
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <AddressFields
        draft={draft}
        countries={COUNTRIES.filter((one) => one === 'India' || isUsaOffered || one === initial.country)}
        problems={problems}
        // The checkout has a box of its own.
        hasGstin={onDestination === undefined && settings['checkout.gstin'] && settings['shop.gstin'] !== ''}
        onChange={(part) => {
          setDraft((before) => ({ ...before, ...part }))
          setProblems((before) => clearErrors(before, part))
        }}
        onPlace={(place, before) => {
          // A focused field is left alone, or the shopper's next keystrokes would be appended to the filled text.
          const focused = document.activeElement?.getAttribute('name')
          const isFree = (name: 'townCity' | 'state', now: string) =>
            name !== focused && ['', before[name]].includes(now)
          const withPlace = (now: AddressDraft) => ({
            ...now,
            townCity: isFree('townCity', now.townCity) ? place.townCity : now.townCity,
            state: isFree('state', now.state) ? place.state : now.state,
          })
          // The place of the PIN that a new address began with isn't typed either.
          if (isUnchanged && !address) setInitial(withPlace)
          setDraft(withPlace)
          setProblems((problemsBefore) => clearErrors(problemsBefore, place))
        }}
      />
      {detail === null ? null : (
        <Notice tone="warn" live>
          <p className="text-sm">{detail}</p>
        </Notice>
      )}
      <div className="grid gap-3 sm:flex">
        <Button type="submit" variant={isQuiet ? 'text' : 'secondary'} pending={pending}>
          {submitLabel}
        </Button>
        {onCancel ? (
          <Button variant={isQuiet ? 'text' : 'outline'} onClick={onCancel}>
            {t('Cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function toDraft({ _id, isDefault, ...fields }: Address): AddressDraft {
  return fields
}

/** Removes the errors of edited fields. */
function clearErrors(problems: Problems, part: Partial<AddressDraft>): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in part)))
}

/** Format errors only: empty fields are valid. */
function validateFormats({ email, phoneNumber }: AddressDraft): Problems {
  return {
    ...(email.trim() !== '' && canonicalEmail(email) === null ? { email: EMAIL_INVALID } : {}),
    ...(PHONE.test(plainCode(phoneNumber)) ? {} : { phoneNumber: PHONE_INVALID }),
  }
}
