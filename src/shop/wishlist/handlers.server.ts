import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { ITEM_NOT_FOUND } from '../cart/messages.ts'
import { setLine } from '../cart/set-line.server.ts'
import { wishlistStore } from '../cart/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { wishlistContract } from './contract.ts'
import { ADDED_TO_WISHLIST, WISHLIST_FULL, WISHLIST_LINE_DELETED } from './messages.ts'

/** The handlers of the wishlist calls. A wishlist line has the shape of a cart line. */
export function createWishlistHandlers(shop: Shop): Handlers<typeof wishlistContract> {
  return {
    async 'GET /user/wishlist/{userId}'({ caller }) {
      return ok({ wishlist: await wishlistStore.list(shop.db, caller.customer) })
    },
    async 'POST /user/addToWishlist'({ body, caller }) {
      const wishlistRules = { store: wishlistStore, full: refuse('wishlist_full', WISHLIST_FULL), maxWhenSoldOut: 1 }
      const refusal = await setLine(shop, wishlistRules, caller.customer, body)
      if (refusal) return refusal
      const wishlist = await wishlistStore.list(shop.db, caller.customer)
      return ok({ success: true, message: ADDED_TO_WISHLIST, wishlist })
    },
    async 'DELETE /user/deleteWishlist'({ body, caller }) {
      const removed = await wishlistStore.remove(shop.db, caller.customer, body.wishlistItemId)
      return removed ? ok({ success: true, message: WISHLIST_LINE_DELETED }) : refuse('not_found', ITEM_NOT_FOUND)
    },
  }
}
