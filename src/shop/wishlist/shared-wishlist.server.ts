import { listGuestLines } from '../cart/sql.server.ts'
import { createCard } from '../catalog/card.ts'
import { checkRateLimits } from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import type { SharedWish } from './contract.ts'
import { listSharedLines } from './sql.server.ts'

const LIMITS = [{ max: 120, seconds: 600 }]

/** Counts a look at a shared wishlist against its client, and rejects it (429) beyond 120 in ten minutes. */
export function limitSharedWishlist(shop: Pick<Shop, 'limits'>, client: string) {
  return checkRateLimits(shop, [[`wishlist-link ${client}`, LIMITS]])
}

/**
 * What the wishlist at a link has, as visitors can buy it: a card for each product and colour, oldest first. Null if
 * there is no such link, or the owner of the shop turned links off.
 */
export async function readSharedWishlist(
  { db, index, settings }: Pick<Shop, 'db' | 'index' | 'settings'>,
  token: string,
): Promise<SharedWish[] | null> {
  const lines = settings()['wishlist.share'] ? await listSharedLines(db, token) : null
  if (lines === null) return null
  const shown = await listGuestLines(db, null, lines)
  const products = await index.getMany([...new Set(shown.map(({ productId }) => productId._id))])
  const byId = new Map(products.map((product) => [product._id, product]))
  return [...Map.groupBy(shown, ({ productId, color }) => JSON.stringify([productId._id, color])).values()].flatMap(
    (wished) => {
      const product = byId.get(wished[0]?.productId._id ?? '')
      if (product === undefined) return []
      const pieces = wished.map(({ color, size, productId, available }) => ({
        color,
        size,
        price: productId.price,
        soldOut: available <= 0,
      }))
      return [{ card: createCard(product, [wished[0]?.color ?? '']), wished: pieces }]
    },
  )
}
