import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { wishlistContract } from './contract.ts'

export function createWishlistHandlers(_shop: Shop): Handlers<typeof wishlistContract> {
  return {}
}
