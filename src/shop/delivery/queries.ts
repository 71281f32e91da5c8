import { api } from '../api.ts'
import type { Loaded } from '../catalog/queries.ts'
import type { DeliveryEstimate } from './contract.ts'
import { PIN_MALFORMED } from './messages.ts'
import { PIN } from './rules.ts'

/** The delivery estimate of a PIN, or why there is none. */
export async function loadEstimate(pin: string): Promise<Loaded<DeliveryEstimate>> {
  if (!PIN.test(pin)) return { ok: false, message: PIN_MALFORMED }
  const response = await api('GET /user/delivery/{pin}', { params: { pin } })
  return response.ok ? { ok: true, value: response.data } : { ok: false, message: response.message }
}

/** Town and state of a PIN in the names of an address; null where it is none that the shop knows. */
export async function placeOf(pin: string): Promise<{ townCity: string; state: string } | null> {
  const estimate = await loadEstimate(pin.replace(/\s/g, ''))
  return estimate.ok ? { townCity: estimate.value.city, state: estimate.value.state } : null
}
