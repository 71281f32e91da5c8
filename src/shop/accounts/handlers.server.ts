import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { accountsContract } from './contract.ts'

export function createAccountsHandlers(_shop: Shop): Handlers<typeof accountsContract> {
  return {}
}
