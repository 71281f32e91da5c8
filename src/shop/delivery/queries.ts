import { api } from '../api.ts'
import type { DeliveryPromise } from './contract.ts'
import { PIN_MALFORMED } from './messages.ts'
import { PIN } from './rules.ts'

/** What the shop promises for a PIN, or a sentence why it can't. */
export async function loadPromise(pin: string): Promise<DeliveryPromise | string> {
  if (!PIN.test(pin)) return PIN_MALFORMED
  const response = await api('GET /user/delivery/{pin}', { params: { pin } })
  return response.ok ? response.data : response.message
}

/** Town and state of a PIN in the names of an address; null where it is none that the shop knows. */
export async function placeOf(pin: string): Promise<{ townCity: string; state: string } | null> {
  const promise = await loadPromise(pin.replace(/\s/g, ''))
  return typeof promise === 'string' ? null : { townCity: promise.city, state: promise.state }
}
