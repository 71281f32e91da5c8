import type { CustomerId } from '#platform/api/identity.ts'
import type { Shop } from '../shop.server.ts'
import { CART_FULL, noLongerSold, notEnough } from './messages.ts'
import { cartStore, listGuestLines, lockCart } from './sql.server.ts'
import type { SelectedLine } from './waiting-lines.ts'

/**
 * Merges the lines of a visitor's device into a customer's cart, in one transaction. A line in both keeps the larger
 * quantity, so a repeated merge changes nothing (decision 018).
 * @returns a sentence for each line that was not added as requested
 */
export function mergeLines({ db }: Shop, customer: CustomerId, wanted: readonly SelectedLine[]): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await lockCart(tx, customer)
    const lines = await listGuestLines(tx, customer, wanted)
    const notices = new Set<string>()
    if (lines.length < wanted.length) notices.add(noLongerSold(wanted.length - lines.length))
    for (const { productId, color, size, quantity, available } of lines) {
      const added = Math.min(quantity, available)
      if (added < quantity) notices.add(notEnough({ name: productId.name, color, size }, available))
      if (added < 1) continue
      const line = { productId: productId._id, color, size, quantity: added }
      if (!(await cartStore.set(tx, customer, line, { keepLarger: true }))) notices.add(CART_FULL)
    }
    return [...notices]
  })
}
