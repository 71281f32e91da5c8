import type { ReactNode } from 'react'
import type { CartLine } from './contract.ts'

/** What the row of a line is given, in the cart and, by way of its route, in the wishlist. */
export type LineRowProps = {
  line: CartLine
  onStep: (wanted: number) => void
  onRemove: () => void
  /** The line is on its way out. */
  leaving?: boolean
  /** Calls beside Remove. */
  actions?: ReactNode
  /** The drawer is 250 px wide; pages have room. */
  narrow?: boolean
  /** What it cost when this browser first showed it, in rupees. */
  formerPrice?: number | null
  /** Called when a link of the row is followed. */
  onFollow?: () => void
}
