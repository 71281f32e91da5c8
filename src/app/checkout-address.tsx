import { type Ref, Suspense, useEffect, useRef } from 'react'
import { t } from '#platform/text/t.ts'
import type { Address } from '#shop/addresses/contract.ts'
import { messages } from '#shop/addresses/messages.ts'
import { AddressCards } from '#shop/addresses/ui/address-cards.tsx'
import type { AddressFormHandle } from '#shop/addresses/ui/address-form.tsx'
import { pinOf } from '#shop/delivery/rules.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'

const DeliveryLine = lazyComponent(async () => (await import('#shop/delivery/ui/delivery-line.tsx')).DeliveryLine)

/** Loads the form, which a shopper without an address needs at once. */
export const loadAddressForm = () => import('./checkout-address-form.tsx')

const EditForm = lazyComponent(async () => (await loadAddressForm()).CheckoutAddressForm)

export type CheckoutAddressProps = {
  addresses: readonly Address[]
  chosen: string | null
  onChoose: (addressId: string) => void
  /** The address in the form: `new`, one that is being changed, or null while no form is open. */
  editing: 'new' | Address | null
  onEdit: (editing: 'new' | Address | null) => void
  /** A saved address, new or changed; it becomes the chosen one. */
  onSaved: (address: Address) => Promise<void>
  onLoginNeeded: (sentence: string) => void
  /** Checkout was pressed without an address. */
  missing: boolean
  /** Who is logged in, for the fields of a first address. */
  user: { name: string; email: string } | null
  form: Ref<AddressFormHandle>
  /** The address in the form lacks what a parcel needs. */
  incomplete: boolean
}

/** The delivery address: one of the saved addresses, at first the default, or the form for a new one (SPEC 2). */
export function CheckoutAddress(props: CheckoutAddressProps) {
  const { addresses, chosen, onChoose, editing, onEdit, missing } = props
  const section = useRef<HTMLElement>(null)
  const place = addresses.find(({ _id }) => _id === chosen)
  const pin = place ? pinOf(place) : null
  useEffect(() => {
    if (missing) section.current?.querySelector<HTMLElement>('input')?.focus()
  }, [missing])
  if (addresses.length === 0) {
    return (
      <section ref={section} aria-label={t('Address')} className="grid gap-4">
        <p className={`font-bold ${missing ? 'text-bad' : ''}`}>
          {t('{none} Tell us where you get down.', { none: messages.none })}
        </p>
        <Suspense>
          <EditForm {...props} />
        </Suspense>
      </section>
    )
  }
  return (
    <section ref={section} aria-label={t('Address')} className="grid gap-4">
      <AddressCards legend={t('Deliver to')} addresses={addresses} value={chosen} onChange={onChoose} onEdit={onEdit} />
      {pin === null ? null : (
        <Suspense>
          <DeliveryLine key={pin} pin={pin} />
        </Suspense>
      )}
      {missing ? <p className="text-sm font-bold text-bad">{t('Choose one of these addresses.')}</p> : null}
      {editing === null ? (
        <Button variant="outline" wide onClick={() => onEdit('new')}>
          {t('+ New address')}
        </Button>
      ) : (
        <Suspense>
          <EditForm key={editing === 'new' ? 'new' : editing._id} {...props} />
        </Suspense>
      )}
    </section>
  )
}
