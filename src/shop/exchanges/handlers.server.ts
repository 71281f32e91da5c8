import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { exchangesContract } from './contract.ts'

export function createExchangesHandlers(_shop: Shop): Handlers<typeof exchangesContract> {
  return {}
}
