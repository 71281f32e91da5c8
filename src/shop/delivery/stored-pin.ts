import { useSyncExternalStore } from 'react'
import { PIN } from '../settings/pin-rules.ts'

const KEY = 'deliveryPin'
const listeners = new Set<() => void>()

/** The PIN entered last on this device; null where there is none, or the browser stores nothing. */
function readPin(): string | null {
  try {
    const pin = localStorage.getItem(KEY)
    return pin !== null && PIN.test(pin) ? pin : null
  } catch {
    return null
  }
}

/** Stores a PIN and shows it wherever the page uses one. */
export function storePin(pin: string): void {
  try {
    localStorage.setItem(KEY, pin)
  } catch {
    // It is asked for again on the next page.
  }
  for (const listener of listeners) listener()
}

/** The stored PIN for a component; null while the page hydrates. */
export function useStoredPin(): string | null {
  return useSyncExternalStore(subscribe, readPin, () => null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
