import { useEffect, useRef, useState } from 'react'
import type { Address } from '#shop/addresses/contract.ts'
import { messages } from '#shop/addresses/messages.ts'
import { AddressCards } from '#shop/addresses/ui/address-cards.tsx'
import { AddressForm } from '#shop/addresses/ui/address-form.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/parts.tsx'

type Props = {
  addresses: readonly Address[]
  chosen: string | null
  onChoose: (addressId: string) => void
  /** `new`, the address that is being changed, or null: no form is open. */
  writing: 'new' | Address | null
  onWrite: (writing: 'new' | Address | null) => void
  /** A saved address, new or changed; it becomes the chosen one. */
  onSaved: (address: Address) => Promise<void>
  onLoginNeeded: (sentence: string) => void
  /** Checkout was pressed and no address was there. */
  missing: boolean
}

/** Where the parcel goes: the saved addresses with the default one chosen, or the form for a new one (SPEC 2). */
export function CheckoutAddress(props: Props) {
  const { addresses, chosen, onChoose, writing, onWrite, missing } = props
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (missing) section.current?.querySelector<HTMLElement>('input')?.focus()
  }, [missing])
  if (addresses.length === 0) {
    return (
      <section ref={section} aria-label="Address" className="grid gap-4">
        <p className={`font-bold ${missing ? 'text-bad' : ''}`}>{messages.none} Tell us where you get down.</p>
        <WritingForm {...props} />
      </section>
    )
  }
  return (
    <section ref={section} aria-label="Address" className="grid gap-4">
      <AddressCards legend="Deliver to" addresses={addresses} value={chosen} onChange={onChoose} onEdit={onWrite} />
      {missing ? <p className="text-sm font-bold text-bad">Choose one of these addresses.</p> : null}
      {writing === null ? (
        <Button variant="outline" wide onClick={() => onWrite('new')}>
          + New address
        </Button>
      ) : (
        <WritingForm key={writing === 'new' ? 'new' : writing._id} {...props} />
      )}
    </section>
  )
}

function WritingForm({ addresses, writing, onWrite, onSaved, onLoginNeeded }: Props) {
  const [saving, setSaving] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Asked for by a press; the form that stands there from the start leaves the focus alone.
    if (writing !== null) form.current?.querySelector<HTMLElement>('input')?.focus()
  }, [writing])
  const changed = writing === null || writing === 'new' ? null : writing
  const done = async (address: Address) => {
    setSaving(true)
    await onSaved(address)
    setSaving(false)
  }
  return (
    <div ref={form} aria-busy={saving || undefined}>
      <Card>
        <h2 className="mb-5 font-wide text-lg font-extrabold">{changed === null ? 'New address' : 'Edit address'}</h2>
        <AddressForm
          {...(changed === null ? {} : { address: changed })}
          onSaved={(address) => void done(address)}
          {...(addresses.length === 0 ? {} : { onCancel: () => onWrite(null) })}
          onLoginNeeded={onLoginNeeded}
        />
      </Card>
    </div>
  )
}
