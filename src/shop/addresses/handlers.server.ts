import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { addressesContract } from './contract.ts'

export function createAddressesHandlers(_shop: Shop): Handlers<typeof addressesContract> {
  return {}
}
