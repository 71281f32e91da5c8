import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { contactContract } from './contract.ts'

export function createContactHandlers(_shop: Shop): Handlers<typeof contactContract> {
  return {}
}
