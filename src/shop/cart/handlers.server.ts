import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import type { cartContract } from './contract.ts'
import { listCart, withTax } from './line-tax.server.ts'
import { mergeLines } from './merge-lines.server.ts'
import {
  ADDED_TO_CART,
  CART_FULL,
  CART_LINE_DELETED,
  ITEM_NOT_FOUND,
  LINE_CHANGED,
  NO_GUEST_CART,
  noLongerSold,
} from './messages.ts'
import { replaceLine, setLine } from './set-line.server.ts'
import { cartStore, listGuestLines } from './sql.server.ts'

export function createCartHandlers(shop: Shop): Handlers<typeof cartContract> {
  const cartRules = { store: cartStore, full: refuse('cart_full', CART_FULL) }
  return {
    async 'GET /user/getCartProduct/{userId}'({ caller }) {
      return ok({ cart: await listCart(shop, caller.customer) })
    },
    async 'POST /user/addToCart'({ body, caller }) {
      const refusal = await setLine(shop, cartRules, caller.customer, body)
      if (refusal) return refusal
      return ok({ success: true, message: ADDED_TO_CART, cart: await listCart(shop, caller.customer) })
    },
    async 'POST /user/replaceCartLine'({ body: { cartItemId, lines }, caller }) {
      const replaced = await replaceLine(shop, cartRules, caller.customer, { lineId: cartItemId, lines })
      if (!replaced.ok) return replaced
      return ok({ success: true, message: LINE_CHANGED, cart: await listCart(shop, caller.customer) })
    },
    async 'DELETE /user/deleteCartProduct'({ body, caller }) {
      const removed = await cartStore.remove(shop.db, caller.customer, body.cartItemId)
      return removed ? ok({ success: true, message: CART_LINE_DELETED }) : refuse('not_found', ITEM_NOT_FOUND)
    },
    async 'POST /user/guestCart'({ body }) {
      const settings = shop.settings()
      if (!settings['cart.guests']) return refuse('not_found', NO_GUEST_CART)
      return ok({ cart: await withTax(shop, await listGuestLines(shop.db, null, body.lines), settings) })
    },
    async 'POST /user/mergeCart'({ body, caller }) {
      return ok({
        success: true,
        notices: await mergeLines(shop, { ...cartRules, noLongerSold }, caller.customer, body.lines),
      })
    },
  }
}
