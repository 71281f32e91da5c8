import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { checkoutContract } from './contract.ts'

export function createCheckoutHandlers(_shop: Shop): Handlers<typeof checkoutContract> {
  return {}
}
