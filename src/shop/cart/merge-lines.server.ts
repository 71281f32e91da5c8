import type { Code } from '#platform/api/codes.ts'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Shop } from '../shop.server.ts'
import { notEnough } from './messages.ts'
import type { ListRules } from './set-line.server.ts'
import { listGuestLines, lockCart } from './sql.server.ts'
import type { SelectedLine } from './waiting-lines.ts'

type MergeRules<C extends Code> = ListRules<C> & { noLongerSold: (count: number) => string }

/**
 * Merges the lines of a visitor's device into a customer's cart or wishlist, in one transaction. A line in both keeps
 * the larger quantity, so a repeated merge changes nothing (decision 018).
 * @returns a sentence for each line that was not added as requested
 */
export function mergeLines<C extends Code>(
  { db }: Pick<Shop, 'db'>,
  { store, full, noLongerSold, maxWhenSoldOut = 0 }: MergeRules<C>,
  customer: CustomerId,
  wanted: readonly SelectedLine[],
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await lockCart(tx, customer)
    const lines = await listGuestLines(tx, customer, wanted)
    const notices = new Set<string>()
    let gone = wanted.length - lines.length
    for (const { productId, color, size, quantity, available } of lines) {
      const named = { name: productId.name, color, size }
      const added = Math.min(quantity, Math.max(available, maxWhenSoldOut))
      if (added < quantity) notices.add(notEnough(named, available))
      if (added < 1) continue
      const line = { productId: productId._id, color, size, quantity: added }
      const set = await store.setIfAvailable(tx, customer, line, { keepLarger: true, maxWhenSoldOut })
      if (set?.isSet) continue
      // A colour or size that isn't made, or that sold out meanwhile.
      if (set === null || set.available === null) gone += 1
      else notices.add(added > Math.max(set.available, maxWhenSoldOut) ? notEnough(named, set.available) : full.message)
    }
    return gone > 0 ? [noLongerSold(gone), ...notices] : [...notices]
  })
}
