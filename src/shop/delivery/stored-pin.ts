import { useSyncExternalStore } from 'react'
import { createListeners } from '#platform/browser/listeners.ts'
import { readStored, writeStored } from '#platform/browser/local-store.ts'
import { PIN } from '../settings/pin-rules.ts'

const KEY = 'deliveryPin'
const { subscribe, notify } = createListeners()

/** The PIN entered last on this device; null where there is none, or the browser stores nothing. */
function readStoredPin(): string | null {
  const pin = String(readStored(KEY))
  return PIN.test(pin) ? pin : null
}

/** Stores a PIN and notifies the components that use it. */
export function storePin(pin: string): void {
  // A number: its JSON is the bare digits, and no PIN begins with a zero.
  writeStored(KEY, Number(pin))
  notify()
}

/** The stored PIN for a component; null while the page hydrates. */
export function useStoredPin(): string | null {
  return useSyncExternalStore(subscribe, readStoredPin, () => null)
}
