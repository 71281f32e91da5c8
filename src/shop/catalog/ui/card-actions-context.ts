import { createContext, type ReactNode } from 'react'
import type { Card } from '../card.ts'

/** Renders a card's buttons for cart and wishlist, features that this one can't import. Null until loaded. */
export const CardActionsContext = createContext<((product: Card) => ReactNode) | null>(null)
