import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { cartContract } from './contract.ts'

export function createCartHandlers(_shop: Shop): Handlers<typeof cartContract> {
  return {}
}
