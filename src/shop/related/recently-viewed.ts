import { createRecentList } from '#platform/browser/recent-list.ts'
import type { Card } from '../catalog/card.ts'

const MAX_VIEWED = 12

/** The products that were viewed on this device. */
export const recentlyViewed = createRecentList<Card>({
  key: 'recentlyViewed',
  max: MAX_VIEWED,
  isItem: isCard,
  isSame: (one, other) => one._id === other._id,
})

function isCard(one: unknown): one is Card {
  if (typeof one !== 'object' || one === null) return false
  // Safe cast: the fields that a card can't be shown without are checked below; the device stored the others with them.
  const { _id, name, price, cover, colors } = one as Record<keyof Card, unknown>
  return (
    [_id, name, cover].every((text) => typeof text === 'string') && typeof price === 'number' && Array.isArray(colors)
  )
}
