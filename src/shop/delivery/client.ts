import { api } from '../api.ts'
import type { Loaded } from '../catalog/client.ts'
import { readPin } from '../settings/pin-rules.ts'
import { stateCode } from '../settings/state-rules.ts'
import type { DeliveryEstimate } from './contract.ts'
import { PIN_MALFORMED } from './messages.ts'

/** The delivery estimate for a PIN as typed, or why there is none. */
export async function loadEstimate(typed: string): Promise<Loaded<DeliveryEstimate>> {
  const pin = readPin(typed)
  if (pin === null) return { ok: false, message: PIN_MALFORMED }
  const response = await api('GET /user/delivery/{pin}', { params: { pin } })
  return response.ok ? { ok: true, value: response.data } : { ok: false, message: response.message }
}

/** Town and state of a PIN, under the field names of an address, or null if the shop doesn't know the PIN. */
export async function placeOf(pin: string): Promise<{ townCity: string; state: string } | null> {
  const estimate = await loadEstimate(pin)
  return estimate.ok ? { townCity: estimate.value.city, state: estimate.value.state } : null
}

/** True if a typed state is a known one, but not `state`. */
export function isOtherState(typed: string, state: string): boolean {
  const code = stateCode(typed)
  return code !== null && code !== stateCode(state)
}
