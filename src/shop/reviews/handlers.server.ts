import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { reviewsContract } from './contract.ts'

export function createReviewsHandlers(_shop: Shop): Handlers<typeof reviewsContract> {
  return {}
}
