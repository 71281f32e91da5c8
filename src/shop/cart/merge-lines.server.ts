import type { CustomerId } from '#platform/api/identity.ts'
import type { Shop } from '../shop.server.ts'
import { noLongerSold } from './guest-rules.ts'
import { CART_FULL, notEnough } from './messages.ts'
import { cartStore, listGuestLines, lockCart, type SetLine } from './store.server.ts'

/**
 * Takes the lines of a visitor's device into a customer's cart, in one transaction. Of a line that both have the larger
 * quantity stays, at most what is left: so the same merge twice changes nothing (decision 018).
 * @returns a sentence for each line that was not taken as it was
 */
export function mergeLines({ db }: Shop, customer: CustomerId, wanted: readonly SetLine[]): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await lockCart(tx, customer)
    const lines = await listGuestLines(tx, customer, wanted)
    const notices = new Set<string>()
    if (lines.length < wanted.length) notices.add(noLongerSold(wanted.length - lines.length))
    for (const { productId, color, size, quantity, available } of lines) {
      const taken = Math.min(quantity, available)
      if (taken < quantity) notices.add(notEnough({ name: productId.name, color, size }, available))
      if (taken < 1) continue
      const line = { productId: productId._id, color, size, quantity: taken }
      if (!(await cartStore.set(tx, customer, line, true))) notices.add(CART_FULL)
    }
    return [...notices]
  })
}
