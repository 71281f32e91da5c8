import type { CustomerId } from '#platform/api/identity.ts'
import type { Shop } from '../shop.server.ts'
import { findSession } from './sql.server.ts'

/** Resolves a bearer token to its customer, or null if it isn't valid (SPEC 6). */
export function createAuthenticator(shop: Pick<Shop, 'db'>): (token: string) => Promise<CustomerId | null> {
  return (token) => findSession(shop.db, token)
}
