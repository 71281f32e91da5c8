import { type FormEvent, useState } from 'react'
import { canonicalEmail } from '#platform/mail/address.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { focusFirstInvalid } from '../../focus-first-invalid.ts'
import type { Address } from '../contract.ts'
import { messages } from '../messages.ts'
import { type Failed, saveAddress } from '../queries.ts'
import { type AddressDraft, EMPTY_ADDRESS, PHONE } from '../rules.ts'
import { AddressFields } from './address-fields.tsx'

type Props = {
  /** The address to edit; without one the form adds one. */
  address?: Address
  submitLabel?: string
  onSaved: (address: Address) => void
  onCancel?: () => void
  /** The session has ended: the page redirects to /login. */
  onLoginNeeded: (message: string) => void
}

type Problems = Failed['fields']

/** Adds or edits an address, on the address page and in checkout. No field is required (SPEC section 5). */
export function AddressForm({ address, submitLabel = 'Save address', onSaved, onCancel, onLoginNeeded }: Props) {
  const [draft, setDraft] = useState<AddressDraft>(address ? toDraft(address) : EMPTY_ADDRESS)
  const [problems, setProblems] = useState<Problems>({})
  const [detail, setDetail] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const found = validateFormats(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstInvalid(form)
    setPending(true)
    setDetail(null)
    const saved = await saveAddress(address?._id ?? null, draft)
    setPending(false)
    if (saved.ok) {
      showToast(address ? messages.updated : messages.added, { tone: 'ok' })
      return onSaved(saved.address)
    }
    if (saved.login) return onLoginNeeded(saved.message)
    showToast(saved.message, { tone: 'bad' })
    setProblems(saved.fields)
    setDetail(saved.detail)
    focusFirstInvalid(form)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <AddressFields
        draft={draft}
        problems={problems}
        onChange={(part) => {
          setDraft((before) => ({ ...before, ...part }))
          setProblems((before) => clearErrors(before, part))
        }}
      />
      {detail === null ? null : (
        <Notice tone="warn" live>
          <p className="text-sm">{detail}</p>
        </Notice>
      )}
      <div className="grid gap-3 sm:flex">
        <Button type="submit" variant="solid" pending={pending}>
          {submitLabel}
        </Button>
        {onCancel ? (
          <Button variant="outline" onClick={onCancel}>
            Cancel
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
    ...(email.trim() !== '' && canonicalEmail(email) === null ? { email: messages.emailInvalid } : {}),
    ...(PHONE.test(phoneNumber) ? {} : { phoneNumber: messages.phoneInvalid }),
  }
}
