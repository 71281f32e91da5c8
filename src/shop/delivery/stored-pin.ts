import { useSyncExternalStore } from 'react'
import { deviceStorage } from '#platform/browser/storage.ts'
import { createStore } from '#platform/browser/store.ts'
import { PIN } from '../settings/pin-rules.ts'

const KEY = 'deliveryPin'
const changes = createStore(null)

/** The PIN entered last on this device. Null if there is none, or the browser stores nothing. */
export function readStoredPin(): string | null {
  const pin = String(deviceStorage.read(KEY))
  return PIN.test(pin) ? pin : null
}

/** Stores a PIN and notifies the components that use it. */
export function storePin(pin: string): void {
  // Stored as a number, whose JSON is the bare digits. No PIN begins with a zero.
  deviceStorage.write(KEY, Number(pin))
  changes.set(null)
}

/** The stored PIN for a component. Null while the page hydrates. */
export function useStoredPin(): string | null {
  return useSyncExternalStore(changes.subscribe, readStoredPin, () => null)
}
