import { PIN } from './rules.ts'

const KEY = 'deliveryPin'

/** The PIN that was asked for last on this device; null where there is none, or the browser keeps nothing. */
export function readPin(): string | null {
  try {
    const pin = localStorage.getItem(KEY)
    return pin !== null && PIN.test(pin) ? pin : null
  } catch {
    return null
  }
}

export function keepPin(pin: string): void {
  try {
    localStorage.setItem(KEY, pin)
  } catch {
    // It is asked for again on the next page.
  }
}
