import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { readSettings } from '../settings/staff.server.ts'
import type { Shop } from '../shop.server.ts'
import type { deliveryContract } from './contract.ts'
import { promiseFor } from './directory.server.ts'
import { PIN_MALFORMED, PIN_UNKNOWN } from './messages.ts'
import { PIN } from './rules.ts'

/** What the shop promises for a PIN; not cached, because the hour counts. */
export function createDeliveryHandlers({ db, clock }: Pick<Shop, 'db' | 'clock'>): Handlers<typeof deliveryContract> {
  return {
    async 'GET /user/delivery/{pin}'({ params: { pin } }) {
      // A malformed PIN is an error of the person's, not an unknown address: 400 (CONTRACT part two).
      if (!PIN.test(pin)) return refuse('invalid', PIN_MALFORMED)
      const promise = promiseFor(pin, clock.now(), await readSettings(db))
      return promise ? ok(promise) : refuse('not_found', PIN_UNKNOWN)
    },
  }
}
