import type { Card } from '../catalog/card.ts'

const KEY = 'recentlyViewed'
const MAX_VIEWED = 12

/** The products that were viewed on this device, the latest first; empty where the browser stores nothing. */
export function readViewed(): Card[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isCard) : []
  } catch {
    return []
  }
}

/** Puts a product first, and drops the oldest beyond twelve. */
export function addViewed(card: Card): void {
  store([card, ...readViewed().filter(({ _id }) => _id !== card._id)].slice(0, MAX_VIEWED))
}

export function clearViewed(): void {
  store([])
}

function isCard(one: unknown): one is Card {
  if (typeof one !== 'object' || one === null) return false
  // Safe cast: every field is checked below.
  const { _id, name, price, cover, colors } = one as Record<keyof Card, unknown>
  return (
    [_id, name, cover].every((text) => typeof text === 'string') && typeof price === 'number' && Array.isArray(colors)
  )
}

function store(cards: readonly Card[]): void {
  try {
    if (cards.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(cards))
  } catch {
    // Without storage there is no such row.
  }
}
