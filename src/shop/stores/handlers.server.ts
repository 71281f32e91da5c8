import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { storesContract } from './contract.ts'

export function createStoresHandlers(_shop: Shop): Handlers<typeof storesContract> {
  return {}
}
