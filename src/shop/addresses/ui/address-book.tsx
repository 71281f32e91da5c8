import { type RefCallback, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { ENVELOPE } from '#ui/drawings.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/parts.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Address } from '../contract.ts'
import { NO_ADDRESSES } from '../messages.ts'
import { addressLine } from '../rules.ts'
import { AddressCards } from './address-cards.tsx'
import { AddressForm } from './address-form.tsx'
import { useAddressBook } from './use-address-book.ts'

type Props = { onLoginNeeded: (message: string) => void }

/** The saved addresses. Selecting another one makes it the default (SPEC section 4). */
export function AddressBook({ onLoginNeeded }: Props) {
  const { state, reload, choose, remove } = useAddressBook(onLoginNeeded)
  const [deleting, setDeleting] = useState<Address | null>(null)
  const [open, setOpen] = useState<'new' | Address | null>(null)
  const wasOpen = useRef(false)

  /** Moves the focus to the list after the form closes. */
  const focusAfterForm: RefCallback<HTMLElement> = (element) => {
    if (element === null || !wasOpen.current) return
    wasOpen.current = false
    element.focus()
  }

  function close(): void {
    wasOpen.current = true
    setOpen(null)
  }

  if (state.kind === 'loading') return <AddressesSkeleton />
  if (state.kind === 'failed')
    return <RetryNotice message={state.message || t('We couldn’t load your addresses.')} onRetry={reload} />
  if (open !== null)
    return (
      <AddressFormCard
        address={open === 'new' ? null : open}
        onSaved={() => void reload().then(close)}
        onCancel={close}
        onLoginNeeded={onLoginNeeded}
      />
    )
  return (
    <section
      ref={focusAfterForm}
      tabIndex={-1}
      aria-label={t('Addresses')}
      className="grid scroll-mt-20 gap-5 outline-none"
    >
      <AddressList addresses={state.addresses} onChoose={choose} onOpen={setOpen} onDelete={setDeleting} />
      <ConfirmDialog
        open={deleting !== null}
        title={t('Delete this address?')}
        confirmLabel={t('Delete')}
        cancelLabel={t('Keep')}
        onConfirm={() => {
          if (deleting) void remove(deleting._id)
          setDeleting(null)
        }}
        onCancel={() => setDeleting(null)}
      >
        <p>{deleting ? addressLine(deleting) : ''}</p>
      </ConfirmDialog>
    </section>
  )
}

type ListProps = {
  addresses: Address[]
  onChoose: (addressId: string) => void
  onOpen: (target: 'new' | Address) => void
  onDelete: (address: Address) => void
}

function AddressList({ addresses, onChoose, onOpen, onDelete }: ListProps) {
  const none = addresses.length === 0
  const addNew = (
    <Button variant={none ? 'primary' : 'outline'} onClick={() => onOpen('new')}>
      {t('+ New address')}
    </Button>
  )
  if (none)
    return (
      <EmptyState
        drawing={ENVELOPE}
        title={NO_ADDRESSES}
        line={t('Save one now, and checkout is one tap.')}
        action={addNew}
      />
    )
  return (
    <>
      <AddressCards
        legend={t('Default address')}
        addresses={addresses}
        value={addresses.find((address) => address.isDefault)?._id ?? null}
        onChange={onChoose}
        onEdit={onOpen}
        onDelete={onDelete}
      />
      <div>{addNew}</div>
    </>
  )
}

type FormCardProps = Props & { address: Address | null; onSaved: () => void; onCancel: () => void }

function AddressFormCard({ address, ...form }: FormCardProps) {
  return (
    <Card>
      <h2 ref={focusOnce} tabIndex={-1} className="mb-5 scroll-mt-20 font-wide text-lg font-extrabold outline-none">
        {address === null ? t('New address') : t('Edit address')}
      </h2>
      <AddressForm {...(address === null ? {} : { address })} {...form} />
    </Card>
  )
}

/** Declared outside the component, so that React calls it only when the form mounts. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}

function AddressesSkeleton() {
  return (
    <div className="grid gap-3" aria-busy="true">
      <p className="sr-only">{t('Loading')}</p>
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
    </div>
  )
}
