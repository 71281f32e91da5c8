import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { PIN } from '../settings/pin-rules.ts'
import type { Shop } from '../shop.server.ts'
import type { deliveryContract } from './contract.ts'
import { estimateDelivery } from './directory.server.ts'
import { PIN_MALFORMED, PIN_UNKNOWN } from './messages.ts'

/** The delivery estimate of a PIN. The response isn't cached, because the day depends on the hour of the request. */
export function createDeliveryHandlers({
  clock,
  settings,
}: Pick<Shop, 'clock' | 'settings'>): Handlers<typeof deliveryContract> {
  return {
    async 'GET /user/delivery/{pin}'({ params: { pin } }) {
      // 400 rather than 404: the PIN was mistyped (CONTRACT part two).
      if (!PIN.test(pin)) return refuse('invalid_input', PIN_MALFORMED)
      const estimate = estimateDelivery(pin, clock.now(), settings())
      return estimate ? ok(estimate) : refuse('not_found', PIN_UNKNOWN)
    },
  }
}
