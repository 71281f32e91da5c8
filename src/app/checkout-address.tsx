import { type Ref, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { Address } from '#shop/addresses/contract.ts'
import { NO_ADDRESSES } from '#shop/addresses/messages.ts'
import type { AddressDraft, Destination } from '#shop/addresses/rules.ts'
import { AddressCards } from '#shop/addresses/ui/address-cards.tsx'
import { AddressForm, type AddressFormHandle } from '#shop/addresses/ui/address-form.tsx'
import { pinOf } from '#shop/delivery/rules.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Card } from '#ui/parts.tsx'

const DeliveryLine = lazyComponent(async () => (await import('#shop/delivery/ui/delivery-line.tsx')).DeliveryLine)

type Props = {
  /** A product of the order that can't be paid in cash, or false. */
  noCash: string | false
  addresses: readonly Address[]
  chosen: string | null
  onChoose: (addressId: string) => void
  /** The address in the form: `new`, one being edited, or null while no form is open. */
  editing: 'new' | Address | null
  onEdit: (editing: 'new' | Address | null) => void
  /** Called with a saved address, new or changed. It becomes the chosen one. */
  onSaved: (address: Address) => Promise<void>
  onDestination: (destination: Destination | null) => void
  onLoginNeeded: (sentence: string) => void
  /** Checkout was pressed without an address. */
  missing: boolean
  /** The logged-in user, to prefill a first address. */
  user: { name: string; email: string } | null
  form: Ref<AddressFormHandle>
  /** The address in the form is incomplete for delivery. */
  incomplete: boolean
  /** What was typed into the form before a login. */
  typed: AddressDraft | undefined
}

/** The delivery address: a saved address (initially the default), or the form for a new one (SPEC 2). */
export function CheckoutAddress(props: Props) {
  const { addresses, chosen, onChoose, editing, onEdit, missing, noCash } = props
  const section = useRef<HTMLElement>(null)
  const place = addresses.find(({ _id }) => _id === chosen)
  const pin = place ? pinOf(place) : null
  const isChoice = addresses.length > 0
  useEffect(() => {
    if (missing && isChoice) section.current?.querySelector<HTMLElement>('input')?.focus()
  }, [missing, isChoice])
  if (!isChoice) {
    return (
      <section aria-label={t('Address')} className="grid gap-4">
        <p className="font-bold">{t('{none} Where should we deliver?', { none: NO_ADDRESSES })}</p>
        <EditForm {...props} />
      </section>
    )
  }
  return (
    <section ref={section} aria-label={t('Address')} className="grid gap-4">
      <AddressCards legend={t('Deliver to')} addresses={addresses} value={chosen} onChange={onChoose} onEdit={onEdit} />
      {missing ? <p className="text-sm font-bold text-bad">{t('Choose one of these addresses.')}</p> : null}
      {editing === null ? (
        <Button variant="text" size="sm" className="-ml-4 justify-self-start" onClick={() => onEdit('new')}>
          {t('+ New address')}
        </Button>
      ) : (
        <EditForm key={editing === 'new' ? 'new' : editing._id} {...props} />
      )}
      {pin === null ? null : (
        <div className="min-h-12 rounded-sm bg-sunk px-4">
          <Suspense>
            <DeliveryLine key={pin} pin={pin} noCash={noCash} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

/** The form for a new or changed address. */
function EditForm(props: Props) {
  const { addresses, editing, onEdit, onSaved, onDestination, onLoginNeeded, user, incomplete } = props
  const [saving, setSaving] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Only a form opened by the user takes the focus.
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
          isQuiet
          isNeeded={addresses.length === 0}
          typed={props.typed}
          onSaved={done}
          {...(addresses.length === 0 ? {} : { onCancel: () => onEdit(null) })}
          onDestination={onDestination}
          onLoginNeeded={onLoginNeeded}
        />
      </Card>
    </div>
  )
}

/** When a form closes, the focus would be lost, so it moves to the chosen address. */
function focusChosen(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('input[name=address]:checked')?.focus()
  })
}

/** The account's name and e-mail. In a name of several words, the last word is the last name. */
function defaultsOf(user: Props['user']) {
  const [, firstName = '', lastName = ''] = /^(.*?)(?:\s+(\S+))?$/.exec(user?.name.trim() ?? '') ?? []
  return { firstName, lastName, email: user?.email ?? '' }
}
