import { createContext, type ReactNode } from 'react'
import type { Card } from '../card.ts'

/** What stands over a card's picture: wishing and adding, where other features meet. Null until a visitor may need it. */
export const CardActionsContext = createContext<((product: Card) => ReactNode) | null>(null)
