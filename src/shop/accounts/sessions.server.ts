import type { CustomerId } from '#platform/api/identity.ts'
import type { Shop } from '../shop.server.ts'
import { findSession } from './store.server.ts'

/** What the API's mount asks about every bearer token: whose it is, or null where it is dead (SPEC 6). */
export function createAuthenticator(shop: Pick<Shop, 'db'>): (token: string) => Promise<CustomerId | null> {
  return (token) => findSession(shop.db, token)
}
