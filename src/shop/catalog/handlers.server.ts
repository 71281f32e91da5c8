import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { catalogContract } from './contract.ts'

export function createCatalogHandlers(_shop: Shop): Handlers<typeof catalogContract> {
  return {}
}
