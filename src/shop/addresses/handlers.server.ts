import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import type { addressesContract } from './contract.ts'
import { messages } from './messages.ts'
import { deleteAddress, insertAddress, listAddresses, updateAddress } from './sql.server.ts'

/** Saved addresses (SPEC 3 and 7; CONTRACT, `addAddress`). */
export function createAddressesHandlers({ db }: Shop): Handlers<typeof addressesContract> {
  return {
    async 'GET /user/getUserAddresses/{userId}'({ caller }) {
      const addresses = await listAddresses(db, caller.customer)
      return ok({ success: true, addresses, message: addresses.length > 0 ? messages.found : messages.none })
    },

    async 'POST /user/addAddress'({ body, caller }) {
      const address = await insertAddress(db, caller.customer, body.address)
      return address
        ? ok({ success: true, message: messages.added, address })
        : refuse('too_many_addresses', messages.tooMany)
    },

    async 'POST /user/updateAddress'({ body, caller }) {
      const address = await updateAddress(db, caller.customer, body.addressId, body.updatedDetails)
      return address
        ? ok({ success: true, message: messages.updated, address })
        : refuse('not_found', messages.notFound)
    },

    async 'DELETE /user/deleteAddress'({ body, caller }) {
      const isGone = await deleteAddress(db, caller.customer, body.addressId)
      return isGone ? ok({ success: true, message: messages.deleted }) : refuse('not_found', messages.notFound)
    },
  }
}
