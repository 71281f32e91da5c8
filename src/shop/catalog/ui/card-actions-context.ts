import { type ComponentType, createContext } from 'react'
import type { Card } from '../card.ts'

/** What a button of a card asks for. */
export type Purpose = 'cart' | 'wish'

/** How the heart of a card looks. */
export type HeartState = { isWished: boolean; isBusy: boolean }

export type CardActionsProps = {
  product: Card
  /** The button that was pressed, until `onHandled` is called. */
  pressed: Purpose | null
  onHandled: () => void
  onHeart: (state: HeartState) => void
}

/**
 * Does what the buttons of cards ask for, with the features for cart and wishlist that this one can't import. Null
 * until the visitor's first interaction.
 */
export const CardActionsContext = createContext<ComponentType<CardActionsProps> | null>(null)
