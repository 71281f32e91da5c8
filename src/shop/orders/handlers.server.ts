import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { ordersContract } from './contract.ts'

export function createOrdersHandlers(_shop: Shop): Handlers<typeof ordersContract> {
  return {}
}
