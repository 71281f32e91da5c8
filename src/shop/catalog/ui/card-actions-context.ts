import { createContext, type ReactNode } from 'react'
import type { Card } from '../card.ts'

/** Renders the buttons over a card's picture, of the cart and the wishlist, which this feature cannot import. Null until they are loaded. */
export const CardActionsContext = createContext<((product: Card) => ReactNode) | null>(null)
