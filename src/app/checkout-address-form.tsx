import { useEffect, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { Address } from '#shop/addresses/contract.ts'
import { AddressForm } from '#shop/addresses/ui/address-form.tsx'
import { Card } from '#ui/parts.tsx'
import type { CheckoutAddressProps as Props } from './checkout-address.tsx'

/** The form of a new or a changed address; most shoppers have one already and never load it. */
export function CheckoutAddressForm(props: Props) {
  const { addresses, editing, onEdit, onSaved, onLoginNeeded, user, incomplete } = props
  const [saving, setSaving] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Only a form that the user opened takes the focus.
    if (editing !== null) form.current?.querySelector<HTMLElement>('input')?.focus()
  }, [editing])
  useEffect(() => focusChosen, [])
  const changed = editing === null || editing === 'new' ? null : editing
  const done = async (address: Address) => {
    setSaving(true)
    await onSaved(address)
    setSaving(false)
  }
  return (
    <div ref={form} aria-busy={saving || undefined}>
      <Card>
        <h2 className="mb-5 font-wide text-lg font-extrabold">
          {changed === null ? t('New address') : t('Edit address')}
        </h2>
        <AddressForm
          {...(changed === null ? { defaults: defaultsOf(user) } : { address: changed })}
          ref={props.form}
          incomplete={incomplete}
          onSaved={done}
          {...(addresses.length === 0 ? {} : { onCancel: () => onEdit(null) })}
          onLoginNeeded={onLoginNeeded}
        />
      </Card>
    </div>
  )
}

/** A form that closes takes the focus with it: the address that is chosen gets it. */
function focusChosen(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('input[name=address]:checked')?.focus()
  })
}

/** Name and e-mail of the account; a name of several words ends with the last name. */
function defaultsOf(user: Props['user']) {
  const [, firstName = '', lastName = ''] = /^(.*?)(?:\s+(\S+))?$/.exec(user?.name.trim() ?? '') ?? []
  return { firstName, lastName, email: user?.email ?? '' }
}
