import type { ReactNode } from 'react'
import type { ShownLine } from './waiting-lines.ts'

/** The props of `LineRow`. The wishlist imports these alone: its route passes it the component. */
export type LineRowProps = {
  line: ShownLine
  onStep: (wanted: number) => void
  /** Sends a quantity again for which there was no connection. */
  onRetry: () => void
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
