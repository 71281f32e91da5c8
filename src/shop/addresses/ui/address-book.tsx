import { useCallback, useEffect, useState } from 'react'
import { Bench } from '#ui/bench.tsx'
import { Button } from '#ui/button.tsx'
import { Card, Notice } from '#ui/parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { Address } from '../contract.ts'
import { messages } from '../messages.ts'
import { loadAddresses, makeDefault } from '../queries.ts'
import { AddressCards } from './address-cards.tsx'
import { AddressForm } from './address-form.tsx'

type Props = { onLoginNeeded: (sentence: string) => void }

type State = { kind: 'loading' } | { kind: 'ready'; addresses: Address[] } | { kind: 'failed'; message: string }

/** The saved addresses: the marked one is the default, another radio makes that one the default (SPEC section 4). */
export function AddressBook({ onLoginNeeded }: Props) {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [open, setOpen] = useState<'new' | Address | null>(null)

  const reload = useCallback(async () => {
    const loaded = await loadAddresses()
    if (loaded.ok) return setState({ kind: 'ready', addresses: loaded.addresses })
    if (loaded.login) return onLoginNeeded(loaded.sentence)
    setState({ kind: 'failed', message: loaded.sentence })
  }, [onLoginNeeded])

  useEffect(() => void reload(), [reload])

  async function choose(addressId: string): Promise<void> {
    if (state.kind !== 'ready') return
    const before = state.addresses
    setState({ kind: 'ready', addresses: withDefault(before, addressId) })
    const saved = await makeDefault(addressId)
    if (saved.ok) return
    setState({ kind: 'ready', addresses: before })
    if (saved.login) onLoginNeeded(saved.sentence)
    else showToast(saved.sentence, { tone: 'bad' })
  }

  function saved(): void {
    setOpen(null)
    void reload()
  }

  if (state.kind === 'loading') return <Waiting />
  if (state.kind === 'failed') return <Failure message={state.message} onRetry={reload} />
  if (open !== null)
    return (
      <Card>
        <h2 className="mb-5 font-wide text-lg font-extrabold">{open === 'new' ? 'New address' : 'Edit address'}</h2>
        <AddressForm
          {...(open === 'new' ? {} : { address: open })}
          onSaved={saved}
          onCancel={() => setOpen(null)}
          onLoginNeeded={onLoginNeeded}
        />
      </Card>
    )
  const addNew = (
    <Button look={state.addresses.length === 0 ? 'signal' : 'outline'} onClick={() => setOpen('new')}>
      + New address
    </Button>
  )
  if (state.addresses.length === 0)
    return <Bench title={messages.none} line="Save one now, and checkout is one tap." action={addNew} />
  return (
    <div className="grid gap-5">
      <AddressCards
        legend="Default address"
        addresses={state.addresses}
        value={state.addresses.find((address) => address.isDefault)?._id ?? null}
        onChange={choose}
        onEdit={setOpen}
      />
      <div>{addNew}</div>
    </div>
  )
}

function withDefault(addresses: Address[], addressId: string): Address[] {
  return addresses.map((address) => ({ ...address, isDefault: address._id === addressId }))
}

function Waiting() {
  return (
    <div className="grid gap-3" aria-busy="true">
      <p className="sr-only">Loading</p>
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
    </div>
  )
}

function Failure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Notice tone="bad" live>
      <p>{message || 'The addresses could not be loaded.'}</p>
      <div>
        <Button look="outline" size="sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Notice>
  )
}
