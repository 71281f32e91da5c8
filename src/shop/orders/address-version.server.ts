import { recordVersion } from '#platform/api/record-version.server.ts'
import type { OrderAddress } from './contract.ts'

/** The fields of an order's address that can be corrected. */
export const ADDRESS_FIELDS = [
  'firstName',
  'lastName',
  'phoneNumber',
  'email',
  'streetAddress',
  'townCity',
  'state',
  'zipCode',
] as const satisfies readonly (keyof OrderAddress)[]

export const addressFields = (address: OrderAddress) =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, address[field]]))

/** The version of an order's address, for `If-Match`. */
export const addressVersion = (address: OrderAddress) => recordVersion(addressFields(address))
