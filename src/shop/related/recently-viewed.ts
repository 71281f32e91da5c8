import { createRecentList } from '#platform/browser/recent-list.ts'
import type { Card } from '../catalog/card.ts'
import { VIEWED_KEY } from './viewed-mark.ts'

const MAX_VIEWED = 12

/** The products that were viewed on this device. */
export const recentlyViewed = createRecentList<Card>({
  key: VIEWED_KEY,
  max: MAX_VIEWED,
  isItem: isCard,
  isSame: (one, other) => one._id === other._id,
})

/** Puts a product before the others, and marks the document like VIEWED_SCRIPT: this page may be no document of its own. */
export function noteViewed(card: Card): void {
  const hasOthers = recentlyViewed.read().some(({ _id }) => _id !== card._id)
  document.documentElement.toggleAttribute('data-viewed', hasOthers)
  recentlyViewed.add(card)
}

function isCard(one: unknown): one is Card {
  if (typeof one !== 'object' || one === null) return false
  // Safe cast: the fields that a card can't be shown without are checked below; the device stored the others with them.
  const { _id, name, price, cover, colors } = one as Record<keyof Card, unknown>
  return (
    [_id, name, cover].every((text) => typeof text === 'string') && typeof price === 'number' && Array.isArray(colors)
  )
}
