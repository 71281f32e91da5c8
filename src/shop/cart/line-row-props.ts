import type { ReactNode } from 'react'
import type { CartLine } from './contract.ts'

/** Props of a line's row; the wishlist gets the row component from its route. */
export type LineRowProps = {
  line: CartLine
  onStep: (wanted: number) => void
  onRemove: () => void
  removing?: boolean
  /** Buttons beside Remove. */
  actions?: ReactNode
  /** The drawer is 250 px wide on phones; pages have room. */
  narrow?: boolean
  /** Rupees, where the price has changed since the line was first shown. */
  formerPrice?: number | null
  onFollow?: () => void
}
