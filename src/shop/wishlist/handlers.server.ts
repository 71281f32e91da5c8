import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { NO_CLIENT } from '#platform/http/client-address.server.ts'
import { mergeLines } from '../cart/merge-lines.server.ts'
import { ITEM_NOT_FOUND, LINE_CHANGED } from '../cart/messages.ts'
import { replaceLine, setLine } from '../cart/set-line.server.ts'
import { listGuestLines, wishlistStore } from '../cart/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { wishlistContract } from './contract.ts'
import {
  ADDED_TO_WISHLIST,
  NO_GUEST_WISHLIST,
  NO_SHARED_WISHLIST,
  NO_SHARING,
  noLongerWished,
  WISHLIST_FULL,
  WISHLIST_LINE_DELETED,
} from './messages.ts'
import { limitSharedWishlist, readSharedWishlist } from './shared-wishlist.server.ts'
import { findLink, shareWishlist, stopSharing } from './sql.server.ts'

/** The handlers of the wishlist calls. A wishlist line has the shape of a cart line. */
export function createWishlistHandlers(shop: Shop): Handlers<typeof wishlistContract> {
  const wishlistRules = { store: wishlistStore, full: refuse('wishlist_full', WISHLIST_FULL), maxWhenSoldOut: 1 }
  return {
    async 'GET /user/wishlist/{userId}'({ caller }) {
      return ok({ wishlist: await wishlistStore.list(shop.db, caller.customer) })
    },
    async 'POST /user/addToWishlist'({ body, caller }) {
      const refusal = await setLine(shop, wishlistRules, caller.customer, body)
      if (refusal) return refusal
      const wishlist = await wishlistStore.list(shop.db, caller.customer)
      return ok({ success: true, message: ADDED_TO_WISHLIST, wishlist })
    },
    async 'POST /user/replaceWishlistLine'({ body: { wishlistItemId, lines }, caller }) {
      const replaced = await replaceLine(shop, wishlistRules, caller.customer, { lineId: wishlistItemId, lines })
      if (!replaced.ok) return replaced
      const wishlist = await wishlistStore.list(shop.db, caller.customer)
      return ok({ success: true, message: LINE_CHANGED, wishlist })
    },
    async 'DELETE /user/deleteWishlist'({ body, caller }) {
      const removed = await wishlistStore.remove(shop.db, caller.customer, body.wishlistItemId)
      return removed ? ok({ success: true, message: WISHLIST_LINE_DELETED }) : refuse('not_found', ITEM_NOT_FOUND)
    },
    async 'POST /user/guestWishlist'({ body }) {
      if (!shop.settings()['wishlist.guests']) return refuse('not_found', NO_GUEST_WISHLIST)
      return ok({ wishlist: await listGuestLines(shop.db, null, body.lines) })
    },
    async 'POST /user/mergeWishlist'({ body, caller }) {
      const rules = { ...wishlistRules, noLongerSold: noLongerWished }
      return ok({ success: true, notices: await mergeLines(shop, rules, caller.customer, body.lines) })
    },
    async 'GET /user/wishlistLink/{userId}'({ caller }) {
      return ok({ token: await findLink(shop.db, caller.customer) })
    },
    async 'POST /user/wishlistLink'({ caller }) {
      if (!shop.settings()['wishlist.share']) return refuse('not_found', NO_SHARING)
      return ok({ token: await shareWishlist(shop.db, caller.customer) })
    },
    async 'DELETE /user/wishlistLink'({ caller }) {
      await stopSharing(shop.db, caller.customer)
      return ok({ token: null })
    },
    async 'GET /user/sharedWishlist/{token}'({ params, caller }) {
      // A page that is rendered has counted its own client (`app/web.server.ts`).
      const refusal = caller.client === NO_CLIENT ? null : await limitSharedWishlist(shop, caller.client)
      if (refusal) return refusal
      const wishes = await readSharedWishlist(shop, params.token)
      return wishes === null ? refuse('not_found', NO_SHARED_WISHLIST) : ok({ wishes })
    },
  }
}
