import { useCallback, useEffect, useState } from 'react'
import { showToast } from '#ui/toast-store.ts'
import { deleteAddress, loadAddresses, makeDefault } from '../client.ts'
import type { Address } from '../contract.ts'
import { ADDRESS_DELETED } from '../messages.ts'

export type BookState =
  | { kind: 'loading' }
  | { kind: 'ready'; addresses: Address[] }
  | { kind: 'failed'; message: string }

/** The customer's addresses, and how to change the default or delete one. */
export function useAddressBook(onLoginNeeded: (message: string) => void) {
  const [state, setState] = useState<BookState>({ kind: 'loading' })

  const reload = useCallback(async () => {
    const loaded = await loadAddresses()
    if (loaded.ok) return setState({ kind: 'ready', addresses: loaded.addresses })
    if (loaded.sessionEnded) return onLoginNeeded(loaded.message)
    setState({ kind: 'failed', message: loaded.message })
  }, [onLoginNeeded])

  useEffect(() => void reload(), [reload])

  /** Shows the new default at once. If saving fails, reloads the actual one: an earlier choice may have failed too. */
  async function choose(addressId: string): Promise<void> {
    if (state.kind !== 'ready') return
    const before = state.addresses
    const chosen = before.map((address) => ({ ...address, isDefault: address._id === addressId }))
    setState({ kind: 'ready', addresses: chosen })
    const saved = await makeDefault(addressId)
    if (saved.ok) return
    if (saved.sessionEnded) return onLoginNeeded(saved.message)
    showToast(saved.message, { tone: 'bad' })
    const loaded = await loadAddresses()
    const addresses = loaded.ok ? loaded.addresses : before
    // A later choice reports its own outcome.
    setState((now) => (now.kind === 'ready' && now.addresses === chosen ? { kind: 'ready', addresses } : now))
  }

  /** Deletes an address, and reads which one is now the default. */
  async function remove(addressId: string): Promise<void> {
    const gone = await deleteAddress(addressId)
    if (!gone.ok && gone.sessionEnded) return onLoginNeeded(gone.message)
    showToast(gone.ok ? ADDRESS_DELETED : gone.message, { tone: gone.ok ? 'ok' : 'bad' })
    await reload()
  }

  return { state, reload, choose, remove }
}
