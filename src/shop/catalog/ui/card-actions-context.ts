import { createContext, type ReactNode } from 'react'
import type { Card } from '../card.ts'

/** Renders a card's buttons for cart and wishlist, features that this one cannot import. Null until they are loaded. */
export const CardActionsContext = createContext<((product: Card) => ReactNode) | null>(null)
