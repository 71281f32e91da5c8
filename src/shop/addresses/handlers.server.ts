import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Refusal, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import type { addressesContract } from './contract.ts'
import { buyerGstinProblem } from './gstin-rules.ts'
import {
  ADDRESS_ADDED,
  ADDRESS_DELETED,
  ADDRESS_NOT_FOUND,
  ADDRESS_UPDATED,
  ADDRESSES_FOUND,
  NO_ADDRESSES,
  TOO_MANY_ADDRESSES,
} from './messages.ts'
import { deleteAddress, insertAddress, listAddresses, updateAddress } from './sql.server.ts'

/** Saved addresses (SPEC 3 and 7; CONTRACT, `addAddress`). */
export function createAddressesHandlers({ db }: Shop): Handlers<typeof addressesContract> {
  return {
    async 'GET /user/getUserAddresses/{userId}'({ caller }) {
      const addresses = await listAddresses(db, caller.customer)
      return ok({ success: true, addresses, message: addresses.length > 0 ? ADDRESSES_FOUND : NO_ADDRESSES })
    },

    async 'POST /user/addAddress'({ body, caller }) {
      const wrong = refuseGstin(body.address.gstin, 'address.gstin')
      if (wrong) return wrong
      const address = await insertAddress(db, caller.customer, body.address)
      return address
        ? ok({ success: true, message: ADDRESS_ADDED, address })
        : refuse('too_many_addresses', TOO_MANY_ADDRESSES)
    },

    async 'POST /user/updateAddress'({ body, caller }) {
      const wrong = refuseGstin(body.updatedDetails.gstin, 'updatedDetails.gstin')
      if (wrong) return wrong
      const address = await updateAddress(db, caller.customer, body.addressId, body.updatedDetails)
      return address ? ok({ success: true, message: ADDRESS_UPDATED, address }) : refuse('not_found', ADDRESS_NOT_FOUND)
    },

    async 'DELETE /user/deleteAddress'({ body, caller }) {
      const isGone = await deleteAddress(db, caller.customer, body.addressId)
      return isGone ? ok({ success: true, message: ADDRESS_DELETED }) : refuse('not_found', ADDRESS_NOT_FOUND)
    },
  }
}

/** Refuses a business buyer's GSTIN with a typing error, naming the field at `path`. Null if it's right, empty or missing. */
export function refuseGstin(gstin: string | undefined, path: string): Refusal<'wrong_gstin'> | null {
  const message = buyerGstinProblem(gstin ?? '')
  return message === null ? null : refuse('wrong_gstin', message, { errors: [{ path, message }] })
}
